import SQLite
import Settings
import Timeline
package import Values

/// What whoever has a part in a figure has left in the derived tables, on a day that the row of the
/// figure is about, or on any where a table has no days. By it the customers behind a figure are
/// found without folding anybody: it may fit more than these, but never fewer.
package enum Trace: Sendable, Hashable, CaseIterable {
  /// A charge or a refund.
  case money
  /// A coverage that begins.
  case beginning
  /// A coverage that begins or ends.
  case change
  /// A coverage that lasts, begins or ends.
  case access
  /// A trial that lasts, begins or ends.
  case trial
  /// The own end of a coverage.
  case due
  /// The customer's first event.
  case firstEvent
  /// The row names the customer.
  case name
  /// Any event. No derived table tells it, but to look for it takes less than to fold.
  case event
}

extension Trace {
  /// The customers with such a trace, as a query; nil where none can ask it. `days`: of the row.
  fileprivate func query(_ days: ClosedRange<Day>, _ zone: Zone) -> String? {
    let (first, last) = (days.lowerBound.number, days.upperBound.number)
    let span = "BETWEEN \(first) AND \(last)"
    return switch self {
    case .money:
      """
      SELECT customer FROM charge WHERE day \(span)
      UNION ALL SELECT customer FROM refund WHERE day \(span)
      """
    case .beginning: "SELECT customer FROM coverage WHERE start_day \(span)"
    case .change: "SELECT customer FROM coverage WHERE start_day \(span) OR end_day \(span)"
    case .access:
      "SELECT customer FROM coverage WHERE start_day <= \(last) AND end_day >= \(first)"
    case .trial:
      """
      SELECT customer FROM coverage
      WHERE kind = \(CoverageKind.trial.rawValue) AND start_day <= \(last) AND end_day >= \(first)
      """
    case .due: "SELECT customer FROM coverage WHERE own_end_day \(span)"
    case .firstEvent:
      """
      SELECT id FROM customer
      WHERE first_ms >= \(zone.start(of: days.lowerBound).milliseconds)
        AND first_ms < \(zone.end(of: days.upperBound).milliseconds)
      """
    case .name, .event: nil
    }
  }
}

/// The customers who alone can have a part in a figure: all others have none.
package struct CandidateCustomers: Sendable, Equatable {
  /// By the numbers of customers in the database.
  package let customers: Set<Int64>
  /// Besides, whoever has an event on these days.
  package let eventDays: ClosedRange<Day>?
}

extension CandidateCustomers {
  /// Whoever is among either.
  package func union(_ other: CandidateCustomers) -> CandidateCustomers {
    let days = [eventDays, other.eventDays].compactMap(\.self)
    let first = days.map(\.lowerBound).min()
    let last = days.map(\.upperBound).max()
    return CandidateCustomers(
      customers: customers.union(other.customers),
      eventDays: first.flatMap { first in last.map { first...$0 } })
  }

  fileprivate init(_ customer: Int64) { self.init(customers: [customer], eventDays: nil) }
}

extension Explainer {
  /// Who alone can have a part in a figure; nil where only the fold of everybody can tell.
  package func candidates(of metric: Metric, _ question: RowQuestion) throws -> CandidateCustomers?
  {
    let row = try wantedCells(metric, question)
    if FormulaInputs(metric).traces == [.name] {
      let customer = row[Subscribers.customer.name]?.text.flatMap(Pseudonym.customer.number)
      return customer.map(CandidateCustomers.init)
    }
    return try days(of: row, in: metric.file).flatMap { try candidates(of: metric, on: $0) }
  }

  /// Who alone can have a part in a figure on some days.
  package func candidates(of metric: Metric, on days: ClosedRange<Day>) throws
    -> CandidateCustomers?
  {
    let isNowcast = metric.file.name == TrialNowcasts.schema.name
    guard let traces = isNowcast ? [.trial] : FormulaInputs(metric).traces, isWithinLog(days) else {
      return nil
    }
    var customers: Set<Int64> = []
    for query in traces.compactMap({ $0.query(days, zone) }) {
      customers.formUnion(try database.rows(query) { $0.integer(0) })
    }
    // What a purchase came to is known an hour after it was begun, and counts on that day.
    let eventDays = days.lowerBound.advanced(by: -1)...days.upperBound
    return CandidateCustomers(
      customers: customers, eventDays: traces.contains(.event) ? eventDays : nil)
  }

  /// What was before the log counts on its first day, where nothing in the derived tables is.
  private func isWithinLog(_ days: ClosedRange<Day>) -> Bool {
    figures.openingCustomers == 0 || figures.firstDay.map { days.lowerBound > $0 } ?? false
  }

  private func days(of row: [String: Cell], in file: TableSchema) -> ClosedRange<Day>? {
    guard let time = file.time else { return figures.firstDay.map { $0...figures.asOf } }
    guard let cell = row[time.name] else { return nil }
    if let month = cell.month { return month.firstDay...month.lastDay }
    if let day = cell.day {
      let grain = Grain.allCases.first { row["grain"] == .text($0.name) }
      return day...(grain ?? .day).lastDay(of: day)
    }
    guard file.name == Churn.schema.name else { return nil }
    switch cell {
    case .text(Churn.trailing): return thirtyDays(to: figures.asOf)
    case .text(Churn.previous): return thirtyDays(to: figures.asOf.advanced(by: -30))
    default: return cell.text.flatMap(Self.month)
    }
  }

  /// With the day at whose end they open.
  private func thirtyDays(to last: Day) -> ClosedRange<Day> { last.advanced(by: -30)...last }

  private static func month(_ text: String) -> ClosedRange<Day>? {
    Month(text).map { $0.firstDay...$0.lastDay }
  }
}
