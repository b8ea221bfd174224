import Settings

package enum Billing: ReportTable, ByMonth, BySegment {
  package static let failures = count(
    "failures", "Coverages with a failed payment, by the first failure.")
  package static let recovered = count("recovered", "Those with a payment within 60 days after.")
  package static let recoveryRate = ratio(
    "recovery_rate", recovered, over: failures, "Recovered ÷ failures.")
  package static let (low, high) = wilson(recovered, of: failures, "the rate's")
  package static let averageDays = quotient(
    "average_days", recoveryDays, over: recovered,
    "Whole days from failure to recovery, on average."
  ).in(.days)
  package static let complete = monthIsOver()

  // Columns of the query that rates are made of.
  static let recoveryDays = hidden("recovery_days").impliedByRow

  package static let schema = TableSchema(
    "billing", "One row for every month and segment: failed payments, and those that came back.",
    question: "Which failed payments came back?", topic: .churn,
    query: PackageResources.billing_sql,
    columns: [
      month, dimension, value, failures, recovered, recoveryRate, low, high, averageDays, complete,
    ],
    traces: [.event],
    additive: [failures, recovered], dimensions: [.country, .channel, .platform, .app])
}
