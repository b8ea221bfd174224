import SQLite
import Support
import Testing
import Values

@testable import Store

/// Events are counted by the days of a time zone, and the database knows of which.
@Suite struct EventDayTests {
  /// A quarter of an hour before midnight in UTC, on day 19,675: the next day in Kolkata.
  private static let late = purchase(at: 1_700_005_400, price: "1")

  private func countDays(_ house: StoreFixture, in zone: Zone) throws -> Int64 {
    let store = try house.open()
    try store.database.transaction { try store.countDays(in: zone, store.strings()) }
    return try house.count("SELECT max(day) FROM event_day")
  }

  @Test("The first ingest notes its zone: its days need no second count")
  func first() throws {
    let house = try StoreFixture()
    let kolkata = try #require(Zone(named: "Asia/Kolkata"))
    try house.scratch.write(Self.late, to: "a.ndjson")
    try house.ingest("a.ndjson", zone: kolkata)
    #expect(try house.count("SELECT count(*) FROM event_day_zone WHERE zone = 'Asia/Kolkata'") == 1)
    #expect(try countDays(house, in: kolkata) == 19_676)
    #expect(try countDays(house, in: .utc) == 19_675)
  }

  @Test("Days that were counted in two zones are counted anew, also where the zone goes back")
  func mixed() throws {
    let house = try StoreFixture()
    let kolkata = try #require(Zone(named: "Asia/Kolkata"))
    try house.scratch.write(lines(0..<1), to: "a.ndjson")
    try house.ingest("a.ndjson", zone: kolkata)
    try house.scratch.write(Self.late, to: "b.ndjson")
    try house.ingest("b.ndjson", zone: .utc)
    #expect(try house.count("SELECT count(*) FROM event_day") == 2)
    #expect(try countDays(house, in: kolkata) == 19_676)
    #expect(try house.count("SELECT count(*) FROM event_day") == 1)
  }
}
