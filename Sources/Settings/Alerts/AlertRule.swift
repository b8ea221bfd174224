package import Values

/// When a figure is bad enough to tell.
package struct AlertRule: SettingsSection, Hashable {
  package var name: String
  package var figure: AlertFigure
  /// Empty is everybody.
  package var filter: [String: String] = [:]
  package var breakdown: [String] = []
  package var window = Window(days: 1)
  package var comparison: Comparison
  /// A share, or hours, seconds or money for the metrics that are none.
  package var threshold: Fraction
  /// Beyond which a warning is critical; like `threshold`, and worse. Nil: it never is.
  package var critical: Fraction?
  /// Beside a bound: by which share of the baseline the figure may get worse. Nil: by any.
  package var change: Fraction?
  package var baseline = Baseline()
  package var minSample = 0
  /// Of the Wilson bound that has to be on the wrong side.
  package var confidence = Fraction(95, over: 100)
  package var severity = Severity.warning
  package var runbook: String?
  /// What messages call its figure; nil: as the metric is called.
  package var title: String?

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

  /// The days that are looked at.
  package struct Window: SettingsSection, Hashable {
    package enum Span: String, CaseIterable, Sendable {
      /// So many days, the last one `lag` days before the as-of day.
      case days
      /// From the first of the as-of day's month to that day.
      case monthToDate = "month to date"
      /// The last calendar month that is over.
      case month
    }

    package var span = Span.days
    /// 0 is this moment.
    package var days: Int
    package var lag: Int
    /// Moved back to cohorts that have all matured.
    package var isMatured = false

    package init() { self.init(days: 1) }

    package init(days: Int, lag: Int = 0) {
      self.days = days
      self.lag = lag
    }
  }

  /// What `drop` and `rise` compare with: the median of the same weekdays of so many weeks before.
  package struct Baseline: SettingsSection, Hashable {
    package var weeks: Int
    /// 0 asks for none.
    package var deviations: Fraction

    package init() { self.init(weeks: 4) }

    package init(weeks: Int = 4, deviations: Fraction = .zero) {
      self.weeks = weeks
      self.deviations = deviations
    }
  }
}

extension AlertRule {
  /// The same rule as one of a drop or rise, where it asks for that beside its bound.
  package var relative: AlertRule? {
    guard let change, !comparison.isRelative else { return nil }
    var rule = self
    rule.comparison = comparison == .below ? .drop : .rise
    (rule.threshold, rule.critical, rule.change) = (change, nil, nil)
    return rule
  }

  /// Whether it watches the age of the data itself.
  package var isOfFreshness: Bool { figure == .metric(.hoursSinceNewestEvent) }

  /// Watches the proofs of the figures, in every configuration.
  package static let proof: AlertRule = {
    var rule = AlertRule(
      name: "proof-failed", figure: .metric(.failedChecks), comparison: .above, threshold: .zero)
    rule.severity = .critical
    return rule
  }()

  package var isOfProof: Bool { figure == .metric(.failedChecks) }

  /// Whether it watches charges that count no money for want of an exchange rate.
  package var isOfMissingRates: Bool { figure == .metric(.missingRateShare) }
}

extension AlertRule.Comparison {
  /// Whether the threshold is a share of a baseline.
  package var isRelative: Bool { self == .drop || self == .rise }
}
