import Support
import Testing
import Values

/// What a night takes out of the sums is what the night before put in, whoever owns what since.
struct NightTests {
  private let world = World(
    configuration: "{products: {plus: {group: 'app', period: 'P1M', price: 10}}}", rates: "",
    zone: .utc)

  private func day(_ month: Int, _ day: Int) -> Day {
    Day(Day.number(year: 2026, month: month, day: day))
  }

  /// One event: `event`, `day`, then `key: value` pairs.
  private func line(_ event: String, _ day: String, _ fields: [String: String]) -> String {
    let more = fields.sorted { $0.key < $1.key }.map { ",\"\($0)\":\"\($1)\"" }.joined()
    return "{\"event\":\"\(event)\",\"timestamp\":\"\(day)T12:00:00Z\"\(more)}"
  }

  private func sale(_ user: String, _ day: String, _ id: String, _ price: String, of: String = "")
    -> String
  {
    var fields = [
      "user_id": user, "transaction_id": id, "price": price, "currency": "USD",
      "product_id": "plus",
    ]
    if !of.isEmpty { fields["original_transaction_id"] = of }
    return line("purchased", day, fields)
  }

  private func expectSame(_ first: [String], _ second: [String], _ days: (Day, Day)) throws {
    let ledger = try Ledger(world)
    try ledger.ingest([first])
    _ = try ledger.report(days.0)
    try ledger.ingest([second])
    let night = try ledger.report(days.1)
    #expect(difference(try figures(of: [first + second], world, days.1), night) == nil)
  }

  @Test("A store's line without a user id of a plan that another one of the group has replaced")
  func ofReplacedPlan() throws {
    try expectSame(
      [
        sale("anna", "2026-01-01", "o1", "10", of: "O"),
        sale("anna", "2026-01-10", "p1", "10", of: "P"),
        line("cancelled", "2026-01-12", ["original_transaction_id": "O"]),
        line("app_session", "2026-01-20", ["user_id": "anna"]),
      ],
      [
        sale("anna", "2026-02-10", "p2", "10", of: "P"),
        line("app_session", "2026-02-11", ["user_id": "anna"]),
      ], (day(1, 20), day(2, 11)))
  }

  @Test("A refund that somebody else logged, and that another takes the place of")
  func ofRefundByOthers() throws {
    func refund(_ agent: String, _ day: String, _ id: String) -> String {
      line("refunded", day, ["user_id": agent, "transaction_id": id])
    }
    try expectSame(
      [
        sale("owner", "2026-01-01", "txnA-0000000001", "10"),
        sale("owner", "2026-01-02", "txnB-0000000002", "30"),
        refund("agentx", "2026-01-10", "txnA-0000000001"),
        line("app_session", "2026-01-20", ["user_id": "owner"]),
      ],
      [
        sale("agentx", "2026-01-21", "txnA-0000000001", "10"),
        refund("agenty", "2026-01-22", "txnB-0000000002"),
      ], (day(1, 20), day(1, 25)))
  }
}
