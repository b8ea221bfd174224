import Statistics
package import Values

/// Forecasts of the next month ends, and earlier ones beside what came.
struct OutlookForecasts {
  typealias Line = OutlookTable.Line

  private let record: ForecastRecord
  private let asOf: Day
  /// MRR at the end of months that are over.
  private let closings: [Month: Amount]

  init(_ record: ForecastRecord, _ figures: Figures) {
    self.record = record
    asOf = figures.asOf
    closings = Dictionary(
      firstOf: figures.rows(of: MRRMovements.self).totals.compactMap { row in
        guard let month = row[MRRMovements.month], month.lastDay <= figures.asOf else { return nil }
        return row[MRRMovements.closing].map { (month, $0) }
      })
  }

  var lines: [Line] {
    let earlier = backtest
    return record.next.map { line(.forecast, $0, asOf) } + earlier
      + (1...MRRForecast.farthest).compactMap { accuracy($0, earlier) }
  }

  /// Newest last; only months that are over, and forecasts that were made.
  private var backtest: [Line] {
    record.earlier.flatMap { entry in
      entry.outcomes.compactMap { outcome -> Line? in
        var line = line(.backtest, outcome, entry.day)
        guard let expected = line.expected, let target = line.month,
          let actual = closings[target], actual > .zero
        else { return nil }
        line.actual = actual
        line.error = Double(expected.micros) / Double(actual.micros) - 1
        return line
      }
    }
  }

  private func accuracy(_ ahead: Int, _ earlier: [Line]) -> Line? {
    let lines = earlier.filter { $0.monthsAhead == ahead }
    guard !lines.isEmpty else { return nil }
    let errors = lines.compactMap(\.error).map(abs)
    return Line(
      item: .accuracy, monthsAhead: ahead, cases: Int64(lines.count),
      rate: Rate(Int64(lines.count(where: \.isInside)), over: Int64(lines.count)),
      error: errors.reduce(0, +) / Double(errors.count))
  }

  private func line(_ item: Outlook.Item, _ outcome: MRRForecast.Outcome, _ day: Day) -> Line {
    switch outcome {
    case .refused(let month, let ahead, let reason):
      return Line(item: item, month: month, monthsAhead: ahead, madeOn: day, note: reason)
    case .forecast(let forecast):
      return Line(
        item: item, month: forecast.month, monthsAhead: forecast.ahead, madeOn: day,
        cases: Int64(forecast.heldOut), expected: .rounded(forecast.expected)?.wholeCents,
        low: .rounded(forecast.interval.low)?.wholeCents,
        high: .rounded(forecast.interval.high)?.wholeCents, note: ForecastRecord.note(forecast))
    }
  }
}

extension OutlookTable.Line {
  /// Whether what came lies in the interval.
  fileprivate var isInside: Bool {
    guard let low, let high, let actual else { return false }
    return low <= actual && actual <= high
  }
}

extension Amount {
  /// A computed amount, in units of the currency; nil where it cannot be told.
  static func rounded(_ units: Double?) -> Amount? {
    guard let units, units.isFinite, abs(units) < 9e12 else { return nil }
    return Amount(micros: Int64((units * 1_000_000).rounded(.toNearestOrEven)))
  }
}

/// What was forecast at the end of each earlier month, of what was known then, and what came: the
/// record that gives the next forecast its interval.
///
/// An error counts in half widths of the model's own interval (normalized conformal prediction), so
/// that a young app's large errors do not widen what it forecasts later. Of one day only errors
/// known on it count: of months that were over.
package struct ForecastRecord: Sendable {
  package struct Entry: Sendable {
    /// The last day that the forecasts knew of.
    package let day: Day
    package let outcomes: [MRRForecast.Outcome]
  }

  /// Of each earlier month's end, the oldest first.
  package private(set) var earlier: [Entry] = []
  /// Of the day.
  package private(set) var next: [MRRForecast.Outcome] = []

  /// By months ahead, and when each was known.
  private var errors: [Int: [(known: Day, halfWidths: Double)]] = [:]

  private static let quantile = ConformalQuantile(share: 0.8)
  /// The newest errors that count.
  private static let window = 24

  package init(_ history: MRRHistory) {
    let closings = Dictionary(
      uniqueKeysWithValues: history.whole.map { ($0.month, $0.sum(\.closing)) })
    for month in history.whole.map(\.month) where month.lastDay < history.day {
      earlier.append(add(history.known(at: month), closings))
    }
    next = add(history, closings).outcomes
  }

  /// Forecasts of a day by the errors known then; notes their own for later days.
  private mutating func add(_ known: MRRHistory, _ closings: [Month: Double]) -> Entry {
    let outcomes = MRRForecast.all(known)
    let entry = Entry(day: known.day, outcomes: outcomes.map { calibrated($0, known.day) })
    for case .forecast(let forecast) in outcomes {
      guard let actual = closings[forecast.month], actual > 0, forecast.half > 0 else { continue }
      errors[forecast.ahead, default: []].append(
        (forecast.month.lastDay, (actual - forecast.expected) / forecast.half))
    }
    return entry
  }

  private func calibrated(_ outcome: MRRForecast.Outcome, _ day: Day) -> MRRForecast.Outcome {
    guard case .forecast(var forecast) = outcome else { return outcome }
    let known = errors[forecast.ahead, default: []].filter { $0.known <= day }
      .suffix(Self.window).map(\.halfWidths)
    // Too few errors tell nothing of the share: then what the model says, or the largest of them.
    let width = Self.quantile.width(known) ?? known.map(abs).reduce(1, max)
    let half = width * forecast.half
    guard half <= MRRForecast.widest * forecast.expected else {
      return .refused(
        forecast.month, ahead: forecast.ahead,
        "Earlier forecasts were too far off: " + MRRForecast.tooWide)
    }
    forecast.interval = Interval(around: forecast.expected, half)
    forecast.heldOut = known.count
    return .forecast(forecast)
  }

  /// What an interval rests on, where the record is too short; nil where it is not.
  static func note(_ forecast: MRRForecast) -> String? {
    let (count, needed) = (forecast.heldOut, quantile.needed)
    guard count < needed else { return nil }
    let told = count == 1 ? "1 earlier forecast has" : "\(count) earlier forecasts have"
    return "\(told) come due, \(needed) are needed: the interval is the model's own"
      + (count > 0 ? ", or as wide as their largest error." : ".")
  }
}

extension MRRForecast {
  fileprivate var half: Double { (interval.high - interval.low) / 2 }
}
