package import Feed
import SQLite
import Timeline
package import Values

/// A request to delete: what tells who somebody is goes for good, what was paid and when stays
/// under a random id, so that every total still adds up.
///
///   people → nameless events under a random id, rows of the old ids removed → mentions by others,
///   rejected lines → (the caller folds everything anew) → texts that nothing says any more
///
/// One person's ids become one id: who was merged with whom is gone, too.
package final class Purge {
  let database: Database
  private let store: Store
  private let strings: StringTable
  let blocks: EventBlocks
  private let users: Users
  private let conflicted: Set<UserID>
  private var events: EventAnonymizer
  /// The ids that are gone.
  private var gone: Set<[UInt8]> = []
  package private(set) var summary = Summary()

  /// What was done.
  package struct Summary: Sendable, Equatable {
    package var people = 0
    package var ids = 0
    package var events = 0
    package var mentions = 0
    package var rejectedLines = 0
    package var texts = 0
  }

  /// `keepsCountry`: whether money depends on a country, by its name.
  package init(
    _ store: Store, strings: StringTable, keepsCountry: @escaping (String) -> Bool
  ) throws {
    self.store = store
    database = store.database
    self.strings = strings
    blocks = try EventBlocks(database)
    users = try Users(database)
    conflicted = try ConflictedUsers.all(database)
    events = EventAnonymizer { keepsCountry(strings.string($0)) }
    try database.execute("PRAGMA secure_delete = ON")
  }

  /// How the id of somebody who was purged begins; the rest is random.
  package static let prefix = "purged:"

  /// Purges the person who has the id; false where nobody has it. Lines from before `limit` will
  /// not come back. Call inside a transaction.
  package func purge(_ id: String, until limit: Instant) throws -> Bool {
    guard let user = try store.userID(of: id) else { return false }
    try purge(try Components(database, end: .distantFuture).members(of: user), until: limit)
    return true
  }

  /// Purges one person: all users that are one customer.
  func purge(_ members: [UserID], until limit: Instant) throws {
    let input = CustomerInput(
      users: try members.map {
        CustomerInput.User(
          id: $0, blocks: try blocks.blocks(of: $0), isConflicted: conflicted.contains($0))
      })
    let found = input.events(run: .max, before: .distantFuture, ContentOrder(strings))
    var ids = try members.compactMap(key)
    if let found { ids += Self.transactionKeys(found.events) }
    try remove(members)
    if let found {
      let run = input.users.flatMap(\.blocks).map(\.run).max() ?? 0
      try keep(events.block(of: found.events), run: run)
    }
    try PurgedIDs.add(ids, until: limit, database)
    gone.formUnion(ids)
    summary.people += 1
    summary.ids += members.count
    summary.events += found?.events.events.count ?? 0
  }
}

// MARK: - The person

extension Purge {
  func key(of user: UserID) throws -> [UInt8]? {
    let find = try database.prepare("SELECT key FROM user WHERE id = ?")
    try find.bind(user, at: 1)
    return try find.step() ? find.blob(0) : nil
  }

  /// Under which keys events without a user id would come.
  private static func transactionKeys(_ events: CustomerEvents) -> [[UInt8]] {
    let originals = events.events.map { Array(events.bytes[$0.originalTransactionID.range]) }
    return Set(originals).filter { !$0.isEmpty }.map { Array(Links.transactionPrefix) + $0 }
  }

  /// Removes every row that says one of the ids, or was made of its events.
  private func remove(_ members: [UserID]) throws {
    let rows = try [
      "user WHERE id = ?1", "alias WHERE user = ?1 OR other = ?1",
      "transaction_owner WHERE user = ?1", "transaction_user WHERE user = ?1 OR owner = ?1",
      "conflicted_user WHERE user = ?1", "touched_user WHERE user = ?1",
      "pending_user WHERE user = ?1", "customer_member WHERE user = ?1 OR customer = ?1",
      "event_block WHERE id BETWEEN ?1 * 4096 AND ?1 * 4096 + 4095",
    ].map { try database.prepare("DELETE FROM main.\($0)") }
    for member in members { for row in rows { try row.run(member) } }
  }

  private func keep(_ block: [UInt8], run: Int64) throws {
    let key = Array((Self.prefix + hexadecimal(randomBytes(16))).utf8)
    let (user, _) = try key.withUnsafeBytes {
      try users.user($0, hash: stableHash($0), inOrder: false)
    }
    try blocks.append(block, of: user, run: run, isFirst: true)
  }
}

// MARK: - What others say

extension Purge {
  /// Removes the ids from what other people's events and the rejected lines say, and makes the
  /// next fold begin anew. Call once, when everybody is purged.
  package func finish() throws {
    try removeMentions()
    try removeRejectedLines()
    try database.execute("UPDATE fold_state SET rules = ''; DELETE FROM segment")
  }

  private func removeMentions() throws {
    let rows = try database.prepare("SELECT id, events FROM event_block ORDER BY id")
    var changed: [(id: Int64, block: [UInt8])] = []
    while try rows.step() {
      let block = Mentions.removed(from: rows.blob(1)) { id, _ in gone.contains(Array(id)) }
      if let block { changed.append((rows.integer(0), block)) }
    }
    let update = try database.prepare("UPDATE event_block SET events = ?2 WHERE id = ?1")
    for (id, block) in changed { try update.run(id, block) }
    summary.mentions = changed.count
  }

  private func removeRejectedLines() throws {
    let words = gone.flatMap { id in
      [
        id,
        Array(JSONValue.quoted(String(decoding: id, as: UTF8.self)).utf8.dropFirst().dropLast()),
      ]
    }
    let search = WordSearch(Set(words))
    let rows = try database.rows("SELECT id, raw FROM reject") { row in
      row.withBlob(1) { search.finds(in: $0) } ? row.integer(0) : nil
    }
    let delete = try database.prepare("DELETE FROM reject WHERE id = ?")
    for id in rows.compactMap(\.self) { try delete.run(id) }
    summary.rejectedLines += rows.compactMap(\.self).count
  }

  /// Removes the rejected lines of runs before an instant.
  func removeRejectedLines(before end: Instant) throws {
    let rows = try database.rows(
      """
      DELETE FROM reject WHERE run IN (SELECT id FROM run WHERE started_ms < \(end.milliseconds))
      RETURNING id
      """
    ) { $0.integer(0) }
    summary.rejectedLines += rows.count
  }

  /// Forgets the texts that nothing says any more. Call when everything is folded anew.
  package func forgetTexts() throws {
    let used = try UsedTexts(database, count: strings.count)
    let update = try database.prepare("UPDATE string SET value = ? WHERE id = ?")
    for id in events.forgotten.sorted() where !used.contains(id) {
      try update.run("(purged \(id))", id)
      summary.texts += 1
    }
  }
}
