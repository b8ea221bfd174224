import Settings

package enum RenewalCurve: ReportTable {
  package static let dimension = segmentDimension(
    "What the segment is made by: `tier`, `product` or `period`.")
  package static let value = segmentValue(
    "Which segment: `family`, `P1M` …; `(none)` where unknown.")
  package static let payment = position(
    "payment", "The coverage was the subscription's first, second … paid one.")
  package static let due = count("due", "Those whose own end fell in a month that is over.")
  package static let renewed = count("renewed", "Those whose next charge came in time.").settles(
    .afterTolerance)
  package static let renewalRate = ratio("renewal_rate", renewed, over: due, "Renewed ÷ due.")
    .settles(.afterTolerance)
  package static let (low, high) = wilson(renewed, of: due, "the rate's")

  package static let schema = TableSchema(
    "renewal_curve",
    "One row for every product, tier or period and number of payments: how many went on.",
    question: "How many pay once more after so many payments?", topic: .churn,
    query: PackageResources.renewal_curve_sql,
    columns: [dimension, value, payment, due, renewed, renewalRate, low, high],
    traces: [.due],
    guide: "Churn and retention", dimensions: [.tier, .product, .period, .app])
}
