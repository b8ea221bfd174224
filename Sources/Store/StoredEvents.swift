package import Feed
import SQLite
package import Timeline
package import Values

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
    let components = try Components(database, end: .distantFuture)
    let all = try CustomerInput(
      components.members(of: id), conflicted: conflicted, owners: components.owners,
      blocks: blocks.blocks)
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
    let users = try database.prepare("SELECT id, key FROM user WHERE id >= ? ORDER BY id LIMIT 8")
      .rows(UserID(keyHash: hash)) { (id: $0.integer(0), key: $0.blob(1)) }
    return users.first { $0.key == key }?.id
  }
}

/// From when to when accepted events go.
package struct EventExtent: Sendable, Equatable {
  package let first: Instant
  package let last: Instant
}

extension Store {
  /// Counts the events of each day anew where that was done in another time zone. Call inside a
  /// transaction, after what is read was stored.
  package func countDays(in zone: Zone, _ strings: StringTable) throws {
    guard try EventDays.countedZone(database) != zone.name else { return }
    if try extent() != nil {
      try Rescan(database, Deduplication(ContentOrder(strings))).countDays(zone)
    }
    try zone.noteCounted(database)
  }

  /// Nil without any event.
  package func extent() throws -> EventExtent? {
    try database.first("SELECT first_ms, last_ms FROM newest_event") {
      EventExtent(
        first: Instant(milliseconds: $0.integer(0)), last: Instant(milliseconds: $0.integer(1)))
    }
  }

  /// The newest event that a report of `day` knows about, whatever came after it.
  package func newestEvent(upTo day: Day) throws -> Instant? {
    try database.first(
      "SELECT last_ms FROM event_day WHERE day <= \(day.number) ORDER BY day DESC LIMIT 1"
    ) { Instant(milliseconds: $0.integer(0)) }
  }

  /// The longest time without events in the 56 days before the newest that a report of `day` knows
  /// about; nil where no two days have some. Each day's newest event is known, and no other: across
  /// days without any a gap goes from one to the next, else to midnight.
  package func longestGap(upTo day: Day, in zone: Zone) throws -> TimeSpan? {
    let days = try database.rows(
      """
      SELECT day, last_ms FROM event_day WHERE day <= \(day.number)
        AND day >= (SELECT max(day) - 56 FROM event_day WHERE day <= \(day.number))
      ORDER BY day
      """
    ) { (day: Day(Int($0.integer(0))), last: Instant(milliseconds: $0.integer(1))) }
    return zip(days, days.dropFirst()).map { before, after in
      let hasSilence = before.day.distance(to: after.day) > 1
      return (hasSilence ? after.last : zone.start(of: after.day)) - before.last
    }.max()
  }
}

/// One person as the fold sees him: all his ids, and what happened under any of them.
package struct StoredCustomer: Sendable {
  /// As the log writes them, the one that was seen first in front.
  package let ids: [String]
  /// How reports call him.
  package let pseudonym: String
  package let events: CustomerEvents
}

extension Store {
  /// Who has `id`, which is an id of the log or the pseudonym of a report; nil for nobody.
  /// Knows the events and links before `end`.
  package func customer(_ id: String, before end: Instant, _ strings: StringTable) throws
    -> StoredCustomer?
  {
    guard let user = try userID(of: id) ?? userID(pseudonym: id) else { return nil }
    let blocks = try FoldBlocks(database)
    let conflicted = try ConflictedUsers.all(database)
    let components = try Components(database, end: end)
    let members = try components.members(of: user)
    let input = try blocks.input(members, conflicted: conflicted, components.owners)
    guard let found = input.events(run: .max, before: end, ContentOrder(strings)), found.id != 0
    else { return nil }
    let ids = [found.id] + members.filter { $0 != found.id }
    return StoredCustomer(
      ids: try ids.map(key), pseudonym: found.id.pseudonym, events: found.events)
  }

  /// An id as the log writes it; empty where there is no such user.
  package func key(of user: UserID) throws -> String {
    try UserKeys(database).text(of: user)
  }

  /// Whom reports call so.
  func userID(pseudonym: String) throws -> UserID? {
    guard let id = Pseudonym.customer.number(pseudonym) else { return nil }
    return try database.first("SELECT id FROM user WHERE id = \(id)") { $0.integer(0) }
  }
}
