import Feed
import SQLite
import Timeline
import Values

/// Works out anew, from all stored events that stand, what ingest otherwise keeps up to date event
/// by event: the links between users, and from when to when events go.
///
/// Needed only when an earlier line of the same identity replaces a stored event that had decided
/// about one of these and nothing can be said without looking at all others: the alias is undone,
/// another user owns the transaction. The next fold then starts from the beginning.
struct Rescan {
  private let database: Database
  private let deduplication: Deduplication

  init(_ database: Database, _ deduplication: Deduplication) {
    self.database = database
    self.deduplication = deduplication
  }

  func run(_ users: Users) throws {
    try database.execute(
      """
      DELETE FROM alias;
      DELETE FROM transaction_owner;
      UPDATE transaction_user SET owner = NULL, owner_ms = NULL;
      UPDATE fold_state SET rules = '';
      """)
    var links = Links()
    let unlinked = try UnlinkedIDs(database)
    var extent: (first: Instant, last: Instant)?
    try forEachUser { user, key, block in
      block.withUnsafeBytes { bytes in
        let events = BlockEvents(bytes).map { SpooledEvent(input: 0, at: $0, count: $1) }
        let isTransaction = key.starts(with: Links.transactionPrefix)
        var mentions: [ChangedUser.Mention] = []
        ChangedUser.noteMentions(
          at: events.map(\.at), isTransaction: isTransaction, in: bytes, to: &mentions)
        if isTransaction {
          links.note(transactionUser: user, keyHash: key.withUnsafeBytes { stableHash($0) })
        }
        links.note(unlinked.kept(mentions[...], of: key, in: bytes), of: user, in: bytes)
        for event in events {
          let time = PackedHeader(bytes, at: event.at).time
          extent = extent.map { (min($0.first, time), max($0.last, time)) } ?? (time, time)
        }
      }
    }
    try links.write(database, users, PurgedIDs(database))
    if let extent { try write(extent) }
  }

  /// Counts the events of all days anew, whose days are those of `zone`.
  func countDays(_ zone: Zone) throws {
    var days = EventDays(zone)
    try forEachUser { _, _, block in
      block.withUnsafeBytes { bytes in
        for (at, _) in BlockEvents(bytes) { days.add(PackedHeader(bytes, at: at).time) }
      }
    }
    try database.execute("DELETE FROM event_day; DELETE FROM newest_event")
    try days.write(database)
    try zone.noteCounted(database)
  }

  /// The events of each user that stand, as one block in order of time; with the user's key.
  private func forEachUser(_ body: (UserID, [UInt8], [UInt8]) -> Void) throws {
    let blocks = try EventBlocks(database)
    let users = try database.prepare("SELECT id, key FROM user ORDER BY id")
    while try users.step() {
      let id = users.integer(0)
      let key = users.blob(1)
      let joined = try blocks.blocks(of: id).flatMap(\.events)
      body(id, key, joined.withUnsafeBytes { deduplication.standing(in: $0) })
    }
  }

  private func write(_ extent: (first: Instant, last: Instant)) throws {
    try database.prepare("UPDATE newest_event SET first_ms = ?, last_ms = ?").run(
      extent.first.milliseconds, extent.last.milliseconds)
  }
}

/// What an event says of identity, as bytes of its own.
struct LinkTexts {
  private let original: [UInt8]
  private let previous: [UInt8]

  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    let fields = PackedIdentityFields(bytes, at: offset)
    original = fields.originalTransactionID.map { Array(bytes[$0]) } ?? []
    previous = fields.previousID.map { Array(bytes[$0]) } ?? []
  }

  /// Whether `other` says no less.
  func isRepeated(in other: LinkTexts) -> Bool {
    (original.isEmpty || original == other.original)
      && (previous.isEmpty || previous == other.previous)
  }
}
