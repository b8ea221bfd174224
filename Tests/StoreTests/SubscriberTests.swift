import SQLite
import Support
import Testing
import Values

@testable import Store

/// Whoever a vendor names as the subscriber of one original transaction is one customer.
struct SubscriberTests {
  private static func renewal(_ user: String, day: Int, of original: String) -> String {
    let time = 1_775_000_000_000 + day * 86_400_000
    return """
      {"event":{"type":"RENEWAL","id":"\(user)-0000-0000-\(day)-\(original)",\
      "event_timestamp_ms":\(time),"purchased_at_ms":\(time),"app_user_id":"\(user)",\
      "product_id":"plus","original_transaction_id":"\(original)","price":10,"currency":"USD"}}

      """
  }

  private static let now = Instant(milliseconds: 1_790_000_000_000)

  private static let lines = [
    renewal("anna", day: 0, of: "o1"), renewal("annika", day: 30, of: "o1"),
    renewal("ann", day: 60, of: "o1"), renewal("ben", day: 0, of: "o2"),
    """
    {"event":"purchased","user_id":"annika","timestamp":1774900000,"product_id":"plus",\
    "original_transaction_id":"o1","price":10,"currency":"USD","event_id":"0123456789abcdef"}

    """,
  ]

  @Test(
    "Subscribers are one customer in whatever order and runs their lines come",
    arguments: [
      [[0, 1, 2, 3, 4]], [[2], [1], [0], [3, 4]], [[4], [0, 1], [2, 3]], [[0], [4], [2], [1]],
    ])
  func orders(runs: [[Int]]) throws {
    let house = try StoreFixture()
    for (number, run) in runs.enumerated() {
      try house.scratch.write(run.map { Self.lines[$0] }.joined(), to: "\(number).ndjson")
      try house.ingest("\(number).ndjson", now: Self.now)
    }
    let sets = try Components.all(house.open().database, end: .distantFuture)
    #expect(sets.count == 1)
    // Three users, and the transaction.
    #expect(sets.first?.count == 4)
  }

  @Test("A subscription of one user needs no alias")
  func alone() throws {
    let house = try StoreFixture()
    try house.scratch.write(Self.lines[3], to: "a.ndjson")
    #expect(try house.ingest("a.ndjson", now: Self.now).run.accepted == 1)
    #expect(try Components.all(house.open().database, end: .distantFuture).isEmpty)
  }
}
