package enum Outcomes: ReportTable, BySegment {
  package static let date = time(day: "date", "The day, in the reporting time zone.")
  package static let trialsEnded = count("trials_ended", "Trials that were to end on the day.")
  package static let trialsMatured = count("trials_matured", "Those whose grace is over, too.")
    .settles(.afterTrialGrace)
  package static let trialsConverted = count("trials_converted", "Matured trials that converted.")
  package static let conversionRate = ratio(
    "conversion_rate", trialsConverted, over: trialsMatured, "Trials converted ÷ matured."
  ).settles(.afterTrialGrace)
  package static let paidCharges = count(
    "paid_charges", "Charges of the day with a price above zero."
  ).of(.money)
  package static let refundedCharges = count(
    "refunded_charges", "Those of them with a refund that stands, whenever it came."
  ).of(.money)
  package static let refundRate = ratio(
    "refund_rate", refundedCharges, over: paidCharges, "Refunded ÷ paid charges.")
  package static let renewalsDue = count(
    "renewals_due", "Paid coverages whose own end is on the day.")
  package static let renewed = count("renewed", "Those whose next charge came in time.").settles(
    .afterTolerance)
  package static let renewalRate = ratio(
    "renewal_rate", renewed, over: renewalsDue,
    "Renewed ÷ due; still moves while a grace period runs."
  ).settles(.afterTolerance)

  package static let schema = TableSchema(
    "outcomes",
    "One row for every day and segment: what became of what ended, was paid or fell due on it.",
    question: "What became of what ended or fell due on a day?", topic: .churn,
    query: PackageResources.outcomes_sql,
    columns: [
      date, dimension, value, trialsEnded, trialsMatured, trialsConverted, conversionRate,
      paidCharges, refundedCharges, refundRate, renewalsDue, renewed, renewalRate,
    ],
    traces: [.due])
}
