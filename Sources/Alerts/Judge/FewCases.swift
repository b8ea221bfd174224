import Settings
import Statistics
import Values

// Fewer cases than a rule asks for can still tell of a large trouble, as a warning: from a quarter
// of the smallest sample on, 30 at least. A drop or rise is tested as of many cases (ShareShift); a
// bound by the exact interval (Clopper & Pearson 1934), which has to be beyond it, wholly.
//
// It is corrected for how much is judged at once: for the values of a dimension (SegmentTests), or
// for the windows that a rule for everybody tries, the last of which holds the smallest sample.
//
// A worked example: of 43 receipts in 3 days 11 failed, and none of the 70 in the four days before.
// The week holds the smallest sample of 100, and its 9.7 % are below the threshold of 10 %. The
// exact interval of the three days, at 97.5 % for one of two windows, begins at 12.2 %: a warning.

extension RuleEvaluation {
  var isOfFewCases: Bool { smallestSample < Int64(rule.minSample) }

  /// Whether it is a drop or rise of a share: see ShareShift.
  var testsChange: Bool {
    rule.comparison.isRelative && source.isShare && rule.window.span == .days
  }

  /// On a quarter of the smallest sample.
  var withReducedSample: RuleEvaluation {
    var one = self
    one.smallestSample = min(smallestSample, max(30, smallestSample / 4))
    return one
  }

  /// The shortest window of few cases that fires, of those on the way to one that holds the
  /// smallest sample. Where none does, the rule is not judged at all.
  var early: RuleEvaluation? {
    let steps = ladder(upTo: AlertRule.longestWindow)
    guard source.isShare, !testsChange, steps.count > 1, steps.last?.lacksSample == false else {
      return nil
    }
    let few = steps.dropLast().map(\.withReducedSample).filter {
      !$0.lacksSample && $0.measured?.isProportion == true
    }
    return few.map { $0.corrected(for: few.count + 1) }.first { $0.verdict.finding == .firing }
  }

  /// What is surprising enough for the rule to fire, before any correction.
  var level: Double { 1 - Ratio(rule.confidence).value }
}

extension Verdict {
  var isOfFewCases: Bool {
    smallestSample < Int64(rule.minSample) && sample ?? 0 < Int64(rule.minSample)
  }

  /// Whether a change is beyond what chance brings in as many nights as the rule's confidence allows.
  var isBeyondChance: Bool { nights.map { $0 >= Significance.nights(confidence) } ?? true }

  /// The same for ten times as many nights.
  var isFarBeyondChance: Bool {
    nights.map { $0 / Significance.farBeyond >= Significance.nights(confidence) } ?? true
  }

  /// With the figures of a window of few cases, which fires where this one does not.
  func taking(_ early: RuleEvaluation) -> Verdict {
    var one = early.verdict
    (one.rule, one.tested) = (rule, tested)
    return one
  }
}

extension Measurement {
  /// Whether it is a part of the cases, of which none counts twice.
  var isProportion: Bool {
    guard let part, let sample else { return false }
    return (0...sample).contains(part)
  }

  /// The exact interval of a proportion; nil where it is none.
  func exactInterval(_ confidence: Fraction) -> Interval? {
    guard let part, let sample else { return nil }
    return ClopperPearson.interval(part, of: sample, outside: 1 - Ratio(confidence).value)
  }
}
