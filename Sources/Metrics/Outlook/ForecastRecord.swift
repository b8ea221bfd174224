import Statistics
package import Values

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

  /// The forecasts of a day, with intervals by the errors known on it; notes their own for later
  /// days.
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
