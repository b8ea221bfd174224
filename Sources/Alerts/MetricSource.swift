import Metrics
import Settings
import Values

/// Where the figures of a rule stand, how those of several days become one, and what they are
/// called. A metric that is added gets its line in ``name`` and ``cases``, and nothing else changes.
struct MetricSource: Sendable {
  /// How the figures of several days become one.
  enum Form: Sendable {
    /// Hours from the newest event to the end of the as-of day.
    case age
    /// A sum over a sum: a proportion.
    case share(Contract.Term, of: Contract.Term)
    /// A sum of counts or of money; the sample is a sum of counts, where one is known.
    case amount(String, sample: String?)
    /// What is so at the end of a day: that of the last one.
    case state(String)
    /// Milliseconds, told in seconds; of several days the worst one's.
    case percentile(String, sample: String)
    /// What cannot be added: that of the newest period.
    case single(String)
  }

  /// How many days before the as-of day the newest figures are that nothing can change any more.
  enum Settling: Sendable { case atOnce, nextDay, afterTrialGrace, afterTolerance }

  let name: String
  let form: Form
  let unit: Units.Kind
  /// The table without and with a segment.
  let table: String
  let segmentTable: String
  let settling: Settling
  /// What the sample counts.
  let cases: String

  private init(
    name: String, form: Form, unit: Units.Kind, table: String = "", segmentTable: String = "",
    settling: Settling = .atOnce, cases: String
  ) {
    self.name = name
    self.form = form
    self.unit = unit
    self.table = table
    self.segmentTable = segmentTable
    self.settling = settling
    self.cases = cases
  }

  init(_ rule: AlertRule) {
    guard let (file, column) = rule.figure.column else {
      self.init(name: "Age of the data", form: .age, unit: .hours, cases: "hours")
      return
    }
    let metric: AlertMetric? = if case .metric(let metric) = rule.figure { metric } else { nil }
    let kind = Contract.file(file)?.columns.first { $0.name == column }?.kind
    let form = MetricSource.form(file, column, kind, rule.filter)
    self.init(
      name: metric.map(MetricSource.name) ?? rule.figure.name, form: form,
      unit: metric == .validationLatency ? .seconds : Units.Kind(kind), table: file,
      segmentTable: MetricSource.segmentTable(file, column),
      settling: MetricSource.settling(column),
      cases: metric.map(MetricSource.cases) ?? MetricSource.cases(form))
  }

  /// Whether its cohorts go on changing until they are mature.
  var ripens: Bool {
    if case .share = form { ["funnel", "trial_cohorts"].contains(table) } else { false }
  }

  /// Whether it is a proportion, which of no cases is unknown.
  var isShare: Bool {
    if case .share = form { true } else { false }
  }
}

// MARK: - What stands where

extension MetricSource {
  private static func form(
    _ file: String, _ column: String, _ kind: Table.Kind?, _ filter: [String: String]
  ) -> Form {
    if let (part, whole) = Contract.proportion(file, column, filter) {
      return .share(part, of: whole)
    }
    if column.hasPrefix("latency_") { return .percentile(column, sample: "receipts_timed") }
    if Contract.isState(column) { return .state(column) }
    switch kind {
    case .count: return .amount(column, sample: column)
    case .money where !column.hasPrefix("per_") && !column.hasPrefix("arp"):
      return .amount(column, sample: sample(file))
    default: return .single(column)
    }
  }

  /// The cases behind the money of a file.
  private static func sample(_ file: String) -> String? {
    Contract.file(file)?.columns.contains { $0.name == "charges" } == true ? "charges" : nil
  }

  /// Some days' figures stand by segment in a file of their own.
  private static func segmentTable(_ file: String, _ column: String) -> String {
    let segments = Contract.dailySegments
    let isThere = segments.columns.contains { $0.name == column }
    return file == Contract.daily.name && isThere ? segments.name : file
  }

  private static func settling(_ column: String) -> Settling {
    switch column {
    case "start_rate", "viewers_started": .nextDay
    case "conversion_rate", "trials_matured": .afterTrialGrace
    case "renewal_rate", "renewed": .afterTolerance
    default: .atOnce
    }
  }
}

// MARK: - What it is called

extension MetricSource {
  private static func name(_ metric: AlertMetric) -> String {
    switch metric {
    case .hoursSinceNewestEvent: "Age of the data"
    case .sameDayStartRate: "Same-day start rate"
    case .paywallBounceRate: "Paywall bounce rate"
    case .trialConversionRate: "Matured trial conversion"
    case .netRevenue: "Net revenue"
    case .refundRate: "Refund rate"
    case .renewalRate: "Renewal rate"
    case .paymentFailureRate: "Payment failure rate"
    case .purchaseSuccessRate: "Purchase success rate"
    case .storeErrorRate: "Store error rate"
    case .validationFailureRate: "Validation failure rate"
    case .validationLatency: "Validation latency (p95)"
    case .syncFailureRate: "Sync failure rate"
    case .missingRateShare: "Share of charges without an exchange rate"
    case .crashRate: "Crash rate"
    case .anrRate: "ANR rate"
    }
  }

  private static func cases(_ metric: AlertMetric) -> String {
    switch metric {
    case .hoursSinceNewestEvent: "hours"
    case .sameDayStartRate: "viewers"
    case .paywallBounceRate: "paywalls"
    case .trialConversionRate: "trials"
    case .netRevenue, .refundRate, .missingRateShare: "charges"
    case .renewalRate: "renewals due"
    case .paymentFailureRate: "payments"
    case .purchaseSuccessRate: "purchases"
    case .storeErrorRate: "store errors and purchases"
    case .validationFailureRate, .validationLatency: "receipts"
    case .syncFailureRate: "syncs"
    case .crashRate, .anrRate: "sessions"
    }
  }

  /// The columns that the sample adds up, in words.
  private static func cases(_ form: Form) -> String {
    switch form {
    case .share(_, let whole): whole.columns.map(words).joined(separator: " and ")
    case .amount(_, let sample?), .percentile(_, let sample): words(sample)
    case .age, .amount, .state, .single: "cases"
    }
  }

  private static func words(_ column: String) -> String { column.replacing("_", with: " ") }
}
