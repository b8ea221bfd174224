import Foundation
import Metrics
import Reports
import Simulator
import SQLite
import Store
import Support
import Synchronization
import Testing
import Values

@testable import Command

/// A database in a folder of its own, with the program's steps on it: each in a session of its
/// own, as if a command had been given.
struct Ledger {
  let folder: Scratch
  var options = Options()
  /// The share of events behind an earlier day, in percent, up to which a copy is brought back to
  /// it.
  var mostLater = Derivation.mostLater

  init(_ world: World) throws {
    folder = try Scratch()
    options.config = try folder.write(world.configuration, to: "runrate.json5")
    try folder.write(world.rates, to: "rates.csv")
    try folder.write(world.opening, to: "opening.csv")
    options.database = folder("runrate.db")
    options.threads = 2
  }

  /// Under a configuration that stands somewhere already.
  init(configuration: String) throws {
    folder = try Scratch()
    options.config = configuration
    options.database = folder("runrate.db")
    options.threads = 1
  }

  /// With the simulated log of seven months of a small app, whose renewals fail near the end, and
  /// a budget.
  static func simulated() throws -> Ledger {
    var ledger = try Ledger(configuration: "")
    var options = SimulationOptions(
      seed: 2026, firstDay: Day(Day.number(year: 2025, month: 12, day: 1)), days: 212,
      events: 60_000, incident: .renewals)
    options.hasStory = true
    let simulation = Simulation(options)
    let log = ledger.folder("log")
    var folder = try LogFolder(log, for: simulation)
    _ = try simulation.run { day, bytes in try folder.append(bytes, to: day) }
    try folder.finish(with: simulation)
    try ledger.folder.write(
      "month,metric,dimension,value,amount\n2026-05,mrr,all,all,1900\n2026-06,mrr,tier,pro,800\n",
      to: "log/budget.csv")
    let settings = try ledger.folder.read("log/runrate.json5")
    let more = settings.replacing(
      "  currency:",
      with:
        "  budget: \"budget.csv\", payouts: { appStore: {}, googlePlay: {} },\n  currency:")
    ledger.options.config = try ledger.folder.write(more, to: "log/runrate.json5")
    try ledger.ingest(path: log)
    return ledger
  }

  /// With the log of a scenario.
  init(_ scenario: Scenario) throws {
    folder = try Scratch()
    let files = try scenario.unpack(into: folder)
    options.config = files.configuration
    options.database = folder("runrate.db")
    options.threads = 1
    try ingest(path: files.log)
  }

  /// Takes in `files`, each a list of lines.
  func ingest(_ files: [[String]]) throws {
    let name = UUID().uuidString
    for (number, lines) in files.enumerated() {
      try folder.write(lines.map { $0 + "\n" }.joined(), to: "\(name)/\(number).ndjson")
    }
    try ingest(path: folder(name))
  }

  /// Takes in a log that stands somewhere already.
  func ingest(path: String) throws {
    var options = options
    options.logs = [path]
    options.threads = 1
    let session = try Session(options, .silent)
    let outcome = try session.store.database.transaction { try session.ingest() }
    try outcome.requireFewRejects()
  }

  /// The tables of a report as CSV, without those that tell of the runs themselves.
  func report(_ asOf: Day) throws -> [String: String] {
    try tables(asOf).filter { !["data_quality", "alerts"].contains($0.key) }
  }

  /// All tables of a report as CSV, by name.
  func tables(_ asOf: Day) throws -> [String: String] {
    var options = options
    options.asOf = .day(asOf)
    let session = try Session(options, .silent)
    let (asOf, extent) = try session.reportDay()
    try session.store.database.transaction { try session.fold(to: asOf) }
    try session.rewind(to: asOf, mostLater: mostLater)
    return try session.figures(asOf: asOf, extent: extent).proven().csv
  }
}

extension Figures {
  /// Throws where a check failed.
  func proven() throws -> Figures {
    guard failedChecks.isEmpty else {
      throw Failure(
        failedChecks.map(\.disagreement).joined(separator: "; "), exit: .reconciliation)
    }
    return self
  }

  /// All tables as CSV, by name.
  var csv: [String: String] {
    Dictionary(
      uniqueKeysWithValues: tables.map {
        ($0.name, String(decoding: CSVWriter().bytes(of: $0), as: UTF8.self))
      })
  }
}

/// What a log is read with.
struct World {
  var configuration = "{}"
  var rates = "date,currency,rate\n"
  /// What was before the log.
  var opening = "customer,product,since,paid_until,price,currency\n"
  var zone = Zone.utc
}

extension Console {
  /// Says nothing to anybody.
  static let silent = Console(
    output: { _ in }, errors: { _ in }, isTerminal: false, hasColor: false)
}
