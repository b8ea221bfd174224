import Foundation
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
    "alerts", "cohort_averages", "daily_periods", "data_quality", "funnel_days", "ltv_predicted",
    "reconciliation_app_store", "restated",
    "suspicious", "todo", "trial_curve", "trial_nowcast",
  ]

  @Test("Every check fails when one of its figures is wrong, and every file has one that does")
  func broken() throws {
    let sample = try Sample()
    var proven: Set<String> = []
    for check in sample.figures.checks where !Self.ofTheDatabase.contains(check.name) {
      let caught = try check.columns.filter { try sample.failures(with: $0).contains(check.name) }
      #expect(!caught.isEmpty, "\(check.name) never fails")
      proven.formUnion(caught.map { String($0.prefix { $0 != "." }) })
    }
    // The log has every exchange rate, so that nothing of it can be wrong there.
    #expect(sample.figures.table("missing_rates").rows.isEmpty)
    let unproven = Set(ReportSchema.all.map(\.name)).subtracting(proven).subtracting([
      "missing_rates"
    ])
    #expect(unproven == Self.unchecked)
  }

  @Test("A check reads no other file than those whose columns it names")
  func files() throws {
    let sample = try Sample()
    for (index, check) in sample.figures.checks.enumerated() {
      var figures = sample.figures
      let files = try sample.declarations(on: figures)[index].files
      figures.tables.removeAll { !files.contains($0.name) }
      #expect(
        try sample.declarations(on: figures)[index].check() == check, "\(check.name)")
    }
  }

  /// Each leaves the as-of day as it is: what is wrong lies in months that are over.
  @Test("A fold that goes wrong in the past is noticed: coverages are another way to the figures")
  func brokenFold() throws {
    let sample = try Sample()
    for (grain, columns, check) in [
      (0, ["churn_mrr", "churn_mrr"], "MRR of a day = MRR of the coverages at its end"),
      (2, ["churn_mrr", "churn_mrr"], "opening + movements = closing"),
      (2, ["churn_mrr", "new_mrr"], "closing of a month = MRR of the coverages at its end"),
      (
        2, ["new_subscribers", "new_subscribers"],
        "closing subscribers = customers with such coverages"
      ),
    ] {
      for segment in grain == 0 ? ["segment = 0"] : ["segment = 0", "segment >> 32 = 1"] {
        let row = "grain = \(grain) AND \(segment) AND new_mrr > 0"
        let changes = [(columns[0], "- 1", "min"), (columns[1], "+ 1", "max")].map {
          "UPDATE fact_day SET \($0.0) = \($0.0) \($0.1) WHERE \(row) AND position = "
            + "(SELECT \($0.2)(position) FROM fact_day WHERE \(row))"
        }
        #expect(try sample.failures(after: changes).contains(check), "\(changes)")
      }
    }
    let lost = "mrr > 0 AND end_day > start_day + 20"
    let failures = try sample.failures(after: [
      "DELETE FROM coverage WHERE \(lost) AND end_day = "
        + "(SELECT min(end_day) FROM coverage WHERE \(lost))"
    ])
    #expect(failures.contains("MRR of a day = MRR of the coverages at its end"))
    #expect(failures.contains("opening + movements = closing"))
    #expect(try sample.failures(after: []).isEmpty)
  }
}

extension BrokenModelTests {
  @Test("A segment is proven, too, whose name is so long that files shorten it")
  func longName() throws {
    let line =
      #"{"event":"purchased","timestamp":"2026-01-10T10:00:00Z","user_id":"u","product_id":"p","#
      + #""price":9.99,"currency":"USD","period":"P1M","channel":"\#(String(repeating: "c", count: 70))"}"#
    let ledger = try Ledger(.random(seed: 5))
    try ledger.ingest([[line]])
    let failures = try Sample(ledger).failures(after: [
      "UPDATE fact_day SET new_mrr = new_mrr + 1 WHERE grain = 0 AND segment >> 32 = 5"
    ])
    #expect(failures.contains("closing of a month = MRR of the coverages at its end"))
  }
}

/// A simulated log's report, whose figures can be made wrong.
private final class Sample {
  let figures: Figures
  private let ledger: Ledger
  private let session: Session
  private let scope: ReportScope
  private var known: [String: Set<String>] = [:]

  convenience init() throws {
    try self.init(.simulated())
  }

  init(_ ledger: Ledger) throws {
    self.ledger = ledger
    var options = ledger.options
    options.asOf = .newest
    session = try Session(options, .silent)
    let (asOf, extent) = try session.reportDay()
    try session.foldAlone(to: asOf)
    figures = try session.figures(asOf: asOf, extent: extent)
    scope = try session.scope(asOf, extent)
  }

  /// The names of the checks that fail when the derived tables of a copy are changed.
  func failures(after changes: [String]) throws -> Set<String> {
    var options = ledger.options
    options.asOf = .newest
    options.database = ledger.options.database + ".broken"
    unlink(options.database + Database.sumsSuffix)
    try Data(contentsOf: URL(filePath: ledger.options.database))
      .write(to: URL(filePath: options.database))
    let session = try Session(options, .silent)
    for change in changes { try session.store.database.execute(change) }
    let (asOf, extent) = try session.reportDay()
    return Set(try session.figures(asOf: asOf, extent: extent).failedChecks.map(\.name))
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
    let checks = try declarations(on: broken).map { try $0.check() }
    let failures = Set(checks.filter { !$0.passed }.map(\.name))
    known[place] = failures
    return failures
  }

  func declarations(on figures: Figures) throws -> [CheckDeclaration] {
    let database = session.store.database
    let states = try CoverageProof.states(
      scope, figures.configurationHash, database, beside: nil)
    return Reconciliation(database, scope, figures, states).all
  }
}

extension Cell {
  /// A number that is wrong by so many customers, micro-units or millionths.
  fileprivate func off(_ error: Int64) -> Cell {
    switch self {
    case .count(let count): .count(count + error)
    case .rate(let rate): .rate(Rate(millionths: rate.millionths + error))
    case .money(let amount): .money(Amount(micros: amount.micros + error))
    default: self
    }
  }
}
