import SQLite
import Settings
import Store
import Support
import Testing
import Values

@testable import Command
@testable import Metrics

/// Customers that are found by what they left in the derived tables are those whom a fold of
/// everybody finds.
struct ExplainedCustomersTests {
  /// What of everything that could be asked of a log is asked.
  private static let asked = isThorough ? 40 : 10

  @Test("Nobody who has a part in a figure is overlooked, and nobody's part is another")
  func foundByTraces() throws {
    try forRandomLogs { trial in
      let ledger = try Ledger(trial.world)
      for part in trial.parts { try ledger.ingest([part]) }
      var random = SplitMix(seed: trial.seed)
      let asking = try Asking(ledger, trial.asOf)
      for _ in 0..<Self.asked {
        guard let (metric, question) = try asking.anything(&random) else { continue }
        if let difference = try asking.difference(metric, question) { return difference }
      }
      return nil
    }
  }
}

/// A folded log, and what can be asked of it.
private struct Asking {
  let session: Session
  let figures: Figures
  let countries: [String]

  init(_ ledger: Ledger, _ asOf: Day) throws {
    var options = ledger.options
    options.asOf = .day(asOf)
    session = try Session(options, .silent)
    figures = try session.judgedFigures()
    countries = try session.store.database.rows(
      "SELECT value FROM segment WHERE dimension = 'country' ORDER BY value"
    ) { $0.text(0) }
  }

  /// A figure of a table of which it is known what its customers leave; of a country where the
  /// table does not show one.
  func anything(_ random: inout SplitMix) throws -> (Metric, RowQuestion)? {
    let files = ReportSchema.all.filter { $0.traces != nil }
    guard let file = files.randomElement(using: &random),
      let row = figures.table(file.name).rows.randomElement(using: &random),
      let column = file.columns.randomElement(using: &random)
    else { return nil }
    var conditions = Dictionary(
      zip(file.keys.map(\.name), row.map(\.plainText)), uniquingKeysWith: { first, _ in first })
    if !file.hasSegments, !file.isAskedByCustomer, random.chance(50) {
      conditions["country"] = countries.randomElement(using: &random)
    }
    return (Metric(file, column), RowQuestion(.day(figures.asOf), conditions))
  }

  /// Where a fold of everybody tells something else than one of those who can have a part alone.
  func difference(_ metric: Metric, _ question: RowQuestion) throws -> String? {
    let all = try told(metric, question, everybodyUpTo: .max)
    let found = try told(metric, question, everybodyUpTo: 0)
    return all == found ? nil : "\(metric.name), \(question.text): \(all) is not \(found)"
  }

  /// The figure, and who has how much of it.
  private func told(_ metric: Metric, _ question: RowQuestion, everybodyUpTo few: Int64) throws
    -> [String]
  {
    let customers = try ExplainedCustomers(
      session, metric, question, figures, everybodyUpTo: few)
    let zone = session.settings.timezone
    let told = try Explainer(figures, session.store.database, zone)
      .explain(metric, question, customers.breakdown)
    return [told.figure.plainText] + told.columns.map { "\($0)" }
      + told.parts.filter { $0.numbers.contains { $0 != 0 } }
      .map { "\(customers.customer($0.customer)): \($0.numbers)" }
  }
}
