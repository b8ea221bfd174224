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

  /// Rows of each table that are asked about, of every log.
  private static let rows = isThorough ? 40 : 2

  @Test("Every cell of every table is explained as it was published, and adds up or says why not")
  func everyCell() throws {
    try forRandomLogs(isThorough ? cases : 2) { trial in
      let ledger = try Ledger(trial.world)
      for part in trial.parts { try ledger.ingest([part]) }
      var random = SplitMix(seed: trial.seed)
      let asking = try Asking(ledger, trial.asOf)
      let wrong = ReportSchema.all.flatMap { file in
        let rows = asking.figures.table(file.name).rows.shuffled(using: &random)
        return rows.prefix(Self.rows).flatMap { asking.wrong(file, $0, &random) }
      }
      return wrong.isEmpty ? nil : wrong.joined(separator: "\n")
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

  /// What is explained as another figure than that of a row, or as no sum without a word.
  func wrong(_ file: TableSchema, _ row: [Cell], _ random: inout SplitMix) -> [String] {
    let question = RowQuestion(.day(figures.asOf), conditions(file, row, &random))
    return zip(file.columns, row).dropFirst(file.keys.count).compactMap { column, cell in
      let metric = Metric(file, column)
      return wrong(metric, question, cell).map { "\(metric.name), \(question.text): \($0)" }
    }
  }

  /// Which row is meant, in one of the ways to say it.
  private func conditions(_ file: TableSchema, _ row: [Cell], _ random: inout SplitMix)
    -> [String: String]
  {
    let isProduct = { (column: Table.Column) in column.name == Dimension.product.name }
    var conditions = Dictionary(
      zip(file.columns, row).enumerated().filter {
        $0.offset < file.keys.count || !file.hasSegments && isProduct($0.element.0)
      }.map { ($0.element.0.name, $0.element.1.plainText) }, uniquingKeysWith: { first, _ in first }
    )
    guard file.hasSegments, random.chance(50), let dimension = conditions["dimension"],
      Dimension.allCases.contains(where: { $0.name == dimension && $0.isListed })
    else { return conditions }
    let value = conditions.removeValue(forKey: "value")
    conditions["dimension"] = nil
    if dimension != "all" { conditions[dimension] = value }
    return conditions
  }

  private func wrong(_ metric: Metric, _ question: RowQuestion, _ cell: Cell) -> String? {
    do {
      let customers = try ExplainedCustomers(session, metric, question, figures)
      let told = try Explainer(figures, session.store.database, session.settings.timezone)
        .explain(metric, question, customers.breakdown)
      guard told.figure == cell else { return "\(told.figure.plainText) is not \(cell.plainText)" }
      if case .nonAdditive = told.formula.shape { return nil }
      return told.addsUp ? nil : "\(told.columns)"
    } catch {
      return "\(error)"
    }
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
