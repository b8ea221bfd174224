import Metrics
import Values

/// Who has access, or had until lately. Left out where the table is not asked for.
struct SubscribersSheet: WorkbookSheet {
  let name: SheetName = "Subscribers"

  /// What a person looks through; with more rows a workbook would hold little else.
  static let limit = 2000

  func isNeeded(_ figures: Figures) -> Bool { !figures.table("subscribers").rows.isEmpty }

  func write(_ figures: Figures, with pen: SheetPen) throws {
    let all = figures.table("subscribers")
    let left = all.rows.count - SubscribersSheet.limit
    try pen.head(
      figures.markedMRR("Subscribers"),
      "Customers with access at the end of \(figures.asOf), or whose access ended in the 90 days "
        + "before. Amounts in \(figures.currency)."
        + (left > 0
          ? " The \(SubscribersSheet.limit) that brought most; \(left) more stand in "
            + "subscribers.csv." : ""))
    try pen.table(SubscribersSheet.best(all), at: 3, "subscribers")
    try pen.finish(frozenRows: 4, frozenColumns: 1)
  }

  /// The customers that brought most, in the order of the table.
  static func best(_ table: Table) -> Table {
    guard table.rows.count > limit else { return table }
    let worth = table.index("lifetime_net_revenue")
    let values = table.rows.map { $0[worth].amount ?? .zero }
    let best = table.rows.indices.sorted { (values[$1], $0) < (values[$0], $1) }.prefix(limit)
    return Table(
      name: table.name, columns: table.columns, rows: best.sorted().map { table.rows[$0] })
  }
}
