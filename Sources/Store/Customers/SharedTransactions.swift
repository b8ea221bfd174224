import Feed
import SQLite
import Timeline
import Values

/// Keeps `shared_transaction`: the transactions that charges and trials of several customers have.
/// One that is no longer shared may stay: a report looks at the charges again.
struct SharedTransactions {
  /// Nil while there is no index: a fold of everything then finds them at its end.
  private let find: Statement?
  private let recheck: Statement

  static let tables = [CustomerTable.charge, .trialTransaction]

  init(_ database: Database, _ place: Derived.Place) throws {
    let hasIndex = try database.hasRow(
      "SELECT 1 FROM \(place == .main ? "main.sqlite_schema" : "temp.sqlite_temp_schema") "
        + "WHERE name = 'charge_transaction'")
    let isOther = "WHERE transaction_hash = ?1 AND transaction_hash <> 0 AND customer <> ?2"
    find =
      hasIndex
      ? try database.prepare(
        """
        INSERT INTO \(place).shared_transaction
        SELECT transaction_hash, 0 FROM (\(Self.all(place, isOther))) WHERE true LIMIT 1
        ON CONFLICT DO UPDATE SET is_checked = 0
        """) : nil
    recheck = try database.prepare(
      """
      UPDATE \(place).shared_transaction SET is_checked = 0 WHERE transaction_hash IN (
        SELECT transaction_hash FROM (\(Self.all(place, "WHERE customer = ?1")))
      )
      """)
  }

  /// The transactions of customers, of whom `condition` holds.
  static func all(_ place: Derived.Place, _ condition: String) -> String {
    tables.map { "SELECT transaction_hash, customer FROM \(place).\($0.name) \(condition)" }
      .joined(separator: " UNION ALL ")
  }

  /// Looks whether somebody else has the transaction of a customer's charge or trial, too.
  func note(_ transaction: Int64, of customer: UserID) throws {
    guard let find, transaction != 0 else { return }
    try find.run(transaction, customer)
  }

  /// Call before the rows of a customer go.
  func noteRemoval(of customer: UserID) throws { try recheck.run(customer) }

  /// Makes the indexes, and finds them all.
  static func index(_ place: Derived.Place, in database: Database) throws {
    for table in tables {
      try database.execute(
        """
        CREATE INDEX \(place).\(table.name)_transaction ON \(table.name) (transaction_hash, customer)
          WHERE transaction_hash <> 0
        """)
    }
    try database.execute(
      """
      INSERT INTO \(place).shared_transaction
      SELECT transaction_hash, 0 FROM (\(all(place, "WHERE transaction_hash <> 0")))
      GROUP BY transaction_hash HAVING min(customer) < max(customer);
      """)
  }
}

/// What one customer's fold has to know of the payments of others, as of the last fold.
struct PaymentOwners: Sendable {
  /// The transactions that too many customers claim, as keys without their lowest bit.
  let void: Set<UInt64>
  private let byUser: [UserID: [ForeignRefund]]
  private let byOwner: [UserID: [ForeignRefund]]

  init(_ database: Database) throws {
    void = try VoidTransactions.all(database)
    let refunds = try ForeignRefund.all(database)
    byUser = Dictionary(grouping: refunds, by: \.user)
    byOwner = Dictionary(grouping: refunds, by: \.owner)
  }

  /// Lets a customer have the refunds of others that name its payments, and not have its own that
  /// name payments of others. `blocks`: the events of a user.
  func assignPayments(to customer: inout CustomerInput, blocks: (UserID) throws -> [EventBlock])
    throws
  {
    customer.claimedByMany = void
    guard !byUser.isEmpty else { return }
    let users = Set(customer.users.map(\.id))
    let others = users.flatMap { byUser[$0] ?? [] }.filter { !users.contains($0.owner) }
    customer.leavesOut = Set(others.map(\.transaction))
    let guests = users.flatMap { byOwner[$0] ?? [] }.filter { !users.contains($0.user) }
    customer.guests = try guests.map {
      CustomerInput.Guest(blocks: try blocks($0.user), transaction: $0.transaction)
    }
  }

  /// The owners of payments that refunds of some users name.
  func owners(besides users: some Sequence<UserID>) -> [UserID] {
    byUser.isEmpty ? [] : users.flatMap { byUser[$0] ?? [] }.map(\.owner)
  }
}

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

  /// But for those `undone`; returns the users whom that changes.
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
    try owner.first(transaction, customer) { $0.integer(0) }
  }

  private func isPayer(_ customer: UserID, of transaction: Int64) throws -> Bool {
    try payer.hasRow(transaction, customer)
  }
}
