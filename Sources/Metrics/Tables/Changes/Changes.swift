package enum Changes: ReportTable {
  package static let metric = key(
    "metric", "`mrr`, `net_revenue`, `churn_rate` or `trial_conversion`.")
  package static let split = key(
    "split",
    "What the change is split by: `movement`, `period`, `effect`, `reason`, `app` or `product`; "
      + "`total` for the whole."
  )
  package static let part = key(
    "part",
    "Which part: a movement, a period, an app, `volume`, `mix` or `price` …; `all` for the whole.")
  package static let casesBefore = count(
    "cases_before", "Subscribers, payments, churned customers or converted trials, before.")
  package static let casesNow = count("cases_now", "The same now.")
  package static let amountBefore = money("amount_before", "The amount before; empty for rates.")
  package static let amountNow = money("amount_now", "The amount now.")
  package static let amountChange = money(
    "amount_change", "What the part changed the amount by; the parts of a split add up.")
  package static let rateBefore = number("rate_before", "The rate before; empty for amounts.")
  package static let rateNow = number("rate_now", "The rate now.")
  package static let rateChange = number(
    "rate_change", "What the part changed the rate by; the parts of a split add up.")
  package static let pValue = number(
    "p_value",
    "How probable rates at least as far apart are by chance (Fisher's exact test); empty for "
      + "amounts."
  ).statistic

  package static let schema = TableSchema(
    "changes", "One row for every part that the change of a headline is made of.",
    question: "Why did MRR, revenue, churn or conversion change?", topic: .mrr,
    columns: [
      metric, split, part, casesBefore, casesNow, amountBefore, amountNow, amountChange,
      rateBefore, rateNow, rateChange, pValue,
    ],
    nonAdditive: NonAdditiveNote(
      "the figure of one stretch of days less that of the stretch before, by its parts"),
    privacy: .list,
    guide: "What changed",
    isWatchable: false)

  /// The headlines, as the column `metric` calls them.
  package enum Metric: String, CaseIterable, Sendable {
    case mrr
    case netRevenue = "net_revenue"
    case churnRate = "churn_rate"
    case trialConversion = "trial_conversion"
  }

  /// What a change is split by, as the column `split` calls it.
  package enum Split: String, CaseIterable, Sendable {
    case total, movement, period, effect, reason, app, product

    /// Those whose rows add up to the total's.
    static var parts: [Split] { allCases.filter { $0 != .total } }
  }
}
