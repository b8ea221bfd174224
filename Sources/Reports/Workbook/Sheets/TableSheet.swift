import Metrics

/// A sheet that is one table of the report as it is: name, words and table are all it needs.
struct TableSheet: WorkbookSheet {
  let name: SheetName
  let title: String
  let explanation: String
  let table: any ReportTable.Type
  /// What other workbooks call it.
  let block: BlockName
  var frozenColumns = 1

  var subject: String { explanation }

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    try writer.head(title, "\(explanation) Amounts in \(figures.currency).")
    try writer.table(figures.table(declaredBy: table), at: 3, block)
    try writer.finish(frozenRows: 4, frozenColumns: frozenColumns)
  }
}

extension TableSheet {
  static let daily = TableSheet(
    name: "Daily", title: "Every day",
    explanation: "State at the end of the day, and what happened in it.", table: Daily.self,
    block: "daily")
}
