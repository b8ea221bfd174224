import Metrics
import Statistics
import Values

/// What a metric came to over some days.
struct Measurement: Sendable {
  let value: Ratio
  /// The number of cases behind it; nil where there is none to count.
  var sample: Int64?
  /// How many of them count, where the value is a proportion.
  var part: Int64?

  /// Nil where nothing can be said: no denominator, no value. Of a percentile the worst day's
  /// counts; where the window was widened, because days have few cases, that of the middle day:
  /// the worst of 28 days with few cases each is always bad.
  init?(
    _ form: MetricSource.Form, _ figures: FigureRows, _ days: ClosedRange<Day>,
    isWidened: Bool = false
  ) {
    switch form {
    case .age: return nil
    case .share:
      let share = figures.share(days)
      self.init(part: share.part, of: share.cases)
    case .amount(let column, let cases):
      guard let sum = figures.amount(column, days) else { return nil }
      self.init(sum, sample: cases.map { figures.sum([$0], days) })
    case .state(let column):
      guard let last = figures.state(column, days) else { return nil }
      self.init(last)
    case .percentile(let column, let cases):
      let known = figures.values(column, days).sorted()
      guard let value = isWidened ? known.middle : known.last,
        let seconds = Ratio(value, over: 1000)
      else { return nil }
      self.init(seconds, sample: figures.sum([cases], days))
    case .single(let column):
      guard let value = figures.single(column, days)?.ratio else { return nil }
      self.init(value)
    }
  }

  private init(_ value: Ratio, sample: Int64? = nil) {
    self.value = value
    self.sample = sample
  }

  private init?(part: Int64, of cases: Int64) {
    guard let share = Ratio(part, over: cases) else { return nil }
    value = share
    sample = cases
    self.part = part
  }

  /// The Wilson interval of a proportion. Nil where it is none, or where one case counts twice
  /// (more paywalls dismissed than shown).
  func interval(z: Double) -> Interval? {
    guard let part, let sample else { return nil }
    return Interval(wilson: part, of: sample, z: z)
  }
}

extension FigureRows {
  fileprivate func amount(_ column: String, _ days: ClosedRange<Day>) -> Ratio? {
    Ratio(sum([column], days), over: scale(of: column))
  }

  fileprivate func state(_ column: String, _ days: ClosedRange<Day>) -> Ratio? {
    last(column, days).flatMap { Ratio($0, over: scale(of: column)) }
  }
}

extension Cell {
  fileprivate var ratio: Ratio? {
    if let rate { return Ratio(rate) }
    if let amount { return Ratio(amount.micros, over: 1_000_000) }
    return count.flatMap { Ratio($0, over: 1) }
  }
}

/// The same days of the periods before: the same weekdays, or the same part of a month.
struct BaselineFigures: Sendable {
  /// What the metric came to in each of the periods that have figures, the newest first.
  let values: [Rate]
  /// The days of these periods.
  let windows: [ClosedRange<Day>]
  let samples: [Int64]
  let weeks: Int
  /// How much more than the number of its cases the figure varies by chance.
  private let spread: Double

  /// `measure` says what the metric came to over some of the `earlier` days.
  init(
    _ earlier: [ClosedRange<Day>], weeks: Int, firstDay: Day, rows: FigureRows,
    _ form: MetricSource.Form, _ measure: (ClosedRange<Day>) -> Measurement?
  ) {
    windows = earlier.filter { $0.lowerBound > firstDay && rows.hasRows($0) && measure($0) != nil }
    let known = windows.compactMap(measure)
    values = known.map(\.value.rate)
    samples = known.compactMap(\.sample)
    self.weeks = weeks
    spread = form.spread
  }

  /// Of half the weeks, and of two where so many are asked for; nil of fewer.
  var median: Rate? {
    values.count >= max(min(2, weeks), (weeks + 1) / 2) ? RobustStatistics.median(values) : nil
  }

  /// The standard deviation that chance alone gives to a sum of so many cases: eight weeks can be
  /// more alike than chance allows, and their own deviation is then no measure.
  var chance: Rate {
    guard let median, usualSample > 0 else { return Rate(millionths: 0) }
    let deviation = spread * abs(median.value) / Double(usualSample).squareRoot()
    return Rate(deviation) ?? Rate(millionths: 0)
  }

  var usualSample: Int64 {
    let sorted = samples.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }
}

extension [Int64] {
  /// Of sorted numbers; the smaller one of two in the middle.
  fileprivate var middle: Int64? { isEmpty ? nil : self[(count - 1) / 2] }
}

extension MetricSource.Form {
  /// 1 for a count (Poisson). Charges differ, a yearly plan beside a weekly one: a sum of money
  /// varies √(1 + cv²) as much as their number, and 1.5 is that for prices with a cv of 1.1.
  fileprivate var spread: Double {
    if case .amount(let column, let sample) = self, column == sample { 1 } else { 1.5 }
  }
}
