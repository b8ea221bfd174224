import Settings
import Values

/// Where the figures of a metric stand, and what they are called. A metric that is added gets its
/// line here, and nothing else changes.
struct MetricSource: Sendable {
  /// How the figures of several days become one.
  enum Form: Sendable {
    /// Hours from the newest event to the end of the as-of day.
    case age
    /// Sums of columns over sums of columns: a proportion.
    case share([String], of: [String])
    /// A sum of money; the sample is a sum of counts.
    case amount(String, sample: String)
    /// Milliseconds, told in seconds; of several days the worst one's.
    case percentile(String, sample: String)
  }

  /// How many days before the as-of day the newest figures are that nothing can change any more.
  enum Settling: Sendable { case atOnce, nextDay, afterTrialGrace, afterTolerance }

  let name: String
  let form: Form
  /// The table without and with a segment.
  let table: String
  let segmentTable: String
  let settling: Settling
  /// What the sample counts.
  let cases: String

  init(
    _ name: String, _ form: Form, in table: String, segments: String? = nil,
    _ settling: Settling = .atOnce, cases: String
  ) {
    self.name = name
    self.form = form
    self.table = table
    segmentTable = segments ?? table
    self.settling = settling
    self.cases = cases
  }

  /// By what the table's rows can be split.
  var dimensions: [Dimension] {
    segmentTable == "operations"
      ? [.country, .channel, .platform] : [.tier, .product, .period, .country, .channel, .platform]
  }

  static func source(of metric: AlertMetric) -> MetricSource {
    switch metric {
    case .hoursSinceNewestEvent: MetricSource("Age of the data", .age, in: "", cases: "hours")
    case .sameDayStartRate, .paywallBounceRate, .purchaseSuccessRate: paywall(metric)
    case .trialConversionRate, .refundRate, .renewalRate: outcome(metric)
    case .netRevenue:
      MetricSource(
        "Net revenue", .amount("net_revenue", sample: "charges"), in: "daily",
        segments: "daily_segments", cases: "charges")
    case .crashRate, .anrRate: session(metric)
    default: store(metric)
    }
  }

  private static func paywall(_ metric: AlertMetric) -> MetricSource {
    switch metric {
    case .sameDayStartRate:
      operation(
        "Same-day start rate", ["viewers_started"], of: ["viewers"], .nextDay, cases: "viewers")
    case .paywallBounceRate:
      operation(
        "Paywall bounce rate", ["paywalls_dismissed"], of: ["paywalls_shown"], cases: "paywalls")
    default:
      operation(
        "Purchase success rate", ["purchases_succeeded"], of: ["purchases_decided"],
        cases: "purchases")
    }
  }

  private static func outcome(_ metric: AlertMetric) -> MetricSource {
    switch metric {
    case .trialConversionRate:
      MetricSource(
        "Matured trial conversion", .share(["trials_converted"], of: ["trials_matured"]),
        in: "outcomes", .afterTrialGrace, cases: "trials")
    case .refundRate:
      MetricSource(
        "Refund rate", .share(["refunded_charges"], of: ["paid_charges"]), in: "outcomes",
        cases: "charges")
    default:
      MetricSource(
        "Renewal rate", .share(["renewed"], of: ["renewals_due"]), in: "outcomes",
        .afterTolerance, cases: "renewals due")
    }
  }

  private static func store(_ metric: AlertMetric) -> MetricSource {
    switch metric {
    case .paymentFailureRate:
      operation(
        "Payment failure rate", ["payment_failures"], of: ["payment_failures", "paid_charges"],
        cases: "payments")
    case .storeErrorRate:
      operation(
        "Store error rate", ["store_errors"], of: ["store_errors", "purchases_started"],
        cases: "store errors and purchases")
    case .validationLatency:
      MetricSource(
        "Validation latency (p95)", .percentile("latency_p95", sample: "receipts_timed"),
        in: "operations", cases: "receipts")
    case .syncFailureRate:
      operation("Sync failure rate", ["syncs_failed"], of: ["syncs"], cases: "syncs")
    default:
      operation(
        "Validation failure rate", ["receipts_failed"], of: ["receipts"], cases: "receipts")
    }
  }

  private static func session(_ metric: AlertMetric) -> MetricSource {
    metric == .crashRate
      ? operation("Crash rate", ["crashes"], of: ["sessions"], cases: "sessions")
      : operation("ANR rate", ["anrs"], of: ["sessions"], cases: "sessions")
  }

  private static func operation(
    _ name: String, _ part: [String], of whole: [String], _ settling: Settling = .atOnce,
    cases: String
  ) -> MetricSource {
    MetricSource(name, .share(part, of: whole), in: "operations", settling, cases: cases)
  }
}
