import Feed
import SQLite
package import Values

/// What the database knows of one file over all runs.
package struct StoredInput: Sendable, Equatable {
  package var path: String
  /// When it was looked into last: read, grown or refused.
  package var status: InputStatus
  package var run: Int64
  /// Bytes on disk; nil for standard input and refused files.
  package var bytes: Int64?
  /// 32 hexadecimal digits made from the first and last 64 KiB on disk; nil like `bytes`.
  package var hash: String?
  /// Lines of all runs that kept what they read.
  package var read: Int
  package var accepted: Int
  package var duplicate: Int
  package var ignored: Int
  package var rejected: Int
}

extension Store {
  /// The files that runs have looked into, by path.
  package func inputs() throws -> [StoredInput] {
    try database.rows(
      """
      WITH kept AS (
        SELECT i.* FROM input AS i INNER JOIN run AS r ON r.id = i.run AND r.failed = 0
        WHERE i.status <> \(InputStatus.alreadyRead.sql)
      ), newest AS (SELECT path, max(id) AS id FROM kept GROUP BY path), total AS (
        SELECT path, sum(lines_read) AS lines_read, sum(accepted) AS accepted,
          sum(duplicate) AS duplicate, sum(ignored) AS ignored, sum(rejected) AS rejected
        FROM kept WHERE status <> \(InputStatus.refused.sql) GROUP BY path
      )
      SELECT n.path, k.status, k.run, k.size, k.raw_head_hash, k.raw_tail_hash,
        t.lines_read, t.accepted, t.duplicate, t.ignored, t.rejected
      FROM newest AS n INNER JOIN kept AS k ON k.id = n.id LEFT JOIN total AS t ON t.path = n.path
      ORDER BY n.path
      """, StoredInput.init)
  }

  /// Up to which day the derived tables go; nil before the first report.
  package func reportedDay() throws -> Day? { try FoldState.read(database)?.asOf }

  /// What the clock said when the newest run began; nil before the first.
  package func newestRunStart() throws -> Instant? {
    try database.first("SELECT started_ms FROM run ORDER BY id DESC LIMIT 1") {
      Instant(milliseconds: $0.integer(0))
    }
  }

  /// The number of the newest run, 0 before the first.
  package func newestRun() throws -> Int64 {
    try database.integer("SELECT max(id) FROM run")
  }
}

extension StoredInput {
  fileprivate init(_ row: Statement) throws {
    path = row.text(0)
    status = try row.choice(1)
    run = row.integer(2)
    bytes = row.optionalInteger(3)
    hash = bytes.map { _ in
      [4, 5].map { hexadecimal(UInt64(bitPattern: row.integer($0))) }.joined()
    }
    (read, accepted, duplicate) = (Int(row.integer(6)), Int(row.integer(7)), Int(row.integer(8)))
    (ignored, rejected) = (Int(row.integer(9)), Int(row.integer(10)))
  }
}
