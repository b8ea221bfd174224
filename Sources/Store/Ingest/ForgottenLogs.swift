import Feed
import SQLite
import Timeline
import Values

/// Forgets what was read of logs, which are read again: under another configuration, or by another
/// version, a line can be another event, or somebody else's. What was published and judged stays,
/// and what people who were purged have paid, for no line of theirs comes back.
struct ForgottenLogs {
  private let database: Database
  private let zone: Zone

  init(_ database: Database, _ zone: Zone) { (self.database, self.zone) = (database, zone) }

  /// Call inside a transaction. Whether anything stays: then links have to be looked for in it.
  func forget() throws -> Bool {
    let blocks = try EventBlocks(database)
    let kept = try purgedUsers().map { (user: $0, blocks: try blocks.blocks(of: $0)) }
    for table in Self.tables { try database.execute("DELETE FROM \(table)") }
    try database.execute(
      """
      UPDATE run SET lines_read = 0, accepted = 0, duplicate = 0, ignored = 0, rejected = 0,
        conflicts = 0, late = 0;
      UPDATE unlinked_id SET events = 0;
      DELETE FROM user WHERE NOT \(Self.isPurged);
      """)
    for (user, blocksOfUser) in kept {
      for (number, block) in blocksOfUser.enumerated() {
        try blocks.append(block.events, of: user, run: block.run, isFirst: number == 0)
      }
    }
    try count(kept.flatMap(\.blocks))
    return !kept.isEmpty
  }

  /// All that ingest writes of lines, and what folds keep of it beside the derived tables.
  static let tables = [
    "reject_dialect", "reject", "line_count", "dialect_count", "path_count", "input_state", "input",
    "log_app", "log_annotation", "late_event", "event_block", "event_page", "event_day",
    "event_day_zone",
    "newest_event", "dropped_payment", "alias", "transaction_owner", "transaction_user",
    "payment_user", "conflicted_user", "touched_user", "pending_user", "customer_member",
    "fold_state", "segment",
  ]

  /// The random id of ``Purge``, which no line can have been given in full.
  private static let isPurged =
    "(length(key) = \(Purge.prefix.utf8.count + 32) AND CAST(key AS TEXT) GLOB '\(Purge.prefix)*')"

  private func purgedUsers() throws -> [UserID] {
    try database.rows("SELECT id FROM user WHERE \(Self.isPurged) ORDER BY id") { $0.integer(0) }
  }

  /// Counts the events that stay: by day, as accepted by their runs, and by app.
  private func count(_ blocks: [EventBlock]) throws {
    guard !blocks.isEmpty else { return }
    var days = EventDays(zone)
    let accept = try database.prepare(
      "UPDATE run SET lines_read = lines_read + 1, accepted = accepted + 1 WHERE id = ?")
    let note = try database.prepare("INSERT OR IGNORE INTO log_app VALUES (?)")
    for block in blocks {
      try block.events.withUnsafeBytes { bytes in
        for (at, _) in BlockEvents(bytes) {
          let event = Event(unpacking: bytes, at: at)
          days.add(event.time)
          try accept.run(block.run)
          if event.app != 0 { try note.run(event.app) }
        }
      }
    }
    try days.write(database)
    try zone.noteCounted(database)
  }
}

/// The files that earlier runs have read, when all logs are read again: events do not say which file
/// they are of, so that all of it is read again, or nothing.
struct EarlierFiles {
  /// Those that still stand where they were, and were not named.
  let others: [InputFile]
  private let unread: UnreadRecords
  /// Pipes and standard inputs that were not named: they are known by their names alone.
  private let pipes: [String]

  /// `results`: of the files that were named.
  init(_ records: RunRecords, read results: [InputResult]) throws {
    var unread = UnreadRecords(try records.knownInputs())
    unread.remove(readIn: results)
    let named = Set(results.map(\.file.path))
    let paths = Set(unread.records.map(\.path)).subtracting(named).sorted()
    others = paths.compactMap(InputFile.init(standingAt:)).behind(results.count)
    self.unread = unread
    pipes = try records.pipes().filter { !named.contains($0) }
  }

  /// Throws where something that was read before was read in none of the files.
  func requireAll(with more: [InputResult]) throws {
    var unread = unread
    unread.remove(readIn: more)
    let missing = Set(unread.records.map(\.path)).sorted() + pipes
    guard !missing.isEmpty else { return }
    let list = missing.prefix(5).joined(separator: ", ") + (missing.count > 5 ? ", …" : "")
    throw Failure(
      "what earlier runs have read of \(list) is in none of the logs: everything is read again, "
        + "or nothing, so nothing was",
      hint: "name the logs that hold it now; where it is gone for good, read what is left into "
        + "another database (--database)", exit: .noInput)
  }
}

extension RunRecords {
  /// The names of pipes and standard inputs of which something was kept.
  fileprivate func pipes() throws -> [String] {
    try database.rows(
      """
      SELECT DISTINCT i.path FROM input AS i INNER JOIN run AS r ON r.id = i.run AND r.failed = 0
      WHERE i.size IS NULL AND i.status = \(InputStatus.read.sql) AND i.accepted > 0 ORDER BY i.path
      """
    ) { $0.text(0) }
  }
}
