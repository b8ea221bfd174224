package enum Churn: ReportTable, BySegment {
  /// What stands in the place of the month in the rows of the trailing 30 days.
  package static let trailing = "trailing-30d"
  /// The same of the 30 days right before them.
  package static let previous = "previous-30d"

  package static let month = timeText(
    "month", "The month; `trailing-30d`, or `previous-30d` for the 30 days right before.")
  package static let openingCustomers = count(
    "opening_customers", "Customers with MRR at the opening.")
  package static let churnedCustomers = count(
    "churned_customers", "Those of them without MRR at the close.")
  package static let churnRate = ratio(
    "churn_rate", churnedCustomers, over: openingCustomers, "Churned ÷ opening customers.")
  package static let voluntary = count("voluntary", "Churned with auto-renew switched off.")
  package static let billing = count("billing", "Churned after a failed payment.")
  package static let refund = count("refund", "Churned by a refund, or access taken away.")
  package static let other = count("other", "Churned for no known reason.")
  package static let openingMRR = money("opening_mrr", "MRR at the opening.")
  package static let churnedMRR = money("churned_mrr", "MRR of the churned customers.")
  package static let contractionMRR = money(
    "contraction_mrr", "What the MRR of those who stayed shrank by.")
  package static let expansionMRR = money(
    "expansion_mrr", "What the MRR of those who stayed grew by.")
  package static let grossMRRChurn = ratio(
    "gross_mrr_churn", grossChurned, over: openingMRR, "(Churned + contraction) ÷ opening MRR.")
  package static let netMRRChurn = ratio(
    "net_mrr_churn", netChurned, over: openingMRR,
    "(Churned + contraction − expansion) ÷ opening MRR.")
  package static let nrr = ratio(
    "nrr", netRetained, over: openingMRR, "Net revenue retention: 1 − net MRR churn.")
  package static let grr = ratio(
    "grr", grossRetained, over: openingMRR, "Gross revenue retention: 1 − gross MRR churn.")
  package static let quickRatio = quotient(
    "quick_ratio", wonMRR, over: lostMRR, "MRR won ÷ MRR lost.")
  package static let complete = monthIsOver()

  // Columns of the query that rates are made of.
  static let grossChurned = hidden("gross_churned", .money).impliedByRow
  static let netChurned = hidden("net_churned", .money).impliedByRow
  static let netRetained = hidden("net_retained", .money).impliedByRow
  static let grossRetained = hidden("gross_retained", .money).impliedByRow
  static let wonMRR = hidden("won_mrr", .money)
  static let lostMRR = hidden("lost_mrr", .money)

  package static let schema = TableSchema(
    "churn",
    "One row for every month and segment, one for the trailing 30 days, and one for the 30 days "
      + "before them.",
    question: "How many churned, and how?", topic: .churn,
    query: PackageResources.churn_sql,
    columns: [
      month, dimension, value, openingCustomers, churnedCustomers, churnRate, voluntary, billing,
      refund, other, openingMRR, churnedMRR, contractionMRR, expansionMRR, grossMRRChurn,
      netMRRChurn, nrr, grr, quickRatio, complete,
    ],
    traces: [.access],
    identities: [
      churnedCustomers.sum(of: [voluntary, billing, refund, other])
    ],
    guide: "Churn and retention")
}
