import Feed
import SQLite
import Values

/// Lines about what was read, of a database.
struct PartRecords {
  private let database: Database
  private let context: ReadContext?

  /// `context`: the lines were dealt out by `runrate read`, which has counted them.
  init(_ database: Database, _ context: ReadContext?) {
    (self.database, self.context) = (database, context)
  }

  func write(_ writer: inout PartExport.Writer) throws {
    try writeDays(&writer.builder)
    try writeConflicts(&writer.builder)
    if let context {
      try writeRepetitions(context, &writer.builder)
    } else {
      try writeLines(&writer.builder)
      try writeNames(&writer.builder)
      try writeAnnotations(&writer.builder)
      try writeRejects(&writer)
    }
    try writer.flush(.rows)
  }

  private func writeDays(_ builder: inout PartLineBuilder) throws {
    let days = try database.prepare("SELECT day, last_ms, events FROM event_day ORDER BY day")
    var last = Int64.min
    while try days.step() {
      builder.begin(.eventDay)
      builder.add(days.integer(0))
      builder.add(days.integer(1))
      builder.put(days.integer(2))
      builder.end()
      last = max(last, days.integer(1))
    }
    guard last > .min,
      let first = try database.first("SELECT first_ms FROM newest_event", { $0.integer(0) })
    else { return }
    builder.begin(.extent)
    builder.add(first)
    builder.add(last)
    builder.end()
  }

  private func writeConflicts(_ builder: inout PartLineBuilder) throws {
    let conflicts = try database.first(
      "SELECT coalesce(sum(conflicts), 0) FROM run WHERE failed = 0"
    ) {
      $0.integer(0)
    }
    builder.begin(.conflicts)
    builder.add("")
    builder.put(conflicts ?? 0)
    builder.end()
  }

  /// The files whose lines count: those of runs that kept what they read.
  private static let kept = """
    input AS i INNER JOIN run AS r ON r.id = i.run AND r.failed = 0
    WHERE i.status <> \(InputStatus.alreadyRead.sql)
    """

  /// What became of lines that `runrate read` counts as accepted.
  private func writeRepetitions(_ context: ReadContext, _ builder: inout PartLineBuilder) throws {
    let files = try database.rows(
      "SELECT i.path, sum(i.duplicate), sum(i.ignored + i.rejected) FROM \(Self.kept) GROUP BY i.path"
    ) { (path: $0.text(0), repeated: $0.integer(1), left: $0.integer(2)) }
    let left = files.reduce(0) { $0 + $1.left }
    guard left == 0 else {
      throw Failure(
        "\(grouped(left)) lines that \"runrate read\" accepted were not accepted by fold",
        hint: "read and fold with one configuration, one program and the same --now",
        exit: .badData)
    }
    for file in files {
      guard let number = Self.number(of: file.path), let path = context.paths[number] else {
        throw Failure(
          "\(file.path) is none of the files that \"runrate read\" has dealt out",
          hint: "fold a folder of its lines, or leave --read out", exit: .badData)
      }
      builder.add(
        LineTally(accepted: -file.repeated, duplicate: file.repeated), of: path)
    }
  }

  /// The number that a file of dealt-out lines has as its name: `000012.ndjson.zst`.
  private static func number(of path: String) -> Int64? {
    path.split(separator: "/").last?.split(separator: ".").first.flatMap { Int64($0) }
  }

  private func writeLines(_ builder: inout PartLineBuilder) throws {
    let files = try database.prepare(
      """
      WITH newest AS (SELECT i.path, max(i.id) AS id FROM \(Self.kept) GROUP BY i.path)
      SELECT n.path, k.status, k.size, k.raw_head_hash, k.raw_tail_hash,
        sum(CASE WHEN i.status <> \(InputStatus.refused.sql) THEN i.lines_read ELSE 0 END),
        sum(CASE WHEN i.status <> \(InputStatus.refused.sql) THEN i.accepted ELSE 0 END),
        sum(CASE WHEN i.status <> \(InputStatus.refused.sql) THEN i.duplicate ELSE 0 END),
        sum(CASE WHEN i.status <> \(InputStatus.refused.sql) THEN i.ignored ELSE 0 END),
        sum(CASE WHEN i.status <> \(InputStatus.refused.sql) THEN i.rejected ELSE 0 END)
      FROM newest AS n INNER JOIN input AS k ON k.id = n.id
      INNER JOIN (SELECT i.* FROM \(Self.kept)) AS i ON i.path = n.path
      GROUP BY n.path ORDER BY n.path
      """)
    var number: Int64 = 0
    while try files.step() {
      builder.add(
        try PartInput(
          number: number, path: files.text(0),
          status: files.choice(1),
          bytes: files.optionalInteger(2), head: files.optionalInteger(3),
          tail: files.optionalInteger(4)))
      builder.add(LineTally(files, from: 5), of: files.text(0))
      number += 1
    }
  }

  private func writeNames(_ builder: inout PartLineBuilder) throws {
    let names = try database.prepare(
      """
      SELECT i.path, c.kind, c.name, sum(c.lines) FROM line_count AS c
      INNER JOIN (SELECT i.* FROM \(Self.kept)) AS i ON i.id = c.input
      GROUP BY i.path, c.kind, c.name
      """)
    while try names.step() {
      builder.begin(.lineCount)
      for column in Int32(0)..<3 { builder.add(names.text(column)) }
      builder.put(names.integer(3))
      builder.end()
    }
    let dialects = try database.prepare(
      """
      SELECT i.path, c.dialect, sum(c.lines) FROM dialect_count AS c
      INNER JOIN (SELECT i.* FROM \(Self.kept)) AS i ON i.id = c.input GROUP BY i.path, c.dialect
      """)
    while try dialects.step() {
      builder.begin(.dialect)
      for column in Int32(0)..<2 { builder.add(dialects.text(column)) }
      builder.put(dialects.integer(2))
      builder.end()
    }
    let apps = try database.prepare(
      "SELECT s.value FROM log_app AS a INNER JOIN string AS s ON s.id = a.app")
    while try apps.step() {
      builder.begin(.app)
      builder.add(apps.text(0))
      builder.end()
    }
  }

  /// Each was accepted once; of which file nobody has kept.
  private func writeAnnotations(_ builder: inout PartLineBuilder) throws {
    let path = try database.first("SELECT min(path) FROM input") { $0.text(0) } ?? ""
    for noted in try LogAnnotation.all(database) {
      builder.add(noted, in: path, number: 0, lines: 1)
    }
  }

  private func writeRejects(_ writer: inout PartExport.Writer) throws {
    let rows = try database.prepare(
      """
      SELECT r.path, r.line, r.byte_offset, r.reason, r.field, r.raw, d.dialect
      FROM reject AS r INNER JOIN run ON run.id = r.run AND run.failed = 0
      LEFT JOIN reject_dialect AS d ON d.reject = r.id ORDER BY r.id
      """)
    while try rows.step() {
      writer.builder.add(
        PartReject(
          number: 0, path: rows.text(0), line: rows.integer(1), offset: rows.integer(2),
          reason: rows.text(3), field: rows.text(4),
          dialect: rows.isNull(6) ? "" : rows.text(6), raw: rows.blob(5)))
      try writer.flushIfFull(.rows)
    }
  }
}
