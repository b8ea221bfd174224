import Feed
import SQLite
import Values

/// What was read for parts, gathered in temporary tables (`parts.sql`): what became of the lines of
/// each file, by names too, rejected lines, annotations, and events by day.
final class PartCounts {
  let database: Database
  private(set) var apps: Set<String> = []

  /// `database`: the one that is merged into.
  init(_ database: Database) throws {
    self.database = database
    try database.execute(String(decoding: PackageResources.parts_sql, as: UTF8.self))
  }

  /// Adds to the temporary tables. Of two that know other things of one path, one and the same is
  /// kept in whatever order.
  private enum Addition {
    static let file = """
      INSERT INTO part_file VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO UPDATE
      SET (number, status, size, raw_head_hash, raw_tail_hash) = (?2, ?3, ?4, ?5, ?6)
      WHERE (?3 = 'refused', ifnull(?4, -1), ifnull(?5, 0), ifnull(?6, 0))
        > (status = 'refused', ifnull(size, -1), ifnull(raw_head_hash, 0), ifnull(raw_tail_hash, 0))
      """
    static let lines = "INSERT INTO part_lines VALUES (?, ?, ?, ?, ?, ?) \(LineColumns.addition)"
    static let count = """
      INSERT INTO part_count VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET lines = lines + excluded.lines
      """
    static let reject = "INSERT INTO part_reject VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
    static let annotation = "INSERT INTO part_annotation VALUES (?, ?, ?, ?, ?, ?)"
    static let day = """
      INSERT INTO part_day VALUES (?, ?, ?) ON CONFLICT DO UPDATE
      SET events = events + excluded.events, last_ms = max(last_ms, excluded.last_ms)
      """
    static let extent = "INSERT INTO part_extent VALUES (?, ?)"
    static let conflicts = "INSERT INTO part_conflicts VALUES (?)"
  }
}

/// The columns that say what became of lines.
enum LineColumns {
  static let all = ["lines_read", "accepted", "duplicate", "ignored", "rejected"]
  static let list = all.joined(separator: ", ")

  /// Adds them to a row that is there.
  static let addition =
    "ON CONFLICT DO UPDATE SET "
    + all.map { "\($0) = \($0) + excluded.\($0)" }.joined(separator: ", ")

  /// The sums of all, 0 for none. `condition`: 0 where a row does not count.
  static func sums(where condition: String = "1") -> String {
    all.map { "coalesce(sum(\($0) * (\(condition))), 0) AS \($0)" }.joined(separator: ", ")
  }
}

// MARK: - Of a database

extension PartCounts {
  func add(_ part: PartSource) throws {
    try add(part, "SELECT day, events, last_ms FROM event_day", Addition.day)
    try add(part, "SELECT first_ms, last_ms FROM newest_event", Addition.extent)
    let conflicts = "SELECT coalesce(sum(conflicts), 0) FROM run WHERE failed = 0"
    try add(part, conflicts, Addition.conflicts)
    if let read = part.read { return try addRepetitions(in: part, read.paths()) }
    let inputs = InputQueries(isMerged: try part.isMerged())
    try add(part, inputs.files, Addition.file)
    try add(part, inputs.lines, Addition.lines)
    try add(part, inputs.names, Addition.count)
    try add(part, inputs.rejects, Addition.reject)
    try add(part, inputs.annotations, Addition.annotation)
    apps.formUnion(try part.apps())
  }

  private func add(_ part: PartSource, _ query: String, _ addition: String) throws {
    let statement = try database.prepare(addition)
    try part.forEachRow(of: query, statement.run(rowOf:))
  }

  /// Adds what became of lines that `runrate read` counts as accepted.
  private func addRepetitions(in part: PartSource, _ paths: [Int64: String]) throws {
    let lines = try database.prepare(Addition.lines)
    try part.forEachRow(of: InputQueries(isMerged: false).lines) { row in
      let (path, repeated, left) = (row.text(0), row.integer(3), row.integer(4) &+ row.integer(5))
      guard left == 0 else {
        throw Failure(
          "\(grouped(left)) lines that \"runrate read\" accepted were not accepted by fold",
          hint: "read and fold with one configuration, one program and the same --now",
          exit: .badData)
      }
      guard let number = Self.number(of: path), let read = paths[number] else {
        throw Failure(
          "\(path) is none of the files that \"runrate read\" has dealt out",
          hint: "fold a folder of its lines, or leave --read out", exit: .badData)
      }
      if repeated > 0 { try lines.run(read, 0, 0 &- repeated, repeated, 0, 0) }
    }
  }

  /// The number that a file of dealt-out lines has as its name: `000012.ndjson.zst`.
  private static func number(of path: String) -> Int64? {
    path.split(separator: "/").last?.split(separator: ".").first.flatMap { Int64($0) }
  }
}

/// Queries for the inputs of a database: those of runs that kept what they read.
private struct InputQueries {
  private let kept = """
    WITH kept AS (
      SELECT i.* FROM input AS i INNER JOIN run AS r ON r.id = i.run AND r.failed = 0
      WHERE i.status <> \(InputStatus.alreadyRead.sql)
    )
    """
  let isMerged: Bool

  /// Which file a path is in the order of reading; a database with events does not say.
  private func number(_ path: String) -> String {
    isMerged
      ? "coalesce((SELECT number FROM merged_input AS m WHERE m.path = \(path)), 0)" : "0"
  }

  /// What is known of each file; of some, only how others' counts are to be corrected. SQLite takes
  /// the columns beside a `max` from the same row.
  var files: String {
    """
    \(kept)
    SELECT path, \(number("n.path")), status, size, raw_head_hash, raw_tail_hash FROM (
      SELECT path, status, size, raw_head_hash, raw_tail_hash, max(id) FROM kept GROUP BY path
    ) AS n WHERE \(isMerged ? "path IN (SELECT path FROM merged_input)" : "true")
    """
  }

  var lines: String {
    let sums = LineColumns.sums(where: "status <> \(InputStatus.refused.sql)")
    return "\(kept) SELECT path, \(sums) FROM kept GROUP BY path"
  }

  var names: String {
    """
    \(kept)
    SELECT k.path, c.kind, c.name, sum(c.lines) FROM (
      SELECT input, kind, name, lines FROM line_count
      UNION ALL SELECT input, 'dialect', dialect, lines FROM dialect_count
    ) AS c INNER JOIN kept AS k ON k.id = c.input GROUP BY k.path, c.kind, c.name
    """
  }

  var rejects: String {
    """
    SELECT \(number("r.path")), r.path, r.line, r.byte_offset, r.reason, r.field, r.raw,
      coalesce(d.dialect, '')
    FROM reject AS r INNER JOIN run ON run.id = r.run AND run.failed = 0
    LEFT JOIN reject_dialect AS d ON d.reject = r.id
    """
  }

  /// Each was accepted once; a database with events does not say of which file.
  var annotations: String {
    let path =
      isMerged
      ? "(SELECT path FROM merged_annotation AS m WHERE (m.time_ms, m.text) = (l.time_ms, l.text))"
      : "coalesce((SELECT min(path) FROM input), '')"
    return """
      SELECT \(number("a.path")), path, time_ms, text, kind, link FROM (
        SELECT \(path) AS path, time_ms, text, kind, link FROM log_annotation AS l
      ) AS a
      """
  }
}

// MARK: - Of logs

extension PartCounts {
  /// Adds what reading a log has found. `strings`: those of the reader.
  func add(_ result: InputResult, of input: LogPartitioner.Input, _ strings: StringTable) throws {
    let (path, record) = (input.file.path, result.record)
    try database.prepare(Addition.file).run(
      path, input.number, InputStatus(result.status).rawValue, record?.identity.size,
      record.map { Int64(bitPattern: $0.rawHeadHash) },
      record.map { Int64(bitPattern: $0.rawTailHash) })
    let counts = result.isRefused ? LineCounts() : result.counts
    try database.prepare(Addition.lines).run(
      path, counts.read, counts.accepted, 0, counts.ignoredTotal, counts.rejectedTotal)
    let count = try database.prepare(Addition.count)
    for named in counts.named { try count.run(path, named.kind.rawValue, named.name, named.lines) }
    for (dialect, lines) in counts.dialects {
      try count.run(path, "dialect", dialect.rawValue, lines)
    }
    let annotation = try database.prepare(Addition.annotation)
    for noted in counts.annotations {
      try annotation.run(
        input.number, path, noted.time.milliseconds, noted.text, noted.kind, noted.link)
    }
    apps.formUnion(counts.apps.map(strings.string))
  }

  func add(_ rejects: [(LogPartitioner.Input, Reject)]) throws {
    let insert = try database.prepare(Addition.reject)
    for (input, reject) in rejects {
      try insert.run(
        input.number, input.file.path, reject.lineNumber, reject.byteOffset,
        reject.reason.rawValue, reject.field, reject.raw, reject.dialect?.rawValue ?? "")
    }
  }

  func add(from first: Instant, to last: Instant) throws {
    guard first <= last else { return }
    try database.prepare(Addition.extent).run(first.milliseconds, last.milliseconds)
  }
}
