import Metrics
import Values

/// Cash by month, then by segment, then by week. Days stand in the sheet Daily.
struct RevenueSheet: WorkbookSheet {
  let name = SheetName.revenue

  func write(_ figures: Figures, with pen: SheetPen) throws {
    let table = figures.table("revenue").recent(13, to: figures.asOf)
    try pen.head(
      "Revenue",
      "Payments, refunds and what remains, in \(figures.currency). Net = tax + commission + "
        + "proceeds; tax and commission are estimates. Grey italic: the period is not over. "
        + "Segments: the last 13 months.")
    let rows = ["month", "week"].flatMap { grain in
      table.filtered { $0.text("grain") == grain && $0.text("dimension") == "all" }.rows
    }
    let segments = table.only("grain", "month").segments.rows
    let ordered = Table(name: table.name, columns: table.columns, rows: rows + segments)
    try pen.table(ordered, at: 3, .revenue) { row, style in
      figures.isRunning(row[0], row[1]) ? style.immature : style
    }
    try pen.finish(frozenRows: 4, frozenColumns: 4)
  }
}

extension Figures {
  /// Whether a period of that grain goes on after the as-of day.
  func isRunning(_ grain: Cell, _ period: Cell) -> Bool {
    switch period {
    case .month(let month): month.lastDay > asOf
    case .day(let day): grain == .text("week") && day.advanced(by: 6) > asOf
    default: false
    }
  }
}
