import Testing
import Values

@testable import Feed

/// Lines that note what happened to everybody.
@Suite struct AnnotationLineTests {
  private func line(_ members: String) -> String {
    #"{"event":"Annotation","timestamp":"2026-01-03T04:05:06Z""# + members + "}\n"
  }

  @Test("An annotation needs no customer, is accepted, and is no event of anybody")
  func reading() throws {
    let text = line(
      #","text":"  Version\n3.2 ","properties":{"kind":"Release","link":"https://example.com/3"}"#)
    let reading = try read(text: text + line(#","text":"Declines","user_id":"u""#))
    let time = Instant(milliseconds: 1_767_413_106_000)
    #expect(
      reading.counts.annotations == [
        LogAnnotation(
          time: time, text: "Version 3.2", kind: "release", link: "https://example.com/3"),
        LogAnnotation(time: time, text: "Declines"),
      ])
    #expect(reading.counts.accepted == 2)
    #expect(reading.events.isEmpty)
  }

  @Test(
    "Without a text it is rejected, and the field named",
    arguments: [
      ("", Reject.Reason.missingField), (#","text":"""#, .missingField),
      (#","text":" \t ""#, .missingField), (#","text":7"#, .mistypedField),
      (#","text":null"#, .missingField),
    ])
  func withoutText(members: String, reason: Reject.Reason) throws {
    let reading = try read(text: line(members))
    #expect(reading.rejects.map(\.reason) == [reason])
    #expect(reading.rejects.map(\.field) == ["text"])
    #expect(reading.counts.annotations.isEmpty)
  }

  @Test("In the store's sandbox, or without a time, it is as any event")
  func otherRules() throws {
    let sandbox = try read(text: line(#","text":"t","environment":"Sandbox""#))
    #expect(sandbox.counts.ignored == ["sandbox": 1])
    let timeless = try read(text: #"{"event":"annotation","text":"t"}"# + "\n")
    #expect(timeless.rejects.map(\.field) == ["timestamp"])
  }
}
