package import Feed
import SQLite
package import Timeline
package import Values

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
