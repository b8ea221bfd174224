import Metrics
import Values

/// What a metric came to over some days.
struct Measurement: Sendable {
  let value: Ratio
  /// The number of cases behind it.
  let sample: Int64
  /// How many of them count, where the value is a proportion.
  var part: Int64?

  /// Nil where nothing can be said: no denominator, no value.
  init?(_ form: MetricSource.Form, _ figures: DayFigures, _ days: ClosedRange<Day>) {
    switch form {
    case .age: return nil
    case .share(let part, let whole):
      let (count, cases) = (figures.sum(part, days), figures.sum(whole, days))
      guard let share = Ratio(count, over: cases) else { return nil }
      (value, sample, self.part) = (share, cases, count)
    case .amount(let column, let cases):
      guard let amount = Ratio(figures.sum([column], days), over: 1_000_000) else { return nil }
      (value, sample) = (amount, figures.sum([cases], days))
    case .percentile(let column, let cases):
      guard let worst = figures.largest(column, days), let seconds = Ratio(worst, over: 1000) else {
        return nil
      }
      (value, sample) = (seconds, figures.sum([cases], days))
    }
  }

  /// The Wilson interval of a proportion. Nil where it is none, or where one case counts twice
  /// (more paywalls dismissed than shown).
  func interval(z: Double) -> WilsonInterval? {
    part.flatMap { WilsonInterval($0, of: sample, z: z) }
  }
}

/// The same weekdays of the weeks before (SPEC 6).
struct BaselineFigures: Sendable {
  /// What the metric came to in each of the weeks that have figures, the newest first.
  let values: [Rate]
  let samples: [Int64]
  let weeks: Int

  init(
    _ form: MetricSource.Form, _ figures: DayFigures, before days: ClosedRange<Day>, weeks: Int,
    firstDay: Day
  ) {
    let known = (1...max(1, weeks)).compactMap { week -> Measurement? in
      let shifted =
        days.lowerBound.advanced(by: -7 * week)...days.upperBound.advanced(by: -7 * week)
      return shifted.lowerBound > firstDay ? Measurement(form, figures, shifted) : nil
    }
    values = known.map(\.value.rate)
    samples = known.map(\.sample)
    self.weeks = weeks
  }

  /// Of half the weeks at least; nil of fewer.
  var median: Rate? { values.count >= max(2, (weeks + 1) / 2) ? Statistics.median(values) : nil }

  /// The sample that was usual.
  var usualSample: Int64 {
    let sorted = samples.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }
}
