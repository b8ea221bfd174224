package enum Budgets: ReportTable {
  package static let month = time(month: "month", "The calendar month.")
  package static let metric = requiredKey(
    "metric",
    "`mrr` (at the end of the month, or of the as-of day), `new_mrr`, `net_revenue` or `proceeds`.")
  package static let dimension = segmentDimension("The dimension, `all` for everything.")
  package static let value = segmentValue("The dimension's value, `all` for everything.")
  package static let budget = money("budget", "What was planned.").nonAdditive(
    "told by the budget of the configuration")
  package static let actual = money(
    "actual", "What came, until now where the month is not over; empty before and after the log."
  ).nonAdditive("a figure of mrr_movements.csv or revenue.csv")
  package static let difference = money("difference", "Actual less budget.").nonAdditive(
    "actual less budget")
  package static let attainment = rate("attainment", "Actual ÷ budget.").nonAdditive(
    "actual ÷ budget")
  package static let complete = monthIsOver()

  package static let schema = TableSchema(
    "budget", "One row for every month, metric and segment that the configuration's budget has.",
    question: "Is the budget met?", topic: .budget,
    columns: [
      month, metric, dimension, value, budget, actual, difference, attainment, complete,
    ],
    privacy: .list,
    guide: "Budget",
    isWatchable: false)
}
