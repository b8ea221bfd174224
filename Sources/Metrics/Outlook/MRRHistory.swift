package import Values

/// What was known of recurring revenue on a day, month by month: all that a forecast may look at.
/// Nothing in it changes with later events.
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

  /// What was known at the end of an earlier month.
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
