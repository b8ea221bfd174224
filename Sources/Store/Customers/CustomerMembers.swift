import SQLite
import Values

/// Which users the last fold made one customer. Whoever is in no row of `customer_member` is a customer
/// alone.
final class CustomerMembers {
  private let customerOf: Statement
  private let usersOf: Statement

  init(_ database: Database) throws {
    customerOf = try database.prepare("SELECT customer FROM main.customer_member WHERE user = ?")
    usersOf = try database.prepare(
      "SELECT user FROM main.customer_member WHERE customer = ? ORDER BY user")
  }

  func customer(of user: UserID) throws -> UserID {
    try customerOf.bind(user, at: 1)
    defer { customerOf.reset() }
    return try customerOf.step() ? customerOf.integer(0) : user
  }

  func users(of customer: UserID) throws -> [UserID] {
    try usersOf.bind(customer, at: 1)
    defer { usersOf.reset() }
    var users: [UserID] = []
    while try usersOf.step() { users.append(usersOf.integer(0)) }
    return users.isEmpty ? [customer] : users
  }
}
