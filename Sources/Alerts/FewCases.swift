import Settings
import Statistics
import Values

// Fewer cases than a rule asks for can still tell of a large trouble, as a warning: from a quarter
// of the smallest sample on, 30 at least, and by tests that keep their promise for few cases.
//
//   below, above   the exact interval (Clopper & Pearson 1934) has to be beyond the threshold, wholly
//   drop, rise     the figure has to be beyond the threshold, and away from that of all windows of
//                  the baseline together by more than three standard errors of their difference: the
//                  two-proportion z-test at the limits of a control chart (Shewhart 1931)
//
// That a whole interval is beyond "30 % less than usual", as the rule asks on its full sample, is
// more than a hundred cases can show, even when the rate falls to a third; that the rate is another
// one, they can. By chance a figure is three standard errors away once in 370 nights.
//
// Both are corrected for how much is judged at once: for the values of a dimension (SegmentTests),
// or for the windows that a rule for everybody tries, the last of which holds the smallest sample.
//
// A worked example: of 43 receipts in 3 days 11 failed, and none of the 70 in the four days before.
// The week holds the smallest sample of 100, and its 9.7 % are below the threshold of 10 %. The
// exact interval of the three days, at 97.5 % for one of two windows, begins at 12.2 %: a warning.

extension RuleEvaluation {
  /// Whether it is judged on fewer cases than the rule asks for.
  var isOfFewCases: Bool { smallestSample < Int64(rule.minSample) }

  /// Whether a drop or rise is tested by its standard errors, as few cases are.
  var testsChange: Bool { isOfFewCases && rule.comparison.isRelative && source.isShare }

  /// On a quarter of the smallest sample.
  var withReducedSample: RuleEvaluation {
    var one = self
    one.smallestSample = min(smallestSample, max(30, smallestSample / 4))
    let three = Fraction(3, over: 1)
    if one.testsChange, Ratio(rule.baseline.deviations) < Ratio(three) {
      one.rule.baseline.deviations = three
    }
    return one
  }

  /// The shortest window of few cases that fires, of those on the way to one that holds the
  /// smallest sample. Where none does, the rule is not judged at all.
  var early: RuleEvaluation? {
    let steps = ladder(upTo: AlertRule.longestWindow)
    guard source.isShare, steps.count > 1, steps.last?.lacksSample == false else { return nil }
    let few = steps.dropLast().map(\.withReducedSample).filter {
      !$0.lacksSample && $0.measured?.isProportion == true
    }
    return few.map { $0.corrected(for: few.count + 1) }.first { $0.verdict.finding == .firing }
  }

  /// What is surprising enough for the rule to fire, before any correction.
  var level: Double {
    testsChange
      ? Significance.pValue(deviations: Ratio(rule.baseline.deviations).value)
      : 1 - Ratio(rule.confidence).value
  }
}

extension Verdict {
  /// Whether it was judged on fewer cases than the rule asks for.
  var isOfFewCases: Bool { smallestSample < Int64(rule.minSample) }

  /// Whether a drop or rise was tested by its standard errors.
  var testsChange: Bool { isOfFewCases && rule.comparison.isRelative && part != nil }

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

extension BaselineFigures {
  /// By how many standard errors a proportion differs from that of all windows together: the z of
  /// the pooled two-proportion test. Nil where neither varies.
  func standardErrors(_ now: Measurement) -> Rate? {
    guard let part = now.part, let cases = now.sample, cases > 0, pooled.cases > 0 else {
      return nil
    }
    let (n, before) = (Double(cases), Double(pooled.cases))
    let rate = Double(part + pooled.part) / (n + before)
    let error = (rate * (1 - rate) * (1 / n + 1 / before)).squareRoot()
    return Rate(abs(Double(part) / n - Double(pooled.part) / before) / error)
  }
}
