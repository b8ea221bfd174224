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

  private let first = "2025-01-01"
  private let asOf = "2025-05-30"

  /// The CSV files of a world of 60,000 events, as rows.
  private func figures(_ dialect: LogDialect) throws -> (files: [String: [String]], bench: Bench) {
    let bench = try Bench()
    let log = bench.path("log")
    bench.runrate(
      "simulate", "--dialect", dialect.rawValue, "--events", "60000", "--days", "150",
      "--first-day", first, "--output", log)
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
    let place = header.firstIndex(of: "dimension") ?? -1
    return rows.filter { row in
      guard place >= 0 else { return true }
      let cells = row.split(separator: ",", omittingEmptySubsequences: false)
      return cells[place] != "platform" && !silent.contains(String(cells[place]))
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
}
