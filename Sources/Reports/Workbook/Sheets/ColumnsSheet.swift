import Metrics

/// What every column of every table means: a row for each, from the declarations that the tables
/// are made from.
struct ColumnsSheet: WorkbookSheet {
  let name: SheetName = "Columns"
  let isHidden = true

  private static let columns: [Table.Column] = [
    .init("table", .text, "The table, and its file beside this one."),
    .init("column", .text, "The column as its file names it."),
    .init("heading", .text, "The column as this workbook names it."),
    .init("type", .text, "What its cells are."),
    .init("meaning", .text, "What it counts or measures."),
  ]

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    try writer.head(
      "Columns",
      "What the columns of all tables mean, of those in this workbook and of the CSV files beside "
        + "it.")
    let rows = ReportSchema.all.flatMap { file in
      file.columns.map { column in
        [file.name, column.name, Heading.of(column.name), column.kind.rawValue, column.meaning]
          .map(Cell.text)
      }
    }
    let table = Table(name: "columns", columns: ColumnsSheet.columns, rows: rows)
    try writer.table(table, at: 3, "columns")
    try writer.finish(frozenRows: 4, frozenColumns: 2)
  }
}
