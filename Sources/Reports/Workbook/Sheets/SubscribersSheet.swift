import Metrics

/// Who has access, or had until lately. Left out where the table is not asked for.
struct SubscribersSheet: WorkbookSheet {
  let name = SheetName.subscribers

  func isNeeded(_ figures: Figures) -> Bool { !figures.table("subscribers").rows.isEmpty }

  func write(_ figures: Figures, with pen: SheetPen) throws {
    try pen.head(
      "Subscribers",
      "Customers with access at the end of \(figures.asOf), or whose access ended in the 90 days "
        + "before. Amounts in \(figures.currency).")
    try pen.table(figures.table("subscribers"), at: 3, .subscribers)
    try pen.finish(frozenRows: 4, frozenColumns: 1)
  }
}
