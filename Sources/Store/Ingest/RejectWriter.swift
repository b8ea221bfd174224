import Feed
import SQLite

/// Keeps rejected lines in the database, at most `limit` of a run: the counts are always whole.
final class RejectWriter {
  /// A broken feed must not fill the disk: beyond this many lines only the counts are kept.
  static let limit = 100_000

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

  func write(_ reject: Reject, path: String) throws {
    guard written < Self.limit else { return }
    written += 1
    try insert.run(
      run, path, reject.lineNumber, reject.byteOffset, reject.reason.rawValue, reject.field,
      reject.raw)
    if let dialect = reject.dialect { try insertDialect.run(dialect.rawValue) }
  }
}
