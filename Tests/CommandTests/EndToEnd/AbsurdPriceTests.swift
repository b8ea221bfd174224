import Foundation
import Testing

@testable import Command

/// Prices that a stranger makes up, so large that their sums leave the integers.
@Suite struct AbsurdPriceTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  /// As another process: a mistake would be a crash.
  private func run(_ people: Int, _ period: String) throws -> (
    code: Int32, errors: String
  ) {
    let lines = (0..<people).map { number in
      #"{"event":"purchased","timestamp":"2026-05-10T10:00:00Z","user_id":"u\#(number)","event_id":"\#(number)","transaction_id":"\#(number)","product_id":"p","price":1000000000,"currency":"USD","period":"\#(period)"}"#
    }
    let log = try bench.write(lines.joined(separator: "\n") + "\n", to: "log.ndjson")
    let answer = try Binary.run([
      "run", log, "--as-of", "2026-05-20", "--database", bench.database, "--reports",
      bench.reports,
    ])
    return (answer.code, answer.errors)
  }

  @Test(
    "Sums that are no integer of micro-units are an error that says so, and no report",
    arguments: [
      // The sum of a day, the yearly value of what fits, the monthly value of weeks.
      (10_000, "P1M"), (1_000, "P1M"), (3_000, "P1W"),
    ])
  func refused(people: Int, period: String) throws {
    let answer = try run(people, period)
    #expect(answer.code == ExitCode.badData.rawValue, "\(answer.errors)")
    #expect(answer.errors.contains("adds up to more than 9.2 × 10¹²"), "\(answer.errors)")
    #expect(!bench.exists("reports/2026-05-20"))
  }

  @Test("Below that, absurd money is told as it is")
  func told() throws {
    #expect(try run(700, "P1M").code <= 3)
    let daily = try bench.read("reports/2026-05-20/csv/daily.csv")
    #expect(daily.contains("2026-05-20,700000000000.00,8400000000000.00,"))
  }
}
