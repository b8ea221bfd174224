import SQLite
import Values

/// The texts of rejected lines. They help to repair what writes the log, and can name anybody in any
/// encoding: so they go after 30 days and with every purge. Place, reason and count stay.
enum RejectedTexts {
  private static let kept = TimeSpan.days(30)

  /// Removes those of runs that started more than 30 days before `now`.
  static func removeOld(at now: Instant, _ database: Database) throws {
    let end = (now - kept).milliseconds
    _ = try remove("run IN (SELECT id FROM run WHERE started_ms < \(end))", database)
  }

  /// Removes all of them; how many there were.
  static func removeAll(_ database: Database) throws -> Int { try remove("true", database) }

  /// The bytes are overwritten, so that they are in no free page either.
  private static func remove(_ condition: String, _ database: Database) throws -> Int {
    try database.execute("PRAGMA secure_delete = ON")
    try database.execute(
      "UPDATE reject SET raw = x'' WHERE length(raw) > 0 AND \(condition)")
    return database.newestChanges
  }
}
