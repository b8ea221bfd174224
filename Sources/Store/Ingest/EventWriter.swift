import Feed
import SQLite
import Values

/// Puts the events of a run into the database, one partition of the spool after the other.
final class EventWriter {
  private let users: Users
  private let blocks: EventBlocks
  private let deduplication: Deduplication
  private let purged: PurgedIDs
  private let unlinked: UnlinkedIDs
  private let maker: ChangeDetector
  private let markConflicted: Statement
  private let noteDropped: Statement
  private let database: Database
  private let run: Int64
  /// Before this instant days have been reported already.
  private let reported: Instant
  private var days: EventDays
  private var links = Links()
  /// When the newest event known before this run was.
  private let newest: Instant?
  /// A replaced event had decided about something that only all events together tell.
  private var mustRescan: Bool

  private var touched: [UserID] = []
  private(set) var duplicates: [Int32: Int] = [:]
  /// Lines of people who were purged, by input.
  private(set) var hidden: [Int32: Int] = [:]
  /// Lines that only join an id with others whose aliases were taken back, by input.
  private(set) var unlinkedLines: [Int32: Int] = [:]
  private(set) var conflicts = 0
  private(set) var late: [Day: Int] = [:]
  /// What the events that are kept say; nil while nobody was purged.
  private(set) var said: KeptTexts?

  init(
    _ database: Database, run: Int64, strings: StringTable, zone: Zone, rescans: Bool
  ) throws {
    self.database = database
    mustRescan = rescans
    self.run = run
    users = try Users(database)
    blocks = try EventBlocks(database)
    deduplication = Deduplication(ContentOrder(strings))
    purged = try PurgedIDs(database)
    unlinked = try UnlinkedIDs(database)
    said = purged.isEmpty ? nil : KeptTexts()
    maker = ChangeDetector(deduplication, zone)
    markConflicted = try database.prepare("INSERT OR IGNORE INTO conflicted_user VALUES (?)")
    noteDropped = try database.prepare("INSERT OR IGNORE INTO dropped_payment VALUES (?, ?, ?, ?)")
    reported = try FoldState.read(database)?.end ?? .distantPast
    days = EventDays(zone)
    newest = try database.first("SELECT last_ms FROM newest_event") {
      Instant(milliseconds: $0.integer(0))
    }
  }

  /// Stores the partitions of the spool, of at most `events` in all, on `threads` threads.
  func keep(_ spool: Spool, events: Int, refused: Set<Int32>, threads: Int) throws {
    let stored = try database.integer("SELECT sum(events) FROM event_day")
    if events >= stored { blocks.beginPages(run: run) }
    var partitions = 0..<Spool.partitionCount
    try orderedPipeline(
      depth: threads + 1, next: { partitions.popFirst() },
      transform: { [maker] in PreparedPartition(try spool.take($0), refused: refused, maker) },
      take: keep)
    try blocks.finishPages()
  }

  private func keep(_ partition: PreparedPartition) throws {
    try partition.bytes.withUnsafeBytes { bytes in
      for user in partition.users { try keep(user, of: partition, bytes) }
    }
  }

  private func keep(
    _ prepared: PreparedUser, of partition: PreparedPartition, _ bytes: UnsafeRawBufferPointer
  ) throws {
    let frames = prepared.frames
    let key = UnsafeRawBufferPointer(rebasing: bytes[frames.key])
    let events = partition.events(of: prepared)
    let welcome = withoutUnlinked(notPurged(events, of: key), of: key, bytes)
    guard !welcome.isEmpty else { return }
    let (user, isNew) = try users.user(key, hash: frames.keyHash, inOrder: true)
    let stored = isNew ? [] : try blocks.blocks(of: user).map(\.events)
    let isAsMade = stored.isEmpty && welcome.count == events.count
    let news =
      isAsMade
      ? partition.news(of: prepared)
      : maker.news(welcome, of: frames.key, in: bytes, stored: stored)
    if let repetitions = news.repetitions { try count(repetitions, of: user) }
    guard !news.kept.isEmpty else { return }
    try blocks.append(
      withoutMentions(news.block, of: key), of: user, run: run, isFirst: stored.isEmpty)
    said?.note(eventsOf: news.block)
    touched.append(user)
    note(news, of: user, frames, bytes)
  }

  private func count(_ repetitions: Repetitions, of user: UserID) throws {
    duplicates.merge(repetitions.duplicates, uniquingKeysWith: +)
    conflicts += repetitions.conflicts
    for payment in repetitions.dropped { try payment.write(with: noteDropped) }
    if !repetitions.replaced.isEmpty { try markConflicted.run(user) }
  }

  /// The events that are not from before their user was purged; the others are counted.
  private func notPurged(
    _ events: ArraySlice<IdentifiedEvent>, of key: UnsafeRawBufferPointer
  ) -> ArraySlice<IdentifiedEvent> {
    guard let limit = purged.limit(of: key) else { return events }
    for event in events where event.time < limit { hidden[event.event.input, default: 0] += 1 }
    return events.filter { $0.time >= limit }[...]
  }

  /// The events that do more than join ids whose aliases were taken back; the others are counted.
  private func withoutUnlinked(
    _ events: ArraySlice<IdentifiedEvent>, of key: UnsafeRawBufferPointer,
    _ bytes: UnsafeRawBufferPointer
  ) -> ArraySlice<IdentifiedEvent> {
    guard !unlinked.isEmpty else { return events }
    let isUnlinked = unlinked.contains(key)
    let kept = events.filter { spooled in
      let event = Event(unpacking: bytes, at: spooled.event.at)
      let isGone =
        event.kind == .userAliased
        && (isUnlinked || unlinked.contains(bytes[event.previousID.range]))
      if isGone { unlinkedLines[spooled.event.input, default: 0] += 1 }
      return !isGone
    }
    return kept[...]
  }

  /// The block without ids of people who were purged, and without aliases that were taken back.
  private func withoutMentions(_ block: ArraySlice<UInt8>, of key: UnsafeRawBufferPointer)
    -> ArraySlice<UInt8>
  {
    guard !purged.isEmpty || !unlinked.isEmpty else { return block }
    var block = Array(block)
    if !purged.isEmpty {
      let mentions = Mentions(isGone: purged.hides, payment: purged.text(inPlaceOfPayment:))
      block = mentions.removed(from: block) ?? block
    }
    if !unlinked.isEmpty {
      let isUnlinked = unlinked.contains(key)
      block = Aliases.removed(from: block) { isUnlinked || unlinked.contains($0) }.block
    }
    return block[...]
  }

  private func note(
    _ news: ChangedUser, of user: UserID, _ frames: UserFrames, _ bytes: UnsafeRawBufferPointer
  ) {
    let isTransaction = bytes[frames.key].starts(with: Links.transactionPrefix)
    if isTransaction { links.note(transactionUser: user, keyHash: frames.keyHash) }
    let mentions = unlinked.kept(news.mentions, of: bytes[frames.key], in: bytes)
    links.note(mentions, of: user, in: bytes)
    for day in news.days {
      days.add(day)
      if day.first < reported { late[day.day, default: 0] += lateEvents(news, day) }
    }
    for replacement in news.repetitions?.replaced ?? [] {
      forget(replacement, isTransaction, bytes)
    }
  }

  /// How many events of a day are of a time that a report has shown already.
  private func lateEvents(_ news: ChangedUser, _ day: ChangedUser.DayCount) -> Int {
    guard day.last >= reported else { return Int(day.events) }
    return news.kept.count { day.first <= $0.time && $0.time < reported }
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

  func finish() throws {
    try links.write(database, users, purged)
    touched += links.touched
    try days.write(database)
    try noteZone()
    try writeTouched()
    if mustRescan { try Rescan(database, deduplication).run(users) }
  }

  /// Notes the zone of the counted days; none, to count anew, where two were mixed.
  private func noteZone() throws {
    let known = try EventDays.countedZone(database)
    if newest == nil { return try days.zone.noteCounted(database) }
    if known != days.zone.name { try database.execute("DELETE FROM event_day_zone") }
  }

  /// Notes what the next fold has to look at; the first one looks at everything anyway.
  private func writeTouched() throws {
    guard reported != .distantPast else { return }
    let insert = try database.prepare("INSERT OR IGNORE INTO touched_user VALUES (?)")
    for user in touched.sorted() { try insert.run(user) }
  }
}

/// Counts accepted events by day, and notes the newest of each.
struct EventDays {
  let zone: Zone
  private var counts: [Day: (events: Int64, last: Instant)] = [:]
  private var first = Instant.distantFuture
  private var last = Instant.distantPast

  init(_ zone: Zone) { self.zone = zone }

  /// The name of the zone whose days were counted; nil where it is not known.
  static func countedZone(_ database: Database) throws -> String? {
    try database.first("SELECT zone FROM event_day_zone") { $0.text(0) }
  }

  mutating func add(_ added: ChangedUser.DayCount) {
    first = min(first, added.first)
    last = max(last, added.last)
    let known = counts[added.day] ?? (0, .distantPast)
    counts[added.day] = (known.events + added.events, max(known.last, added.last))
  }

  mutating func add(_ time: Instant) {
    add(ChangedUser.DayCount(day: zone.day(of: time), events: 1, first: time, last: time))
  }

  mutating func remove(_ time: Instant) {
    counts[zone.day(of: time), default: (0, .distantPast)].events -= 1
  }

  func write(_ database: Database) throws {
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

extension Zone {
  /// Notes that the days of all events were counted in this zone.
  func noteCounted(_ database: Database) throws {
    try database.prepare("INSERT OR REPLACE INTO event_day_zone VALUES (1, ?)").run(name)
  }
}
