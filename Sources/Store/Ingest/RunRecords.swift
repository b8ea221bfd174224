package import Feed
import SQLite
package import Values

/// What a run says of itself.
package struct RunRecord: Sendable, Equatable {
  package var id: Int64
  package var started: Instant
  package var version: String
  package var linesRead = 0
  package var accepted = 0
  package var duplicate = 0
  package var ignored = 0
  package var rejected = 0
  /// Lines of one identity with different content.
  package var conflicts = 0
  /// Accepted events of days that a report had shown before they came.
  package var late = 0
  /// Nothing accepted was kept: too many lines were rejected.
  package var hasFailed = false
  /// Tells apart the configurations under which the lines in the database were read.
  package var reading = ""

  /// Every line ends in exactly one of four ways (Definitions, "The log").
  package var addsUp: Bool { linesRead == accepted + duplicate + ignored + rejected }

  /// Whether more lines were rejected than `allowed`, a share of all; a few never are too many.
  func hasTooManyRejects(_ allowed: Fraction) -> Bool {
    RejectedShare(rejected: Int64(rejected), read: Int64(linesRead)).isMore(than: allowed)
  }
}

package struct RejectedShare: Sendable, Equatable {
  package let rejected: Int64
  package let read: Int64

  /// So few are never too many, whatever their share.
  private static let few = 20

  /// Whether they are more than `allowed`, a share of all.
  package func isMore(than allowed: Fraction) -> Bool {
    rejected > Self.few
      && Int128(rejected) * Int128(allowed.denominator) > Int128(read) * Int128(allowed.numerator)
  }
}

/// What became of one input in one run, duplicates told apart.
package struct InputOutcome: Sendable, Equatable {
  package var result: InputResult
  package var duplicate: Int

  package var accepted: Int { result.counts.accepted - duplicate }
}

/// Reads and writes the records of runs and of their inputs.
struct RunRecords {
  let database: Database

  func nextID() throws -> Int64 {
    try database.integer("SELECT max(id) FROM run") + 1
  }

  func newest(_ count: Int) throws -> [RunRecord] {
    try database.rows("SELECT * FROM run ORDER BY id DESC LIMIT \(count)") { row in
      RunRecord(
        id: row.integer(0), started: Instant(milliseconds: row.integer(1)), version: row.text(2),
        linesRead: Int(row.integer(3)), accepted: Int(row.integer(4)),
        duplicate: Int(row.integer(5)), ignored: Int(row.integer(6)),
        rejected: Int(row.integer(7)), conflicts: Int(row.integer(8)), late: Int(row.integer(9)),
        hasFailed: row.integer(10) == 1, reading: row.text(11))
    }
  }

  /// The records of files that later runs have to know, the oldest first.
  func knownInputs() throws -> [InputRecord] {
    try database.rows(
      """
      SELECT i.path, i.size, i.modified_ns, s.changed_ns, s.inode, i.raw_head_hash, i.raw_tail_hash,
        s.whole_hash, i.consumed, i.newlines, i.head_length, i.head_hash, s.content_hash, s.torn,
        s.earliest_future_ms
      FROM input AS i INNER JOIN input_state AS s ON s.input = i.id
      WHERE i.size IS NOT NULL ORDER BY i.id
      """, InputRecord.init)
  }

  func write(_ run: RunRecord) throws {
    try database.prepare(
      "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    ).run(
      run.id, run.started.milliseconds, run.version, run.linesRead, run.accepted, run.duplicate,
      run.ignored, run.rejected, run.conflicts, run.late, run.hasFailed ? 1 : 0, run.reading)
  }

  /// Writes what is new of inputs. `remembers`: later runs skip what was read now.
  func write(_ inputs: [InputOutcome], run: Int64, remembers: Bool) throws {
    let insert = try database.prepare(
      """
      INSERT INTO input (run, path, status, size, modified_ns, raw_head_hash, raw_tail_hash,
        consumed, newlines, head_length, head_hash, tail_hash, torn_bytes, lines_read, accepted,
        duplicate, ignored, rejected)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    for input in inputs where input.result.isWorthARow {
      if try remembers && isRenewed(input.result) { continue }
      let record = remembers ? input.result.record : nil
      let counts = input.result.counts
      try insert.run(
        run, input.result.file.path, InputStatus(input.result.status).rawValue,
        record?.identity.size,
        record?.identity.modified, record.map { Int64(bitPattern: $0.rawHeadHash) },
        record.map { Int64(bitPattern: $0.rawTailHash) }, record?.consumed, record?.newlines,
        record?.headLength, record.map { Int64(bitPattern: $0.headHash) }, nil as Int64?,
        input.result.tornBytes, counts.read, input.accepted, input.duplicate, counts.ignoredTotal,
        counts.rejectedTotal)
      let id = try database.integer("SELECT last_insert_rowid()")
      try record.map { try write($0, input: id) }
      try write(counts, input: id)
    }
  }

  /// Whether the newest row of a known file under its name could be told where it stands now, or
  /// that its last change has a time of its own by now.
  private func isRenewed(_ result: InputResult) throws -> Bool {
    guard result.status == .alreadyRead, let record = result.record else { return false }
    return try database.prepare(
      """
      UPDATE input_state SET inode = ?, changed_ns = ? WHERE whole_hash = ? AND input = (
        SELECT max(id) FROM input WHERE path = ? AND size = ? AND modified_ns = ?)
      RETURNING input
      """
    ).hasRow(
      record.identity.inode, record.identity.changed, Int64(bitPattern: record.wholeHash),
      record.path, record.identity.size, record.identity.modified)
  }

  private func write(_ record: InputRecord, input: Int64) throws {
    try database.prepare("INSERT INTO input_state VALUES (?, ?, ?, ?, ?, ?, ?)").run(
      input, record.identity.inode, record.identity.changed, Int64(bitPattern: record.wholeHash),
      Int64(bitPattern: record.contentHash), record.hasTornTail ? 1 : 0, record.earliestFuture)
  }

  private func write(_ counts: LineCounts, input: Int64) throws {
    let insert = try database.prepare("INSERT INTO line_count VALUES (?, ?, ?, ?)")
    for count in counts.named {
      try insert.run(input, count.kind.rawValue, count.name, count.lines)
    }
    let byDialect = try database.prepare("INSERT INTO dialect_count VALUES (?, ?, ?)")
    for (dialect, lines) in counts.dialects {
      try byDialect.run(input, dialect.rawValue, lines)
    }
    guard counts.read > 0 else { return }
    let byPath = try database.prepare("INSERT INTO path_count VALUES (?, ?, ?)")
    for (path, lines) in counts.paths { try byPath.run(input, path, lines) }
  }
}

extension InputStatus {
  package init(_ status: InputResult.Status) {
    self =
      switch status {
      case .read: .read
      case .alreadyRead: .alreadyRead
      case .gone: .gone
      case .grown: .grown
      case .refused: .refused
      }
  }
}

extension InputRecord {
  fileprivate init(_ row: Statement) {
    self.init(
      path: row.text(0),
      identity: FileIdentity(
        size: row.integer(1), modified: row.integer(2), changed: row.integer(3),
        inode: row.integer(4)),
      rawHeadHash: UInt64(bitPattern: row.integer(5)),
      rawTailHash: UInt64(bitPattern: row.integer(6)),
      wholeHash: UInt64(bitPattern: row.integer(7)), consumed: row.integer(8),
      newlines: row.integer(9), headLength: Int32(row.integer(10)),
      headHash: UInt64(bitPattern: row.integer(11)),
      contentHash: UInt64(bitPattern: row.integer(12)), hasTornTail: row.integer(13) == 1,
      earliestFuture: row.optionalInteger(14))
  }
}

extension InputResult {
  /// Whether it says something that the database does not know yet.
  fileprivate var isWorthARow: Bool {
    switch status {
    case .alreadyRead: isFoundAnew
    case .gone: false
    default: true
    }
  }
}
