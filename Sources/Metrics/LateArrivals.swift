import SQLite
import Values

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
