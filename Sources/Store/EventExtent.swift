package import Feed
import SQLite
package import Values

/// From when to when accepted events go.
package struct EventExtent: Sendable, Equatable {
  package let first: Instant
  package let last: Instant
}

extension Store {
  /// Counts the events of each day anew where that was done in another time zone. Call inside a
  /// transaction, after what is read was stored.
  package func countDays(in zone: Zone, _ strings: StringTable) throws {
    guard try EventDays.countedZone(database) != zone.name else { return }
    if try extent() != nil {
      try Rescan(database, Deduplication(ContentOrder(strings))).countDays(zone)
    }
    try zone.noteCounted(database)
  }

  /// Nil without any event.
  package func extent() throws -> EventExtent? {
    try database.first("SELECT first_ms, last_ms FROM newest_event") {
      EventExtent(
        first: Instant(milliseconds: $0.integer(0)), last: Instant(milliseconds: $0.integer(1)))
    }
  }

  /// The newest event that a report of `day` knows about, whatever came after it.
  package func newestEvent(upTo day: Day) throws -> Instant? {
    let newest = try database.prepare(
      "SELECT last_ms FROM event_day WHERE day <= ? ORDER BY day DESC LIMIT 1")
    try newest.bind(day.number, at: 1)
    guard try newest.step() else { return nil }
    defer { newest.reset() }
    return Instant(milliseconds: newest.integer(0))
  }

  /// The longest time without events in the 56 days before the newest that a report of `day` knows
  /// about; nil where no two days have some. Each day's newest event is known, and no other: across
  /// days without any a gap goes from one to the next, else to midnight.
  package func longestGap(upTo day: Day, in zone: Zone) throws -> TimeSpan? {
    let days = try database.rows(
      """
      SELECT day, last_ms FROM event_day WHERE day <= \(day.number)
        AND day >= (SELECT max(day) - 56 FROM event_day WHERE day <= \(day.number))
      ORDER BY day
      """
    ) { (day: Day(Int($0.integer(0))), last: Instant(milliseconds: $0.integer(1))) }
    return zip(days, days.dropFirst()).map { before, after in
      let hasSilence = before.day.distance(to: after.day) > 1
      return (hasSilence ? after.last : zone.start(of: after.day)) - before.last
    }.max()
  }
}
