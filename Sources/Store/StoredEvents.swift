package import Feed
import SQLite
package import Timeline
import Values

/// The accepted events of one user, unpacked, in the order of the fold.
package struct StoredEvents {
  /// The customer id as the lines write it, or `txn:<original_transaction_id>`.
  package let user: String
  package let events: CustomerEvents
}

extension Store {
  /// Calls `body` with the events of every user, in no order that means something.
  package func forEachUser(_ strings: StringTable, _ body: (StoredEvents) throws -> Void) throws {
    let source = try EveryCustomer(usersOf: database)
    let keys = try UserKeys(database)
    while let jobs = try source.nextJobs() {
      for input in jobs.flatMap(\.after) {
        try input.users.first.map { try body(stored($0, keys, ContentOrder(strings))) }
      }
    }
  }

  /// The events of everybody who is one person with `user`; nil where nobody has that id.
  package func events(of user: String, _ strings: StringTable) throws -> [StoredEvents]? {
    guard let id = try userID(of: user) else { return nil }
    let keys = try UserKeys(database)
    let blocks = try EventBlocks(database)
    let conflicted = try ConflictedUsers.all(database)
    let members = try Components(database, end: .distantFuture).members(of: id)
    let all = try CustomerInput(members, conflicted: conflicted, blocks: blocks.blocks)
    return try all.users.map { try stored($0, keys, ContentOrder(strings)) }
  }

  private func stored(_ user: CustomerInput.User, _ keys: UserKeys, _ order: ContentOrder) throws
    -> StoredEvents
  {
    let found = CustomerInput(users: [user]).events(run: .max, before: .distantFuture, order)
    return StoredEvents(
      user: try keys.text(of: user.id), events: found?.events ?? CustomerEvents())
  }

  /// Looks where ``Users`` would have put the key.
  func userID(of user: String) throws -> UserID? {
    let id = CustomerID.normalised(user)
    let key = hashes?.hashed(id.utf8) ?? Array(id.utf8)
    let hash = key.withUnsafeBytes { stableHash($0) }
    let rows = try database.prepare("SELECT id, key FROM user WHERE id >= ? ORDER BY id LIMIT 8")
    try rows.bind(UserID(keyHash: hash), at: 1)
    defer { rows.reset() }
    while try rows.step() {
      if rows.blob(1) == key { return rows.integer(0) }
    }
    return nil
  }
}
