import Metrics

/// Who left and why, by month: the total first, then segments.
struct ChurnSheet: WorkbookSheet {
  let name = SheetName.churn

  func write(_ figures: Figures, with pen: SheetPen) throws {
    let table = figures.table("churn").recent(13, to: figures.asOf)
    let ordered = Table(
      name: table.name, columns: table.columns, rows: table.totals.rows + table.segments.rows)
    try pen.head(
      "Churn",
      "Customers paying at a month's opening who are not at its close, and their MRR. Grey "
        + "italic: the month is not over, or fewer than 30 customers at its opening. Segments: the "
        + "last 13 months.")
    try pen.table(ordered, at: 3, .churn) { row, style in
      row.last == .flag(false) || (row[3].count ?? 0) < 30 ? style.immature : style
    }
    try pen.finish(frozenRows: 4, frozenColumns: 3)
  }
}
