import Foundation
import Simulator
import Testing

@testable import Command

/// One world, told by the app alone and by each store or vendor beside it.
struct TellingTests {
  /// What a telling cannot say, besides the platform: files, or dimensions of a file.
  private static let silent: [LogDialect: [String: Set<String>]] = [
    // Apple tells neither why somebody cancelled nor the code of an offer.
    .appStore: ["cancellations.csv": ["*"], "offers.csv": ["offer_code"]]
  ]

  /// No store and no vendor says why a payment failed: columns of a file that only the app's own
  /// log fills.
  private static let appsOwn: [String: Set<String>] = ["failures.csv": ["cause", "first_day"]]

  /// What is left of payments on the web follows `commission.platforms`, not the store's share.
  private static let processors: [LogDialect: Set<String>] = [
    .stripe: [
      "tax", "commission", "proceeds", "net_mrr", "proceeds_to_cost", "months_to_pay_back",
    ]
  ]

  /// A usual test run has no time for three times as many; `RUNRATE_CASES` takes it.
  private let events =
    ProcessInfo.processInfo.environment["RUNRATE_CASES"] == nil ? "20000" : "60000"
  private let first = "2025-01-01"
  private let asOf = "2025-05-30"

  /// The CSV files of a world, as rows.
  private func figures(_ dialect: LogDialect, _ options: String...) throws
    -> (files: [String: [String]], bench: Bench)
  {
    let bench = try Bench()
    let log = bench.path("log")
    bench.runrate(
      [
        "simulate", "--dialect", dialect.rawValue, "--events", events, "--days", "150",
        "--first-day", first, "--output", log,
      ] + options)
    let answer = bench.runrate(
      "run", log, "--config", log + "/runrate.json5", "--as-of", asOf, "--format", "csv")
    try #require(answer.isReported, "\(answer.errors)")
    let folder = bench.reports + "/\(asOf)/csv/"
    var files: [String: [String]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let text = try String(contentsOfFile: folder + name, encoding: .utf8)
      files[name] = text.split(separator: "\n").map(String.init)
    }
    return (files, bench)
  }

  /// The rows of a file that every telling knows.
  private func comparable(_ rows: [String], _ name: String, _ dialect: LogDialect) -> [String] {
    let silent = TellingTests.silent[dialect]?[name] ?? []
    guard !silent.contains("*"), let header = rows.first?.split(separator: ",") else { return [] }
    let place = header.firstIndex(of: "dimension") ?? header.firstIndex(of: "split") ?? -1
    let unsaid = (TellingTests.appsOwn[name] ?? []).union(
      TellingTests.processors[dialect] ?? [])
    return rows.compactMap { row in
      let cells = row.split(separator: ",", omittingEmptySubsequences: false)
      // The app's own log names no app.
      if place >= 0, silent.union(["platform", "app"]).contains(String(cells[place])) {
        return nil
      }
      let said = zip(header, cells).filter { column, _ in !unsaid.contains(String(column)) }
      return said.map(\.1).joined(separator: ",")
    }
  }

  @Test("Every figure is the same, whoever tells of the subscriptions")
  func tellings() throws {
    let native = try figures(.native).files
    #expect(native.count > 35)
    for dialect in LogDialect.allCases where dialect != .native {
      let (told, bench) = try figures(dialect)
      for (name, rows) in native where name != "data_quality.csv" {
        let other = told[name] ?? []
        #expect(
          comparable(other, name, dialect) == comparable(rows, name, dialect),
          "\(dialect.rawValue): \(name)")
      }
      let quality = try #require(told["data_quality.csv"])
      #expect(quality.contains { $0.hasPrefix("dialect,\(dialect.rawValue),") })
      let status = bench.runrate("status").output
      #expect(status.contains("lines by dialect"))
      #expect(status.contains("\(dialect.rawValue) "))
    }
  }

  @Test("What is signed with a throw-away key is verified under its root, and says the same")
  func signed() throws {
    let plain = try figures(.appStore).files
    let (signed, bench) = try figures(.appStore, "--signed")
    // The data quality names the files, which stand in another folder.
    for (name, rows) in plain where name != "data_quality.csv" {
      #expect(signed[name] == rows, "\(name)")
    }
    #expect(try bench.read("log/runrate.json5").contains("verify: true"))
    #expect(!(try bench.read("log/events-2025-05-01.ndjson")).contains("notificationType"))
    // Another log's root begins no path to these signatures.
    bench.runrate(
      "simulate", "--dialect", "app-store", "--signed", "--events", "500", "--days", "20",
      "--output", bench.path("other"))
    try bench.write(try bench.read("other/root.pem"), to: "log/root.pem")
    bench.runrate(
      "ingest", bench.path("log"), "--again", "--config", bench.path("log/runrate.json5"))
    #expect(
      bench.runrate("rejected").output.contains(#""reason":"jws-chain","dialect":"app-store""#))
  }

  @Test("Only what the App Store tells can be signed, and only beside its root")
  func unsigned() throws {
    let bench = try Bench()
    let stripe = bench.runrate(
      "simulate", "--signed", "--dialect", "stripe", "--output", bench.path("log"))
    #expect(stripe.code == .usage && stripe.errors.contains("--dialect can only be app-store"))
    let printed = bench.runrate("simulate", "--signed", "--dialect", "app-store")
    #expect(printed.code == .usage && printed.errors.contains("--output can only be a folder"))
  }
}
