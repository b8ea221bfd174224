import Feed
import SQLite
import Values

extension PartCounts {
  /// Writes everything as what one run has read: less what the runs before have counted. `before`:
  /// up to where reports have shown it.
  func write(
    to store: Store, _ strings: StringTable, as run: RunRecord, since before: FoldState? = nil
  ) throws -> RunRecord {
    try foldAnnotations()
    var run = run
    try count(&run)
    let late = try lateEvents(since: before)
    run.late = late.values.reduce(0, &+)
    try RunRecords(database: database).write(run)
    try writeInputs(run: run.id)
    try RejectedTexts.removeOld(at: run.started, database)
    try writeRejects(run: run.id)
    try store.keep(late: late, run: run.id)
    try writeDays()
    try write(apps: strings)
    return run
  }

  /// What says the same again is a duplicate.
  private func foldAnnotations() throws {
    try database.execute(
      """
      INSERT INTO part_lines
      SELECT path, 0, -count(*), count(*), 0, 0 FROM noted WHERE file_rank > 1 GROUP BY path
      \(LineColumns.addition);
      DELETE FROM log_annotation;
      INSERT INTO log_annotation SELECT time_ms, text, kind, link FROM noted WHERE kind_rank = 1;
      DELETE FROM merged_annotation;
      INSERT INTO merged_annotation SELECT time_ms, text, path FROM noted WHERE file_rank = 1;
      """)
  }

  /// The lines of all parts, less those of runs before.
  private func count(_ run: inout RunRecord) throws {
    let counts = try database.first("SELECT * FROM new_total") { row in
      (0..<6).map { Int(row.integer($0)) }
    }
    guard let counts else { return }
    (run.linesRead, run.accepted, run.duplicate) = (counts[0], counts[1], counts[2])
    (run.ignored, run.rejected, run.conflicts) = (counts[3], counts[4], counts[5])
  }

  /// Events of days that the merge before has shown, and that were not there.
  private func lateEvents(since before: FoldState?) throws -> [Day: Int] {
    guard let before else { return [:] }
    let days = try database.rows(
      """
      SELECT p.day, p.events - coalesce(e.events, 0) AS late FROM part_day AS p
      LEFT JOIN event_day AS e ON e.day = p.day WHERE p.day <= \(before.asOf.number) AND late > 0
      """
    ) { (Day(Int($0.integer(0))), Int($0.integer(1))) }
    return Dictionary(uniqueKeysWithValues: days)
  }

  private func writeInputs(run: Int64) throws {
    let add = "ON CONFLICT DO UPDATE SET lines = lines + excluded.lines"
    try database.execute(
      """
      INSERT INTO input (run, torn_bytes, path, status, size, raw_head_hash, raw_tail_hash,
        \(LineColumns.list))
      SELECT \(run), 0, * FROM new_input ORDER BY path;
      INSERT INTO line_count SELECT * FROM new_count WHERE kind <> 'dialect' \(add);
      INSERT INTO dialect_count SELECT input, name, lines FROM new_count WHERE kind = 'dialect' \(add);
      DELETE FROM merged_input;
      INSERT INTO merged_input SELECT path, number FROM part_file;
      """)
  }

  private func writeRejects(run: Int64) throws {
    try database.execute(
      """
      INSERT INTO reject (run, path, line, byte_offset, reason, field, raw)
      SELECT \(run), path, line, byte_offset, reason, field, raw FROM new_reject
      ORDER BY number, path, byte_offset LIMIT \(RejectWriter.limit);
      INSERT INTO reject_dialect
      SELECT r.id, p.dialect FROM reject AS r
      INNER JOIN part_reject AS p ON p.path = r.path AND p.byte_offset = r.byte_offset
      WHERE r.run = \(run) AND p.dialect <> '';
      """)
  }

  /// The newest event is that of the days where there are any: some lines are repetitions.
  private func writeDays() throws {
    try database.execute(
      """
      DELETE FROM event_day; DELETE FROM newest_event;
      INSERT INTO event_day SELECT day, events, last_ms FROM part_day;
      INSERT INTO newest_event
      SELECT 1, min(first_ms), coalesce((SELECT max(last_ms) FROM part_day), max(last_ms))
      FROM part_extent GROUP BY '';
      """)
  }

  private func write(apps strings: StringTable) throws {
    try database.execute("DELETE FROM log_app")
    let insert = try database.prepare("INSERT INTO log_app VALUES (?)")
    for name in apps.sorted() { try insert.run(strings.id(of: name)) }
  }
}

// MARK: - Checks

extension PartCounts {
  /// Throws where what `run` has read does not come to a whole, or where more of its lines were
  /// rejected than `allowed`, a share; nil for any. Of parts that are not whole, the corrections may
  /// be there before what they correct.
  func requireWhole(_ run: RunRecord, allowed: Fraction?) throws {
    if let allowed, run.hasTooManyRejects(allowed) { throw Self.tooManyRejects(run) }
    try requirePositive()
    try requireAllLines()
  }

  private static func tooManyRejects(_ run: RunRecord) -> Failure {
    Failure(
      "\(grouped(Int64(run.rejected))) of \(grouped(Int64(run.linesRead))) lines were rejected, more "
        + "than ingest.maxRejectedShare allows: nothing was merged",
      hint:
        "\"runrate rejected\" with --database, on the \(PartFile.name) that \"runrate read\" has "
        + "written, says which, and why",
      exit: .badData)
  }

  /// Throws where a negative number of lines became of a file.
  private func requirePositive() throws {
    let isNegative = LineColumns.all.map { "\($0) < 0" }.joined(separator: " OR ")
    let path = try database.first(
      "SELECT path FROM part_lines WHERE \(isNegative) ORDER BY path LIMIT 1"
    ) { $0.text(0) }
    if let path {
      throw Failure(
        "the parts give a negative number of lines for \(path)",
        hint: "write the parts anew; nothing was merged", exit: .reconciliation)
    }
  }

  /// Throws where lines that were accepted are not there as events: a part is missing that nobody
  /// counts.
  private func requireAllLines() throws {
    let (accepted, found) =
      try database.first(
        """
        SELECT (SELECT coalesce(sum(accepted), 0) FROM part_lines),
          (SELECT coalesce(sum(events), 0) FROM part_day) + (SELECT count(*) FROM log_annotation)
        """
      ) { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
    guard accepted == found else {
      throw Failure(
        "\(grouped(accepted)) lines were accepted, and the parts hold \(grouped(found))",
        hint: "a part is missing or of other lines: fold all that \"runrate read\" dealt out",
        exit: .reconciliation)
    }
  }
}
