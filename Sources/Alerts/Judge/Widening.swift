import Metrics
import Settings
import Values

// A small app has too few cases a day to judge a day. A rule whose window does not hold its
// smallest sample looks at a longer one, the shortest that does:
//
//   below, above   1 → 3 → 7 → 14 → 28 days
//   drop, rise     1 → 7 → 14 → 28 days: whole weeks, as weekdays are compared with themselves
//
// The window that the rule names comes first. Sums that are held against a fixed threshold, months
// and figures of now are never widened: over more days they would be other figures.
//
// Each value of a rule with `by` is widened for itself, up to a week: over longer windows a
// segment's trouble would hide among good days.
//
// Few cases tell something, too, when the trouble is large: see FewCases. What fires there is a
// warning, whatever the rule is. A drop or rise of a share needs a quarter of the sample from the
// start, and looks for the days that have changed among those of a week: see ShareShift.
//
// A worked example: 40 receipts a day, and the smallest sample is 200. The day before has 40, the
// week 280: the failures are judged over 7 days.

/// Why a rule was judged over more days than it names.
package struct Widening: Sendable, Hashable {
  package let days: Int
  /// How many cases those have.
  package let sample: Int64
}

extension AlertRule {
  /// Days of the longest window that is tried.
  static let longestWindow = 28

  /// Of a segment's.
  static let longestWindowOfSegments = 7

  /// The lengths to try after the rule's own, the shortest first.
  func widerWindows(upTo longest: Int = longestWindow) -> [Int] {
    guard window.span == .days, window.days > 0 else { return [] }
    let lengths = comparison.isRelative ? [7, 14, 28] : [3, 7, 14, 28]
    return lengths.filter { $0 > window.days && $0 <= longest }
  }
}

extension MetricSource {
  /// Whether cases are counted.
  var hasSample: Bool {
    switch form {
    case .share, .percentile: true
    case .amount(_, let sample): sample != nil
    case .age, .state, .single: false
    }
  }

  /// Whether the figure of more days can be held against the same rule.
  fileprivate func canBeWidened(_ comparison: AlertRule.Comparison) -> Bool {
    if case .amount = form { hasSample && comparison.isRelative } else { hasSample }
  }
}

extension RuleEvaluation {
  /// Over the shortest window that holds the smallest sample; over the longest where none does.
  var fitted: RuleEvaluation {
    testsChange
      ? withShift(upTo: AlertRule.longestWindow)
      : ladder(upTo: AlertRule.longestWindow).last ?? self
  }

  /// The same for one of many values.
  var fittedAsSegment: RuleEvaluation {
    guard !testsChange else { return withShift(upTo: AlertRule.longestWindowOfSegments) }
    let one = ladder(upTo: AlertRule.longestWindowOfSegments).last ?? self
    return one.widening != nil && one.lacksSample ? one.withReducedSample : one
  }

  /// With what the newest days tell: those of a week, or of the shortest window that holds a quarter of
  /// the sample.
  private func withShift(upTo longest: Int) -> RuleEvaluation {
    var one = withReducedSample.ladder(upTo: longest).last ?? self
    let week = one.days.count < 7 ? one.widened(to: 7) : nil
    // A young log has no weeks to compare a week with, but days.
    one.shift = week.flatMap { ShareShift($0) } ?? ShareShift(one)
    return one
  }

  /// Over its own window, then over longer ones, up to the first that holds the smallest sample.
  func ladder(upTo longest: Int) -> [RuleEvaluation] {
    guard source.canBeWidened(rule.comparison), lacksSample, noCases == nil else { return [self] }
    var steps = [self]
    for length in rule.widerWindows(upTo: longest) {
      guard let one = widened(to: length) else { break }
      steps.append(one)
      if !one.lacksSample || one.noCases != nil { break }
    }
    return steps
  }

  /// Over so many days; nil where there is no past of them to compare with.
  private func widened(to length: Int) -> RuleEvaluation? {
    let first = days.upperBound.advanced(by: 1 - length)
    guard first > firstDay || !rule.comparison.isRelative else { return nil }
    var one = self
    one.days = first...days.upperBound
    one.widening = Widening(days: days.count, sample: measured?.sample ?? 0)
    return one
  }

  var lacksSample: Bool { counted.map { $0 < smallestSample } ?? false }
}
