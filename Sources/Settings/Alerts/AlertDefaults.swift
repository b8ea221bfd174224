import Values

extension AlertRule {
  /// The rules that every configuration has. A paywall breaks in one place before it breaks
  /// everywhere, so its rule looks at places, too. Beside a warning's threshold stands where it
  /// becomes critical: what no ordinary month reaches.
  package static let defaults: [AlertRule] = [
    rule("freshness", .hoursSinceNewestEvent, .above, Fraction(36, over: 1), .critical, days: 0),
    rule(
      "paywall-start", .sameDayStartRate, .drop, percent(30), .critical, days: 1, lag: 1,
      sample: 200, by: ["country", "platform", "variant"]),
    rule("paywall-bounce", .paywallBounceRate, .above, percent(70), .warning, days: 1, sample: 200),
    rule(
      "trial-conversion", .trialConversionRate, .below, percent(10), .critical, change: percent(25),
      days: 28, sample: 100, baseline: Baseline(weeks: 2)),
    rule(
      "trial-opt-outs", .trialOptOutRate, .rise, percent(20), .warning, days: 7, lag: 2,
      sample: 100, baseline: Baseline(weeks: 8)),
    nowcast,
    rule(
      "revenue-drop", .netRevenue, .drop, percent(20), .critical, days: 1, sample: 20,
      baseline: Baseline(weeks: 8, deviations: Fraction(3, over: 1))),
    rule(
      "refund-rate", .refundRate, .above, percent(5), .warning, critical: percent(15), days: 28,
      sample: 100),
    rule(
      "renewal-rate", .renewalRate, .below, percent(90), .warning, critical: percent(75), days: 28,
      sample: 100),
    rule(
      "payment-failure", .paymentFailureRate, .above, percent(2), .warning, critical: percent(10),
      change: percent(50), days: 7, sample: 200, baseline: Baseline(weeks: 8)),
    rule(
      "purchase-success", .purchaseSuccessRate, .below, percent(95), .warning,
      critical: percent(80), days: 7, sample: 100),
    rule("store-errors", .storeErrorRate, .above, percent(5), .critical, days: 1, sample: 100),
    rule(
      "validation-failures", .validationFailureRate, .above, percent(10), .critical, days: 1,
      sample: 100),
    rule(
      "validation-latency", .validationLatency, .above, Fraction(5, over: 1), .warning, days: 1,
      sample: 100),
    rule("sync-failures", .syncFailureRate, .above, percent(5), .critical, days: 1, sample: 100),
    rule(
      "missing-rates", .missingRateShare, .above, percent(1), .critical, days: 28, sample: 1),
    rule(
      "crashes", .crashRate, .above, Fraction(10, over: 10_000), .warning, critical: percent(1),
      days: 7, sample: 2000),
    rule(
      "anr", .anrRate, .above, Fraction(5, over: 10_000), .warning,
      critical: Fraction(1, over: 200),
      days: 7, sample: 2000),
  ]

  /// Looks at how trials went in the newest nights.
  private static let nowcast: AlertRule = {
    var nowcast = rule(
      "trial-nowcast", .trialNowcastFall, .above, percent(20), .critical, days: 1,
      by: ["product", "paywall", "country", "platform", "app_version"])
    nowcast.filter = ["cohort": "last 7 nights"]
    nowcast.title = "Fall of the expected trial conversion in the last 7 nights"
    return nowcast
  }()

  /// One for each offer with a pool of codes: a fortnight to have new ones made.
  package static func ofCodes(_ offers: [String: Catalogue.Offer]) -> [AlertRule] {
    offers.filter { !$0.value.pools.isEmpty }.keys.sorted().map { offer in
      var low = rule(
        "offer-codes-low-\(offer)", .offerCodeDays, .below, Fraction(14, over: 1), .warning,
        days: 1)
      low.filter = ["offer": offer]
      return low
    }
  }

  /// One for each rollout: those who have it are worse off by a figure.
  package static func ofRollouts(_ rollouts: [Rollout]) -> [AlertRule] {
    rollouts.map { rollout in
      var halt = rule(
        "rollout-halt-\(rollout.name)", .rolloutHarms, .above, Fraction(0, over: 1), .critical,
        days: 1)
      halt.filter = ["rollout": rollout.name]
      return halt
    }
  }

  /// One for each step of the funnels that every configuration has.
  package static func ofFunnels(_ funnels: [Funnel]) -> [AlertRule] {
    let usual = Funnel.defaults(longestTrial: 0).map(\.name)
    return zip(funnels, funnels.dailySteps).filter { usual.contains($0.0.name) }
      .flatMap { funnel, steps in steps.sorted().map { ofStep($0, of: funnel) } }
  }

  private static func ofStep(_ number: Int, of funnel: Funnel) -> AlertRule {
    var step = rule(
      "funnel-step-\(funnel.name)-\(number)", .funnelStepRate, .drop, percent(30), .warning,
      critical: percent(50), days: 1, sample: 200,
      by: ["product", "paywall", "country", "platform", "app_version"])
    step.filter = ["funnel": funnel.name, "step": "\(number)"]
    // Several steps see the same viewers.
    step.confidence = Fraction(98, over: 100)
    step.title = funnel.steps[(number - 2)...(number - 1)]
      .map { $0.joined(separator: " or ") }.joined(separator: " → ")
    return step
  }

  private static func percent(_ number: Int64) -> Fraction { Fraction(number, over: 100) }

  private static func rule(
    _ name: String, _ metric: AlertMetric, _ comparison: Comparison, _ threshold: Fraction,
    _ severity: Severity, critical: Fraction? = nil, change: Fraction? = nil,
    days: Int, lag: Int = 0, sample: Int = 0,
    baseline: Baseline = Baseline(), by breakdown: [String] = []
  ) -> AlertRule {
    var rule = AlertRule(
      name: name, figure: .metric(metric), comparison: comparison, threshold: threshold)
    rule.severity = severity
    rule.critical = critical
    rule.change = change
    rule.window = Window(days: days, lag: lag)
    rule.minSample = sample
    rule.baseline = baseline
    rule.breakdown = breakdown
    return rule
  }
}
