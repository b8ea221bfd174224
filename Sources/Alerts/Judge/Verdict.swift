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
    /// The as-of day has no event, or hardly any beside the four weeks before.
    case missing(MissingEvents)
    /// Cases came regularly, and now there is none.
    case noCases(usual: Int64)
    /// The figures are not kept by this segment, or not for so long.
    case noFigure(Gap)
  }

  /// Why a figure is not there; `proof`: a check of it failed.
  package enum Gap: Sendable, Hashable { case segment, baseline, proof }

  package var rule: AlertRule
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
  /// Of a share over several days that fires: what its last day came to, which tells whether it
  /// goes on.
  package var lastDay: RuleEvidence.Line?
  /// What the figure of a firing rule came to lately, by day or week, the oldest first.
  package var recent: [RuleEvidence.Line] = []
  /// Which days the trouble is of, where the rule fires and the series of its days tells.
  package var incident: IncidentDays?
  /// With fewer cases it is not judged.
  package var smallestSample: Int64
  /// Why `days` are more than the rule's window; nil where they are not.
  package var widening: Widening?
  /// Beyond which a warning is critical; like `threshold`, in the figure's unit.
  package var critical: Rate?
  /// Whether a firing rule is beyond that, too.
  package var isCritical = false
  /// Whether it fires only because of fewer cases than the rule asks for, of everybody or of all
  /// values that fire: that is worth a warning, and no page.
  package var isTentative = false
  /// Whether it compares days with a holiday with common ones: that is no page, either.
  package var isOfHoliday = false
  /// By how much of the baseline the figure dropped, or rose, for a rule that fears that.
  package var change: Rate?
  /// Chance alone brings such a change at most once in so many nights; nil where that is not told.
  package var nights: Int64?
  /// How many robust deviations it is away from the baseline.
  package var deviations: Rate?
  /// Whether hardly anything is left of an amount: that is no chance, however much the weeks before
  /// differ.
  package var isAlmostGone = false
  /// Than how many it has to be more: the rule's, or more where many values are judged.
  package var deviationLimit: Fraction
  /// How many cases are usual, where an amount is compared with the past.
  package var usualSample: Int64?
  /// The median of the 31sts before, on a 31st.
  package var usualOn31sts: Rate?
  /// The highest amount of the same days of the month in the three months before, where the figure
  /// has to have dropped from that as well.
  package var highestOnSameDays: Rate?
  /// The same of four, eight and twelve weeks before.
  package var highestByFourWeeks: Rate?
  /// The confidence of the interval: the rule's, or a stricter one where many values are judged.
  package var confidence: Fraction
  /// Of a rule with `by`: the values that are beyond its threshold, the most surprising first.
  package var breaches: [Breach] = []
  /// How many values were judged.
  package var tested = 0
  /// The value whose figures stand above, where everybody's do not fire, or are far less surprising;
  /// `country US`.
  package var segment: String?
  /// Whether everybody's fire as well.
  package var isOfEverybody = false
  /// Whether it is compared with earlier 31sts, too.
  package var isOf31st = false
  /// What stands out, one value a dimension, the most telling first.
  package var moves: [Move] = []
  /// The fewest crossed segments that explain it, where they were looked for and found.
  package var smallest: SmallestCause?
  /// Why it fails above all, where the log tells causes.
  package var cause: LeadingCause?

  init(_ rule: AlertRule, _ finding: Finding, days: ClosedRange<Day>? = nil) {
    self.rule = rule
    self.finding = finding
    self.days = days
    confidence = rule.confidence
    deviationLimit = rule.baseline.deviations
    smallestSample = Int64(rule.minSample)
  }

  package var state: AlertState {
    switch finding {
    case .ok: .ok
    case .firing: incident?.after == nil ? .firing : .recovering
    case .notEnoughData, .noFigure: .notEnoughData
    case .outdated, .missing, .noCases: .stale
    }
  }

  /// What is wrong with the data, where the verdict is about that.
  var staleness: Staleness? {
    switch finding {
    case .outdated: .outdated
    case .missing(let events): events.isTotal ? .outdated : .incomplete(events)
    default: finding == .firing && rule.isOfFreshness ? .outdated : nil
    }
  }

  /// Whether nothing was found, so far.
  var isQuiet: Bool { state == .ok || state == .notEnoughData }

  /// With the figures of a segment that was told of before, else of the first breach, where everybody
  /// together is well, or fires by what can be told of the breach far more surely.
  func taking(_ breakdown: SegmentTests, told: AlertScope?) -> Verdict {
    var all = self
    (all.breaches, all.tested) = (breakdown.breaches, breakdown.tested)
    guard let worst = breakdown.breaches.first, isQuiet || isLessSure(than: worst.verdict) else {
      return all
    }
    let place = breakdown.breaches.first { told?.names($0.name) ?? false } ?? worst
    var one = place.verdict
    (one.rule, one.segment, one.isOfEverybody) = (rule, place.name, !isQuiet)
    (one.breaches, one.tested) = (all.breaches, all.tested)
    one.isCritical = all.breaches.contains(where: \.verdict.isCritical)
    one.isTentative = all.breaches.allSatisfy(\.verdict.isTentative)
    return one
  }

  /// The segment that it is about, where not everybody is.
  var place: Breach? { breaches.first { $0.name == segment } }

  /// Of figures that cannot be taken apart into segments, no cause is found otherwise.
  private func isLessSure(than one: Verdict) -> Bool {
    isOfSingleFigures && (nights ?? 0) <= (one.nights ?? 0) / Significance.muchRarer
  }

  /// Whether its figure is no quotient of sums.
  var isOfSingleFigures: Bool {
    if case .single = MetricSource(rule).form { true } else { false }
  }
}
