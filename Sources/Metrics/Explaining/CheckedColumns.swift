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
    "MRR of a day = MRR of the coverages at its end": ["daily.mrr", "daily.arr"],
    "subscribers of a day = customers with such coverages": ["daily.subscribers"],
    "opening of a month = MRR of the coverages before it": ["mrr_movements.opening"],
    "closing of a month = MRR of the coverages at its end": ["mrr_movements.closing"],
    "closing subscribers = customers with such coverages": ["mrr_movements.closing_subscribers"],
    "MRR and subscribers of a segment = those of its coverages": [
      "daily_segments.mrr", "daily_segments.subscribers",
    ],
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
    "due of renewals: each dimension adds up to the total": ["renewals.due"],
    "renewed of renewals: each dimension adds up to the total": ["renewals.renewed"],
    "failures of billing: each dimension adds up to the total": ["billing.failures"],
    "recovered of billing: each dimension adds up to the total": ["billing.recovered"],
    "first_payments of first_payments: each dimension adds up to the total": [
      "first_payments.first_payments"
    ],
    "allowed of features: each dimension adds up to the total": ["features.allowed"],
    "denied of features: each dimension adds up to the total": ["features.denied"],
    "in_trial of features: each dimension adds up to the total": ["features.in_trial"],
    "first payments = customers with a time to their first payment": [
      "first_payments.first_payments", "conversion_times.customers",
    ],
    "customers of retention = new_subscribers of mrr_movements": [
      "retention.customers", "mrr_movements.new_subscribers",
    ],
    "cohort_mrr of retention = new of mrr_movements": [
      "retention.cohort_mrr", "mrr_movements.new",
    ],
    "renewals = renewals by the number of the payment, in each dimension": [
      "renewal_curve.due", "renewal_curve.renewed", "renewals.due", "renewals.renewed",
    ],
    "paid charges of operations = paid charges of outcomes": [
      "operations.paid_charges", "outcomes.paid_charges",
    ],
    "charges without a rate = those of all currencies = those of all days": [
      "missing_rates.charges", "operations.charges_without_rate",
    ],
    "what falls due in some days falls due in more days, too": [
      "upcoming.trials_ending", "upcoming.trials_cancelled", "upcoming.trials_amount",
      "upcoming.renewals_due",
      "upcoming.renewals_mrr", "upcoming.renewals_amount", "upcoming.lapsing",
      "upcoming.lapsing_mrr",
    ],
    "MRR of a plan = closing MRR of its product": ["plans.mrr", "mrr_movements.closing"],
    "months with more charges by price than charges": ["price_points.charges", "revenue.charges"],
    "lost in a funnel = customers of a step − customers of the next": [
      "funnel_losses.lost", "funnel.customers",
    ],
    "new customers of paywall_encounters = customers of ltv": [
      "paywall_encounters.customers", "ltv.customers",
    ],
    "revenue of a tested price = revenue of its variant": [
      "price_sensitivity.revenue", "experiments.revenue",
    ],
    "churned customers = voluntary + billing + refund + other": [
      "churn.churned_customers", "churn.voluntary", "churn.billing", "churn.refund", "churn.other",
    ],
    "MRR after changes of plan − MRR before = their change": [
      "plan_changes.mrr_before", "plan_changes.mrr_after", "plan_changes.mrr_change",
    ],
    "MRR of a day = MRR of the values of each dimension": ["daily_segments.mrr", "daily.mrr"],
    "closing MRR = MRR of the subscribers listed": ["subscribers.mrr", "daily.mrr"],
  ]
}
