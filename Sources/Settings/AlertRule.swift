package import Values

/// When a figure is bad enough to tell (SPEC 6).
package struct AlertRule: Sendable, Hashable {
  package var name: String
  package var metric: AlertMetric
  /// Only the customers with these values; empty is everybody.
  package var filter: [Dimension: String]
  package var window: Window
  package var comparison: Comparison
  /// A share, or hours, seconds or money for the metrics that are none.
  package var threshold: Fraction
  package var baseline: Baseline
  /// With a smaller denominator the rule is not judged.
  package var minSample: Int
  /// Of the Wilson bound that has to be on the wrong side.
  package var confidence: Fraction
  package var severity: Severity
  /// What to do when it fires: a text or an address.
  package var runbook: String?

  package init(name: String, metric: AlertMetric, comparison: Comparison, threshold: Fraction) {
    self.name = name
    self.metric = metric
    self.comparison = comparison
    self.threshold = threshold
    filter = [:]
    window = Window(days: 1)
    baseline = Baseline()
    minSample = 0
    confidence = Fraction(95, over: 100)
    severity = .warning
  }

  package enum Comparison: String, CaseIterable, Sendable {
    case below, above
    /// Against the baseline, as a share of it.
    case drop, rise
  }

  package enum Severity: String, CaseIterable, Sendable {
    case critical, warning
    /// The rule is not judged at all: how a default rule is switched off.
    case off
  }

  /// The days that are looked at: `days` of them, the last one `lag` days before the as-of day.
  package struct Window: Sendable, Hashable {
    /// 0 is this moment.
    package var days: Int
    package var lag: Int

    package init(days: Int, lag: Int = 0) {
      self.days = days
      self.lag = lag
    }
  }

  /// What `drop` and `rise` compare with: the median of the same weekdays of so many weeks before.
  package struct Baseline: Sendable, Hashable {
    package var weeks: Int
    /// Besides the threshold, this many robust standard deviations; 0 asks for none.
    package var deviations: Fraction

    package init(weeks: Int = 4, deviations: Fraction = .zero) {
      self.weeks = weeks
      self.deviations = deviations
    }
  }
}
