import Metrics
import Reports
import Timeline
package import Values

/// Whether a published figure can still change without any event being late, and from which day on
/// it cannot. It follows from what is declared: the row's own flag, how long a column takes to
/// settle, and the days that its sentence names.
package struct Maturity: Sendable, Equatable {
  package let isFinal: Bool
  /// The day of the first report in which it is final; nil where nobody knows.
  package let from: Day?
  package let why: String
}

struct MaturityFacts {
  let metric: Metric
  /// Of the table of the metric, or the last one of several.
  let row: [Cell]
  let report: PublishedReport

  private var file: TableSchema { metric.file }
  private var sentences: [String] { file.sentences(of: metric.column) }

  var maturity: Maturity {
    if metric.column.name == Budgets.budget.name {
      return Maturity(isFinal: true, from: report.day, why: "as the configuration plans it")
    }
    guard !file.tellsOfDaysToCome, let end = lastDay else {
      return Maturity(
        isFinal: true, from: report.day, why: "as of \(report.day); each report counts anew")
    }
    if end > report.day {
      return moving(until: end.advanced(by: lag), "\(time) is not over on \(report.day)")
    }
    if isUndecided { return moving(until: decided(after: end), "cases of \(time) are undecided") }
    let settled = end.advanced(by: lag)
    if settled > report.day {
      return moving(until: settled, "it takes \(counted(Int64(lag), "day")) to settle")
    }
    let grows = sentences.contains { $0.contains("so far") }
    return Maturity(
      isFinal: true, from: settled,
      why: grows ? "counted up to \(report.day); it goes on growing" : "\(time) is over and settled"
    )
  }

  private func moving(until day: Day?, _ why: String) -> Maturity {
    Maturity(isFinal: false, from: day, why: why)
  }

  private func cell(_ name: String) -> Cell? {
    file.column(name).map { row[file.columns.firstIndex(of: $0) ?? 0] }
  }

  private var time: String {
    file.time.flatMap { cell($0.name) }.map(CSVWriter.text) ?? ""
  }

  /// The last day that the row is about; nil where it is about the report's own day.
  private var lastDay: Day? {
    guard let column = file.time, let cell = cell(column.name) else { return nil }
    if let month = cell.month ?? cell.text.flatMap(Month.init) { return month.lastDay }
    guard let day = cell.day else { return nil }
    let grain = Grain.allCases.first { self.cell("grain") == .text($0.name) }
    return (grain ?? .day).lastDay(of: day)
  }

  /// How many days after the last one nothing moves any more.
  private var lag: Int {
    let settling =
      switch metric.column.settling {
      case .atOnce: 0
      case .nextDay: 1
      case .afterTrialGrace: report.run.trialGraceDays ?? 0
      case .afterTolerance: report.run.renewalToleranceDays ?? 0
      }
    let named = sentences.flatMap { $0.matches(of: Self.deadline) }.compactMap {
      Int($0.output.1)
    }
    return ([settling, age] + named).max() ?? 0
  }

  /// The days that the row gives everybody of a cohort.
  private var age: Int {
    let ages = file.keys.filter { $0.unit == .days && $0.role != .time }
    return ages.compactMap { cell($0.name)?.count }.max().map(Int.init) ?? 0
  }

  /// Whether some cases of the row are not decided yet that the figure tells of.
  private var isUndecided: Bool {
    if file.name == FunnelSteps.schema.name, cell("step")?.count == 1,
      metric.column.name == FunnelSteps.customers.name
    {
      return false
    }
    if let pending = cell("pending")?.count, pending > 0, !file.isBeyondPending(metric.column) {
      return true
    }
    if let starts = cell("starts")?.count, let whole = file.quotient(metric.column)?.whole.first,
      ["matured", "aged"].contains(whole)
    {
      return cell(whole)?.count != starts
    }
    guard cell("matured") == .flag(false) else { return false }
    return sentences.contains { $0.contains(Self.growing) }
  }

  // Parsed once: a literal is, each time that it is evaluated. Matching changes nothing.
  private nonisolated(unsafe) static let deadline = /within ([0-9]+) days/
  private nonisolated(unsafe) static let growing =
    /in time|so far|since|within [0-9]+ days|next month/

  /// When they will be; nil where the report does not say how long it takes.
  private func decided(after end: Day) -> Day? {
    if lag > 0 { return end.advanced(by: lag) }
    if file.name == TrialCohorts.schema.name, let days = report.run.trialDays {
      return end.advanced(by: days + (report.run.trialGraceDays ?? 0) + 1)
    }
    if file.name == FunnelSteps.schema.name {
      return report.run.maturingDays.map { end.advanced(by: $0 + 1) }
    }
    return nil
  }
}
