import Metrics
import Settings
import Values

/// The rows of one segment of a table that has one for every day.
struct DayFigures {
  private let table: Table
  private var rows: [Day: [Cell]] = [:]

  /// Nil for a segment that the table does not have: only one dimension at once, and only those
  /// of the source.
  init?(_ source: MetricSource, _ filter: [Dimension: String], in figures: Figures) {
    guard filter.count <= 1, filter.keys.allSatisfy(source.dimensions.contains) else { return nil }
    let wanted = filter.first.map { ($0.key.rawValue, $0.value) }
    table = figures.table(wanted == nil ? source.table : source.segmentTable)
    let dimension = table.columns.firstIndex { $0.name == "dimension" }
    for row in table.rows {
      if let dimension {
        let (name, value) = wanted ?? ("all", "all")
        guard row[dimension] == .text(name), row[dimension + 1] == .text(value) else { continue }
      }
      if let day = row[0].day { rows[day] = row }
    }
  }

  /// The sum of columns over days; a day without a row adds nothing.
  func sum(_ columns: [String], _ days: ClosedRange<Day>) -> Int64 {
    days.reduce(0) { sum, day in
      guard let row = rows[day] else { return sum }
      return columns.reduce(sum) { $0 + table.integer($1, row) }
    }
  }

  /// The largest value of a column, nil where no day has one.
  func largest(_ column: String, _ days: ClosedRange<Day>) -> Int64? {
    let index = table.index(column)
    return days.compactMap { rows[$0]?[index].count }.max()
  }
}
