import Feed
import SQLite
import Values

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
    guard try database.first("SELECT 1 FROM run WHERE failed = 1 LIMIT 1", { _ in true }) != nil
    else { return }
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

  /// Forgets the dialects of lines that are gone: others will have their numbers. Call when any
  /// were removed.
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
