import Foundation
import Support
import Testing
import Values

@testable import Command

/// One world: in the app's own log alone, and with each store or vendor beside it.
struct VendorExportTests {
  /// What a vendor cannot say, besides the platform: files, or dimensions of a file.
  private static let unsaid: [Dialect: [String: Set<String>]] = [
    // Apple says neither why somebody cancelled nor the code of an offer.
    .appStore: ["cancellations.csv": ["*"], "offers.csv": ["offer_code"]]
  ]

  /// No store and no vendor says why a payment failed: columns of a file that only the app's own
  /// log fills.
  private static let appsOwn: [String: Set<String>] = ["failures.csv": ["cause", "first_day"]]

  /// Nor in which version of the app it was bought: dimensions that only the app's own log tells.
  private static let appsDimensions: [String: Set<String>] = ["funnel_days.csv": ["app_version"]]

  /// What is left of payments on the web follows `commission.platforms`, not the store's share.
  private static let processors: [Dialect: Set<String>] = [
    .stripe: [
      "tax", "commission", "proceeds", "net_mrr", "proceeds_to_cost", "months_to_pay_back",
    ]
  ]

  /// A usual test run has no time for three times as many; `RUNRATE_CASES` takes it.
  private let events =
    ProcessInfo.processInfo.environment["RUNRATE_CASES"] == nil ? "20000" : "60000"
  private let asOf = "2025-05-30"

  /// The CSV files of the world in a dialect, as rows.
  private func figures(
    _ dialect: Dialect, signer: ThrowawaySigner? = nil, client: Dialect? = nil
  ) throws
    -> (files: [String: [String]], bench: CLIFixture)
  {
    let bench = try CLIFixture()
    let log = bench.path("log")
    bench.runrate(
      "simulate", "--events", events, "--days", "150", "--first-day", "2025-01-01", "--output", log)
    if let client { try VendorExporter(client).addClient(to: log) }
    try VendorExporter(dialect, signer: signer).rewrite(log)
    let answer = bench.runrate(
      "run", log, "--config", log + "/runrate.json5", "--as-of", asOf, "--format", "csv")
    try #require(answer.isReported, "\(answer.errors)")
    return (try bench.rows(ofReport: asOf), bench)
  }

  /// The rows of a file that every vendor can fill.
  private func comparable(_ rows: [String], _ name: String, _ dialect: Dialect) -> [String] {
    let unsaid = Self.unsaid[dialect]?[name] ?? []
    guard !unsaid.contains("*"), let header = rows.first?.split(separator: ",") else { return [] }
    let untold = unsaid.union(["platform", "app"]).union(Self.appsDimensions[name] ?? [])
    let place = header.firstIndex(of: "dimension") ?? header.firstIndex(of: "split") ?? -1
    let empty = (Self.appsOwn[name] ?? []).union(Self.processors[dialect] ?? [])
    return rows.compactMap { row in
      let cells = row.split(separator: ",", omittingEmptySubsequences: false)
      // The app's own log names no app.
      if place >= 0, untold.contains(String(cells[place])) {
        return nil
      }
      let filled = zip(header, cells).filter { column, _ in !empty.contains(String(column)) }
      return filled.map(\.1).joined(separator: ",")
    }
  }

  @Test("Every figure is the same, whoever reports the subscriptions")
  func vendors() throws {
    let native = try figures(.native).files
    #expect(native.count > 35)
    for dialect in VendorExporter.vendors {
      let (exported, bench) = try figures(dialect)
      for (name, rows) in native where name != "data_quality.csv" {
        #expect(
          comparable(exported[name] ?? [], name, dialect) == comparable(rows, name, dialect),
          "\(dialect.rawValue): \(name)")
      }
      let quality = try #require(exported["data_quality.csv"])
      #expect(quality.contains { $0.hasPrefix("dialect,\(dialect.rawValue),") })
      let status = bench.runrate("status").output
      #expect(status.contains("lines by dialect"))
      #expect(status.contains("\(dialect.rawValue) "))
    }
  }

  @Test("A purchase that the app tells of, too, through an analytics tool, counts once")
  func tellers() throws {
    let one = try figures(.revenueCat).files
    for tool in [Dialect.amplitude, .segment, .postHog] {
      let two = try figures(.revenueCat, client: tool).files
      for name in ["daily.csv", "revenue.csv", "trial_cohorts.csv", "mrr_movements.csv"] {
        let (alone, beside) = (try #require(one[name]), try #require(two[name]))
        #expect(alone.count > 10)
        let differences = Set(beside).symmetricDifference(alone)
        #expect(differences.isEmpty, "\(tool.rawValue), \(name): \(differences.sorted().prefix(4))")
      }
      let quality = try #require(two["data_quality.csv"])
      #expect(quality.contains { $0.hasPrefix("dialect,\(tool.rawValue),") })
    }
  }

  @Test("What is signed with a throw-away key is verified under its root, and says the same")
  func signed() throws {
    let plain = try figures(.appStore).files
    let signer = try #require(ThrowawaySigner())
    let (signed, bench) = try figures(.appStore, signer: signer)
    // The data quality names the files, which stand in another folder.
    for (name, rows) in plain where name != "data_quality.csv" {
      #expect(signed[name] == rows, "\(name)")
    }
    #expect(try bench.read("log/runrate.json5").contains("verify: true"))
    #expect(!(try bench.read("log/events-2025-05-01.ndjson")).contains("notificationType"))
    // Another root begins no path to these signatures.
    let other = try #require(ThrowawaySigner())
    try bench.write(other.root, to: "log/root.pem")
    bench.runrate(
      "ingest", bench.path("log"), "--again", "--config", bench.path("log/runrate.json5"))
    #expect(
      bench.runrate("rejected").output.contains(#""reason":"jws-chain","dialect":"app-store""#))
  }
}
