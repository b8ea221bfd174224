/// Figures that are no sums over customers: how they come about, in words, with the column of their
/// row that counts whom they were computed from.
struct Told: Sendable {
  let words: String
  /// Nil where no customers are behind it.
  let counted: String?

  private init(_ words: String, of counted: String? = nil) {
    self.words = words
    self.counted = counted
  }

  /// Of one column, or of all columns of a file that are no sums.
  static func of(_ metric: Metric) -> Told? { columns[metric.name] }
  static func others(of file: Contract.File) -> Told? { files[file.name] }

  private static func rank(of counted: String) -> Told {
    Told("a rank among many values, nearest rank; it is no sum", of: counted)
  }

  private static let catalogue = Told("told by the catalogue of the configuration")
  private static let rewards = Told(
    "a referrer's rewards are redeemed in the order in which they were earned, so none belongs to "
      + "one referred customer: `runrate customer` of a referrer shows his")

  private static let columns: [String: Told] = [
    "operations.latency_p50": rank(of: "receipts"),
    "operations.latency_p95": rank(of: "receipts"),
    "operations.latency_p99": rank(of: "receipts"),
    "operations.receipts_timed": rank(of: "receipts"),
    "operations.recovery_minutes": rank(of: "paid_charges"),
    "conversion_times.quarter_days": rank(of: "customers"),
    "conversion_times.median_days": rank(of: "customers"),
    "conversion_times.three_quarter_days": rank(of: "customers"),
    "funnel_losses.loss": Told(
      "net_revenue ÷ customers × lost: what the lost would have brought, had they gone on like "
        + "those who did", of: "lost"),
    "acquisition_cost.spend": Told("the sum of the lines of the file `spend` of the configuration"),
    "acquisition_cost.months_to_pay_back": Told(
      "the first thirty days of a customer's life by whose end net_revenue reached spend",
      of: "net_revenue"),
    "plans.list_price": catalogue, "plans.list_currency": catalogue,
    "plans.list_monthly": catalogue, "plans.saving": catalogue,
    "plans.paid_monthly": Told(
      "gross revenue of the charges of the last 90 days ÷ their number, for a month of the period",
      of: "charges"),
    "referrals.rewards_redeemed": rewards, "referrals.rewards_outstanding": rewards,
  ]

  private static let files: [String: Told] = [
    "subscribers": Told("told of this one customer", of: "lifetime_net_revenue"),
    "experiments": Told(
      "statistics of exposed, converted and revenue of this variant and of the control: "
        + "Definitions.md, \"Experiments\"", of: "exposed"),
    "price_sensitivity": Told(
      "statistics of viewers, payers and revenue at this price and at the first one; the rows of "
        + "an experiment are those of experiments.csv, those over time are sums by month and "
        + "price that no customers are kept for", of: "viewers"),
    "survival": Told(
      "Kaplan and Meier's estimate from at_risk and ended of this and all earlier rows of the group",
      of: "at_risk"),
    "lifetimes": Told(
      "read off the curve of the group in survival.csv, or a test of the curves of its dimension",
      of: "customers"),
    "ltv_predicted": Told(
      "a fit (shifted-beta-geometric) to how many renewed after each payment; its inputs are the "
        + "rows of the product in renewal_curve.csv, which can be explained"),
    "suspicious": Told(
      "counted over the events of the customer whom the row names, and of those beside him"),
    "data_quality": Told(
      "counted while the lines were read; `runrate status` and `runrate rejected` show them"),
    "alerts": Told("judged from the figure in the column metric: explain that one"),
    "restated": Told(
      "what this report says against what was published before; `runrate diff` compares reports"),
  ]
}
