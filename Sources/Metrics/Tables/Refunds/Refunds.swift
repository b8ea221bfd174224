package enum Refunds: ReportTable, ByGrain, BySegment {
  package static let grain = grainOfPeriod("How long the period is: `day`, `week` or `month`.")
  package static let period = time(period: "period", "The day, the week's Monday, or the month.")
  package static let refunds = count("refunds", "Refunds that moved money, by their own day.")
  package static let paidBack = money("paid_back", "What they paid back.")
  package static let reversals = count(
    "reversals", "Refunds that were undone, by the day on which they were.")
  package static let reversed = money("reversed", "What the undone refunds had paid back.")
  package static let refunded = money(
    "refunded", "Paid back less reversed: `refunded` of revenue.csv.")

  package static let schema = TableSchema(
    "refunds",
    "One row for every day, week and month with refunds or reversals of them; segments by month.",
    question: "What was refunded?", topic: .revenue,
    query: PackageResources.refunds_sql,
    columns: [grain, period, dimension, value, refunds, paidBack, reversals, reversed, refunded],
    traces: [.money])
}
