import SQLite
import Values

/// What the number of events tells of the as-of day's log: there is none, or hardly any beside the
/// four weeks before. The numbers are of lines, not of people.
package struct MissingEvents: Sendable, Hashable {
  /// Of the as-of day.
  package let events: Int64
  /// The fewest of any of the days before.
  package let fewest: Int64

  /// How many days with events, one after the other, make the next one known as a day of its kind.
  package static let regularDays = 28
  /// With fewer events on the weakest day, half of them come and go by chance.
  private static let countable: Int64 = 200

  /// Nil where nothing is missing, or nobody could tell: without four weeks that have some each
  /// day.
  package init?(events: Int64, before: [Int64]) {
    guard before.count == Self.regularDays, let fewest = before.min(), fewest > 0 else {
      return nil
    }
    (self.events, self.fewest) = (events, fewest)
    guard isWhole || fewest >= Self.countable && events < fewest - events else { return nil }
  }

  /// Whether the day has no event at all.
  package var isWhole: Bool { events == 0 }
}

extension ReportScope {
  /// What is missing of the as-of day's log.
  func missingEvents(_ database: Database) throws -> MissingEvents? {
    let days = try database.rows(
      """
      SELECT e.day, e.events FROM event_day AS e
      INNER JOIN report_run AS r
        ON e.day BETWEEN r.as_of_day - \(MissingEvents.regularDays) AND r.as_of_day
      """
    ) { (day: Day(Int($0.integer(0))), events: $0.integer(1)) }
    return MissingEvents(
      events: days.first { $0.day == asOf }?.events ?? 0,
      before: days.filter { $0.day < asOf }.map(\.events))
  }
}
