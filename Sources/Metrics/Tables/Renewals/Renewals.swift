package enum Renewals: ReportTable, ByMonth, BySegment {
  package static let due = count("due", "Paid coverages whose own end falls in the month.")
  package static let renewed = count("renewed", "Those whose next charge came in time.").settles(
    .afterTolerance)
  package static let recovered = count(
    "recovered", "Those whose next charge came later, within 60 days.")
  package static let renewalRate = ratio("renewal_rate", renewed, over: due, "Renewed ÷ due.")
    .settles(.afterTolerance)
  package static let (low, high) = wilson(renewed, of: due, "the rate's")
  package static let recoveredRate = ratio(
    "recovered_rate", recovered, over: notRenewed, "Recovered ÷ those not renewed in time.")
  package static let complete = monthIsOver()

  // Columns of the query that rates are made of.
  static let notRenewed = hidden("not_renewed").impliedByRow

  package static let schema = TableSchema(
    "renewals", "One row for every month and segment: paid coverages that came to their end.",
    question: "How many renewed?", topic: .churn,
    query: PackageResources.renewals_sql,
    columns: [
      month, dimension, value, due, renewed, recovered, renewalRate, low, high, recoveredRate,
      complete,
    ],
    traces: [.due],
    additive: [due, renewed],
    guide: "Churn and retention")
}
