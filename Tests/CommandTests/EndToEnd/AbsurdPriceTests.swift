import Foundation
import Support
import Testing
import Values

@testable import Command

/// Prices, costs and dates that a stranger makes up, so large that sums leave the integers.
@Suite struct AbsurdPriceTests {
  private let bench: CLIFixture

  init() throws { bench = try CLIFixture() }

  /// As another process: a mistake would be a crash.
  private func runrate(_ arguments: [String]) throws -> (code: Int32, errors: String) {
    let places = ["--database", bench.database, "--as-of", "2026-05-20"]
    let answer = try Binary.run(arguments + places)
    try ExcelRules.check(folder: bench.folder)
    return (answer.code, answer.errors)
  }

  private func run(_ log: String) throws -> (code: Int32, errors: String) {
    try runrate(["run", bench.write(log, to: "log.ndjson"), "--reports", bench.reports])
  }

  /// Purchases for 10⁹ each, one a second of 10 May.
  private func purchases(
    _ count: Int, _ period: String = "P1M", by user: (Int) -> String = { "u\($0)" }
  ) -> String {
    (0..<count).map { number in
      #"{"event":"purchased","timestamp":"2026-05-10T\#(padded(number / 3_600, 2)):\#(padded(number / 60 % 60, 2)):\#(padded(number % 60, 2))Z","user_id":"\#(user(number))","event_id":"\#(number)","transaction_id":"t\#(number)","product_id":"p","price":1000000000,"currency":"USD","period":"\#(period)"}"#
        + "\n"
    }.joined()
  }

  @Test(
    "Sums that are no integer of micro-units are an error that says so, and no report",
    arguments: [
      // The sum of a day, the yearly value of what fits, the monthly value of weeks.
      (10_000, "P1M"), (1_000, "P1M"), (3_000, "P1W"),
    ])
  func refused(people: Int, period: String) throws {
    let answer = try run(purchases(people, period))
    #expect(answer.code == ExitCode.badData.rawValue, "\(answer.errors)")
    #expect(answer.errors.contains("adds up to more than 9.2 × 10¹²"), "\(answer.errors)")
    #expect(!bench.exists("reports/2026-05-20"))
  }

  /// Seven millionths of churned MRR below a thousand of new: the quick ratio has more digits than a
  /// spreadsheet keeps.
  @Test("A quotient by next to nothing is unknown, and stops no report")
  func nextToNothing() throws {
    func payment(_ event: String, _ user: String, _ day: String, _ price: String) -> String {
      #"{"event":"\#(event)","timestamp":"\#(day)T00:00:00Z","user_id":"\#(user)","transaction_id":"\#(user)\#(day)","product_id":"p","price":\#(price),"currency":"USD","period":"P1M"}"#
        + "\n"
    }
    let log =
      payment("purchased", "a", "2026-04-10", "0.000008")
      + payment("renewed", "a", "2026-05-10", "0.000001")
      + payment("purchased", "b", "2026-05-11", "1000")
    let answer = try run(log)
    #expect(answer.code <= 3, "\(answer.errors)")
    let churn = try bench.read("reports/2026-05-20/csv/churn.csv").split(separator: "\n")
    let names = churn[0].split(separator: ",").map(String.init)
    let quick = try #require(names.firstIndex(of: "quick_ratio"))
    let may = try #require(churn.first { $0.hasPrefix("2026-05,all,all,") })
    #expect(may.split(separator: ",", omittingEmptySubsequences: false)[quick] == "")
  }

  @Test("Below that, absurd money is told as it is")
  func told() throws {
    #expect(try run(purchases(700)).code <= 3)
    let daily = try bench.read("reports/2026-05-20/csv/daily.csv")
    #expect(daily.contains("2026-05-20,700000000000.00,8400000000000.00,"))
  }

  @Test(
    "Of one customer alone, the error names the customer and the dearest charge, and nothing stays")
  func oneCustomer() throws {
    let answer = try run(purchases(10_000) { _ in "u" })
    expectRefusal(answer, of: "10,000")
    #expect(!bench.exists("reports/2026-05-20"))
    let status = try Binary.run(["status", "--json", "--database", bench.database])
    #expect(status.output.contains(#""events": 0"#), "\(status.output)")
  }

  @Test(
    "One customer may pay a quarter of the largest integer, and not a millionth more",
    arguments: [("843009213.693951", true), ("843009213.693952", false)])
  func most(price: String, isTold: Bool) throws {
    let rest =
      #"{"event":"purchased","timestamp":"2026-05-11T00:00:00Z","user_id":"u","event_id":"rest","transaction_id":"rest","product_id":"p","price":\#(price),"currency":"USD"}"#
    let coins = purchases(2_305) { _ in "u" }.replacing(#","period":"P1M""#, with: "")
    let answer = try run(coins + rest + "\n")
    if isTold {
      #expect(answer.code <= 3, "\(answer.errors)")
    } else {
      expectRefusal(answer, of: "2,306")
    }
  }

  @Test(
    "Whoever looks at a database with such a customer is told the same",
    arguments: [
      ["report", "--reports", "R"], ["customer", "u"], ["explain", "gross_revenue"], ["backtest"],
    ])
  func oneStoredCustomer(arguments: [String]) throws {
    let log = try bench.write(purchases(3_000) { _ in "u" }, to: "log.ndjson")
    #expect(bench.runrate("ingest", log).code == .allWell)
    expectRefusal(try runrate(arguments.map { $0 == "R" ? bench.reports : $0 }))
    #expect(!bench.exists("reports/2026-05-20"))
  }

  @Test("A night that brings such a customer leaves the database and the reports as they were")
  func night() throws {
    #expect(try run(purchases(10) { _ in "u" }).code <= 3)
    let before = try bench.read("reports/2026-05-20/csv/daily.csv")
    expectRefusal(try run(purchases(3_000) { _ in "u" }))
    #expect(try bench.read("reports/2026-05-20/csv/daily.csv") == before)
    #expect(try runrate(["report", "--reports", bench.reports]).code <= 3)
    #expect(try bench.read("reports/2026-05-20/csv/daily.csv") == before)
  }

  private func expectRefusal(_ answer: (code: Int32, errors: String), of count: String = "3,000") {
    #expect(answer.code == ExitCode.badData.rawValue, "\(answer.errors)")
    let said = "the \(count) charges of customer c4ab3219e9beaf5b9 come to so much"
    #expect(answer.errors.contains(said), "\(answer.errors)")
    #expect(
      answer.errors.contains("of 1,000,000,000, is of 2026-05-10T00:00:00.000Z"),
      "\(answer.errors)")
  }

  @Test("Costs that are no integer of micro-units any more are an error")
  func spend() throws {
    let row = "2026-05-10,c,k,USD,1000000000\n"
    try bench.write(
      "date,channel,campaign,currency,amount\n" + String(repeating: row, count: 5_000),
      to: "spend.csv")
    let settings = try bench.write(#"{ spend: "spend.csv" }"#, to: "runrate.json5")
    let log = try bench.write(purchases(1), to: "log.ndjson")
    let answer = try runrate(["run", log, "--reports", bench.reports, "--config", settings])
    #expect(answer.code == ExitCode.badData.rawValue, "\(answer.errors)")
    #expect(answer.errors.contains("spend of acquisition_cost.csv adds up"), "\(answer.errors)")
  }

  @Test("An access that lasts for ever ends with the last year that dates can write")
  func forEver() throws {
    #expect(try run(purchases(1, "P9999Y")).code <= 3)
    let subscribers = try bench.read("reports/2026-05-20/csv/subscribers.csv")
    #expect(subscribers.contains("9998-12-30"), "\(subscribers)")
  }
}
