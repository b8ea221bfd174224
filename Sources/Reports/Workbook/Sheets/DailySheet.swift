import Metrics

/// The daily table as it is: one row a day.
struct DailySheet: WorkbookSheet {
  let name = SheetName.daily

  func write(_ figures: Figures, with pen: SheetPen) throws {
    try pen.head(
      "Every day", "State at the end of the day, and what happened in it, in \(figures.currency).")
    try pen.table(figures.table("daily"), at: 3, .daily)
    try pen.finish(frozenRows: 4, frozenColumns: 1)
  }
}
