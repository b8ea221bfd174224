import SQLite
import Store
import Support
import Testing
import Values

@testable import Command
@testable import Metrics

/// The proofs of a report, when a model is broken: each has to fail, and every file needs one.
@Suite struct BrokenModelTests {
  private static let asOf = Day("2026-06-30") ?? Day(0)
  /// They compare what the database says of the runs with itself.
  private static let ofTheDatabase: Set = [
    "lines read = accepted + duplicate + ignored + rejected", "accepted lines = stored events",
  ]
  /// Definitions.md says why.
  private static let unchecked: Set = [
    "alerts", "data_quality", "ltv_predicted", "restated", "suspicious", "trial_curve",
  ]

  @Test("Every check fails when one of its figures is wrong, and every file has one that does")
  func broken() throws {
    let sample = try Sample()
    #expect(Set(sample.figures.checks.map(\.name)) == Set(CheckedColumns.columns.keys))
    var proven: Set<String> = []
    for (check, columns) in CheckedColumns.columns where !Self.ofTheDatabase.contains(check) {
      let caught = try columns.filter { try sample.failures(with: $0).contains(check) }
      #expect(!caught.isEmpty, "\(check) never fails")
      proven.formUnion(caught.map { String($0.prefix { $0 != "." }) })
    }
    #expect(Set(Contract.all.map(\.name)).subtracting(proven) == Self.unchecked)
  }
}

/// The sample's report, whose figures can be made wrong.
private final class Sample {
  let figures: Figures
  private let session: Session
  private let scope: ReportScope
  private var known: [String: Set<String>] = [:]

  init() throws {
    let folder = Scenario.root + "/../../sample-data"
    let ledger = try Ledger(configuration: folder + "/runrate.json5")
    try ledger.ingest(path: folder + "/events")
    var options = ledger.options
    options.asOf = .newest
    session = try Session(options, .silent)
    let (asOf, extent) = try session.reportDay()
    try session.store.database.transaction { [session] in try session.fold(to: asOf) }
    figures = try session.figures(asOf: asOf, extent: extent)
    scope = try session.scope(asOf, extent)
  }

  /// The names of the checks that fail when every row of `file.column` is off by something else.
  func failures(with place: String) throws -> Set<String> {
    if let failures = known[place] { return failures }
    let names = place.split(separator: ".").map(String.init)
    var broken = figures
    var chance = SplitMix(seed: 7)
    for index in broken.tables.indices where broken.tables[index].name == names[0] {
      let column = broken.tables[index].index(names[1])
      for row in broken.tables[index].rows.indices {
        let error = Int64.random(in: -1_000_000...1_000_000, using: &chance)
        broken.tables[index].rows[row][column] = broken.tables[index].rows[row][column].off(error)
      }
    }
    let checks = try Reconciliation(session.store.database, scope).checks(broken)
    let failures = Set(checks.filter { !$0.passed }.map(\.name))
    known[place] = failures
    return failures
  }
}

extension Cell {
  /// A number that is wrong by so many customers, or micro-units.
  fileprivate func off(_ error: Int64) -> Cell {
    switch self {
    case .count(let count): .count(count + error)
    case .money(let amount): .money(Amount(micros: amount.micros + error))
    default: self
    }
  }
}
