/// What helps to decide what to do next: paywalls, offers, referrals, features, costs, plans, and
/// what a person should look at.
extension Model {
  static let decisions: [Model] = [
    Model(
      "paywalls", PackageResources.paywalls_sql, fills: Contract.paywalls,
      [
        "bounce_rate": .rate("dismissed", "views"), "start_rate": .rate("started", "viewers"),
        "trial_rate": .rate("trials", "viewers"), "paid_rate": .rate("paid", "viewers"),
        "low": .low("paid", "viewers"), "high": .high("paid", "viewers"),
        "revenue_per_viewer": .average("net_revenue", "viewers"),
      ]),
    Model(
      "paywall_encounters", PackageResources.paywall_encounters_sql,
      fills: Contract.paywallEncounters, ["rate": .rate("encountered", "customers")]),
    Model(
      "conversion_times", PackageResources.conversion_times_sql, fills: Contract.conversionTimes,
      [
        "quarter_days": .rate("quarter_hours", "hours_a_day"),
        "median_days": .rate("median_hours", "hours_a_day"),
        "three_quarter_days": .rate("three_quarter_hours", "hours_a_day"),
      ]),
    Model(
      "funnel_losses", PackageResources.funnel_losses_sql, fills: Contract.funnelLosses,
      [
        "lost_rate": .rate("lost", "entered"),
        "revenue_per_customer": .average("net_revenue", "customers"),
      ]),
    Model(
      "features", PackageResources.features_sql, fills: Contract.features,
      [
        "retention_rate": .rate("users_retained", "retention_users"),
        "active_retention_rate": .rate("active_retained", "retention_active"),
        "denied_rate": .rate("denied_converted", "denied_customers"),
        "low": .low("denied_converted", "denied_customers"),
        "high": .high("denied_converted", "denied_customers"),
        "others_rate": .rate("others_converted", "others"),
        "denied_start_rate": .rate("denied_started", "denied_customers"),
        "others_start_rate": .rate("others_started", "others"),
      ]),
    Model("offer_month", PackageResources.offer_month_sql, grain: "month, audience, segment"),
    Model(
      "offers", PackageResources.offers_sql, fills: Contract.offers,
      [
        "conversion_rate": .rate("matured_converted", "matured"),
        "low": .low("matured_converted", "matured"), "high": .high("matured_converted", "matured"),
        "similar_conversion_rate": .rate("similar_matured_converted", "similar_matured"),
        "retention_rate": .rate("aged_retained", "aged"),
        "revenue_per_customer": .average("aged_revenue", "aged"),
        "similar_retention_rate": .rate("similar_retained", "similar_aged"),
        "similar_revenue_per_customer": .average("similar_revenue", "similar_aged"),
      ]),
    Model("referral_link", PackageResources.referral_link_sql, grain: "customer, number"),
    Model("referral_reward", PackageResources.referral_reward_sql, grain: "customer"),
    Model(
      "referrals", PackageResources.referrals_sql, fills: Contract.referrals,
      [
        "completion_rate": .rate("completed", "recorded"), "low": .low("completed", "recorded"),
        "high": .high("completed", "recorded"),
      ]),
    Model(
      "acquisition_month", PackageResources.acquisition_month_sql,
      grain: "month, channel, campaign, age"),
    Model("spend_month", PackageResources.spend_month_sql, grain: "month, channel, campaign"),
    Model(
      "acquisition_cost", PackageResources.acquisition_cost_sql, fills: Contract.acquisitionCost,
      [
        "cost_per_customer": .average("spend", "paid_customers"),
        "cost_per_payer": .average("spend", "paid_payers"),
        "revenue_per_customer": .average("net_revenue", "customers"),
        "ltv_to_cost": .rate("net_revenue", "spend"),
        "proceeds_to_cost": .rate("proceeds", "spend"),
      ]),
    Model(
      "plans", PackageResources.plans_sql, fills: Contract.plans,
      [
        "saving": .rate("saved", "monthly_rival"),
        "share": .rate("subscriptions", "all_subscriptions"),
        "paid_monthly": .average("paid_by_month", "charges"),
      ]),
    Model("plan_changes", PackageResources.plan_changes_sql, fills: Contract.planChanges),
    Model(
      "price_points", PackageResources.price_points_sql, fills: Contract.pricePoints,
      [
        "monthly_price": .rate("cents", "cents_a_unit"), "share": .rate("charges", "month_charges"),
      ]),
    Model(
      "suspicious", PackageResources.suspicious_sql, fills: Contract.suspicious,
      [
        "customer": .pseudonym("customer_id"), "other_customer": .pseudonym("other_id"),
        "transaction": .transaction("transaction_hash"),
      ]),
  ]
}
