package import Metrics
import Settings
package import Values

// What a verdict rests on, row by row, taken from the same cases that the judge looked at: the
// days of the judged window (of the segment that the alert names), the windows that it was compared
// with, and every value of the rule's dimensions. `explain alert` prints it.

/// One rule's verdict with everything that it was made of.
package struct RuleEvidence: Sendable {
  /// What the rule came to over some days.
  package struct Line: Sendable, Hashable {
    package let days: ClosedRange<Day>
    /// How many of the cases count, where the figure is a proportion.
    package let part: Int64?
    package let sample: Int64?
    package let value: Rate?
  }

  package let verdict: Verdict
  /// The judged window, a day a line.
  package let days: [Line]
  /// The windows that it is compared with, the newest first.
  package let baseline: [Line]
  /// Every value that was judged on its own, those that fire first.
  package let segments: [Breach]
  let source: MetricSource
}

extension Judge {
  package func evidence(for verdict: Verdict, on figures: Figures) -> RuleEvidence {
    let source = MetricSource(verdict.rule)
    guard verdict.finding != .outdated, let base = evaluation(verdict.rule, source, figures) else {
      return RuleEvidence(verdict: verdict, days: [], baseline: [], segments: [], source: source)
    }
    let judged = self.judged(base, verdict, figures)
    return RuleEvidence(
      verdict: verdict, days: judged.days.compactMap { judged.line($0...$0) },
      baseline: verdict.rule.comparison.isRelative
        ? judged.baseline.windows.compactMap(judged.line) : [],
      segments: verdict.rule.breakdown.isEmpty ? [] : SegmentTests(base, in: figures).judged,
      source: source)
  }

  /// The case that the verdict is about: everybody's, or that of the segment that it names.
  func judged(_ base: RuleEvaluation, _ verdict: Verdict, _ figures: Figures)
    -> RuleEvaluation
  {
    guard let place = verdict.place else {
      let fitted = base.fitted
      return (fitted.verdict.isQuiet ? base.early ?? fitted : fitted).over(verdict.days)
    }
    let one = base.narrowed(to: place.dimension, place.value, in: figures)?.fittedAsSegment
    return (one ?? base.fitted).over(verdict.days)
  }
}

extension RuleEvaluation {
  func over(_ days: ClosedRange<Day>?) -> RuleEvaluation {
    var one = self
    one.days = days ?? self.days
    return one
  }

  /// The last of several days of a share; nil of anything else.
  var lastDay: RuleEvidence.Line? {
    guard source.isShare, days.count > 1 else { return nil }
    return line(days.upperBound...days.upperBound)
  }

  /// Fewer cases a day go up and down by chance alone.
  private static let casesOfDay: Int64 = 50

  /// The figure up to the end of the judged window, of 28 days, or of 12 weeks where days have few
  /// cases; of fewer where the log or the segment's figures begin later. Empty of fewer than four.
  var recent: [RuleEvidence.Line] {
    let isDaily =
      measured?.sample.map { $0 >= Self.casesOfDay * Int64(days.count) } ?? (days.count < 7)
    let (count, length) = isDaily ? (28, 1) : (12, 7)
    let lines = (0..<count).reversed().compactMap { ago in
      let last = days.upperBound.advanced(by: -ago * length)
      return line(last.advanced(by: 1 - length)...last)
    }
    let known = lines.drop { $0.value == nil }
    return known.count < 4 ? [] : Array(known)
  }

  func line(_ days: ClosedRange<Day>) -> RuleEvidence.Line? {
    let found = measured(days)
    return RuleEvidence.Line(
      days: days, part: found?.part, sample: found?.sample, value: found?.value.rate)
  }
}

// MARK: - Conditions

extension Verdict {
  /// One thing that has to be so for the rule to fire, with what was found.
  package struct Condition: Sendable, Hashable {
    package let name: String
    package let found: String
    package let wanted: String
    package let isMet: Bool
  }

  /// Every condition of the rule; empty where there was no figure.
  func conditions(_ units: Units, _ source: MetricSource) -> [Condition] {
    if case .missing(let events) = finding { return [condition(events)] }
    guard let value, let threshold else { return [] }
    let known = [
      Condition(
        name: "figure", found: units.text(value), wanted: "\(side) \(units.text(threshold))",
        isMet: isBeyond(value, threshold)),
      interval(units, threshold, "interval"), chanceCondition, sampleCondition(source),
      dropCondition,
      deviationCondition, usualCondition(units, value), sameDaysCondition(units, value),
      fourWeeksCondition(units, value),
      critical.flatMap { interval(units, $0, "critical") ?? critical(units, value, $0) },
    ]
    return known.compactMap(\.self)
  }

  private func condition(_ missing: MissingEvents) -> Condition {
    Condition(
      name: "events", found: grouped(missing.events),
      wanted: missing.isTotal ? "none" : "fewer than half of \(grouped(missing.fewest))",
      isMet: true)
  }

  private var side: String { rule.comparison.isDownward ? "below" : "above" }

  private func isBeyond(_ value: Rate, _ reference: Rate) -> Bool {
    rule.comparison.isDownward ? value < reference : value > reference
  }

  private func interval(_ units: Units, _ reference: Rate, _ name: String) -> Condition? {
    guard let low, let high, nights == nil || name == "critical" else { return nil }
    return Condition(
      name: name, found: "\(units.text(low)) to \(units.text(high))",
      wanted: "wholly \(side) \(units.text(reference))",
      isMet: isBeyond(rule.comparison.isDownward ? high : low, reference))
  }

  private func critical(_ units: Units, _ value: Rate, _ reference: Rate) -> Condition {
    Condition(
      name: "critical", found: units.text(value), wanted: "\(side) \(units.text(reference))",
      isMet: isBeyond(value, reference))
  }

  private func sampleCondition(_ source: MetricSource) -> Condition? {
    guard let sample, smallestSample > 0 else { return nil }
    let counted = max(sample, usualSample ?? 0)
    let usual = counted > sample ? " (usually \(grouped(counted)))" : ""
    return Condition(
      name: "sample", found: "\(source.counted(sample))\(usual)",
      wanted: "at least \(grouped(smallestSample))", isMet: counted >= smallestSample)
  }

  private var dropCondition: Condition? {
    guard rule.comparison.isRelative, let change else { return nil }
    let threshold = Ratio(rule.threshold).rate
    return Condition(
      name: rule.comparison.rawValue, found: Units.percent(change),
      wanted: "more than \(Units.percent(threshold))", isMet: change > threshold)
  }

  private var chanceCondition: Condition? {
    nights.map {
      Condition(
        name: "chance", found: Units.once(in: $0),
        wanted: "at most \(Units.once(in: Significance.nights(confidence)))", isMet: isBeyondChance)
    }
  }

  private var deviationCondition: Condition? {
    guard deviationLimit.numerator > 0, let deviations else { return nil }
    let wanted = Ratio(deviationLimit).rate
    return Condition(
      name: "deviations", found: deviationsText ?? "",
      wanted:
        "more than \(Units.limit(deviationLimit))\(isAlmostGone ? ", or a drop of more than 90%" : "")",
      isMet: deviations > wanted || isAlmostGone)
  }

  /// How many they are: `3.6`.
  var deviationsText: String? { deviations.map { Units.decimal($0.millionths, places: 1) } }

  private func usualCondition(_ units: Units, _ value: Rate) -> Condition? {
    usualOn31sts.map { drop("31sts", from: $0, "is usual on 31sts", units, value) }
  }

  private func sameDaysCondition(_ units: Units, _ value: Rate) -> Condition? {
    highestOnSameDays.map {
      drop(
        "same days", from: $0, "was the highest of these days in the three months before", units,
        value)
    }
  }

  private func fourWeeksCondition(_ units: Units, _ value: Rate) -> Condition? {
    highestByFourWeeks.map {
      drop("four weeks", from: $0, "was the highest of 4, 8 and 12 weeks before", units, value)
    }
  }

  /// Whether the value has dropped from another reference as well, of which `words` say what it is.
  private func drop(
    _ name: String, from usual: Rate, _ words: String, _ units: Units, _ value: Rate
  ) -> Condition {
    let reference = Ratio(usual).reduced(by: rule.threshold).rate
    return Condition(
      name: name, found: units.text(value),
      wanted: "below \(units.text(reference)), as \(units.text(usual)) \(words)",
      isMet: value < reference)
  }
}
