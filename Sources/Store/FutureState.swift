import SQLite
package import Values

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
