import Feed
import SQLite
import Values

/// The integer that stands for a user in the database: the upper 63 bits of the hash of its key, at
/// least 1. So it is the same in every database: of 10⁹ keys two have the same bits once in twenty
/// times. The second one in a database takes the next free integer.
package typealias UserID = Int64

extension UserID {
  /// The last integers are left to those who have to take the next one.
  private static let highest = UserID.max - 0xFFFF

  init(keyHash: UInt64) { self = Swift.min(Swift.max(1, Int64(keyHash >> 1)), Self.highest) }

  /// How reports call the customer with this id.
  var pseudonym: String { Pseudonym.customer.text(self) }
}

/// Finds and makes users.
final class Users {
  private let keys: UserKeys
  private let insert: Statement
  /// Made last: new ids ascend, so that only it can collide in an empty database.
  private var last: UserID?
  private let wasEmpty: Bool

  init(_ database: Database) throws {
    keys = try UserKeys(database)
    insert = try database.prepare("INSERT INTO user (id, key) VALUES (?, ?)")
    wasEmpty = try !database.hasRow("SELECT 1 FROM user LIMIT 1")
  }

  /// The user with this key, made if need be; `isNew` where it was.
  func user(_ key: UnsafeRawBufferPointer, hash: UInt64, inOrder: Bool)
    throws -> (id: UserID, isNew: Bool)
  {
    var id = UserID(keyHash: hash)
    if inOrder, wasEmpty {
      if let last, last >= id { id = last + 1 }
    } else {
      while let known = try keys.key(of: id) {
        let isSame = known.withUnsafeBytes { isEqual($0, 0..<$0.count, key, 0..<key.count) }
        if isSame { return (id, false) }
        id += 1
      }
    }
    try insert.run([id], blob: key)
    if inOrder { last = id }
    return (id, true)
  }
}

/// Finds users by their id, or by `txn:` and an original transaction.
final class UserKeys {
  private let find: Statement

  init(_ database: Database) throws {
    find = try database.prepare("SELECT key FROM user WHERE id = ?")
  }

  func key(of user: UserID) throws -> [UInt8]? { try find.first(user) { $0.blob(0) } }

  /// The key as a text; empty where there is no such user.
  func text(of user: UserID) throws -> String {
    String(decoding: try key(of: user) ?? [], as: UTF8.self)
  }
}

/// Who the last fold made one customer; who is in no row is one alone.
final class CustomerMembers {
  private let customerOf: Statement
  private let usersOf: Statement

  init(_ database: Database) throws {
    customerOf = try database.prepare("SELECT customer FROM main.customer_member WHERE user = ?")
    usersOf = try database.prepare(
      "SELECT user FROM main.customer_member WHERE customer = ? ORDER BY user")
  }

  func customer(of user: UserID) throws -> UserID {
    try customerOf.first(user) { $0.integer(0) } ?? user
  }

  func users(of customer: UserID) throws -> [UserID] {
    let users = try usersOf.rows(customer) { $0.integer(0) }
    return users.isEmpty ? [customer] : users
  }
}
