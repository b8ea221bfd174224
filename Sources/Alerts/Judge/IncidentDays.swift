import Glibc
import Settings
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
/// The incident are the two days whose excess is the greatest together. Of the 100 payments after them
/// none failed, which at 2 % is (0.98 ÷ 0.625)¹⁰⁰ times as probable as at the 37.5 % of the incident: it
/// is over. Twenty times is enough (the sequential test of Wald 1945), of the mean of what the threshold
/// says and the four weeks before: a test of the incident may look for any other rate that is known
/// beforehand.
package struct IncidentDays: Sendable, Hashable {
  package let days: ClosedRange<Day>
  /// What they came to.
  package let during: RuleEvidence.Line?
  /// What its newest days after them came to, where that is on the good side of the threshold, and
  /// hardly probable if it went on: it is over.
  package let after: RuleEvidence.Line?
}

extension RuleEvaluation {
  /// Ends within the judged days; nil for what is no share over several days. `threshold`: what the
  /// verdict held it against.
  func incident(beyond threshold: Rate) -> IncidentDays? {
    guard source.isShare, days.count > 1, let found = greatestExcess(over: threshold) else {
      return nil
    }
    let after = wellSince(found, beyond: threshold)
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

  /// The most of the days after an incident, up to the newest, that are well: what recovers is not well
  /// at once.
  private func wellSince(_ incident: ClosedRange<Day>, beyond threshold: Rate) -> RuleEvidence.Line?
  {
    guard let during = measured(incident) else { return nil }
    let rates = [threshold.value, usual(before: incident, beyond: threshold)].compactMap(\.self)
    var rest = incident.upperBound.advanced(by: 1)
    while rest <= days.upperBound {
      if let now = measured(rest...days.upperBound), isWell(now, threshold, during, rates) {
        return line(rest...days.upperBound)
      }
      rest = rest.advanced(by: 1)
    }
    return nil
  }

  /// Times as probable at the threshold as in the incident.
  private static let surely = 20.0

  private func isWell(
    _ now: Measurement, _ threshold: Rate, _ during: Measurement, _ rates: [Double]
  ) -> Bool {
    guard !rule.comparison.isBeyond(now.value, Ratio(threshold)), now.isProportion,
      during.isProportion, let part = during.part, let sample = during.sample,
      let bad = now.logLikelihood((Double(part) + 0.5) / (Double(sample) + 1))
    else { return false }
    let ratios = rates.compactMap { now.logLikelihood($0) }.map { exp($0 - bad) }
    return ratios.reduce(0, +) / Double(ratios.count) > Self.surely
  }

  /// The rate of the four weeks before, where that is on the good side.
  private func usual(before incident: ClosedRange<Day>, beyond threshold: Rate) -> Double? {
    let last = incident.lowerBound.advanced(by: -1)
    guard let found = measured(last.advanced(by: 1 - AlertRule.longestWindow)...last),
      found.isProportion, !rule.comparison.isBeyond(found.value, Ratio(threshold))
    else { return nil }
    return found.value.value
  }
}

extension Measurement {
  /// Of as many that count, at a rate; but for what does not hang on the rate. Nil of what is no share.
  fileprivate func logLikelihood(_ rate: Double) -> Double? {
    guard let part, let sample else { return nil }
    let rate = min(1 - 1e-6, max(1e-6, rate))
    return Double(part) * log(rate) + Double(sample - part) * log(1 - rate)
  }
}
