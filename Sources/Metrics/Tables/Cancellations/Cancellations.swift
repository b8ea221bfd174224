import Settings

package enum Cancellations: ReportTable, ByMonth, BySegment {
  package static let reason = key("reason", "Why auto-renew was switched off, as the log says.")
  package static let cancellations = count(
    "cancellations", "Times that auto-renew was switched off.")
  package static let inTrial = count("in_trial", "Those of them during a trial.")
  package static let share = ratio(
    "share", cancellations, over: monthCancellations,
    "Cancellations ÷ those of the month and segment.")

  // Columns of the query that rates are made of.
  static let monthCancellations = hidden("month_cancellations").nonCustomer

  package static let schema = TableSchema(
    "cancellations", "One row for every month, product and reason.",
    question: "What was cancelled, and why?", topic: .churn,
    query: PackageResources.cancellations_sql,
    columns: [month, dimension, value, reason, cancellations, inTrial, share],
    traces: [.event],
    isAskedByCustomer: true, dimensions: [.product])
}
