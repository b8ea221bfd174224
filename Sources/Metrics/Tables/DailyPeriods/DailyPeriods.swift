package enum DailyPeriods: ReportTable {
  package static let period = requiredKey(
    "period",
    "`day`, `week` (7 days), `week_before`, `30_days`, `30_days_before` or `month` (to date).")
  package static let firstDay = day("first_day", "Its first day.")
  package static let lastDay = day("last_day", "Its last day.")
  package static let netRevenue = money("net_revenue", "Gross revenue less what was refunded.")
  package static let proceeds = money("proceeds", "Net revenue less tax and commission.")
  package static let charges = count("charges", "Successful payments.")
  package static let paidBack = money("paid_back", "What refunds paid back.")
  package static let reversed = money("reversed", "What the undone refunds had paid back.")
  package static let newMRR = money("new_mrr", "MRR of customers who have MRR for the first time.")
  package static let churnMRR = money(
    "churn_mrr", "MRR of customers who have none any more; negative.")
  package static let newSubscribers = count(
    "new_subscribers", "Customers who have MRR for the first time.")
  package static let reactivatedSubscribers = count(
    "reactivated_subscribers", "Customers who have MRR again.")
  package static let churnedSubscribers = count(
    "churned_subscribers", "Customers who have no MRR any more.")
  package static let trialsStarted = count("trials_started", "Trials that began.")
  package static let trialsConverted = count(
    "trials_converted", "Trials whose first payment came in it.")

  private static let note = "the sum over its days in daily.csv, and of refunds in refunds.csv"

  package static let schema = TableSchema(
    "daily_periods",
    "One row for each of the last periods: what their days add up to; empty where not all of them "
      + "are in the log.",
    question: "How did the last day, week and month go?", topic: .days,
    columns: [
      period, firstDay, lastDay, netRevenue, proceeds, charges, paidBack, reversed, newMRR,
      churnMRR, newSubscribers, reactivatedSubscribers, churnedSubscribers, trialsStarted,
      trialsConverted,
    ],
    privacy: .recomputed,
    guide: "MRR and its movements",
    isWatchable: false, noSums: note)

  /// What a row is of, as the column `period` calls it.
  package enum Period: String, CaseIterable, Sendable {
    case day, week
    case weekBefore = "week_before"
    case month = "30_days"
    case monthBefore = "30_days_before"
    case toDate = "month"
  }
}
