import Foundation
import Testing
import Values

@testable import Command

/// Late events that change days which people have seen.
@Suite struct RestatementTests {
  private let bench: CLIFixture

  init() throws {
    bench = try CLIFixture()
    try bench.write(onePlan + "}", to: "c.json5")
  }

  private func run(_ log: String, _ asOf: String) {
    #expect(
      bench.runrate("run", log, "--config", bench.path("c.json5"), "--as-of", asOf).isReported)
  }

  private func restated(_ day: String) throws -> [String] {
    try bench.read("reports/\(day)/csv/restated.csv").split(separator: "\n").dropFirst()
      .map(String.init)
  }

  @Test("A late refund restates its day and those after, and the report says which run brought it")
  func lateRefund() throws {
    run(try bench.write(purchases(1...5), to: "a.ndjson"), "2026-05-05")
    #expect(try restated("2026-05-05").isEmpty)
    let late = """
      {"event":"refunded","timestamp":"2026-05-04T12:00:00Z","event_id":"r","user_id":"user-3",\
      "product_id":"pro.monthly","transaction_id":"t3"}

      """
    run(try bench.write(late + purchases(6...6), to: "b.ndjson"), "2026-05-06")
    let rows = try restated("2026-05-06")
    let cause = "run 2 of \(today) brought 1 late event of 2026-05-04"
    #expect(rows.contains("2026-05-06,2026-05-04,mrr,39.960000,29.970000,-9.990000,\(cause)"))
    #expect(rows.contains("2026-05-06,2026-05-05,subscribers,5,4,-1,\(cause)"))
    #expect(rows.contains("2026-05-06,2026-05-04,refunded,0.000000,9.990000,9.990000,\(cause)"))
    #expect(!rows.contains { $0.contains(",2026-05-03,") || $0.contains(",2026-05-06,mrr") })
    let summary = try bench.read("reports/2026-05-06/details.md")
    #expect(summary.contains("brought 1 late event of 2026-05-04 |"), "\(summary)")
    let quality = try bench.read("reports/2026-05-06/csv/data_quality.csv")
    #expect(
      quality.contains(
        "arrival,restated figures,\(rows.count),,of 2 published days: see restated.csv"))
    let age = Day(Day.number(year: 2026, month: 5, day: 4)).distance(to: try #require(readOn))
    #expect(
      quality.contains(
        "of days that had been reported; the oldest \(age) days old, of 2026-05-04"), "\(quality)")
    let ages = quality.split(separator: "\n").filter { $0.hasPrefix("late,") }
    #expect(ages.count == 1 && ages[0].hasSuffix(" old,1,,"), "\(ages)")
  }

  private var readOn: Day? {
    let parts = today.split(separator: "-").compactMap { Int($0) }
    return parts.count == 3 ? Day(year: parts[0], month: parts[1], day: parts[2]) : nil
  }

  private var today: String {
    bench.runrate("status").output.split(separator: "\n").first { $0.hasPrefix("run 2") }
      .map { String($0.drop { $0 != "2" }.dropFirst().drop { $0 == " " }.prefix(10)) } ?? ""
  }

  @Test("A report made again says the same, one of a past day restates nothing")
  func again() throws {
    run(try bench.write(purchases(1...5), to: "a.ndjson"), "2026-05-05")
    let late = purchases(1...1).replacing("e1", with: "late").replacing("t1", with: "late")
    run(try bench.write(late, to: "b.ndjson"), "2026-05-06")
    let first = try restated("2026-05-06")
    #expect(!first.isEmpty)
    run(bench.path("b.ndjson"), "2026-05-06")
    #expect(try restated("2026-05-06") == first)
    run(bench.path("b.ndjson"), "2026-05-03")
    #expect(try restated("2026-05-03").isEmpty)
    run(bench.path("b.ndjson"), "2026-05-06")
    #expect(try restated("2026-05-06") == first)
  }

  @Test("A changed configuration is a cause of its own")
  func configuration() throws {
    let log = try bench.write(purchases(1...5), to: "a.ndjson")
    run(log, "2026-05-05")
    try bench.write(
      onePlan.replacing("P1M", with: "P1Y") + "}", to: "c.json5")
    run(log, "2026-05-05")
    let rows = try restated("2026-05-05")
    #expect(rows.contains { $0.contains(",mrr,") })
    #expect(rows.allSatisfy { $0.hasSuffix(",the configuration or the program changed") })
  }

  @Test("status tells what the last reports came to")
  func status() throws {
    run(try bench.write(purchases(1...5), to: "a.ndjson"), "2026-05-05")
    #expect(bench.runrate("status").output.contains("report 2026-05-05   20"))
    #expect(bench.runrate("status", "--json").output.contains("\"as_of\": \"2026-05-05\""))
  }

  @Test("diff compares two reports cell by cell")
  func difference() throws {
    run(try bench.write(purchases(1...5), to: "a.ndjson"), "2026-05-05")
    let late = purchases(4...4).replacing("e4", with: "late").replacing("t4", with: "late")
      .replacing("user-4", with: "user-9")
    run(try bench.write(late, to: "b.ndjson"), "2026-05-06")
    let text = bench.runrate("diff", "2026-05-05", "latest").output
    #expect(text.contains("daily.mrr 2026-05-04"), "\(text)")
    #expect(text.contains("39.96   49.95\n"))
    #expect(!text.contains("daily.mrr 2026-05-03"))
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("headline"))
    #expect(lines[1].hasPrefix("MRR"))
    #expect(lines[2].hasPrefix("Paying subscribers"))
    let table = bench.runrate("diff", "2026-05-05", "2026-05-06", "--format", "csv").output
    #expect(table.contains("\"daily\",\"2026-05-04\",\"mrr\",\"39.96\",\"49.95\"\n"))
    #expect(
      bench.runrate("diff", "latest", "2026-05-06").output
        == "latest and 2026-05-06 say the same\n")
    #expect(bench.runrate("diff", "2026-05-05", "2026-01-01").code == .noInput)
    #expect(bench.runrate("diff", "2026-05-05").errors.contains("missing argument: RUN RUN"))
    try "{".write(
      toFile: bench.path("reports/2026-05-05/run.json"), atomically: true, encoding: .utf8)
    let damaged = bench.runrate("diff", "2026-05-05", "latest")
    #expect(damaged.code == .noInput)
    #expect(damaged.errors.contains("2026-05-05/run.json does not say what it should"))
  }
}
