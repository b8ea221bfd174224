package import Metrics
package import Settings
package import Values

/// What a rule says about one day's figures, without any memory of other days.
package struct Verdict: Sendable, Hashable {
  package enum Finding: Sendable, Hashable {
    case ok
    case firing
    /// Too few cases to tell; with so many it could be told. Nil where no number helps.
    case notEnoughData(enough: Int64?)
    /// The data ended before the days that the rule looks at.
    case outdated
    /// Cases came regularly, and now there is none.
    case vanished(usual: Int64)
    /// The figures are not kept by this segment, or not for so long.
    case noFigure(Gap)
  }

  /// Why a figure is not there.
  package enum Gap: Sendable, Hashable { case segment, baseline, comparison }

  package let rule: AlertRule
  package var finding: Finding
  /// Nil for this moment.
  package var days: ClosedRange<Day>?
  package var value: Rate?
  /// What the value is compared with: the threshold, or the baseline less or more its share.
  package var threshold: Rate?
  /// The median of the same weekdays before, for a drop or rise.
  package var baseline: Rate?
  package var low: Rate?
  package var high: Rate?
  package var part: Int64?
  package var sample: Int64?

  init(_ rule: AlertRule, _ finding: Finding, days: ClosedRange<Day>? = nil) {
    self.rule = rule
    self.finding = finding
    self.days = days
  }

  package var state: AlertLine.State {
    switch finding {
    case .ok: .ok
    case .firing: .firing
    case .notEnoughData, .noFigure: .notEnoughData
    case .outdated, .vanished: .stale
    }
  }
}
