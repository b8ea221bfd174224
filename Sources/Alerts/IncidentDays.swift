import Settings
import Statistics
package import Values

/// The days of a trouble, as the series of a share tells them: a window goes on being bad for as
/// many days as it is long, and a program that is run for the first time has not seen it begin.
///
/// Worked example: 2 % of payments may fail. On six days each, of 100 a day,
///
///     failed      1   1   40   35    0   0   0
///     excess     −1  −1   38   33   −2  −2  −2     failed − 2 % of the payments
///
/// the incident are the two days whose excess is the greatest together. Of the 300 payments after
/// them none failed, 95% interval 0% to 1.3%: wholly below 2%, it is over.
package struct IncidentDays: Sendable, Hashable {
  package let days: ClosedRange<Day>
  /// What came after them, where that is reliably on the good side of the threshold: it is over.
  package let after: RuleEvidence.Line?
}

extension RuleEvaluation {
  /// Ends within the judged days; nil for what is no share over several days that is held against a
  /// fixed threshold.
  var incident: IncidentDays? {
    guard source.isShare, !rule.comparison.isRelative, days.count > 1, let found = greatestExcess
    else { return nil }
    return IncidentDays(days: found, after: wellSince(found.upperBound))
  }

  /// The neighbouring days whose excess is the greatest together (Kadane's algorithm).
  private var greatestExcess: ClosedRange<Day>? {
    guard firstDay <= days.upperBound else { return nil }
    var (begin, sum) = (firstDay, Int128(0))
    var best: (days: ClosedRange<Day>, sum: Int128)?
    for day in firstDay...days.upperBound {
      if sum <= 0 { (begin, sum) = (day, 0) }
      sum += excess(on: day)
      if days.contains(day), sum > best?.sum ?? 0 { best = (begin...day, sum) }
    }
    return best?.days
  }

  /// By how many cases a day is beyond the threshold, times the threshold's denominator.
  private func excess(on day: Day) -> Int128 {
    guard let found = measured(day...day), let part = found.part, let sample = found.sample else {
      return 0
    }
    let excess =
      Int128(part) * Int128(rule.threshold.denominator)
      - Int128(sample) * Int128(rule.threshold.numerator)
    return rule.comparison.isDownward ? -excess : excess
  }

  /// The days after `last`, where their whole interval is on the good side of the threshold.
  private func wellSince(_ last: Day) -> RuleEvidence.Line? {
    guard last < days.upperBound else { return nil }
    let rest = last.advanced(by: 1)...days.upperBound
    let interval = measured(rest)?.interval(z: Significance.quantile(rule.confidence))
    guard let interval else { return nil }
    let threshold = Ratio(rule.threshold).value
    let isWell =
      rule.comparison.isDownward ? interval.low > threshold : interval.high < threshold
    return isWell ? line(rest) : nil
  }
}
