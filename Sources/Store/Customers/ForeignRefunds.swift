import Feed
import SQLite
import Timeline
import Values

/// That refunds of a user name a payment of another customer (Definitions, "Who is one customer"): a
/// support agent, or a server, has logged them under an id of its own.
struct ForeignRefund: Hashable, Sendable {
  let user: UserID
  /// As the derived tables number it.
  let transaction: Int64
  /// A user of the customer who paid.
  let owner: UserID

  static func all(_ database: Database) throws -> [ForeignRefund] {
    guard try database.has("foreign_refund") else { return [] }
    return try database.rows("SELECT user, transaction_hash, owner FROM main.foreign_refund") {
      ForeignRefund(user: $0.integer(0), transaction: $0.integer(1), owner: $0.integer(2))
    }
  }
}

/// Finds them in the derived tables of a fold.
struct ForeignRefunds {
  private let database: Database
  private let owner: Statement
  private let payer: Statement
  private let members: CustomerMembers

  init(_ database: Database) throws {
    self.database = database
    owner = try database.prepare(
      """
      SELECT customer FROM main.charge WHERE transaction_hash = ? AND customer <> ?
      ORDER BY time_ms, customer LIMIT 1
      """)
    payer = try database.prepare(
      "SELECT 1 FROM main.charge WHERE transaction_hash = ? AND customer = ?")
    members = try CustomerMembers(database)
  }

  /// Brings the table up to date, but for those that are `undone`, and returns the users of those whom
  /// that changes.
  func update(_ undone: inout Set<ForeignRefund>) throws -> Set<UserID> {
    let known = try Set(ForeignRefund.all(database))
    let gone = try known.filter { try !holds($0) }
    let new = try Set(found()).subtracting(known).subtracting(undone)
    undone.formUnion(gone)
    let insert = try database.prepare("INSERT OR REPLACE INTO main.foreign_refund VALUES (?, ?, ?)")
    let delete = try database.prepare(
      "DELETE FROM main.foreign_refund WHERE user = ? AND transaction_hash = ?")
    for refund in gone { try delete.run(refund.user, refund.transaction) }
    for refund in new { try insert.run(refund.user, refund.transaction, refund.owner) }
    return Set(gone.union(new).flatMap { [$0.user, $0.owner] })
  }

  /// Whether the payment is still the owner's, and not the user's own.
  private func holds(_ refund: ForeignRefund) throws -> Bool {
    let (user, owner) = (
      try members.customer(of: refund.user), try members.customer(of: refund.owner)
    )
    guard user != owner, try isPayer(owner, of: refund.transaction) else { return false }
    return try !isPayer(user, of: refund.transaction)
  }

  private func found() throws -> [ForeignRefund] {
    let unknown = try database.rows(
      """
      SELECT customer, transaction_hash FROM main.payment_doubt
      WHERE issue = \(DataQualityIssue.unmatchedRefund.rawValue) AND transaction_hash <> 0
      """
    ) { (customer: $0.integer(0), transaction: $0.integer(1)) }
    return try unknown.flatMap { refund -> [ForeignRefund] in
      guard let owner = try owner(of: refund.transaction, besides: refund.customer) else {
        return []
      }
      return try members.users(of: refund.customer).map {
        ForeignRefund(user: $0, transaction: refund.transaction, owner: owner)
      }
    }
  }

  private func owner(of transaction: Int64, besides customer: UserID) throws -> UserID? {
    try owner.bind(transaction, at: 1)
    try owner.bind(customer, at: 2)
    defer { owner.reset() }
    return try owner.step() ? owner.integer(0) : nil
  }

  private func isPayer(_ customer: UserID, of transaction: Int64) throws -> Bool {
    try payer.bind(transaction, at: 1)
    try payer.bind(customer, at: 2)
    defer { payer.reset() }
    return try payer.step()
  }
}
