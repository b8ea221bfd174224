import Foundation
import Metrics
import SQLite
import Simulator
import Store
import Support
import Testing
import Values

@testable import Command

/// Reliability, "Figures add up": a check that is false without a wrong figure would stop a night
/// for nothing. Random logs are tried by every test of theirs; here are simulated apps, whose trials
/// and plans have other lengths and prices than the logs of a few customers.
struct ProofTests {
  private static let lastDay = Ledger.firstDay.advanced(by: Ledger.days - 1)

  @Test("Every check holds on every day of simulated logs")
  func simulatedDays() throws {
    for seed in firstSeed..<firstSeed + (isThorough ? cases / 4 : 4) {
      let ledger = try Ledger.simulated(seed: seed)
      for day in ledger.days(isThorough ? 12 : 6, seed) {
        let failed = try ledger.failedChecks(day)
        #expect(failed.isEmpty, "seed \(seed), as of \(day): \(failed.map(\.disagreement))")
      }
    }
  }

  @Test("A night whose check fails publishes the rest, marked in every form, and answers 70")
  func unprovenNight() throws {
    var ledger = try Ledger.simulated(seed: 1)
    ledger.options.reports = ledger.folder("reports")
    ledger.options.asOf = .day(Self.lastDay.advanced(by: -1))
    #expect(try ledger.night() != .reconciliation)
    try ledger.change("UPDATE control_total SET gross = gross + 1")
    #expect(try ledger.night() == .reconciliation)

    let report = Folder(ledger.options.reports + "/latest")
    for file in ["summary.md", "details.md", "index.html", "csv/README.md", "alerts.md"] {
      #expect(try report.text(file).contains("1 check failed"), "\(file)")
    }
    #expect(try !report.text("summary.md").contains("Net revenue over 30 days"))
    for file in ["summary.md", "index.html"] {
      #expect(try report.text(file).contains("UNPROVEN: Subscriptions"), "\(file)")
    }
    #expect(try report.text("run.json").contains("\"daily.net_revenue\""))
    #expect(try report.text("alerts.csv").contains("proof-failed,critical,firing"))
    let days = try report.table("csv/daily.csv")
    #expect(days.allSatisfy { $0["net_revenue"] == "" && $0["mrr"] != "" })
    #expect(try report.table("csv/mrr_movements.csv").contains { $0["closing"] != "" })
    // The rule that watches what is not shown waits, instead of taking nothing for a fall to 0.
    let alerts = try report.table("alerts.csv")
    #expect(alerts.first { $0["rule"] == "revenue-drop" }?["state"] == "not enough data")

    try ledger.change("UPDATE control_total SET gross = gross - 1")
    ledger.options.asOf = .newest
    #expect(try ledger.night() != .reconciliation)
    #expect(try report.text("alerts.csv").contains("proof-failed,critical,recovering"))
    #expect(try !report.text("summary.md").contains("UNPROVEN"))
    // What was not shown the night before is no figure of 0 that was restated.
    #expect(try report.table("csv/restated.csv").isEmpty)
  }
}

/// A published report.
private struct Folder {
  let path: String

  init(_ path: String) { self.path = path }

  func text(_ file: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
  }

  func table(_ file: String) throws -> [[String: String]] {
    let lines = try text(file).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(zip(lines[0], $0)) { first, _ in first } }
  }
}

extension Ledger {
  fileprivate func night() throws -> ExitCode { try Session(options, .silent).report() }

  fileprivate func change(_ statement: String) throws {
    try Session(options, .silent).store.database.execute(statement)
  }

  fileprivate static let firstDay = Day(Day.number(year: 2025, month: 8, day: 1))
  fileprivate static let days = 150

  /// 1,500 to 20,000 events of 150 days.
  fileprivate static func simulated(seed: UInt64) throws -> Ledger {
    var ledger = try Ledger(configuration: "")
    let events = [1_500, 6_000, 20_000][Int(seed % 3)]
    let simulation = Simulation(
      SimulationOptions(seed: seed, firstDay: firstDay, days: days, events: events))
    let log = ledger.folder("log")
    var folder = try LogFolder(log, for: simulation)
    _ = try simulation.run { day, bytes in try folder.append(bytes, to: day) }
    try folder.finish(with: simulation)
    ledger.options.config = ledger.folder("log/runrate.json5")
    try ledger.ingest(path: log)
    return ledger
  }

  /// So many days of the log, the last one first: earlier ones are made of a copy.
  fileprivate func days(_ count: Int, _ seed: UInt64) -> [Day] {
    var random = SplitMix(seed: seed)
    let drawn = (0..<count).map { _ in Int.random(in: 10..<Self.days, using: &random) }
    return drawn.sorted(by: >).map { Self.firstDay.advanced(by: $0) }
  }

  fileprivate func failedChecks(_ day: Day) throws -> [Check] {
    var options = options
    options.asOf = .day(day)
    let session = try Session(options, .silent)
    let (asOf, extent) = try session.reportDay()
    try session.foldAlone(to: asOf)
    return try session.figures(asOf: asOf, extent: extent).failedChecks
  }
}
