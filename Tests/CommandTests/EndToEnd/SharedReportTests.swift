import Foundation
import Testing

@testable import Command

/// `--share`: what strangers may see.
@Suite struct SharedReportTests {
  private let bench: CLIFixture

  init() throws {
    bench = try CLIFixture()
    bench.runrate("simulate", "--events", "8000", "--days", "120", "--output", bench.path("log"))
  }

  private func run(_ more: String...) -> CLIFixture.Answer {
    bench.runrate(
      ["run", bench.path("log"), "--as-of", "newest", "--config", bench.path("log/runrate.json5")]
        + more)
  }

  /// The tables of a report, each row by the names of its columns.
  private func tables() throws -> [String: [[String: Substring]]] {
    let folder = bench.path("reports/latest/csv")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".csv") }
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        let lines = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
          .split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        let rows = lines.dropFirst().map { row in
          Dictionary(zip(lines[0].map(String.init), row)) { first, _ in first }
        }
        return (name, rows)
      })
  }

  @Test("No table shows a number of one to four people, and no person at all")
  func noSmallCounts() throws {
    #expect(run("--share").isReported)
    let tables = try tables()
    let counts = [
      "subscribers", "charges", "trials", "customers", "payers", "churned_customers", "retained",
      "converted", "due", "cancellations", "failures", "new_subscribers", "closing_subscribers",
      "viewers", "first_payments",
    ]
    for (name, rows) in tables where !["data_quality.csv", "alerts.csv"].contains(name) {
      for count in counts {
        let small = rows.compactMap { $0[count] }.filter { ["1", "2", "3", "4"].contains($0) }
        #expect(small == [], "\(name): \(count)")
      }
    }
    #expect(tables["subscribers.csv"]?.isEmpty == true)
    let daily = try #require(tables["daily.csv"]?.last)
    #expect(Int(daily["subscribers"] ?? "") ?? 0 > 5)
  }

  @Test("Days beside others tell in words no change whose figures are not shown")
  func comparison() {
    #expect(run().isReported)
    let config = ["--config", bench.path("log/runrate.json5")]
    for day in ["2025-04-20", "2025-04-28", "2025-04-30"] {
      let days = ["report", "--from", day, "--to", day] + config
      let shared = bench.runrate(days + ["--share"]).output
      let row = shared.split(separator: "\n").first { $0.hasPrefix("| Net revenue") } ?? ""
      #expect(row.contains("–") == !shared.contains("- Net revenue for"), "\(shared)")
      #expect(bench.runrate(days).output.contains("- Net revenue for"))
    }
  }

  @Test("The summary says what is not shown, and the other report is as it was")
  func told() throws {
    #expect(run().isReported)
    let before = try bench.read("reports/latest/csv/revenue.csv")
    #expect(run("--share").isReported)
    let said = "Numbers about fewer than 5 people are not shown"
    #expect(try bench.read("reports/latest/summary.md").contains(said))
    #expect(try bench.read("reports/latest/index.html").contains(said))
    #expect(try bench.read("reports/latest/csv/revenue.csv") != before)
    #expect(run().isReported)
    #expect(try bench.read("reports/latest/csv/revenue.csv") == before)
  }

  @Test("Without --reports a shared report has a folder of its own")
  func ownFolder() {
    var options = Options()
    #expect(options.reports == "reports")
    options.isShared = true
    #expect(options.reports == "shared")
    options.reports = "here"
    #expect(options.reports == "here")
  }
}
