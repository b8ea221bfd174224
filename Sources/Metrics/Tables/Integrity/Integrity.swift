package enum Integrity: ReportTable {
  package static let sign = key(
    "sign",
    "`jailbreak`, `tampered_receipt` or `trial_bypass`; `any` for customers with one of them, "
      + "`(others)` for those with none.")
  package static let customers = count(
    "customers", "Customers with the sign; empty for those with none.")
  package static let maturedTrials = count("matured_trials", "Their trials that are matured.")
  package static let maturedConverted = count("matured_converted", "Those of them that converted.")
  package static let maturedRate = ratio(
    "matured_rate", maturedConverted, over: maturedTrials, "Matured converted ÷ matured trials.")
  package static let (low, high) = wilson(maturedConverted, of: maturedTrials, "its")
  package static let payers = count("payers", "Those who have paid.")
  package static let netRevenue = money("net_revenue", "What they paid, less refunds.")
  package static let revenuePerPayer = average(
    "net_revenue_per_payer", netRevenue, over: payers, "Net revenue ÷ payers.")

  package static let schema = TableSchema(
    "integrity",
    "One row for every sign that somebody goes around the rules, and one for everybody else: what "
      + "these customers did.",
    question: "Does anybody go around the rules?", topic: .health,
    query: PackageResources.integrity_sql,
    columns: [
      sign, customers, maturedTrials, maturedConverted, maturedRate, low, high, payers, netRevenue,
      revenuePerPayer,
    ], isAskedByCustomer: true, privacy: .list, guide: "App health", isWatchable: false)
}
