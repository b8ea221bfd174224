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
  /// day. A day of them that was missing itself is nil, and tells nothing.
  package init?(events: Int64, before: [Int64?]) {
    guard before.count == Self.regularDays, let fewest = before.compactMap(\.self).min(), fewest > 0
    else { return nil }
    (self.events, self.fewest) = (events, fewest)
    guard isTotal || fewest >= Self.countable && events < fewest - events else { return nil }
  }

  /// Of the last of some days, the oldest first: by its second day a loss is not usual.
  package static func last(of days: [Int64]) -> MissingEvents? {
    var found: MissingEvents?
    var usual: [Int64?] = []
    for events in days {
      found = MissingEvents(events: events, before: Array(usual.suffix(regularDays)))
      usual.append(found == nil ? events : nil)
    }
    return found
  }

  package var isTotal: Bool { events == 0 }
}

/// Why figures of the as-of day do not tell of all of it.
package enum Staleness: Sendable, Hashable {
  /// The data ends earlier than the freshness rules allow.
  case outdated
  /// The day has hardly any of its events.
  case incomplete(MissingEvents)
}

extension ReportScope {
  /// What is missing of the as-of day's log.
  func missingEvents(_ database: Database) throws -> MissingEvents? {
    let events = try database.rows(
      """
      SELECT coalesce(e.events, 0) FROM calendar_day AS c
      INNER JOIN report_run AS r ON c.day >= r.as_of_day - \(2 * MissingEvents.regularDays)
      LEFT JOIN event_day AS e ON e.day = c.day ORDER BY c.day
      """
    ) { $0.integer(0) }
    return MissingEvents.last(of: events)
  }
}

/// Events of days that had been reported before they came, by how old they were (Definitions, "Data
/// quality"): days from their own to the one on which a run read them.
struct LateArrivals {
  /// How old, at least, in words; the last that fits counts.
  private static let ages: [(days: Int, text: String)] = [
    (.min, "up to 1 day old"), (2, "2 to 7 days old"), (8, "8 to 30 days old"),
    (31, "31 to 90 days old"), (91, "more than 90 days old"),
  ]

  /// Ages that occur, the youngest first.
  let byAge: [(age: String, events: Int64)]
  /// `40 days old, of 2026-05-01`; nil where nothing came late.
  let oldest: String?

  init(_ database: Database, _ zone: Zone) throws {
    let rows = try database.rows(
      """
      SELECT r.started_ms, l.day, l.events FROM late_event AS l
      INNER JOIN run AS r ON r.id = l.run ORDER BY l.day, r.id
      """
    ) {
      let day = Day(Int($0.integer(1)))
      let read = zone.day(of: Instant(milliseconds: $0.integer(0)))
      return (age: day.distance(to: read), day: day, events: $0.integer(2))
    }
    byAge = Self.ages.indices.compactMap { place in
      let events = rows.filter { Self.place(of: $0.age) == place }.reduce(0) { $0 + $1.events }
      return events > 0 ? (Self.ages[place].text, events) : nil
    }
    oldest = rows.max { $0.age < $1.age }.map { "\($0.age) days old, of \($0.day)" }
  }

  private static func place(of age: Int) -> Int {
    ages.lastIndex { $0.days <= age } ?? 0
  }
}
