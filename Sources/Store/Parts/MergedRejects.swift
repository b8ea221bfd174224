import SQLite

/// The rejected lines of all parts, in a temporary table until it is known which are new.
struct MergedRejects {
  private let database: Database
  private let insert: Statement

  init(_ database: Database) throws {
    self.database = database
    try database.execute(
      """
      CREATE TEMP TABLE part_reject (
        number INTEGER, path TEXT, line INTEGER, byte_offset INTEGER, reason TEXT, field TEXT,
        dialect TEXT, raw BLOB)
      """)
    insert = try database.prepare("INSERT INTO part_reject VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
  }

  func take(_ reject: PartReject) throws {
    try insert.run(
      reject.number, reject.path, reject.line, reject.offset, reject.reason, reject.field,
      reject.dialect, reject.raw)
  }

  /// Writes those that no run before has kept, as those of `run`.
  func write(run: Int64) throws {
    try database.execute(
      """
      INSERT INTO reject (run, path, line, byte_offset, reason, field, raw)
      SELECT \(run), p.path, p.line, p.byte_offset, p.reason, p.field, p.raw FROM part_reject AS p
      WHERE NOT EXISTS (SELECT 1 FROM reject AS r INNER JOIN run AS n ON n.id = r.run AND n.failed = 0
        WHERE r.path = p.path AND r.line = p.line AND r.byte_offset = p.byte_offset)
      ORDER BY p.number, p.path, p.byte_offset LIMIT \(RejectWriter.limit);
      INSERT INTO reject_dialect
      SELECT r.id, p.dialect FROM reject AS r
      INNER JOIN part_reject AS p ON p.path = r.path AND p.byte_offset = r.byte_offset
      WHERE r.run = \(run) AND p.dialect <> '';
      DROP TABLE part_reject;
      """)
  }
}
