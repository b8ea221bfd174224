package enum PlanLimits: ReportTable {
  package static let metric = requiredKey("metric", "What is counted, such as `child_count`.")
  package static let product = requiredKey("product", "The product.")
  package static let allowed = count("allowed", "How many of it the product allows.").nonCustomer
  package static let customers = count(
    "customers", "Customers of the product whose use is known, at the end of the as-of day.")
  package static let below = count("below", "Those who use less than 80 % of the limit.")
  package static let near = count("near", "Those who use 80 % of the limit or more, and not all.")
  package static let atLimit = count("at_limit", "Those who use all of it.")
  package static let above = count("above", "Those who use more than it.")
  package static let fullShare = ratio(
    "full_share", full, over: customers, "Customers at or above the limit ÷ customers.")
  package static let denied = count(
    "denied_28_days", "Uses of features that were denied at the limit in the last 28 days.")
  package static let reached = count(
    "reached", "Stays on the product in which the limit was reached, at least 14 days ago.")
  package static let upgraded = count(
    "upgraded", "Those followed by a product with more room within 14 days.")
  package static let upgradeRate = ratio(
    "upgrade_rate", upgraded, over: reached, "Upgraded ÷ reached.")
  package static let (low, high) = wilson(upgraded, of: reached, "its")
  package static let others = count(
    "others", "Stays in which it was not reached, of which the use was known 14 days ago.")
  package static let othersUpgraded = count(
    "others_upgraded", "Those followed by such a product within 14 days of the first report.")
  package static let othersRate = ratio(
    "others_rate", othersUpgraded, over: others, "Others upgraded ÷ others.")
  package static let nextProduct = text(
    "next_product", "The product of the same group and period that has more room by the least.")
  package static let mrrAtStake = money(
    "mrr_at_stake",
    "What customers at or above the limit would pay more a month with that product, at list prices; "
      + "empty where these are in another currency than the report."
  ).nonAdditive(
    "customers at or above the limit, times the difference of two list prices", of: customers)

  // Columns of the query that rates are made of.
  static let full = hidden("full", sum: [atLimit, above])

  package static let schema = TableSchema(
    "plan_limits",
    "One row for every product with a limit, and what is counted: who uses how much of it.",
    question: "Who comes near the limits of a plan?", topic: .plans,
    query: PackageResources.plan_limits_sql,
    columns: [
      metric, product, allowed, customers, below, near, atLimit, above, fullShare, denied, reached,
      upgraded,
      upgradeRate, low, high, others, othersUpgraded, othersRate, nextProduct, mrrAtStake,
    ], isAskedByCustomer: true,
    identities: [customers.sum(of: [below, near, atLimit, above])], guide: "Limits of plans")
}
