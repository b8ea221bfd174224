import Testing

@testable import Command

/// Prices that somebody logs in hundredths or millionths.
@Suite struct PriceOutlierTests {
  private let bench: CLIFixture

  init() throws { bench = try CLIFixture() }

  /// What the run warns of, where each of `prices` is paid on a day of its own.
  private func run(_ prices: [String], of product: String = "pro.monthly") throws -> String {
    let lines = prices.enumerated().map { number, price in
      """
      {"event":"purchased","timestamp":"2026-04-\(number < 9 ? "0" : "")\(number + 1)T10:00:00Z",\
      "user_id":"u\(number)","product_id":"\(product)","price":\(price),"currency":"USD",\
      "period":"P1M","transaction_id":"t\(number)"}
      """
    }
    let log = try bench.write(lines.joined(separator: "\n") + "\n", to: "a.ndjson")
    let config = try bench.write(onePlan + "}", to: "c.json5")
    let answer = bench.runrate("run", log, "--config", config, "--as-of", "2026-04-30")
    #expect(answer.isReported, "\(answer.errors)")
    return answer.errors
  }

  private let item = "charges with a price 100, 1000 or 1000000 times the usual one"

  @Test("Millionths are told on stderr, in the data quality and by doctor")
  func millionths() throws {
    let errors = try run(["9.99", "9990000", "9.99", "4990000"])
    let text =
      "14980000 USD in all, such as 9990000 USD for pro.monthly on 2026-04-02T10:00:00.000Z, where 9.99 is usual"
    #expect(errors.contains("warning: \(item): 2; \(text)"), "\(errors)")
    let quality = try bench.read("reports/2026-04-30/csv/data_quality.csv")
    #expect(quality.contains("doubt,\"\(item)\",2,,\"\(text)\""), "\(quality)")
    let doctor = bench.runrate("doctor", "--config", bench.path("c.json5")).output
    #expect(doctor.contains("2 charges with a price 100, 1,000 or 1,000,000 times"), "\(doctor)")
    #expect(doctor.contains(text))
  }

  @Test(
    "Of a product without a list price the median is usual",
    arguments: [
      (["9.99", "9.99", "999"], 1), (["9.99", "9.99", "9990", "999"], 2), (["9.99", "1.99"], 0),
      // A year after a first week for a dollar.
      (["0.99", "0.99", "99.99"], 0), (["9.99", "59.99", "499.99"], 0), (["9.99", "9990000"], 1),
    ])
  func median(prices: [String], count: Int) throws {
    let errors = try run(prices, of: "other")
    #expect(errors.contains("\(item): \(count)") == (count > 0), "\(errors)")
  }
}
