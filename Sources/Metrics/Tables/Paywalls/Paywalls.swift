import Settings

package enum Paywalls: ReportTable, ByMonth, BySegment {
  package static let views = count("views", "Times that it was shown.")
  package static let dismissed = count("dismissed", "Views closed without a purchase.")
  package static let bounceRate = ratio("bounce_rate", dismissed, over: views, "Dismissed ÷ views.")
  package static let viewers = count("viewers", "Customers who saw it in the month.")
  package static let started = count(
    "started", "Those who started a purchase within 24 hours of a view.")
  package static let startRate = ratio("start_rate", started, over: viewers, "Started ÷ viewers.")
  package static let failed = count("failed", "Those whose purchase failed.")
  package static let cancelled = count("cancelled", "Those who closed the payment sheet.")
  package static let trials = count("trials", "Trials that began within 24 hours of a view.")
  package static let trialRate = ratio("trial_rate", trials, over: viewers, "Trials ÷ viewers.")
  package static let paid = count(
    "paid", "Those who have paid since, for an access that a view led to.")
  package static let paidRate = ratio("paid_rate", paid, over: viewers, "Paid ÷ viewers.")
  package static let (low, high) = wilson(paid, of: viewers, "the paid rate's")
  package static let netRevenue = money(
    "net_revenue", "Payments less refunds so far of the accesses it led to.")
  package static let revenuePerViewer = average(
    "revenue_per_viewer", netRevenue, over: viewers, "Net revenue ÷ viewers.")
  package static let matured = flag("matured", "1 when the month has been over for 60 days.")

  package static let schema = TableSchema(
    "paywalls",
    "One row for every month and paywall, trigger or variant: what the month's views led to so "
      + "far.",
    question: "Which paywall sells?", topic: .paywalls,
    query: PackageResources.paywalls_sql,
    columns: [
      month, dimension, value, views, dismissed, bounceRate, viewers, started, startRate, failed,
      cancelled, trials, trialRate, paid, paidRate, low, high, netRevenue, revenuePerViewer,
      matured,
    ],
    traces: [.event], dimensions: [.paywall, .trigger, .variant])
}
