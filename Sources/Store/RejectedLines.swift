import Feed
import SQLite
import Values

package struct RejectedLine: Sendable, Equatable {
  package var run: Int64
  package var path: String
  package var line: Int64
  package var byteOffset: Int64
  package var reason: String
  /// The field that the reason speaks of, else empty.
  package var field: String
  /// Which dialect it was read in; nil for a native line.
  package var dialect: String?
  /// Cut at 4 KiB; not necessarily UTF-8.
  package var raw: [UInt8]
}

extension Store {
  /// Calls `body` with every rejected line, in the order of runs, files and lines.
  package func forEachRejectedLine(_ body: (RejectedLine) throws -> Void) throws {
    let rows = try database.prepare("\(try query) ORDER BY r.id")
    while try rows.step() { try body(RejectedLine(rows)) }
  }

  /// A rejected line of the newest run that has one for this reason; nil where none was kept.
  package func newestRejectedLine(for reason: String) throws -> RejectedLine? {
    try database.prepare(
      "\(try query) WHERE r.reason = ? ORDER BY r.run DESC, r.id LIMIT 1"
    ).first(reason, read: RejectedLine.init)
  }

  private var query: String {
    get throws {
      """
      SELECT r.run, r.path, r.line, r.byte_offset, r.reason, r.field, r.raw, \(try dialectOfReject)
      FROM reject AS r
      """
    }
  }

  /// An older database has no such table.
  private var dialectOfReject: String {
    get throws {
      try database.has("reject_dialect")
        ? "(SELECT d.dialect FROM reject_dialect AS d WHERE d.reject = r.id)" : "NULL"
    }
  }
}

extension RejectedLine {
  fileprivate init(_ row: Statement) {
    self.init(
      run: row.integer(0), path: row.text(1), line: row.integer(2), byteOffset: row.integer(3),
      reason: row.text(4), field: row.text(5), dialect: row.isNull(7) ? nil : row.text(7),
      raw: row.blob(6))
  }
}

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

/// Keeps rejected lines in the database, at most `limit` of a run: the counts are always whole.
package final class RejectWriter {
  /// A broken feed must not fill the disk: beyond this many lines only the counts are kept.
  package static let limit = 100_000

  private let insert: Statement
  private let insertDialect: Statement
  private let run: Int64
  private var written = 0

  init(_ database: Database, run: Int64) throws {
    insert = try database.prepare(
      """
      INSERT INTO reject (run, path, line, byte_offset, reason, field, raw)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """)
    insertDialect = try database.prepare(
      "INSERT INTO reject_dialect VALUES (last_insert_rowid(), ?)")
    self.run = run
  }

  /// Forgets what earlier runs kept of files that are read once more: of runs that were refused as
  /// a whole, whose files every later run begins anew. Call before the first is written.
  func forgetRefused(_ paths: [String], _ database: Database) throws {
    guard try database.hasRow("SELECT 1 FROM run WHERE failed = 1 LIMIT 1") else { return }
    try database.execute("CREATE TEMP TABLE read_path (path TEXT PRIMARY KEY) WITHOUT ROWID")
    let insert = try database.prepare("INSERT OR IGNORE INTO temp.read_path VALUES (?)")
    for path in paths { try insert.run(path) }
    try database.execute(
      """
      DELETE FROM reject WHERE run IN (SELECT id FROM run WHERE failed = 1 AND id < \(run))
        AND path IN (SELECT path FROM temp.read_path);
      DROP TABLE temp.read_path;
      """)
    try Self.forgetDialects(database)
  }

  /// Call when rejected lines were removed: others will have their numbers.
  static func forgetDialects(_ database: Database) throws {
    try database.execute(
      "DELETE FROM reject_dialect WHERE reject NOT IN (SELECT id FROM reject)")
  }

  func write(_ reject: Reject, path: String) throws {
    guard written < Self.limit else { return }
    written += 1
    try insert.run(
      run, path, reject.lineNumber, reject.byteOffset, reject.reason.rawValue, reject.field,
      reject.raw)
    if let dialect = reject.dialect { try insertDialect.run(dialect.rawValue) }
  }
}
