import Metrics
import Settings
import Values

/// Which sections tell something today: those whose figure moved in 30 days (an amount by 5 %, a
/// rate beyond chance), that an alert or a decision of the first screen is about, that say that
/// something is wrong, or that the configuration asks for.
struct SectionRelevance {
  /// By a target or a budget: there is nothing in them without one.
  private static let askedFor: Set<String> = ["targets", "budget"]
  private static let smallestMove = 0.05

  private let figures: Figures
  private let ids: Set<String>

  init(_ figures: Figures) {
    self.figures = figures
    ids = Self.askedFor.union(Self.moved(figures)).union(Self.alerted(figures))
      .union(FirstScreen(figures).decisions.map(\.section))
  }

  func holds(for section: ReportSection) -> Bool {
    ids.contains(section.id) || section.saysWhatIsWrong(figures)
  }

  private static func moved(_ figures: Figures) -> [String] {
    guard figures.hiddenBelow == nil, !figures.isStale else { return [] }
    let changed = WhatChanged(figures)
    let isMRRMoved = TurningPoint(figures) != nil || figures.hasMoved("mrr", by: smallestMove)
    return [
      ("mrr", isMRRMoved), ("churn", changed.isChurnBeyondChance),
      ("trials", changed.isConversionBeyondChance),
      ("revenue", figures.hasMoved("net_revenue_30d", by: smallestMove)),
      ("quality", !figures.rows(of: Restated.self).isEmpty || !figures.appStoreTable.rows.isEmpty),
    ].filter(\.1).map(\.0)
  }

  private static func alerted(_ figures: Figures) -> [String] {
    (figures.firing + figures.recovering).map { section(of: $0.metric) }
  }
}

extension Figures {
  fileprivate func hasMoved(_ metric: String, by share: Double) -> Bool {
    guard let line = headlines.first(where: { $0.metric == metric }), !line.isSmall,
      let now = line.value.magnitude, let before = line.before.magnitude, before != 0
    else { return false }
    return abs(now / before - 1) >= share
  }
}

extension ReportSection {
  fileprivate func saysWhatIsWrong(_ figures: Figures) -> Bool {
    parts.contains { part in
      if case .remarks(_, let make) = part { make(figures).contains(where: \.isBad) } else { false }
    }
  }
}

// MARK: - What an alert is about

extension SectionRelevance {
  /// The section of a figure as rules name it; what is in no file is about the logs.
  static func section(of figure: String) -> String {
    let column = AlertMetric.allCases.first { $0.name == figure }?.column
    let name = column.map { "\($0.file).\($0.name)" } ?? figure
    return columns[name] ?? files[String(name.prefix { $0 != "." })] ?? "quality"
  }

  /// Of files that are about several things.
  private static let columns = [
    "daily.net_revenue": "revenue", "operations.start_rate": "paywalls",
    "operations.bounce_rate": "paywalls", "operations.payment_failure_rate": "churn",
    "operations.without_rate_share": "quality", "outcomes.conversion_rate": "trials",
    "outcomes.refund_rate": "revenue",
  ]

  private static let files = [
    "changes": "mrr", "budget": "budget", "daily": "mrr", "mrr_movements": "mrr",
    "trial_cohorts": "trials", "daily_segments": "mrr", "trial_curve": "trials",
    "trial_opt_outs": "trials",
    "cohort_averages": "retention", "daily_periods": "days", "mrr_outlook": "outlook",
    "funnel": "funnel", "funnel_days": "funnel", "churn": "churn", "retention": "retention",
    "ltv": "ltv",
    "revenue": "revenue", "refunds": "revenue", "first_payments": "revenue",
    "cancellations": "churn", "billing": "churn", "renewals": "churn", "renewal_curve": "churn",
    "upcoming": "due", "todo": "todo", "subscribers": "mrr", "complimentary": "complimentary",
    "complimentary_reasons": "complimentary", "free_access": "complimentary",
    "outlook": "outlook", "payouts": "payouts", "operations": "health", "app_health": "health",
    "failures": "health", "entitlement_age": "health", "integrity": "health",
    "outcomes": "churn", "paywalls": "paywalls", "paywall_encounters": "paywalls",
    "conversion_times": "paywalls", "funnel_losses": "paywalls", "features": "features",
    "offers": "offers", "offer_codes": "offers", "referrals": "offers",
    "acquisition_cost": "costs", "plans": "plans", "plan_changes": "plans",
    "plan_limits": "plans", "price_points": "revenue", "experiments": "experiments",
    "rollouts": "rollouts", "consent": "consent", "price_sensitivity": "experiments",
    "variant_ltv": "experiments", "survival": "lifetimes", "lifetimes": "lifetimes",
    "ltv_predicted": "lifetimes", "suspicious": "doubts", "data_quality": "quality",
    "missing_rates": "quality", "restated": "quality", "reconciliation_app_store": "quality",
    "alerts": "quality",
  ]

  /// Whether it is known what the table is about.
  static func knows(_ table: String) -> Bool { files[table] != nil }
}
