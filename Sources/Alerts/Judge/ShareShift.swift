import Glibc
import Metrics
import Settings
import Statistics
import Values

// Has a share dropped or risen lately? A rule of a drop or rise does not wait until the days of its
// window show it: it adds up what all days since a change tell (ChangeEvidence in Statistics), of any
// number of the newest days up to a week, or to its window where that is longer. It fires when
//
//   chance brings as much at most once in 180 nights (of a confidence of 95 %), and
//   on the days that have most likely changed, the figure is beyond the rule's threshold.
//
// The days are held against the same weekdays of the weeks before, as far as weekdays differ beyond
// chance, for changes of the rule's threshold, twice and four times as much.
//
// A worked example: 35 % of a country's viewers start a purchase, 24 viewers a day. On three days 4, 3
// and 5 do. With 60 % less than usual the three are 330 times as probable as without a change.

/// The newest days of a share that have most likely changed.
struct ShareShift {
  let days: ClosedRange<Day>
  /// What is usual on these days.
  let usual: Rate
  /// Chance alone brings as much at most once in so many nights.
  let nights: Int64

  /// Of the rule's threshold.
  private static let sizes = [1.0, 2, 4]
  /// A drop to nothing allows for no single case.
  private static let largestDrop = 0.97
  /// More is not told apart.
  private static let mostNights = 1_000_000.0

  /// Nil without a past, or with too few cases.
  init?(_ one: RuleEvaluation) {
    let baseline = one.baseline
    guard baseline.median != nil else { return nil }
    let usual = UsualShare(baseline.windows.map { $0.map(one.cases) })
    let newest = one.days.reversed().map(one.cases)
    let sums = newest.runningCases
    let evidence = ChangeEvidence(
      Self.sizes.map { size in newest.map { usual.logRatio($0, one.rule.changed(by: size)) } },
      spread: sums.map(usual.spread))
    let smallest = Double(max(1, one.smallestSample))
    guard let length = evidence.length(where: { sums[$0 - 1] >= smallest }) else { return nil }
    days = one.days.upperBound.advanced(by: 1 - length)...one.days.upperBound
    self.usual = usual.rate(of: newest.prefix(length))
    nights = Int64(min(Self.mostNights, evidence.nights))
  }

  fileprivate static func factor(_ comparison: AlertRule.Comparison, _ change: Double) -> Double {
    comparison.isDownward ? 1 - min(largestDrop, change) : 1 + change
  }
}

/// The cases of a day and those that count.
struct DayCases {
  let day: Day
  let part: Double
  let cases: Double
}

extension [DayCases] {
  /// The cases of the first, of the first two and so on.
  fileprivate var runningCases: [Double] {
    var sum = 0.0
    return map { day in
      sum += day.cases
      return sum
    }
  }
}

extension RuleEvaluation {
  /// Where one case counts twice it counts once.
  fileprivate func cases(on day: Day) -> DayCases {
    let found = measured(day...day)
    let cases = max(0, found?.sample ?? 0)
    return DayCases(
      day: day, part: Double(min(cases, max(0, found?.part ?? 0))), cases: Double(cases))
  }
}

extension AlertRule {
  /// What a change of so many times the threshold makes of a rate.
  fileprivate func changed(by size: Double) -> Double {
    ShareShift.factor(comparison, size * Ratio(threshold).value)
  }
}

/// What a share usually is on a weekday.
struct UsualShare {
  private let rate: Double
  private let cases: Double
  /// Of each weekday, how many times the rate.
  private var ratios = [Double](repeating: 1, count: 7)
  /// How much more than by chance the weeks varied, at least 1.
  private var excess = 1.0

  /// As many weeks as are believed to vary by chance alone before any is seen.
  private static let believed = 8.0
  private static let rates = 1e-4...(1 - 1e-4)

  init(_ windows: [[DayCases]]) {
    let days = windows.flatMap(\.self)
    cases = days.reduce(0) { $0 + $1.cases }
    let part = days.reduce(0) { $0 + $1.part }
    rate = (part + 0.5) / (cases + 1)
    ratios = pooledRatios(days)
    let scores = windows.compactMap(score)
    excess = max(
      1,
      (Self.believed + scores.reduce(0, +)) / (Self.believed + Double(max(1, scores.count) - 1)))
  }

  /// Drawn toward 1 as far as weekdays differ by chance.
  private func pooledRatios(_ days: [DayCases]) -> [Double] {
    var counts = [(observed: Double, expected: Double)](repeating: (0, 0), count: 7)
    for day in days {
      counts[day.day.weekday].observed += day.part
      counts[day.day.weekday].expected += day.cases * rate
    }
    return PartialPooling.ratios(counts, spread: 1 - rate)
  }

  /// The square of the standard errors by which a window was off.
  private func score(_ window: [DayCases]) -> Double? {
    let variance = window.reduce(0) { $0 + $1.cases * rate(on: $1) * (1 - rate(on: $1)) }
    let off = window.reduce(0) { $0 + $1.part - $1.cases * rate(on: $1) }
    return variance > 0 ? off * off / variance : nil
  }

  private func rate(on day: DayCases) -> Double {
    (rate * ratios[day.day.weekday]).within(Self.rates)
  }

  func rate(of days: some Collection<DayCases>) -> Rate {
    let cases = days.reduce(0) { $0 + $1.cases }
    let expected = days.reduce(0) { $0 + $1.cases * rate(on: $1) }
    return Rate(cases > 0 ? expected / cases : rate) ?? Rate(millionths: 0)
  }

  /// How many times as probable a day is when the rate is `factor` times as high, as a logarithm.
  func logRatio(_ day: DayCases, _ factor: Double) -> Double {
    let usual = rate(on: day)
    let changed = (usual * factor).within(Self.rates)
    return day.part * log(changed / usual)
      + (day.cases - day.part) * log((1 - changed) / (1 - usual))
  }

  /// How much more than by chance so many cases vary: the usual rate is itself known from so many
  /// alone.
  func spread(_ count: Double) -> Double { excess * (1 + count / max(1, cases)) }
}

extension Double {
  fileprivate func within(_ range: ClosedRange<Double>) -> Double {
    min(range.upperBound, max(range.lowerBound, self))
  }
}
