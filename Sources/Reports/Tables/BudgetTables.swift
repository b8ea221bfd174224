import Metrics
import Settings
import Values

/// The plan beside what came.
extension Figures {
  /// The newest months up to the as-of day's, and one to come; without rows where nothing is
  /// planned.
  func budgetTable(_ count: Int) -> FigureTable {
    var table = FigureTable(
      header: ["", "Budget of", "", "Budget", "Actual", "Difference", "Attained"], words: 3)
    let last = asOf.month.advanced(by: 1)
    let rows = rows(of: Budgets.self).filter { $0[Budgets.month].map { $0 <= last } ?? false }
    table.fill(rows.suffix(count)) { row in
      [
        shown(row.cell(Budgets.month)) + (row[Budgets.complete] == true ? "" : " (not over)"),
        Self.title(row.text(Budgets.metric)),
        row.text(Budgets.dimension) == Dimension.all.name ? "" : row.text(Budgets.value),
      ]
        + row.cells([Budgets.budget, Budgets.actual, Budgets.difference, Budgets.attainment])
        .map(shown)
    }
    return table
  }

  private static func title(_ metric: String) -> String {
    switch Budget.Metric(rawValue: metric) {
    case .mrr: "MRR"
    case .newMRR: "New MRR"
    case .netRevenue: "Net revenue"
    case .proceeds: "Proceeds"
    case nil: metric
    }
  }

  /// `93.5% of the Jun 2026 budget`, of the as-of day's month; nil where it has none.
  func budgetNote(_ metric: Budget.Metric) -> String? {
    guard let share = budgets(metric).last?[Budgets.attainment] else { return nil }
    return "\(shown(share)) of the \(DisplayFormat.monthAndYear(asOf.month)) budget"
  }

  /// Of everything, up to the as-of day's month; none where that has no budget.
  func budgets(_ metric: Budget.Metric) -> [Row<Budgets>] {
    let rows = rows(of: Budgets.self).where(Budgets.dimension, is: Dimension.all.name)
      .where(Budgets.metric, is: metric.rawValue)
      .filter { $0[Budgets.month].map { $0 <= asOf.month } ?? false }
    return rows.last?[Budgets.month] == asOf.month ? rows : []
  }
}
