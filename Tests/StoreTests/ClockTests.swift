import Support
import Testing
import Values

@testable import Store

/// The machine's clock is wrong for a night: nothing is lost, nothing is counted twice.
struct ClockTests {
  @Test("With a clock set back a year nothing is taken in, and all of it when the clock is right")
  func setBack() throws {
    let house = try StoreFixture()
    try house.scratch.write(recent(100), to: "a.ndjson")
    let early = try house.ingest("a.ndjson", now: StoreFixture.now - .days(365)).run
    #expect(early.hasFailed && early.rejected == 100)
    #expect(try house.events() == 0)
    let right = try house.ingest("a.ndjson").run
    #expect((right.accepted, right.rejected) == (100, 0))
    #expect(try house.events() == 100)
  }

  @Test("With a clock set back some days the few lines of the future come with --again")
  func setBackALittle() throws {
    let house = try StoreFixture()
    try house.scratch.write(recent(100), to: "a.ndjson")
    let early = try house.ingest("a.ndjson", now: StoreFixture.now - .hours(50)).run
    #expect(!early.hasFailed && early.rejected == 2)
    let right = try house.ingest("a.ndjson", again: true).run
    #expect((right.accepted, right.duplicate) == (100, 0))
    #expect(try house.events() == 100)
  }

  @Test("With a clock a year ahead every line goes in, and only once when the clock is right")
  func ahead() throws {
    let house = try StoreFixture()
    try house.scratch.write(recent(50), to: "a.ndjson")
    #expect(try house.ingest("a.ndjson", now: StoreFixture.now + .days(365)).run.accepted == 50)
    try house.scratch.write(recent(100), to: "a.ndjson")
    #expect(try house.ingest("a.ndjson").run.accepted + 50 == 100)
    #expect(try house.events() == 100)
  }

  /// Lines of the hours before ``StoreFixture/now``, the newest first.
  private func recent(_ count: Int) -> String {
    (0..<count).map { hours in
      """
      {"event":"app_session","event_id":"h\(hours)","user_id":"u",\
      "timestamp":\(StoreFixture.now.milliseconds - Int64(hours) * 3_600_000)}

      """
    }.joined()
  }
}
