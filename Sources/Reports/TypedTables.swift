import Metrics
import Values

// Tables with some of their rows and columns, as sheets show them, chosen by the columns'
// declarations.

extension Table {
  /// The rows of the total; none where the table has no segments.
  var totals: Table {
    guard let dimension = columns.firstIndex(where: { $0.role == .dimension }) else {
      return Table(name: name, columns: columns)
    }
    return keeping { $0[dimension] == .text("all") }
  }

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
  /// The table that is declared so.
  func table(declaredBy owner: any ReportTable.Type) -> Table { table(owner.schema.name) }

  /// A table without some of its columns.
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
