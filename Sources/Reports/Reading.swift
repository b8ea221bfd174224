import Metrics
import Values

/// One row of a table, read by column name.
struct Row {
  let cells: [Cell]
  fileprivate let columns: [String: Int]

  /// Missing, too, where the table has no such column.
  subscript(_ column: String) -> Cell {
    guard let index = columns[column], index < cells.count else { return .missing }
    return cells[index]
  }

  func double(_ column: String) -> Double? { self[column].magnitude }
  func int(_ column: String) -> Int { Int(self[column].count ?? 0) }
  func text(_ column: String) -> String { self[column].text ?? "" }
}

extension Table {
  var named: [Row] {
    let index = Dictionary(columns.enumerated().map { ($1.name, $0) }) { first, _ in first }
    return rows.map { Row(cells: $0, columns: index) }
  }

  /// The same table with the rows that satisfy `condition`.
  func filtered(_ condition: (Row) -> Bool) -> Table {
    Table(name: name, columns: columns, rows: named.filter(condition).map(\.cells))
  }

  /// The rows of the total, or of the segments.
  var totals: Table { only("dimension", "all") }
  var segments: Table { filtered { $0.text("dimension") != "all" } }

  /// The rows with that text in a column; none where there is no such column.
  func only(_ column: String, _ text: String) -> Table {
    let index = columns.firstIndex { $0.name == column }
    let wanted = Cell.text(text)
    return Table(
      name: name, columns: columns,
      rows: index.map { index in rows.filter { $0[index] == wanted } } ?? [])
  }

  /// The same table without some of its columns.
  func without(_ names: Set<String>) -> Table {
    let kept = columns.indices.filter { !names.contains(columns[$0].name) }
    return Table(
      name: name, columns: kept.map { columns[$0] },
      rows: rows.map { row in kept.map { row[$0] } })
  }

  /// The total, and of segments the rows of the last `months` months up to `day`, so that a sheet
  /// does not grow with the years. The first month, cohort or period of a row tells its month.
  func recent(_ months: Int, to day: Day) -> Table {
    let first = day.month.advanced(by: 1 - months)
    let dimension = columns.firstIndex { $0.name == "dimension" } ?? 0
    let all = Cell.text("all")
    return Table(
      name: name, columns: columns,
      rows: rows.filter { row in
        row[dimension] == all || (row.lazy.compactMap(\.month).first ?? first) >= first
      })
  }
}

extension Figures {
  /// The rows of a table's total.
  func totals(_ table: String) -> [Row] { self.table(table).totals.named }

  /// The rows of a table's total with the grain `month`.
  func monthly(_ table: String) -> [Row] {
    self.table(table).only("dimension", "all").only("grain", "month").named
  }
}

// MARK: - Where text and declarations meet

extension Row {
  func cell(_ column: any ReportColumn) -> Cell { self[column.name] }
  func text(_ column: any ReportColumn) -> String { text(column.name) }
  func integer(_ column: any ReportColumn) -> Int64 { self[column.name].integer }
}

extension Metrics.Row {
  subscript(_ column: String) -> Cell {
    Owner.schema.columns.firstIndex { $0.name == column }.map { cells[$0] } ?? .missing
  }

  func double(_ column: String) -> Double? { self[column].magnitude }
  func int(_ column: String) -> Int { Int(self[column].count ?? 0) }
}

extension Metrics.Row<FunnelSteps> {
  func isWorst(in funnel: [Metrics.Row<FunnelSteps>]) -> Bool {
    let worst = funnel.compactMap { $0.magnitude(FunnelSteps.fromPrevious) }.min()
    return worst != nil && magnitude(FunnelSteps.fromPrevious) == worst
  }
}

extension Figures {
  func funnelTable(_ steps: [Row]) -> FigureTable {
    funnelTable(steps.map { Metrics.Row<FunnelSteps>(cells: $0.cells) })
  }
}

extension ValueCohorts {
  func amounts(_ column: String) -> [Double] {
    cohorts.flatMap { $0.points.compactMap { $0.double(column) } }
  }
}

package typealias Human = DisplayFormat

enum Lines {
  static func broken(_ text: String, limit: Int = 110) -> [String] { text.wrapped(limit: limit) }
}
