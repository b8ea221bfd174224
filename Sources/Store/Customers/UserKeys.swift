import SQLite

/// Looks up what lines call a user: the id as they write it, or `txn:` before an original
/// transaction.
final class UserKeys {
  private let find: Statement

  init(_ database: Database) throws {
    find = try database.prepare("SELECT key FROM user WHERE id = ?")
  }

  /// Nil where there is no such user.
  func key(of user: UserID) throws -> [UInt8]? {
    try find.bind(user, at: 1)
    defer { find.reset() }
    return try find.step() ? find.blob(0) : nil
  }

  /// The key as a text; empty where there is no such user.
  func text(of user: UserID) throws -> String {
    String(decoding: try key(of: user) ?? [], as: UTF8.self)
  }
}
