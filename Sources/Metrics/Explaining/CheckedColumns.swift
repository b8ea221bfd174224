/// Which figures each reconciliation looks at, by its name.
enum CheckedColumns {
  /// The checks that a figure, or a number that it is computed from, takes part in.
  static func checks(of metric: Metric, _ ingredients: Ingredients, in all: [Check]) -> [Check] {
    let names = Set(
      ([metric.column.name] + ingredients.columns + (Identity.of(metric) ?? []).map(\.column))
        .map { "\(metric.file.name).\($0)" })
    return all.filter { check in !names.isDisjoint(with: columns[check.name] ?? []) }
  }

  private static let movements = [
    "opening", "new", "reactivation", "expansion", "contraction", "churn", "fx", "moved_in",
    "moved_out", "closing",
  ].map { "mrr_movements.\($0)" }
  private static let days = [
    "mrr", "arr", "new_mrr", "reactivation_mrr", "expansion_mrr", "contraction_mrr", "churn_mrr",
    "fx_mrr",
  ].map { "daily.\($0)" }

  static let columns: [String: [String]] = [
    "lines read = accepted + duplicate + ignored + rejected": ["data_quality.count"],
    "accepted lines = stored events": ["data_quality.count"],
    "closing MRR = MRR of the coverage that is active": ["daily.mrr", "daily.arr"],
    "closing subscribers = customers with active paid coverage": ["daily.subscribers"],
    "gross revenue = sum of the charges": [
      "daily.gross_revenue", "daily.net_revenue", "revenue.gross",
    ],
    "refunded = sum of the refunds": ["daily.refunded", "daily.net_revenue", "revenue.refunded"],
    "opening + movements = closing": movements,
    "closing = opening of the next month": ["mrr_movements.opening", "mrr_movements.closing"],
    "MRR of the day before + movements = MRR": days,
    "closing of the month = MRR of its last day": ["daily.mrr", "mrr_movements.closing"],
    "net = tax + commission + proceeds": [
      "revenue.net", "revenue.tax", "revenue.commission", "revenue.proceeds",
    ],
    "trials = converted + pending + abandoned, none negative": [
      "trial_cohorts.trials", "trial_cohorts.converted", "trial_cohorts.pending",
      "trial_cohorts.abandoned",
    ],
    "trials started = trials of all cohorts": ["daily.trials_started", "trial_cohorts.trials"],
    "no step of a funnel has more customers than the one before": ["funnel.customers"],
    "net of revenue: each dimension adds up to the total": ["revenue.net"],
    "trials of trial_cohorts: each dimension adds up to the total": ["trial_cohorts.trials"],
    "closing of mrr_movements: each dimension adds up to the total": ["mrr_movements.closing"],
    "trials started = trials by paywall, and without": ["paywalls.trials", "daily.trials_started"],
    "net revenue = net revenue by paywall, and without": [
      "paywalls.net_revenue", "daily.net_revenue",
    ],
    "trials started = trials by trigger, and without": ["paywalls.trials", "daily.trials_started"],
    "net revenue = net revenue by trigger, and without": [
      "paywalls.net_revenue", "daily.net_revenue",
    ],
    "trials started = trials by variant, and without": ["paywalls.trials", "daily.trials_started"],
    "net revenue = net revenue by variant, and without": [
      "paywalls.net_revenue", "daily.net_revenue",
    ],
    "net revenue = net revenue of all campaigns": [
      "acquisition_cost.net_revenue", "daily.net_revenue",
    ],
    "spend = spend of all campaigns": ["acquisition_cost.spend"],
    "referrals and rewards are what became of them, none negative": [
      "referrals.recorded", "referrals.completed", "referrals.expired", "referrals.pending",
      "referrals.rewards_redeemed", "referrals.rewards_outstanding",
    ],
    "redemptions by offer = redemptions by code": ["offers.starts"],
    "cancellations = cancellations of all products": ["cancellations.cancellations"],
    "net_revenue of ltv: product and referral add up to the total": ["ltv.net_revenue"],
    "customers of an experiment = those of its variants + those left out": [
      "experiments.exposed", "experiments.left_out",
    ],
    "customers with a paid lifetime = new subscribers": [
      "lifetimes.customers", "daily.new_subscribers",
    ],
    "customers of lifetimes: each dimension adds up to the total": ["lifetimes.customers"],
    "those who stopped = the steps of the survival curve": ["lifetimes.ended", "survival.ended"],
  ]
}
