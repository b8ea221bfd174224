import Values

/// The last days or weeks of what a firing rule watches, as bars from zero to the highest of them.
struct AlertChart: Sendable {
  struct Bar: Sendable {
    let first: Day
    /// In the figure's unit, a share in percent; nil where it is not known.
    let value: Rate?
    /// Of the highest, 0 to 1.
    let share: Double?
    let isJudged: Bool
  }

  let bars: [Bar]
  /// `Last 28 days of country US`.
  let title: String
  /// `to 2026-06-29: highest 38.0%, newest 14.5%`.
  let caption: String

  /// Nil where the verdict has no figures of days before; of those below zero bars tell nothing.
  init?(_ verdict: Verdict, currency: String) {
    let lines = verdict.recent
    let values = lines.compactMap(\.value)
    guard let last = lines.last, let newest = values.last, let highest = values.max(),
      values.allSatisfy({ $0.millionths >= 0 }), highest.millionths > 0
    else { return nil }
    let unit = MetricSource(verdict.rule).unit
    bars = lines.map { line in
      Bar(
        first: line.days.lowerBound, value: line.value.map { Self.shown($0, unit) },
        share: line.value.map { Double($0.millionths) / Double(highest.millionths) },
        isJudged: verdict.days?.overlaps(line.days) ?? false)
    }
    let place = verdict.segment.map { " of \($0)" } ?? ""
    title = "Last \(lines.count) \(last.days.count == 1 ? "days" : "weeks")\(place)"
    let units = Units(unit, currency: currency)
    caption =
      "to \(last.days.upperBound): highest \(units.text(highest)), newest \(units.text(newest))"
  }

  private static func shown(_ value: Rate, _ unit: Units.Kind) -> Rate {
    unit == .share ? Rate(millionths: value.millionths * 100) : value
  }

  /// For channels without pictures: `▆▇▆▇▂▁ to 2026-06-29: highest 38.0%, newest 14.5%`.
  var text: String { bars.map(Self.block).joined() + " " + caption }

  private static let blocks = "▁▂▃▄▅▆▇█".map(String.init)

  private static func block(_ bar: Bar) -> String {
    bar.share.map { blocks[min(7, Int($0 * 8))] } ?? "·"
  }
}
