package import Metrics
package import Values

extension Collection {
  /// The rows by a text column, in the order in which its values come.
  func groups<Owner>(by column: Column<Owner, String>)
    -> [(value: String, rows: [Row<Owner>])] where Element == Row<Owner>
  {
    var values: [String] = []
    var groups: [String: [Element]] = [:]
    for row in self {
      let value = row.text(column)
      if groups[value] == nil { values.append(value) }
      groups[value, default: []].append(row)
    }
    return values.map { ($0, groups[$0] ?? []) }
  }

  /// The rows with the largest counts, at most so many, in the order in which they come.
  func largest<Owner>(_ count: Int, by column: Column<Owner, Int64>) -> [Element]
  where Element == Row<Owner> {
    let rows = Array(self)
    let largest = rows.indices.sorted {
      (rows[$1].integer(column), $0) < (rows[$0].integer(column), $1)
    }
    return largest.prefix(count).sorted().map { rows[$0] }
  }

  /// `2026-02 to 2026-04`; the months of a column, or nothing.
  func months<Owner>(_ column: Column<Owner, Month>) -> String
  where Element == Row<Owner> {
    let months = compactMap { $0[column] }
    guard let first = months.min(), let last = months.max() else { return "" }
    return first == last ? "\(first)" : "\(first) to \(last)"
  }
}

extension Figures {
  /// The rows of the newest months of a table that satisfy `isOver`, at most so many months.
  func newest<Owner>(
    _ count: Int, by month: Column<Owner, Month>, where isOver: (Row<Owner>) -> Bool
  ) -> [Row<Owner>] {
    let rows = rows(of: Owner.self).filter(isOver)
    let months = Set(rows.compactMap { $0[month] }).sorted().suffix(count)
    return rows.filter { $0[month].map(months.contains) ?? false }
  }

  func shown(_ count: Int64?) -> String { shown(count.map(Cell.count) ?? .missing) }
  package func shown(_ amount: Amount?) -> String { shown(amount.map(Cell.money) ?? .missing) }
  func shown(_ rate: Rate?) -> String { shown(rate.map(Cell.rate) ?? .missing) }
}

extension Row<Churn> {
  /// Nil for the trailing 30 days, and for those before them.
  var calendarMonth: Month? { self[Churn.month].flatMap { Month($0) } }

  var isTrailing: Bool { self[Churn.month] == Churn.trailing }
}
