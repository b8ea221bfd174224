package import Values

/// What was known of recurring revenue on a day; later events change nothing in it.
package struct MRRHistory: Sendable {
  /// What one billing period did in one month, in units of the reporting currency.
  package struct Flow: Sendable, Equatable {
    package var opening = 0.0
    /// New, reactivated, expanded, and moved in from another period.
    package var begun = 0.0
    /// Churned, contracted and moved out, as a positive number.
    package var lost = 0.0
    package var fx = 0.0
    package var closing = 0.0
    /// Customers with MRR at the close.
    package var subscribers = 0.0

    package init() {}
  }

  /// A calendar month, or what the day leaves of it.
  package struct Entry: Sendable {
    package let month: Month
    /// By billing period: `P1M`.
    package var flows: [String: Flow]
    package var newSubscribers = 0.0
    package var trialsConverted = 0.0

    package init(_ month: Month, _ flows: [String: Flow] = [:]) {
      self.month = month
      self.flows = flows
    }
  }

  /// The end of this day is what the forecast looks ahead from.
  package let day: Day
  /// Without a gap, the oldest first; the last one is that of the day.
  package let entries: [Entry]
  /// Trials started by day, from the first day of the log on.
  package let starts: [Double]
  package let firstDay: Day
  /// How many days after its start a trial becomes a payment.
  package let trialDays: Int

  package init(
    day: Day, firstDay: Day, entries: [Entry], starts: [Double], trialDays: Int
  ) {
    self.day = day
    self.firstDay = firstDay
    self.entries = entries
    self.starts = starts
    self.trialDays = trialDays
  }

  package func known(at month: Month) -> MRRHistory {
    MRRHistory(
      day: month.lastDay, firstDay: firstDay, entries: entries.filter { $0.month <= month },
      starts: Array(starts.prefix(max(0, firstDay.distance(to: month.lastDay) + 1))),
      trialDays: trialDays)
  }

  /// The months that the log tells of from their first day to their last.
  package var whole: [Entry] {
    entries.filter { $0.month.firstDay >= firstDay && $0.month.lastDay <= day }
  }

  package var mrr: Double { entries.last.map { $0.sum(\.closing) } ?? 0 }
  package var subscribers: Double { entries.last.map { $0.sum(\.subscribers) } ?? 0 }

  /// Trials started on these days, as far as they are known.
  func starts(_ days: ClosedRange<Day>) -> Double {
    let first = max(0, firstDay.distance(to: days.lowerBound))
    let last = min(starts.count - 1, firstDay.distance(to: days.upperBound))
    return first <= last ? starts[first...last].reduce(0, +) : 0
  }

  /// The days on which the trials began that become payments in a month.
  func startDays(of month: Month) -> ClosedRange<Day> {
    month.firstDay.advanced(by: -trialDays)...month.lastDay.advanced(by: -trialDays)
  }
}

extension MRRHistory.Entry {
  package func sum(_ value: (MRRHistory.Flow) -> Double) -> Double {
    flows.sorted { $0.key < $1.key }.reduce(0) { $0 + value($1.value) }
  }
}

extension MRRHistory {
  /// What the tables of a report know, up to its as-of day.
  init?(_ figures: Figures) {
    let days = figures.rows(of: Daily.self)
    guard let first = days.first?[Daily.date] else { return nil }
    self.init(
      day: figures.asOf, firstDay: first, entries: Self.entries(figures, since: first.month),
      starts: days.map { Double($0.integer(Daily.trialsStarted)) },
      trialDays: Self.usual(figures.trialLengths))
  }

  /// The one in the middle.
  private static func usual(_ lengths: [Int]) -> Int {
    let sorted = lengths.sorted()
    return sorted.isEmpty ? 14 : sorted[(sorted.count - 1) / 2]
  }

  private static func entries(_ figures: Figures, since first: Month) -> [Entry] {
    var entries = (first...figures.asOf.month).map { Entry($0) }
    for row in figures.rows(of: MRRMovements.self).where(MRRMovements.dimension, is: "period") {
      guard let month = row[MRRMovements.month], month >= first, month <= figures.asOf.month else {
        continue
      }
      let index = first.distance(to: month)
      entries[index].flows[row.text(MRRMovements.value)] = Flow(row)
    }
    for row in figures.rows(of: Daily.self) {
      guard let day = row[Daily.date] else { continue }
      let index = first.distance(to: day.month)
      entries[index].newSubscribers += Double(row.integer(Daily.newSubscribers))
      entries[index].trialsConverted += Double(row.integer(Daily.trialsConverted))
    }
    return entries
  }
}

extension MRRHistory.Flow {
  fileprivate init(_ row: Row<MRRMovements>) {
    typealias Moves = MRRMovements
    func units(_ columns: [any ReportColumn<MRRMovements>]) -> Double {
      Double(row.sum(columns)) / 1_000_000
    }
    self.init()
    opening = units([Moves.opening])
    begun = units([Moves.new, Moves.reactivation, Moves.expansion, Moves.movedIn])
    lost = -units([Moves.churn, Moves.contraction, Moves.movedOut])
    fx = units([Moves.fx])
    closing = units([Moves.closing])
    subscribers = Double(row.integer(Moves.closingSubscribers))
  }
}
