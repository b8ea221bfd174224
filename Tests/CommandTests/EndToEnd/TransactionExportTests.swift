import Foundation
import Support
import Testing
import Values

@testable import Command

/// RevenueCat's webhooks and its export of transactions: of one simulated world, together and alone.
struct TransactionExportTests {
  private let asOf = "2025-05-10"

  /// What a telling leaves of the world's lines.
  private enum Lines { case all, usual, withoutPayments, without(day: String) }

  /// The CSV files of the world as RevenueCat tells it.
  private func figures(_ lines: Lines, withExport: Bool) throws -> [String: [String]] {
    let bench = try CLIFixture()
    let log = bench.path("log")
    bench.runrate(
      "simulate", "--events", "12000", "--days", "120", "--first-day", "2025-01-01", "--output", log
    )
    let table = try TransactionRows(of: log).table
    try VendorExporter(.revenueCat).rewrite(log)
    for name in try FileManager.default.contentsOfDirectory(atPath: log)
    where name.hasSuffix(".ndjson") {
      let kept = try bench.read("log/\(name)").split(separator: "\n").filter { line in
        switch lines {
        case .all: true
        // Lines in other spellings, of which the export is not made.
        case .usual:
          !line.contains("ransaction") || line.contains("\"api_version\":")
            || line.hasPrefix("{\"event_id\":") && line.hasSuffix("}")
              && !line.contains("\"properties\":")
        case .withoutPayments: !line.contains("ransaction")
        case .without(let day): !name.contains(day) || !line.contains("\"type\":\"RENEWAL\"")
        }
      }
      try bench.write(kept.joined(separator: "\n") + "\n", to: "log/\(name)")
    }
    let export = try bench.write(table, to: "transactions.csv")
    let answer = bench.runrate(
      ["run", log] + (withExport ? [export] : [])
        + ["--config", log + "/runrate.json5", "--as-of", asOf, "--format", "csv"])
    try #require(answer.isReported, "\(answer.errors)")
    return try bench.rows(ofReport: asOf)
  }

  private func count(_ section: String, _ item: String, in files: [String: [String]]) -> Int? {
    let row = files["data_quality.csv"]?.first { $0.hasPrefix("\(section),\(item),") }
    return row?.split(separator: ",", omittingEmptySubsequences: false).dropFirst(2).first.flatMap {
      Int($0)
    }
  }

  @Test("Webhooks and the export of the same lives are the webhooks alone")
  func both() throws {
    let webhooks = try figures(.all, withExport: false)
    let both = try figures(.all, withExport: true)
    #expect(webhooks.count > 35)
    for (name, rows) in webhooks where name != "data_quality.csv" {
      let differences = Set(both[name] ?? []).symmetricDifference(rows)
      #expect(differences.isEmpty, "\(name): \(differences.sorted().prefix(6))")
    }
    #expect(try #require(count("doubt", "charges that a history confirms", in: both)) > 100)
    #expect(count("doubt", "charges that only a history has", in: both) == 0)
    #expect(count("doubt", "charges found missing in the log", in: both) == nil)
  }

  @Test("What webhooks lost is found missing on its day, and counts")
  func lost() throws {
    let whole = try figures(.all, withExport: false)
    let day = "2025-03-15"
    let lost = try figures(.without(day: day), withExport: false)
    let found = try figures(.without(day: day), withExport: true)
    #expect(lost["revenue.csv"] != whole["revenue.csv"])
    #expect(found["revenue.csv"] == whole["revenue.csv"])
    let missing = try #require(count("found missing", day, in: found))
    #expect(missing > 0 && count("doubt", "charges found missing in the log", in: found) == missing)
  }

  @Test("The export alone has the revenue of the webhooks, and nothing is missing")
  func alone() throws {
    let webhooks = try figures(.usual, withExport: false)
    let alone = try figures(.withoutPayments, withExport: true)
    // Up to the proceeds, where there is money: how many had access rests on expirations, too.
    let money = { (files: [String: [String]]) in
      Set((files["revenue.csv"] ?? []).map { $0.split(separator: ",").prefix(12) })
        .filter { $0.dropFirst(4).contains { Double($0) != 0 } }
    }
    let differences = money(alone).symmetricDifference(money(webhooks))
    #expect(
      differences.isEmpty, "\(differences.map { $0.joined(separator: ",") }.sorted().prefix(8))")
    #expect(money(alone).count > 500)
    #expect(count("doubt", "charges found missing in the log", in: alone) == nil)
  }
}
