import Metrics

/// A sheet of tables below one another, all in the same grid of columns, with charts of the first.
struct TablesSheet: WorkbookSheet {
  let name: SheetName
  let title: @Sendable (Figures) -> String
  let explanation: @Sendable (Figures) -> String
  let tables: [SheetTable]
  /// Over the rows of the first table; each with a row of its own, or one beside the other.
  var charts: @Sendable (Figures, Table, Area) -> [WorkbookChart] = { _, _, _ in [] }
  /// Sentences above.
  var sentences: @Sendable (Figures) -> [String] = { _ in [] }

  func isNeeded(_ figures: Figures) -> Bool {
    tables.contains { !$0.make(figures).table.rows.isEmpty }
  }

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    try writer.head(title(figures), explanation(figures))
    var row = 4
    for line in sentences(figures).filter({ !$0.isEmpty }).flatMap({ $0.wrapped(limit: 170) }) {
      try writer.put(line, row, 0, .plain, fits: false)
      row += 1
    }
    if row > 4 { row += 1 }
    for (index, table) in tables.enumerated() {
      let start = row
      row = try writer.write(table, figures, at: start)
      guard index == 0, row > start + 3 else { continue }
      row = try insertCharts(figures, writer, from: start, at: row)
    }
    try writer.finish(frozenRows: 2, frozenColumns: 1, isGrid: true)
  }

  /// Returns the row below.
  private func insertCharts(
    _ figures: Figures, _ writer: SheetWriter, from start: Int, at row: Int
  ) throws -> Int {
    let table = tables[0].make(figures).table
    let area = Area(
      rows: (start + 2)...(start + 1 + table.rows.count), columns: 0...(table.columns.count - 1))
    let charts = charts(figures, table, area)
    for chart in charts { try writer.insert(chart, at: row, 0) }
    return charts.isEmpty ? row : row + 17
  }
}
