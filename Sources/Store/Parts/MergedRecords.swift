import Feed
import SQLite
import Values

/// Writes what was read for the parts as one run, less what runs before have counted.
struct MergedRecords {
  private let database: Database
  private let store: Store
  private let lines: MergedLines
  private let noted: [LogAnnotation]
  private let before: FoldState?
  private let strings: StringTable

  /// `before`: what the merge before this one has shown.
  init(
    _ store: Store, _ strings: StringTable, _ lines: MergedLines, _ noted: [LogAnnotation],
    since before: FoldState?
  ) {
    (self.store, database, self.strings) = (store, store.database, strings)
    (self.lines, self.noted, self.before) = (lines, noted, before)
  }

  func write(started: Instant, program: String, allowed: Fraction, _ rejects: MergedRejects) throws
    -> RunRecord
  {
    var run = RunRecord(
      id: try RunRecords(database: database).nextID(), started: started, version: program)
    run.reading = lines.agreement?.reading ?? ""
    try count(&run)
    guard !run.hasTooManyRejects(allowed) else {
      throw Failure(
        "\(grouped(Int64(run.rejected))) of \(grouped(Int64(run.linesRead))) lines were rejected, more "
          + "than ingest.maxRejectedShare allows: nothing was merged",
        hint: "the lines that begin with \"reject\" in the parts' rows.tsv say which, and why",
        exit: .badData)
    }
    let late = try lateEvents()
    run.late = Int(try late.values.reduce(Int64(0)) { try $0.adding(Int64($1)) })
    try RunRecords(database: database).write(run)
    try writeInputs(run: run.id)
    try RejectedTexts.removeOld(at: started, database)
    try rejects.write(run: run.id)
    try store.keep(late: late, run: run.id)
    try writeDays()
    try writeNoted()
    return run
  }

  /// The lines of all parts, less those of runs before.
  private func count(_ run: inout RunRecord) throws {
    let known = try database.first(
      """
      SELECT coalesce(sum(lines_read), 0), coalesce(sum(accepted), 0),
        coalesce(sum(duplicate), 0), coalesce(sum(ignored), 0), coalesce(sum(rejected), 0),
        coalesce(sum(conflicts), 0) FROM run WHERE failed = 0
      """
    ) { (lines: LineTally($0, from: 0), conflicts: $0.integer(5)) }
    let all = try lines.lines.values.reduce(LineTally()) { try $0.adding($1) }
    let new = try all.subtracting(known?.lines ?? LineTally())
    (run.linesRead, run.accepted) = (Int(new.read), Int(new.accepted))
    (run.duplicate, run.ignored) = (Int(new.duplicate), Int(new.ignored))
    run.rejected = Int(new.rejected)
    run.conflicts = Int(try lines.conflicts.subtracting(known?.conflicts ?? 0))
  }

  /// Events of days that the merge before has shown, and that were not there.
  private func lateEvents() throws -> [Day: Int] {
    guard let before else { return [:] }
    let known = Dictionary(
      uniqueKeysWithValues: try database.rows("SELECT day, events FROM event_day") {
        ($0.integer(0), $0.integer(1))
      })
    var late: [Day: Int] = [:]
    for (day, counted) in lines.days where day <= before.asOf.number {
      let new = try counted.events.subtracting(known[day] ?? 0)
      if new > 0 { late[Day(Int(day))] = Int(new) }
    }
    return late
  }

  private func writeDays() throws {
    try database.execute("DELETE FROM event_day; DELETE FROM newest_event")
    let insert = try database.prepare("INSERT INTO event_day VALUES (?, ?, ?)")
    for (day, counted) in lines.days.sorted(by: { $0.key < $1.key }) {
      try insert.run(day, counted.events, counted.last)
    }
    if let first = lines.first, let last = lines.days.values.map(\.last).max() {
      try database.prepare("INSERT INTO newest_event VALUES (1, ?, ?)").run(first, last)
    }
    try database.prepare("INSERT OR REPLACE INTO event_day_zone VALUES (1, ?)").run(
      lines.agreement?.zone ?? "")
  }

  private func writeNoted() throws {
    try database.execute("DELETE FROM log_annotation; DELETE FROM log_app")
    let insert = try database.prepare("INSERT INTO log_annotation VALUES (?, ?, ?, ?)")
    for note in noted { try insert.run(note.time.milliseconds, note.text, note.kind, note.link) }
    let app = try database.prepare("INSERT INTO log_app VALUES (?)")
    for name in lines.apps.sorted() { try app.run(strings.id(of: name)) }
  }

  /// Throws for a negative number of lines: a correction without what it corrects.
  func requirePositive() throws {
    for (path, tally) in lines.lines.sorted(by: { $0.key < $1.key }) where tally.isNegative {
      throw Failure(
        "the parts give a negative number of lines for \(path)",
        hint: "write the parts anew; nothing was merged", exit: .reconciliation)
    }
  }

  /// Throws where accepted lines are not there as events: a part is missing.
  func requireAllLines() throws {
    let accepted = try lines.lines.values.reduce(Int64(0)) { try $0.adding($1.accepted) }
    let found = try lines.days.values.reduce(Int64(noted.count)) { try $0.adding($1.events) }
    guard accepted == found else {
      throw Failure(
        "\(grouped(accepted)) lines were accepted, and the parts hold \(grouped(found))",
        hint: "a part is missing or of other lines: fold all that \"runrate read\" dealt out",
        exit: .reconciliation)
    }
  }
}

// MARK: - By file

extension MergedRecords {
  private func writeInputs(run: Int64) throws {
    let known = try knownLines()
    let insert = try database.prepare(
      """
      INSERT INTO input (run, path, status, size, raw_head_hash, raw_tail_hash, torn_bytes,
        lines_read, accepted, duplicate, ignored, rejected)
      VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?) RETURNING id
      """)
    var inputs: [String: Int64] = [:]
    for (path, all) in lines.lines.sorted(by: { $0.key < $1.key }) {
      let new = try all.subtracting(known[path] ?? LineTally())
      if known[path] != nil, new == LineTally() { continue }
      let file = lines.files[path]
      let status: InputStatus =
        file?.status == .refused ? .refused : known[path] == nil ? .read : .grown
      let values: [any Bindable] = [
        run, path, status.rawValue, file?.bytes, file?.head, file?.tail,
      ]
      for (place, value) in (values + new.numbers).enumerated() {
        try insert.bind(value, at: Int32(place + 1))
      }
      while try insert.step() { inputs[path] = insert.integer(0) }
    }
    try writeNames(inputs)
  }

  private func knownLines() throws -> [String: LineTally] {
    let rows = try database.rows(
      """
      SELECT i.path, sum(i.lines_read), sum(i.accepted), sum(i.duplicate), sum(i.ignored),
        sum(i.rejected)
      FROM input AS i INNER JOIN run AS r ON r.id = i.run AND r.failed = 0 GROUP BY i.path
      """
    ) { ($0.text(0), LineTally($0, from: 1)) }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  /// Counts of names, at the new rows of the files; of a file without one, at its newest.
  private func writeNames(_ inputs: [String: Int64]) throws {
    let known = try knownNames()
    let sum = "ON CONFLICT DO UPDATE SET lines = lines + excluded.lines"
    let insert = try database.prepare("INSERT INTO line_count VALUES (?, ?, ?, ?) \(sum)")
    let byDialect = try database.prepare("INSERT INTO dialect_count VALUES (?, ?, ?) \(sum)")
    for (name, all) in lines.names {
      let new = try all.subtracting(known[name] ?? 0)
      guard new != 0, let input = try inputs[name.path] ?? newestInput(name.path) else { continue }
      if name.kind == MergedLines.dialect {
        try byDialect.run(input, name.name, new)
      } else {
        try insert.run(input, name.kind, name.name, new)
      }
    }
  }

  private func newestInput(_ path: String) throws -> Int64? {
    let newest = try database.prepare("SELECT max(id) FROM input WHERE path = ?")
    try newest.bind(path, at: 1)
    defer { newest.reset() }
    return try newest.step() ? newest.optionalInteger(0) : nil
  }

  private func knownNames() throws -> [MergedLines.Name: Int64] {
    let rows = try database.rows(
      """
      WITH kept AS (
        SELECT i.id, i.path FROM input AS i INNER JOIN run AS r ON r.id = i.run AND r.failed = 0
      )
      SELECT k.path, c.kind, c.name, sum(c.lines) FROM line_count AS c
      INNER JOIN kept AS k ON k.id = c.input GROUP BY k.path, c.kind, c.name
      UNION ALL
      SELECT k.path, '\(MergedLines.dialect)', c.dialect, sum(c.lines) FROM dialect_count AS c
      INNER JOIN kept AS k ON k.id = c.input GROUP BY k.path, c.dialect
      """
    ) { row in
      (
        MergedLines.Name(path: row.text(0), kind: row.text(1), name: row.text(2)),
        row.integer(3)
      )
    }
    return Dictionary(uniqueKeysWithValues: rows)
  }
}

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
