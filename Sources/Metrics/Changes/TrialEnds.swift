package import Values

/// Trials by the day on which they were to end, over 28 days at a time: the rate that the alert
/// `trial-conversion` judges. The newest window ends as many days before the as-of day as a trial
/// may still convert after its end.
package struct TrialEnds {
  package static let days = 28

  package struct Window {
    package let days: ClosedRange<Day>
    package let matured: Int64
    package let converted: Int64
    /// Days are hidden from strangers (``SmallCells``): the counts are then nothing.
    package let isHidden: Bool

    /// Missing where no trial is over, or days are hidden.
    package var rate: Cell { Rate(converted, over: matured).map(Cell.rate) ?? .missing }
  }

  private let settled: Day
  private let isHidden: Bool
  private let byDay: [Day: (matured: Int64, converted: Int64)]

  package init(_ figures: Figures) {
    settled = figures.asOf.advanced(by: -figures.trialGraceDays)
    isHidden = figures.hiddenBelow != nil
    let rows = isHidden ? Rows(Outcomes.schema.table()) : figures.rows(of: Outcomes.self).totals
    byDay = Dictionary(
      firstOf: rows.compactMap { row in
        row[Outcomes.date].map {
          ($0, (row.integer(Outcomes.trialsMatured), row.integer(Outcomes.trialsConverted)))
        }
      })
  }

  /// The 28 days that end so many days before the newest settled one.
  package func window(ago: Int) -> Window {
    let last = settled.advanced(by: -ago)
    return window(last.advanced(by: 1 - Self.days)...last)
  }

  /// Of the trials that were to end on these days and are settled.
  package func window(_ days: ClosedRange<Day>) -> Window {
    let known = days.compactMap { byDay[$0] }
    return Window(
      days: days, matured: known.reduce(0) { $0 + $1.matured },
      converted: known.reduce(0) { $0 + $1.converted }, isHidden: isHidden)
  }

  /// The rate a step of seven days ago, two steps …, the oldest first.
  package var history: [Double?] {
    (0..<13).reversed().map { window(ago: 7 * $0).rate.magnitude }
  }
}
