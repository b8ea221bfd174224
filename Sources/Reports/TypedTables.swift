package import Metrics
package import Values

// Tables with some of their rows and columns, as sheets show them, chosen by the columns'
// declarations.

extension Table {
  /// The total, and of segments the rows of the last `months` months up to `day`, so that a sheet
  /// does not grow with the years. The first month, cohort or period of a row tells its month, or
  /// the words of its time; what is of no month, as trailing days, stays.
  func recent(_ months: Int, to day: Day) -> Table {
    let first = day.month.advanced(by: 1 - months)
    let dimension = columns.firstIndex { $0.role == .dimension }
    let time = columns.firstIndex { $0.role == .time }
    return keeping { row in
      let words = time.flatMap { row[$0].text.flatMap { Month($0) } }
      return dimension.map { row[$0] == .text("all") } ?? false
        || (row.lazy.compactMap(\.month).first ?? words ?? first) >= first
    }
  }

  /// Of a table of days the total's last 28 up to `day`; of any other its total, or all of it.
  func recentDays(to day: Day) -> Table {
    let dimension = columns.firstIndex { $0.role == .dimension }
    let date = columns.firstIndex { $0.role == .time && $0.kind == .day }
    return keeping { row in
      let isRecent = date.map { row[$0].day.map { $0 > day.advanced(by: -28) } ?? false } ?? true
      return isRecent && dimension.map { row[$0] == .text("all") } ?? true
    }
  }

  private func keeping(_ condition: ([Cell]) -> Bool) -> Table {
    Table(name: name, columns: columns, rows: rows.filter(condition))
  }
}

extension Figures {
  func table(declaredBy owner: any ReportTable.Type) -> Table { table(owner.schema.name) }

  func table<Owner: ReportTable>(
    _ owner: Owner.Type, without columns: [any ReportColumn<Owner>]
  ) -> Table {
    let table = table(owner)
    let left = Set(columns.map { $0.index })
    let kept = table.columns.indices.filter { !left.contains($0) }
    return Table(
      name: table.name, columns: kept.map { table.columns[$0] },
      rows: table.rows.map { row in kept.map { row[$0] } })
  }
}

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

  func shown(_ cell: Cell) -> String { DisplayFormat(currency: currency).text(cell) }
  func shown(_ count: Int64?) -> String { shown(count.map(Cell.count) ?? .missing) }
  package func shown(_ amount: Amount?) -> String { shown(amount.map(Cell.money) ?? .missing) }
  func shown(_ rate: Rate?) -> String { shown(rate.map(Cell.rate) ?? .missing) }
}

extension Row<Churn> {
  /// Nil for the trailing 30 days, and for those before them.
  var calendarMonth: Month? { self[Churn.month].flatMap { Month($0) } }

  var isTrailing: Bool { self[Churn.month] == Churn.trailing }
}
