import Statistics
import Values

/// MRR at the next month ends, and what was forecast at the end of each earlier month beside what
/// came.
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
