import Metrics
import Values

/// Who has access, or had until lately. Left out where the table is not asked for.
struct SubscribersSheet: WorkbookSheet {
  let name: SheetName = "Subscribers"
  let subject = "Everybody who has access, or had it until recently."

  /// What a person looks through; with more rows a workbook would hold little else.
  static let limit = 2000

  func isNeeded(_ figures: Figures) -> Bool { !figures.rows(of: Subscribers.self).isEmpty }

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    let all = figures.table(Subscribers.self)
    let left = all.rows.count - SubscribersSheet.limit
    try writer.head(
      figures.markedMRR("Subscribers"),
      "Customers with access at the end of \(figures.asOf), or whose access ended in the 90 days "
        + "before, by state and MRR. Amounts in \(figures.currency)."
        + (left > 0
          ? " The \(SubscribersSheet.limit) who brought most; \(left) more are in "
            + "subscribers.csv." : ""))
    let shown = SubscribersSheet.ordered(SubscribersSheet.best(all))
    try writer.table(shown, at: 3, "subscribers")
    try writer.finish(frozenRows: 4, frozenColumns: 1)
  }

  /// Who pays before who may, before who did.
  private static let states = [
    "active", "set_to_cancel", "grace", "billing_retry", "trial", "offer", "complimentary",
    "expired", "refunded", "revoked",
  ]

  /// By state, then by MRR, the largest first, then in the order of the table.
  static func ordered(_ table: Table) -> Table {
    let (state, mrr) = (table.index(of: Subscribers.state), table.index(of: Subscribers.mrr))
    let keys = table.rows.enumerated().map { index, row in
      (
        states.firstIndex(of: row[state].text ?? "") ?? states.count,
        -(row[mrr].amount ?? .zero).micros, index
      )
    }
    return Table(
      name: table.name, columns: table.columns, rows: keys.sorted(by: <).map { table.rows[$0.2] })
  }

  /// The customers that brought most, in the order of the table.
  static func best(_ table: Table) -> Table {
    guard table.rows.count > limit else { return table }
    let worth = table.index(of: Subscribers.lifetimeNetRevenue)
    let values = table.rows.map { $0[worth].amount ?? .zero }
    let best = table.rows.indices.sorted { (values[$1], $0) < (values[$0], $1) }.prefix(limit)
    return Table(
      name: table.name, columns: table.columns, rows: best.sorted().map { table.rows[$0] })
  }
}
