package import Feed
import SQLite
import Timeline
package import Values

/// Takes the aliases of an id back: whom it had joined are customers of their own again, as if no
/// line had said that the id is theirs, too.
///
///   note the id → events without its aliases → links, days and extent anew → (the caller folds
///   everything anew)
///
/// Its own events, and those of original transactions that are its, stay its.
package struct Unlinking {
  private let store: Store
  private let strings: StringTable
  private let zone: Zone
  private var database: Database { store.database }

  /// What was done.
  package struct Summary: Sendable, Equatable {
    /// The id as reports call it.
    package var pseudonym: String
    /// Lines that joined it with another id.
    package var aliases = 0
    /// How many ids were one customer with it, itself included, and are now.
    package var idsBefore: Int
    package var idsAfter = 0
  }

  package init(_ store: Store, strings: StringTable, zone: Zone) {
    (self.store, self.strings, self.zone) = (store, strings, zone)
  }

  /// Nil where nobody has the id or pseudonym. Call in a transaction.
  package func unlink(_ id: String, at time: Instant) throws -> Summary? {
    guard let user = try store.userID(of: id) ?? store.userID(pseudonym: id) else { return nil }
    let members = try members(of: user)
    var summary = Summary(pseudonym: user.pseudonym, idsBefore: members.count)
    let key = try UserKeys(database).key(of: user) ?? []
    try UnlinkedIDs.add(key, at: time, database)
    let stored = try storedEvents()
    summary.aliases = try rewrite(Set(members).union(aliased(with: user)).sorted())
    let rescan = Rescan(database, Deduplication(ContentOrder(strings)))
    try rescan.run(Users(database))
    try rescan.countDays(zone)
    try forgetEmpty(members)
    try UnlinkedIDs.note(stored - storedEvents(), of: key, database)
    summary.idsAfter = try self.members(of: user).count
    return summary
  }

  /// Those of an alias with the user, whether it counts or an earlier one does.
  private func aliased(with user: UserID) throws -> [UserID] {
    try database.rows("SELECT other FROM alias WHERE user = \(user)") { $0.integer(0) }
  }

  private func members(of user: UserID) throws -> [UserID] {
    try Components(database, end: .distantFuture).members(of: user)
  }

  private func storedEvents() throws -> Int64 {
    try database.integer("SELECT sum(events) FROM event_day")
  }

  /// Removes the aliases from the blocks of users; how many there were.
  private func rewrite(_ users: [UserID]) throws -> Int {
    let unlinked = try UnlinkedIDs(database)
    let blocks = try EventBlocks(database)
    let keys = try UserKeys(database)
    var count = 0
    for user in users {
      let isUnlinked = try keys.key(of: user).map(unlinked.contains) ?? false
      try blocks.rewrite(of: user) { block in
        let clean = Aliases.removed(from: block) { isUnlinked || unlinked.contains($0) }
        count += clean.aliases
        return clean.aliases > 0 ? clean.block : nil
      }
    }
    return count
  }

  /// Users of whom nothing is left but the id that an alias said.
  private func forgetEmpty(_ users: [UserID]) throws {
    let delete = try database.prepare(
      """
      DELETE FROM user WHERE id = ?1
        AND NOT EXISTS (SELECT 1 FROM alias WHERE user = ?1)
      """)
    let blocks = try EventBlocks(database)
    for user in users where try blocks.blocks(of: user).isEmpty { try delete.run(user) }
  }
}

enum Aliases {
  /// Without aliases to ids that `isGone` knows.
  static func removed(
    from block: [UInt8], _ isGone: (Slice<UnsafeRawBufferPointer>) -> Bool
  ) -> (block: [UInt8], aliases: Int) {
    block.withUnsafeBytes { bytes in
      var clean: [UInt8] = []
      var aliases = 0
      for (at, count) in BlockEvents(bytes) {
        var event = Array(bytes[at..<(at + count)])
        if let previous = PackedIdentityFields(bytes, at: at).previousID, isGone(bytes[previous]) {
          aliases += 1
          event = Event(unpacking: bytes, at: at).withoutAlias(bytes)
        }
        if !event.isEmpty { EventBlock.append(event, to: &clean) }
      }
      return (clean, aliases)
    }
  }
}

extension Event {
  /// The packed form without the earlier id; nothing of an event that only says that.
  fileprivate func withoutAlias(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    guard kind != .userAliased else { return [] }
    return packed(bytes) { path, _ in path == \Event.previousID ? [] : nil }
  }
}

/// The ids whose aliases were taken back: they join nobody with anybody, now and in whatever is
/// read later. Kept as salted hashes, so that somebody who is purged leaves no id here.
struct UnlinkedIDs {
  /// How lines that only say such an alias are counted among the ignored ones.
  static let ignoredName = "(unlinked)"

  private let salt: [UInt8]
  private let hashes: Set<[UInt8]>

  init(_ database: Database) throws {
    salt = try database.first("SELECT salt FROM protection") { $0.blob(0) } ?? []
    hashes = Set(try database.rows("SELECT hash FROM unlinked_id") { $0.blob(0) })
  }

  var isEmpty: Bool { hashes.isEmpty }

  func contains(_ id: some Sequence<UInt8>) -> Bool {
    !hashes.isEmpty && hashes.contains(PurgedIDs.hash(Array(id), salt))
  }

  /// What is left of what events of the user with this key say of identity.
  func kept(
    _ mentions: ArraySlice<ChangedUser.Mention>, of key: some Sequence<UInt8>,
    in bytes: UnsafeRawBufferPointer
  ) -> ArraySlice<ChangedUser.Mention> {
    guard !isEmpty else { return mentions }
    let isUnlinked = contains(key)
    return mentions.filter { mention in
      guard case .alias(_, let previous, _) = mention else { return true }
      return !isUnlinked && !contains(bytes[previous])
    }[...]
  }

  /// Adds an id; what it had joined is taken back by ``Unlinking``.
  static func add(_ id: [UInt8], at time: Instant, _ database: Database) throws {
    let salt = try PurgedIDs.salt(of: database)
    try database.prepare(
      """
      INSERT INTO unlinked_id VALUES (?1, ?2, 0) ON CONFLICT DO UPDATE SET made_ms = ?2
      """
    ).run(PurgedIDs.hash(id, salt), time.milliseconds)
  }

  /// Notes how many accepted events an id's aliases were.
  static func note(_ events: Int64, of id: [UInt8], _ database: Database) throws {
    let salt = try PurgedIDs.salt(of: database)
    try database.prepare("UPDATE unlinked_id SET events = events + ?2 WHERE hash = ?1")
      .run(PurgedIDs.hash(id, salt), events)
  }
}

extension Store {
  /// When the aliases of an id were last taken back; nil for never.
  package func newestUnlinking() throws -> Instant? {
    try database.first("SELECT max(made_ms) FROM unlinked_id") {
      $0.isNull(0) ? nil : Instant(milliseconds: $0.integer(0))
    } ?? nil
  }
}
