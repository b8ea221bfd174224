import Feed
import SQLite
import Values

/// Puts the events of a run into the database, one partition of the spool after the other.
final class EventKeeper {
  private let users: Users
  private let blocks: EventBlocks
  private let deduplication: Deduplication
  private let markConflicted: Statement
  private let database: Database
  private let run: Int64
  /// Before this instant days have been reported already.
  private let reported: Instant
  private var days: EventDays
  private var links = Links()
  /// When the newest event known before this run was.
  private let newest: Instant?
  /// A replaced event had decided about something that only all events together tell.
  private var mustRescan = false

  private var touched: [UserID] = []
  private(set) var duplicates: [Int32: Int] = [:]
  private(set) var conflicts = 0
  private(set) var late = 0

  init(_ database: Database, run: Int64, strings: StringTable, zone: Zone) throws {
    self.database = database
    self.run = run
    users = try Users(database)
    blocks = try EventBlocks(database)
    deduplication = Deduplication(ContentOrder(strings))
    markConflicted = try database.prepare("INSERT OR IGNORE INTO conflicted_user VALUES (?)")
    reported = try FoldState.read(database)?.end ?? .distantPast
    days = EventDays(zone)
    newest = try database.first("SELECT last_ms FROM newest_event") {
      Instant(milliseconds: $0.integer(0))
    }
  }

  func keep(_ bytes: UnsafeRawBufferPointer, refused: Set<Int32>) throws {
    let partition = GroupedPartition(bytes, refused: refused)
    for user in partition.users {
      try keep(partition.events[user.events], of: user, bytes)
    }
  }

  private func keep(
    _ events: ArraySlice<SpooledEvent>, of frames: UserFrames, _ bytes: UnsafeRawBufferPointer
  ) throws {
    let key = UnsafeRawBufferPointer(rebasing: bytes[frames.key])
    let (user, isNew) = try users.user(key, hash: frames.keyHash, inOrder: true)
    let stored = isNew ? [] : try blocks.blocks(of: user).map(\.events)
    let result = deduplication.run(events, in: bytes, stored: stored)
    duplicates.merge(result.duplicates, uniquingKeysWith: +)
    conflicts += result.conflicts
    guard !result.kept.isEmpty else { return }
    if !result.replaced.isEmpty { try markConflicted.run(user) }
    let block = EventBlock.bytes(of: result.kept, in: bytes)
    try blocks.append(block, of: user, run: run, isFirst: stored.isEmpty)
    touched.append(user)
    let isTransaction = key.starts(with: Links.transactionPrefix)
    if isTransaction {
      links.note(transactionUser: user, keyHash: frames.keyHash)
    } else {
      links.note(result.kept, of: user, in: bytes)
    }
    note(result.kept, bytes)
    for replacement in result.replaced { forget(replacement, isTransaction, bytes) }
  }

  /// Takes back what a stored event had said, now that an earlier one has its place.
  private func forget(
    _ replacement: Replacement, _ isTransaction: Bool, _ bytes: UnsafeRawBufferPointer
  ) {
    days.remove(replacement.old.time)
    if replacement.old.time == newest { mustRescan = true }
    guard !isTransaction else { return }
    let old = replacement.old.packed.withUnsafeBytes { LinkTexts($0, at: 0) }
    let new = LinkTexts(bytes, at: replacement.new.at)
    if !old.isRepeated(in: new) { mustRescan = true }
  }

  private func note(_ events: [SpooledEvent], _ bytes: UnsafeRawBufferPointer) {
    for event in events {
      let time = PackedHeader(bytes, at: event.at).time
      days.add(time)
      if time < reported { late += 1 }
    }
  }

  /// Writes what concerns all users.
  func finish() throws {
    try links.write(database, users)
    touched += links.touched
    try days.write(database)
    try writeTouched()
    if mustRescan { try Rescan(database, deduplication).run(users) }
  }

  /// Notes what the next fold has to look at; the first one looks at everything anyway.
  private func writeTouched() throws {
    guard reported != .distantPast else { return }
    let insert = try database.prepare("INSERT OR IGNORE INTO touched_user VALUES (?)")
    for user in touched.sorted() { try insert.run(user) }
  }
}

/// Counts accepted events by day, and notes the newest of each.
private struct EventDays {
  private let zone: Zone
  private var counts: [Day: (events: Int64, last: Instant)] = [:]
  private var first = Instant.distantFuture
  private var last = Instant.distantPast
  /// The day that was counted last, and how long it lasts.
  private var current: (bounds: Range<Instant>, day: Day, count: Int64, last: Instant)?

  init(_ zone: Zone) { self.zone = zone }

  mutating func add(_ time: Instant) {
    first = min(first, time)
    last = max(last, time)
    if let known = current, known.bounds.contains(time) {
      current?.count += 1
      current?.last = max(known.last, time)
      return
    }
    flush()
    let day = zone.day(of: time)
    current = (zone.start(of: day)..<zone.end(of: day), day, 1, time)
  }

  mutating func remove(_ time: Instant) {
    counts[zone.day(of: time), default: (0, .distantPast)].events -= 1
  }

  private mutating func flush() {
    guard let current else { return }
    let known = counts[current.day] ?? (0, .distantPast)
    counts[current.day] = (known.events + current.count, max(known.last, current.last))
  }

  mutating func write(_ database: Database) throws {
    flush()
    current = nil
    guard first <= last else { return }
    let insert = try database.prepare(
      """
      INSERT INTO event_day VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE
      SET events = events + ?2, last_ms = max(last_ms, ?3)
      """)
    for (day, known) in counts {
      try insert.run(day.number, known.events, known.last.milliseconds)
    }
    try database.execute("DELETE FROM event_day WHERE events = 0")
    try database.prepare(
      """
      INSERT INTO newest_event VALUES (1, ?1, ?2) ON CONFLICT DO UPDATE
      SET first_ms = min(first_ms, ?1), last_ms = max(last_ms, ?2)
      """
    ).run(first.milliseconds, last.milliseconds)
  }
}
