import Feed
import SQLite
import Support
import Testing
import Timeline
import Values

@testable import Store

/// Two lines with one identity and different content: the earlier one wins, whenever it comes.
struct ConflictTests {
  private static let early = purchase(at: 1_700_000_000, price: "4.99")
  private static let late = purchase(at: 1_700_100_000, price: "7.99")
  private static let twin = purchase(at: 1_700_000_000, price: "3.99")

  @Test(
    "The earlier time wins, and the smaller content among equals, in one run and in several",
    arguments: [
      [[early + late]], [[late + early]], [[early], [late]], [[late], [early]],
      [[late], [early], [late], [early]],
    ] as [[[String]]])
  func earlierWins(runs: [[String]]) throws {
    let house = try StoreFixture()
    for (number, run) in runs.enumerated() {
      try house.scratch.write(run.joined(), to: "\(number).ndjson")
      try house.ingest("\(number).ndjson")
    }
    #expect(try standingPrices(house) == [4_990_000])
    #expect(try house.events() == 1)
    #expect(try house.count("SELECT sum(accepted) FROM run") == 1)
    #expect(try house.count("SELECT sum(conflicts) FROM run") >= 1)
  }

  @Test(
    "Which of two at one time stands does not depend on their order",
    arguments: [[early, twin], [twin, early]])
  func ties(lines: [String]) throws {
    let (together, apart) = (try StoreFixture(), try StoreFixture())
    try together.scratch.write(lines.joined(), to: "a.ndjson")
    try together.ingest("a.ndjson")
    for (number, line) in lines.enumerated() {
      try apart.scratch.write(line, to: "\(number).ndjson")
      try apart.ingest("\(number).ndjson")
    }
    #expect(try standingPrices(together) == [3_990_000])
    #expect(try standingPrices(apart) == [3_990_000])
  }

  @Test("A replaced event takes its day, its alias and its transaction's owner with it")
  func linksOfTheReplaced() throws {
    let house = try StoreFixture()
    let alias = """
      {"event":"user_aliased","event_id":"e1","timestamp":1700300000,"user_id":"u1",\
      "previous_id":"u0","original_transaction_id":"o1"}

      """
    try house.scratch.write(alias, to: "a.ndjson")
    try house.ingest("a.ndjson")
    #expect(try house.count("SELECT count(*) FROM alias") == 2)
    #expect(try house.count("SELECT count(*) FROM transaction_owner") == 1)
    let earlier = """
      {"event":"user_aliased","event_id":"e1","timestamp":1700000000,"user_id":"u1",\
      "previous_id":"u9"}

      """
    try house.scratch.write(earlier, to: "b.ndjson")
    try house.ingest("b.ndjson")
    let others = "SELECT count(*) FROM alias AS a INNER JOIN user AS u ON u.id = a.other"
    #expect(try house.count("\(others) WHERE CAST(u.key AS TEXT) = 'u0'") == 0)
    #expect(try house.count("\(others) WHERE CAST(u.key AS TEXT) = 'u9'") == 1)
    #expect(try house.count("SELECT count(*) FROM transaction_owner") == 0)
    #expect(try house.count("SELECT last_ms FROM newest_event") == 1_700_000_000_000)
    #expect(try house.count("SELECT count(*) FROM event_day") == 1)
  }

  @Test("One identity at two customers, or with an id and as a line's own hash, is two events")
  func otherIdentities() throws {
    let house = try StoreFixture()
    let other = Self.early.replacing("\"u1\"", with: "\"u2\"")
    let anonymous = Self.early.replacing("\"event_id\":\"e1\",", with: "")
    try house.scratch.write(Self.early + other + anonymous + anonymous, to: "a.ndjson")
    let run = try house.ingest("a.ndjson").run
    #expect((run.accepted, run.duplicate, run.conflicts) == (3, 1, 0))
  }

  /// Prices of the events that stand, of all users.
  private func standingPrices(_ house: StoreFixture) throws -> [Int64?] {
    let store = try house.open()
    let deduplication = Deduplication(ContentOrder(try store.strings()))
    let users = try UserBlocks(store.database, opening: false)
    var joined: [UInt8] = []
    while let (_, blocks) = try users.next() { joined += blocks.flatMap(\.events) }
    let standing = joined.withUnsafeBytes { deduplication.standing(in: $0) }
    return standing.withUnsafeBytes { bytes in
      BlockEvents(bytes).map { Event(unpacking: bytes, at: $0.at).price?.micros }
    }
  }
}
