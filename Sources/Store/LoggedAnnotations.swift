package import Feed
import SQLite
import Values

extension Store {
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
