import Support
import Testing
import Values

/// Tables that textbooks and papers print, told as logs: the report has to come to the same.
struct PublishedTablesTests {
  private static let configuration = """
    { products: { "weekly": { period: "P1W", price: "2", currency: "USD" } },
      experiments: { test: { control: "a" } } }
    """
  /// A Monday; the last day of every log.
  private static let asOf = Day(Day.number(year: 2024, month: 4, day: 29))

  private func report(_ lines: [String]) throws -> [String: TextTable] {
    let ledger = try Ledger(World(configuration: Self.configuration))
    try ledger.ingest([lines])
    return try ledger.report(Self.asOf).mapValues { TextTable(csv: $0) }
  }

  /// A cell of the only row that fits.
  private func cell(
    _ table: TextTable?, _ column: String, where wanted: [String: String]
  ) throws -> String {
    let table = try #require(table)
    let rows = table.rows(where: wanted)
    try #require(rows.count == 1, "\(wanted)")
    return rows[0][try #require(table.index(column))]
  }

  private func number(
    _ table: TextTable?, _ column: String, where wanted: [String: String]
  ) throws -> Double {
    try #require(Double(try cell(table, column, where: wanted)))
  }

  /// The payments of somebody who subscribes to a week `weeks` times in a row, the first one so
  /// many days before the as-of day.
  private func payments(
    _ user: String, weeks: Int, begun daysAgo: Int, channel: String = "web"
  ) -> [String] {
    (0..<weeks).map { week in
      let day = Self.asOf.advanced(by: 7 * week - daysAgo)
      return #"{"event":"\#(week == 0 ? "purchased" : "renewed")","timestamp":"\#(day)T12:00:00Z","#
        + #""user_id":"\#(user)","product_id":"weekly","price":2,"currency":"USD","#
        + #""channel":"\#(channel)","transaction_id":"\#(user)-\#(week)"}"#
    }
  }

  /// Fader and Hardie 2007, table 1: of 1,000 customers so many are still there after 0 … 7
  /// renewals.
  @Test(
    "Customers who leave as Fader and Hardie's did are fitted as theirs were",
    arguments: [
      ([1000, 869, 743, 653, 593, 551, 517, 491], 0.668, 3.806, -1611.2),
      ([1000, 631, 468, 382, 326, 289, 262, 241], 0.704, 1.182, -1680.3),
    ])
  func customerRetention(
    survivors: [Int], alpha: Double, beta: Double, likelihood: Double
  ) throws {
    let lines = (0..<1000).flatMap { customer in
      // On the 70th day it is known of seven renewals, up to the 49th, who made them: a grace of 16
      // days is over. Of the eighth it is not.
      payments("u\(customer)", weeks: survivors.count { $0 > customer }, begun: 70)
    }
    let table = try report(lines)["ltv_predicted"]
    let row = ["product": "weekly"]
    #expect(try cell(table, "subscribers", where: row) == "1000")
    #expect(abs(try number(table, "alpha", where: row) - alpha) < 0.0005)
    #expect(abs(try number(table, "beta", where: row) - beta) < 0.0005)
    #expect(abs(try number(table, "log_likelihood", where: row) - likelihood) < 0.05)
  }

  /// Freireich et al. 1963: weeks in remission under 6-MP and placebo, as weeks of a subscription.
  @Test("Subscribers who stay as long as remissions under 6-MP did have their log-rank test")
  func remission() throws {
    let treated = [6, 6, 6, 7, 10, 13, 16, 22, 23]
    let censored = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35]
    let placebo = [1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23]
    var lines = zip(treated, 0...).flatMap { weeks, index in
      payments("t\(index)", weeks: weeks, begun: 280, channel: "6-MP")
    }
    // A day more each: a coverage ends when its renewal is 24 hours overdue.
    lines += zip(censored, 0...).flatMap { weeks, index in
      payments("c\(index)", weeks: weeks + 1, begun: 7 * weeks + 1, channel: "6-MP")
    }
    lines += zip(placebo, 0...).flatMap { weeks, index in
      payments("p\(index)", weeks: weeks, begun: 280, channel: "placebo")
    }
    let tables = try report(lines)
    let (survival, lifetimes) = (tables["survival"], tables["lifetimes"])
    let group = ["dimension": "channel", "value": "6-MP"]
    #expect(abs(try number(lifetimes, "log_rank", where: group) - 16.79) < 0.005)
    #expect(try cell(lifetimes, "median_days", where: group) == "162", "23 weeks")
    let others = ["dimension": "channel", "value": "placebo"]
    #expect(try cell(lifetimes, "median_days", where: others) == "57", "8 weeks")
    for (weeks, share, error) in [(6, 0.857, 0.0764), (10, 0.753, 0.0963), (23, 0.448, 0.1346)] {
      let step = group.merging(["days": "\(weeks * 7 + 1)"]) { first, _ in first }
      #expect(abs(try number(survival, "survival", where: step) - share) < 0.0005)
      #expect(abs(try number(survival, "standard_error", where: step) - error) < 0.00006)
    }
  }

  /// A public A/B calculator's case: 62 of 1,471 against 87 of 1,529.
  @Test("An experiment with a published outcome has the published interval and p-value")
  func experiment() throws {
    let exposed = Self.asOf.advanced(by: -40)
    func variant(_ name: String, _ customers: Int, _ payers: Int) -> [String] {
      (0..<customers).flatMap { customer in
        let start = #"","timestamp":"\#(exposed)T1\#(customer % 10):00:00Z","#
        let user = #""user_id":"\#(name)\#(customer)""#
        let exposure =
          #"{"event":"experiment_exposed"# + start + user
          + #","experiment":"test","variant":"\#(name)"}"#
        let payment =
          #"{"event":"purchased"# + start + user
          + #","product_id":"weekly","price":2,"currency":"USD"}"#
        return customer < payers ? [exposure, payment] : [exposure]
      }
    }
    let table = try report(variant("a", 1529, 87) + variant("b", 1471, 62))["experiments"]
    let row = ["basis": "matured", "metric": "paid", "variant": "b"]
    #expect(abs(try number(table, "relative_p_value", where: row) - 0.03096) < 0.000_005)
    #expect(abs(try number(table, "relative_low", where: row) + 0.49475) < 0.000_005)
    #expect(abs(try number(table, "relative_high", where: row) + 0.02376) < 0.000_005)
    #expect(try cell(table, "exposed", where: row) == "1471")
  }
}
