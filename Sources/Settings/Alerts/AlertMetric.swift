/// A figure that an alert rule can watch by a name of its own. One that is added gets its
/// declaration here, and its name in ``allCases``; nothing else changes.
package struct AlertMetric: Sendable, Hashable {
  /// As the configuration writes it.
  package let name: String
  /// The table and the column in which it stands by day; nil for the age of the data and
  /// failed checks, which are in none. A test looks whether they are there.
  package let column: (file: String, name: String)?
  /// What alerts call it.
  package let title: String
  /// What its sample counts.
  package let cases: String
  /// What to look at first when it is bad.
  package let look: String
  /// The column that says in how many nights chance alone brings as much once, where one does.
  package let nights: String?

  private init(
    _ name: String, _ column: (String, String)?, _ title: String, of cases: String,
    look: String, nights: String? = nil
  ) {
    self.name = name
    self.column = column.map { (file: $0.0, name: $0.1) }
    self.title = title
    self.cases = cases
    self.look = look
    self.nights = nights
  }

  package static func == (a: AlertMetric, b: AlertMetric) -> Bool { a.name == b.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension AlertMetric: CaseIterable {
  package static let allCases: [AlertMetric] = [
    hoursSinceNewestEvent, sameDayStartRate, paywallBounceRate, trialConversionRate,
    trialOptOutRate, trialNowcastFall, funnelStepRate, netRevenue,
    refundRate, renewalRate, paymentFailureRate, purchaseSuccessRate, storeErrorRate,
    validationFailureRate, validationLatency, syncFailureRate, missingRateShare, offerCodeDays,
    crashRate, anrRate, rolloutHarms,
  ]

  /// Reconciliations of the report that failed; no rule of a configuration can watch them.
  package static let failedChecks = AlertMetric(
    "failedChecks", nil, "Failed checks", of: "checks",
    look: "the failed checks: runrate status")
  /// Hours between the newest event and now.
  package static let hoursSinceNewestEvent = AlertMetric(
    "hoursSinceNewestEvent", nil, "Age of the data", of: "hours",
    look: "the export of the log, and what feeds it")
  /// Customers who started a purchase or trial within a day of a paywall ÷ those who saw one.
  package static let sameDayStartRate = AlertMetric(
    "sameDayStartRate", ("operations", "start_rate"), "Same-day start rate", of: "viewers",
    look: "the paywall there: does it load with prices, does its button start a purchase?")
  /// Paywalls dismissed ÷ shown.
  package static let paywallBounceRate = AlertMetric(
    "paywallBounceRate", ("operations", "bounce_rate"), "Paywall bounce rate", of: "paywalls",
    look: "the paywall: does it load with prices, can it be read and tapped?")
  /// Matured trials converted ÷ matured trials, by the day on which they end.
  package static let trialConversionRate = AlertMetric(
    "trialConversionRate", ("outcomes", "conversion_rate"), "Matured trial conversion",
    of: "trials",
    look: "whether trials can be charged: store status, prices, billing errors; then opt-outs")
  /// Trials set not to renew by the end of the second day after their start ÷ trials, by start.
  package static let trialOptOutRate = AlertMetric(
    "trialOptOutRate", ("trial_opt_outs", "rate_2d"), "Share of trials opted out by day 2",
    of: "trials",
    look: "what new trials see in their first two days: release, onboarding, mails")
  /// By which share the newest nights reliably lowered the payments expected of running trials.
  package static let trialNowcastFall = AlertMetric(
    "trialNowcastFall", ("trial_nowcast", "fall"), "Fall of the expected trial conversion",
    of: "trials",
    look: "what changed on that day: release, onboarding, prices, store status",
    nights: "once_in_nights")
  /// Customers who took a step of a funnel in time ÷ those who took the one before, by its day.
  package static let funnelStepRate = AlertMetric(
    "funnelStepRate", ("funnel_days", "rate"), "Share who took the step", of: "customers",
    look: "the step itself: take it there with the newest version")
  /// Gross revenue less refunds, in the reporting currency.
  package static let netRevenue = AlertMetric(
    "netRevenue", ("daily", "net_revenue"), "Net revenue", of: "charges",
    look: "whether fewer charges came, or smaller ones; whether all of the store's came")
  /// Charges refunded ÷ charges, by the day of the charge.
  package static let refundRate = AlertMetric(
    "refundRate", ("outcomes", "refund_rate"), "Refund rate", of: "charges",
    look: "refunds.csv: which product is refunded, and why")
  /// Renewed ÷ due, own end and tolerance past.
  package static let renewalRate = AlertMetric(
    "renewalRate", ("outcomes", "renewal_rate"), "Renewal rate", of: "renewals due",
    look: "billing errors and store status; then cancellations")
  package static let paymentFailureRate = AlertMetric(
    "paymentFailureRate", ("operations", "payment_failure_rate"), "Payment failure rate",
    of: "payments",
    look: "the error codes, and the status of store and payment provider")
  package static let purchaseSuccessRate = AlertMetric(
    "purchaseSuccessRate", ("operations", "purchase_success_rate"), "Purchase success rate",
    of: "purchases",
    look: "the error codes, and the status of the store")
  package static let storeErrorRate = AlertMetric(
    "storeErrorRate", ("operations", "store_error_rate"), "Store error rate",
    of: "store errors and purchases",
    look: "the status of the store")
  package static let validationFailureRate = AlertMetric(
    "validationFailureRate", ("operations", "validation_failure_rate"), "Validation failure rate",
    of: "receipts",
    look: "the log of the server that validates receipts; its keys and certificates")
  /// Seconds, 95th percentile.
  package static let validationLatency = AlertMetric(
    "validationLatency", ("operations", "latency_p95"), "Validation latency (p95)",
    of: "receipts",
    look: "the load of the server that validates receipts; the store's API")
  package static let syncFailureRate = AlertMetric(
    "syncFailureRate", ("operations", "sync_failure_rate"), "Sync failure rate", of: "syncs",
    look: "the log of the server that syncs")
  /// Charges whose currency has no exchange rate ÷ charges with a price.
  package static let missingRateShare = AlertMetric(
    "missingRateShare", ("operations", "without_rate_share"),
    "Share of charges without an exchange rate", of: "charges",
    look: "exchange-rates.csv: which currency and day it lacks")
  package static let crashRate = AlertMetric(
    "crashRate", ("operations", "crash_rate"), "Crash rate", of: "sessions",
    look: "crash reports of the newest app version")
  package static let anrRate = AlertMetric(
    "anrRate", ("operations", "anr_rate"), "ANR rate", of: "sessions",
    look: "ANR reports of the newest app version")
  /// By how many figures those who have something new are worse off.
  package static let rolloutHarms = AlertMetric(
    "rolloutHarms", ("rollouts", "worse"), "Number of degraded guardrail metrics",
    of: "metrics",
    look: "rollouts.csv: which figures are worse; halt the rollout")
  /// How long the codes of an offer last.
  package static let offerCodeDays = AlertMetric(
    "offerCodeDays", ("offer_codes", "days_of_stock"), "Days for which offer codes last",
    of: "codes",
    look: "whether new codes have been ordered from the store")
}

/// What an alert rule watches: one of the named metrics, or a column of a CSV file.
package enum AlertFigure: Sendable, Hashable {
  case metric(AlertMetric)
  case column(file: String, name: String)

  /// As the configuration writes it: `renewalRate`, `churn.churn_rate`.
  package var name: String {
    switch self {
    case .metric(let metric): metric.name
    case .column(let file, let column): "\(file).\(column)"
    }
  }

  /// Where the figure stands; nil for the age of the data, which is in no file.
  package var column: (file: String, name: String)? {
    switch self {
    case .metric(let metric): metric.column
    case .column(let file, let name): (file, name)
    }
  }
}

/// The CSV files as a rule may ask for their figures. The contract of the files stands in a target
/// that this one cannot see; whoever reads a configuration hands it in.
package struct FigureCatalogue: Sendable {
  /// How time goes by in a file.
  package enum Pace: Sendable {
    /// A row of a segment for every day.
    case daily
    /// Rows by day, week and month.
    case grained
    /// A row of a segment for every month.
    case monthly
    /// What is now.
    case still
  }

  package struct File: Sendable {
    package let name: String
    package let pace: Pace
    /// The columns that are figures.
    package let columns: [String]
    /// By what its rows can be split: the values of its column `dimension`.
    package let dimensions: [String]
    /// The other columns that tell rows apart and that a rule may name.
    package let keys: [String]
    /// Those of them without which rows cannot be told apart or added.
    package let demanded: [String]

    package init(
      name: String, pace: Pace, columns: [String], dimensions: [String], keys: [String],
      demanded: [String]
    ) {
      self.name = name
      self.pace = pace
      self.columns = columns
      self.dimensions = dimensions
      self.keys = keys
      self.demanded = demanded
    }
  }

  package let files: [File]

  package init(files: [File] = []) { self.files = files }

  package func file(_ name: String) -> File? { files.first { $0.name == name } }

  /// Every name that a rule can give, the named metrics first.
  var names: [String] {
    AlertMetric.allCases.map(\.name)
      + files.flatMap { file in file.columns.map { "\(file.name).\($0)" } }
  }
}
