import Settings
import Statistics
package import Values

/// The days of a trouble, as the series of a share tells them: a window goes on being bad for as
/// many days as it is long, and a program that is run for the first time has not seen it begin.
///
/// Worked example: 2 % of payments may fail, and 11 % of the week's did, 100 payments a day. What is
/// beyond half way between them, 6.5 %, belongs to the trouble:
///
///     failed       1     1     40    35     0     0     0
///     excess     −5.5  −5.5  33.5  28.5  −6.5  −6.5  −6.5     failed − 6.5 % of the payments
///
/// The incident are the two days whose excess is the greatest together. Of the 300 payments after
/// them none failed, 95% interval 0% to 1.3%: wholly below 2%, it is over.
package struct IncidentDays: Sendable, Hashable {
  package let days: ClosedRange<Day>
  /// What they came to.
  package let during: RuleEvidence.Line?
  /// What its newest days after them came to, where that is reliably on the good side of the
  /// threshold: it is over.
  package let after: RuleEvidence.Line?
}

extension RuleEvaluation {
  /// Ends within the judged days; nil for what is no share over several days. `threshold`: what the
  /// verdict held it against.
  func incident(beyond threshold: Rate) -> IncidentDays? {
    guard source.isShare, days.count > 1, let found = greatestExcess(over: threshold) else {
      return nil
    }
    let after = wellSince(found.upperBound, beyond: threshold.value)
    return IncidentDays(days: found, during: line(found), after: after)
  }

  /// The neighbouring days whose excess is the greatest together (Kadane's algorithm).
  private func greatestExcess(over threshold: Rate) -> ClosedRange<Day>? {
    guard firstDay <= days.upperBound, let value = measured?.value.rate else { return nil }
    let halfWay = (threshold.millionths + value.millionths) / 2
    var (begin, sum) = (firstDay, Int128(0))
    var best: (days: ClosedRange<Day>, sum: Int128)?
    for day in firstDay...days.upperBound {
      if sum <= 0 { (begin, sum) = (day, 0) }
      sum += excess(on: day, over: halfWay)
      if days.contains(day), sum > best?.sum ?? 0 { best = (begin...day, sum) }
    }
    return best?.days
  }

  /// By how many millionths of a case a day is beyond a share, in millionths.
  private func excess(on day: Day, over share: Int64) -> Int128 {
    guard let found = measured(day...day), let part = found.part, let sample = found.sample else {
      return 0
    }
    let excess = Int128(part) * 1_000_000 - Int128(sample) * Int128(share)
    return rule.comparison.isDownward ? -excess : excess
  }

  /// The most of the days after `last`, up to the newest, whose whole interval is on the good side of
  /// the threshold: what recovers is not well at once.
  private func wellSince(_ last: Day, beyond threshold: Double) -> RuleEvidence.Line? {
    var rest = last.advanced(by: 1)
    while rest <= days.upperBound {
      if isWell(rest...days.upperBound, threshold) { return line(rest...days.upperBound) }
      rest = rest.advanced(by: 1)
    }
    return nil
  }

  private func isWell(_ days: ClosedRange<Day>, _ threshold: Double) -> Bool {
    let interval = measured(days)?.interval(z: Significance.quantile(rule.confidence))
    guard let interval else { return false }
    return rule.comparison.isDownward ? interval.low > threshold : interval.high < threshold
  }
}
