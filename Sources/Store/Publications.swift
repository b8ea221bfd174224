package import Feed
import SQLite
package import Values

/// A figure of a day: counts, or micro-units.
package struct DayFigure: Hashable, Sendable {
  package let day: Day
  package let figure: String

  package init(day: Day, figure: String) { (self.day, self.figure) = (day, figure) }
}

/// A report as later ones remember it.
package struct PublishedReport: Sendable, Equatable {
  package var asOf: Day
  package var made: Instant
  /// The newest run whose events it knew.
  package var run: Int64
  /// Tells apart everything besides events and exchange rates that decides about figures.
  package var rules: String
  package var rates: String
  /// What its alerts came to, in a few words.
  package var result: String

  package init(
    asOf: Day, made: Instant, run: Int64, rules: String, rates: String, result: String
  ) {
    (self.asOf, self.made, self.run) = (asOf, made, run)
    (self.rules, self.rates, self.result) = (rules, rates, result)
  }
}

/// A figure of a published day that a later report shows otherwise.
package struct Restatement: Sendable, Equatable {
  /// The report that shows it otherwise.
  package var asOf: Day
  package var place: DayFigure
  package var before: Int64
  package var after: Int64
  package var cause: String

  package init(asOf: Day, place: DayFigure, before: Int64, after: Int64, cause: String) {
    (self.asOf, self.place, self.cause) = (asOf, place, cause)
    (self.before, self.after) = (before, after)
  }
}

package struct LateEvents: Sendable, Equatable {
  package let run: Int64
  package let started: Instant
  package let events: Int64
  package let first: Day
  package let last: Day
}

extension Store {
  /// The newest reports, the newest day first; none in a database that is older than they.
  package func publishedReports(_ count: Int) throws -> [PublishedReport] {
    guard try database.has("published_report") else { return [] }
    return try database.rows(
      "SELECT * FROM published_report ORDER BY as_of_day DESC LIMIT \(count)"
    ) {
      PublishedReport(
        asOf: Day(Int($0.integer(0))), made: Instant(milliseconds: $0.integer(1)),
        run: $0.integer(2), rules: $0.text(3), rates: $0.text(4), result: $0.text(5))
    }
  }

  /// Every figure that was published last, but those that were 0.
  package func publishedFigures() throws -> [DayFigure: Int64] {
    let rows = try database.rows("SELECT day, figure, value FROM published_figure") {
      (DayFigure(day: Day(Int($0.integer(0))), figure: $0.text(1)), $0.integer(2))
    }
    return Dictionary(rows, uniquingKeysWith: { _, last in last })
  }

  /// What reports up to `asOf` restated, the newest report first.
  package func restatements(upTo asOf: Day) throws -> [Restatement] {
    try database.rows(
      """
      SELECT as_of_day, day, figure, before, after, cause FROM restatement
      WHERE as_of_day <= \(asOf.number) AND before <> after ORDER BY as_of_day DESC, day, figure
      """
    ) {
      Restatement(
        asOf: Day(Int($0.integer(0))),
        place: DayFigure(day: Day(Int($0.integer(1))), figure: $0.text(2)),
        before: $0.integer(3), after: $0.integer(4), cause: $0.text(5))
    }
  }

  /// What runs after `run` brought for days up to `day` that had been shown.
  package func lateEvents(after run: Int64, upTo day: Day) throws -> [LateEvents] {
    try database.rows(
      """
      SELECT r.id, r.started_ms, sum(l.events), min(l.day), max(l.day)
      FROM run AS r INNER JOIN late_event AS l ON l.run = r.id
      WHERE r.id > \(run) AND l.day <= \(day.number) GROUP BY r.id ORDER BY r.id
      """
    ) {
      LateEvents(
        run: $0.integer(0), started: Instant(milliseconds: $0.integer(1)), events: $0.integer(2),
        first: Day(Int($0.integer(3))), last: Day(Int($0.integer(4))))
    }
  }

  /// Remembers a report and the figures that differ from the last. Call in a transaction.
  package func keep(
    _ report: PublishedReport, changed: [DayFigure: Int64], _ restated: [Restatement]
  ) throws {
    try database.prepare("INSERT OR REPLACE INTO published_report VALUES (?, ?, ?, ?, ?, ?)").run(
      report.asOf.number, report.made.milliseconds, report.run, report.rules, report.rates,
      report.result)
    let set = try database.prepare("INSERT OR REPLACE INTO published_figure VALUES (?, ?, ?)")
    for (place, value) in changed { try set.run(place.day.number, place.figure, value) }
    let restate = try database.prepare(
      """
      INSERT INTO restatement VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET after = excluded.after, cause = excluded.cause
      """)
    for row in restated {
      try restate.run(
        row.asOf.number, row.place.day.number, row.place.figure, row.before, row.after, row.cause)
    }
  }

  /// Notes of which days that had been shown a run brought events.
  func keep(late days: [Day: Int], run: Int64) throws {
    let insert = try database.prepare("INSERT INTO late_event VALUES (?, ?, ?)")
    for (day, events) in days { try insert.run(run, day.number, events) }
  }

  /// What lines note that happened to everybody, by time.
  package func annotations() throws -> [LogAnnotation] {
    try database.has("log_annotation") ? LogAnnotation.all(database) : []
  }
}

extension LogAnnotation {
  static func all(_ database: Database) throws -> [LogAnnotation] {
    try database.rows(
      "SELECT time_ms, text, kind, link FROM main.log_annotation ORDER BY time_ms, text"
    ) { row in
      LogAnnotation(
        time: Instant(milliseconds: row.integer(0)), text: row.text(1), kind: row.text(2),
        link: row.text(3))
    }
  }
}

extension Store {
  /// The tables of what was published and judged, each with its column of the day.
  private static let datedTables = [
    ("alert_state", "as_of_day"), ("alert_extent", "as_of_day"),
    ("alert_acknowledgement", "made_day"), ("alert_told", "told_day"),
    ("alert_message", "made_day"),
    ("published_report", "as_of_day"), ("published_figure", "day"), ("restatement", "as_of_day"),
    ("digest_posted", "last_day"),
  ]

  /// Forgets what a run whose clock was ahead has published, judged and posted of days after
  /// `today`, and makes the next fold begin anew. Call inside a transaction.
  package func forget(after today: Day) throws {
    for (table, day) in Self.datedTables {
      try database.prepare("DELETE FROM \(table) WHERE \(day) > ?").run(today.number)
    }
    try database.prepare("UPDATE fold_state SET rules = '' WHERE as_of_day > ?").run(today.number)
  }
}
