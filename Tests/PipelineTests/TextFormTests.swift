import Feed
import Store
import Support
import Testing
import Values

@testable import Command

/// Definitions, "The log": order changes nothing, in whatever form a text is written.
struct TextFormTests {
  private static func payment(_ user: String, channel: String) -> String {
    #"{"event":"purchased","timestamp":"2026-01-10T00:00:00Z","user_id":"\#(user)","event_id":"\#(user)","product_id":"p","price":9.99,"currency":"USD","period":"P1M","channel":"\#(channel)"}"#
  }

  private static func annotation(_ kind: String) -> String {
    #"{"event":"annotation","timestamp":"2026-01-11T00:00:00Z","text":"3.0","kind":"\#(kind)"}"#
  }

  private func tables(_ lines: [String]) throws -> [String: String] {
    let ledger = try Ledger(World())
    for line in lines { try ledger.ingest([[line]]) }
    return try ledger.tables(Day(Day.number(year: 2026, month: 1, day: 12)))
  }

  @Test(
    "Composed and decomposed letters are one text, whichever came first",
    arguments: [["caf\u{e9}", "cafe\u{301}"], ["caf\u{e9}", #"cafe\u0301"#]])
  func channels(forms: [String]) throws {
    let lines = [
      Self.payment("a", channel: forms[0]), Self.payment("b", channel: forms[1]),
    ]
    let (one, other) = (try tables(lines), try tables(lines.reversed()))
    #expect(one.filter { $0.key != "data_quality" } == other.filter { $0.key != "data_quality" })
    let channels = try #require(one["daily_segments"]).split(separator: "\n").filter {
      $0.utf8.starts(with: "2026-01-10,channel,".utf8)
    }
    #expect(channels.count == 1)
    #expect(channels.allSatisfy { $0.utf8.starts(with: "2026-01-10,channel,caf\u{e9},".utf8) })
  }

  @Test("Of two annotations that differ in kind alone, the same one stays in any order")
  func annotations() throws {
    let lines = [Self.annotation("note"), Self.annotation("release")]
    for lines in [lines, lines.reversed()] {
      let ledger = try Ledger(World())
      for line in lines { try ledger.ingest([[line]]) }
      let kept = try Session(ledger.options, .silent).store.annotations()
      #expect(kept.map(\.kind) == ["release"])
    }
  }
}
