package enum FreeAccess: ReportTable {
  package static let reason = key(
    "reason", "Why, as the configuration says it; else the first day.")
  package static let from = day("from_day", "The first day.")
  package static let to = day("to_day", "The last day; empty while nobody knows it.")
  package static let trials = count(
    "trials", "Trials that could have converted on one of these days: in no matured rate.")
  package static let customers = count("customers", "Customers who used the app on these days.")
  package static let payersBefore = count("payers_before", "Those who had paid before.")
  package static let others = count(
    "others", "Those who had not: the cohort that the phase leaves.")
  package static let payers7 = count("payers_7_days", "Others who paid within 7 days after it.")
  package static let rate7 = ratio("rate_7_days", payers7, over: others, "Payers ÷ others.")
  package static let payers30 = count("payers_30_days", "Others who paid within 30 days after it.")
  package static let rate30 = ratio("rate_30_days", payers30, over: others, "Payers ÷ others.")
  package static let (low30, high30) = wilson(payers30, of: others, "its", suffix: "_30_days")
  package static let payers90 = count("payers_90_days", "Others who paid within 90 days after it.")
  package static let rate90 = ratio("rate_90_days", payers90, over: others, "Payers ÷ others.")
  package static let payers = count("payers", "Others who paid after it, until now.")
  package static let netRevenue = money(
    "net_revenue", "What these have paid since, less refunds.")

  package static let schema = TableSchema(
    "free_access", "One row for every time in which everybody had access without paying.",
    question: "Who paid after a time of free access?", topic: .complimentary,
    query: PackageResources.free_access_sql,
    columns: [
      reason, from, to, trials, customers, payersBefore, others, payers7, rate7, payers30, rate30,
      low30, high30, payers90, rate90, payers, netRevenue,
    ], isAskedByCustomer: true, identities: [customers.sum(of: [payersBefore, others])],
    privacy: .list, guide: "When somebody has access", isWatchable: false)
}
