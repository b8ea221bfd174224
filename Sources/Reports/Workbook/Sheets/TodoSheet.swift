import Metrics
import Values

/// Who can still be saved or won, as a list to sort and filter.
struct TodoSheet: WorkbookSheet {
  let name: SheetName = "To do"

  /// What a person goes through; with more rows a workbook would hold little else.
  private static let limit = 2000
  /// Of these so many are printed.
  private static let printed = 120

  func isNeeded(_ figures: Figures) -> Bool { !figures.rows(of: Todo.self).isEmpty }

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    let all = figures.table(Todo.self)
    let reason = all.index(of: Todo.reason)
    let table = Table(
      name: all.name, columns: all.columns,
      rows: all.rows.prefix(TodoSheet.limit).map { row in
        var row = row
        row[reason] = .text(SegmentWords.plain(row[reason].text ?? ""))
        return row
      })
    let people = all.rows.count == 1 ? "1 customer" : "\(all.rows.count) customers"
    try writer.head(
      "To do: \(people) whose MRR can still be saved or won",
      "By what can be done, most MRR at stake first, in \(figures.currency). Expected: what comes of it if nobody does "
        + "anything. Customers are hashed as in csv/subscribers.csv."
        + (all.rows.count > TodoSheet.printed
          ? " The first \(TodoSheet.printed) are printed; all are in csv/todo.csv." : ""))
    try writer.table(table, at: 3, "todo")
    let rows = 4 + table.rows.count
    try writer.finish(
      frozenRows: 4, frozenColumns: 1, printedRows: min(rows, 4 + TodoSheet.printed))
  }
}
