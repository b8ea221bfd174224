import Feed
import SQLite
import Timeline
import Values

/// Who is one customer by what charges and ids say, beyond aliases: one store transaction that two
/// id systems tell of, a payment that a refund without a user names, the hash of an app's id that a
/// store holds (Definitions, "Who is one customer").
///
/// Found in the charges of a fold, which knows nothing of them yet: fold, ``update()``, and fold
/// again whom that has changed.
struct CustomerLinks {
  /// A transaction that more customers claim is no id.
  private static let mostClaimants = 5

  private let database: Database
  private let rules: FoldRules
  private let order: ContentOrder
  private let end: Instant
  /// Not found again: a payment that joined two customers may then join nobody.
  private var undone = Set<Link>()
  private var undoneRefunds = Set<ForeignRefund>()
  private var undoneVoid = Set<Int64>()

  /// As of `end`, the end of the fold.
  init(_ database: Database, _ rules: FoldRules, _ order: ContentOrder, end: Instant) {
    self.database = database
    self.rules = rules
    self.order = order
    self.end = end
  }

  /// Forgets all of them, for a fold of everything.
  static func clear(_ database: Database) throws {
    try database.execute("DELETE FROM main.customer_link; DELETE FROM main.void_transaction")
  }

  /// Brings them up to date, and returns the users whose customers are others now.
  mutating func update() throws -> Set<UserID> {
    let unvoided = try checkSharedPayments()
    var links = Set(
      try database.rows("SELECT user, other FROM main.transaction_link") {
        Link(user: $0.integer(0), other: $0.integer(1))
      })
    try findNamedPayments(&links)
    if rules.joinsHashedIDs { try findHashedIDs(&links) }
    return try replace(links).union(unvoided)
      .union(ForeignRefunds(database).update(&undoneRefunds))
  }

  private struct Link: Hashable {
    let user: UserID
    let other: UserID
  }
}

// MARK: - One payment under several ids

extension CustomerLinks {
  /// Of changed transactions: those who claim what is an id no more, or again.
  private mutating func checkSharedPayments() throws -> Set<UserID> {
    let unchecked = try database.rows(
      "SELECT transaction_hash FROM main.shared_transaction WHERE is_checked = 0"
    ) { $0.integer(0) }
    guard !unchecked.isEmpty else { return [] }
    let void = try VoidTransactions.numbers(database)
    let claimants = try Claimants(database, order, end: end)
    let clear = try database.prepare("DELETE FROM main.transaction_link WHERE transaction_hash = ?")
    let insert = try database.prepare("INSERT INTO main.transaction_link VALUES (?, ?, ?)")
    var users: Set<UserID> = []
    for transaction in unchecked {
      try clear.run(transaction)
      let isVoid = try !link(claimants, of: transaction, insert)
      guard isVoid != void.contains(transaction), !isVoid || !undoneVoid.contains(transaction)
      else { continue }
      if !isVoid { undoneVoid.insert(transaction) }
      users.formUnion(try mark(transaction, isVoid: isVoid))
    }
    try database.execute("UPDATE main.shared_transaction SET is_checked = 1")
    return users
  }

  /// Whether the transaction is an id: not one that too many claim.
  private func link(
    _ claimants: Claimants, of transaction: Int64, _ insert: Statement
  ) throws -> Bool {
    let customers = try claimants.customers(of: transaction, atMost: Self.mostClaimants + 1)
    // Payments that join customers make fewer of them, never more.
    guard customers.count <= Self.mostClaimants else { return false }
    let claims = try claimants.claims(of: customers, on: transaction, rules)
    guard claims.count <= Self.mostClaimants else { return false }
    let sorted = claims.keys.sorted()
    for (place, one) in sorted.enumerated() {
      for other in sorted[..<place] where isSame(claims[one] ?? [], claims[other] ?? []) {
        try insert.run(transaction, one, other)
        try insert.run(transaction, other, one)
      }
    }
    return true
  }

  private func isSame(_ claims: [PaymentClaim], _ others: [PaymentClaim]) -> Bool {
    claims.contains { claim in others.contains { claim.isSamePayment(as: $0, rules) } }
  }
}

/// The charges and trials of users, by the customers that aliases and original transactions make of them.
private final class Claimants {
  private let order: ContentOrder
  private let end: Instant
  private let blocks: FoldBlocks
  private let conflicted: Set<UserID>
  private let components: Components
  private let charges: Statement
  private let members: CustomerMembers

  init(_ database: Database, _ order: ContentOrder, end: Instant) throws {
    let ofTransaction = SharedTransactions.all(
      .main, "WHERE transaction_hash = ?1 AND transaction_hash <> 0")
    charges = try database.prepare("SELECT DISTINCT customer FROM (\(ofTransaction)) LIMIT ?2")
    members = try CustomerMembers(database)
    self.order = order
    self.end = end
    blocks = try FoldBlocks(database)
    conflicted = try ConflictedUsers.all(database)
    components = try Components(database, end: end, withPayments: false)
  }

  /// The customers of the last fold with charges or trials of a transaction, no more than `count`.
  func customers(of transaction: Int64, atMost count: Int) throws -> [UserID] {
    try charges.rows(transaction, count) { $0.integer(0) }
  }

  func claims(of customers: [UserID], on transaction: Int64, _ rules: FoldRules) throws
    -> [UserID: [PaymentClaim]]
  {
    var claims: [UserID: [PaymentClaim]] = [:]
    for user in try Set(customers.flatMap(members.users)) {
      let input = try CustomerInput(
        [user], conflicted: conflicted, owners: components.owners, blocks: blocks.blocks)
      let found = input.events(run: .max, before: end, order)?.events.claims(on: transaction, rules)
      guard let found, !found.isEmpty else { continue }
      let customer = try components.members(of: user).first ?? user
      claims[customer, default: []] += found
    }
    return claims
  }
}

// MARK: - Payments that refunds name, and hashes of ids

extension CustomerLinks {
  /// Refunds without a user belong to whoever has the charge that they name.
  private func findNamedPayments(_ links: inout Set<Link>) throws {
    let charge = try database.prepare(
      "SELECT customer FROM main.charge WHERE transaction_hash = ? ORDER BY time_ms, customer LIMIT 1"
    )
    let payments = try database.prepare(
      """
      SELECT p.user, u.key FROM main.payment_user AS p INNER JOIN main.user AS u ON u.id = p.user
      """)
    while try payments.step() {
      let user = payments.integer(0)
      let id = payments.blob(1).dropFirst(Links.transactionPrefix.count)
      guard let owner = try charge.first(transactionNumber(of: Array(id)), read: { $0.integer(0) }),
        owner != user
      else { continue }
      links.formUnion([Link(user: user, other: owner), Link(user: owner, other: user)])
    }
  }

  /// An id of 64 hexadecimal digits is that of whose id it is the SHA-256 of.
  private func findHashedIDs(_ links: inout Set<Link>) throws {
    var hashes: [[UInt8]: UserID] = [:]
    let users = try database.prepare("SELECT key, id FROM main.user")
    while try users.step() {
      let key = users.blob(0)
      if key.count == 64 { hashes[key] = users.integer(1) }
    }
    guard !hashes.isEmpty else { return }
    while try users.step() {
      let hash = Array(hexadecimal(SHA256.digest(users.blob(0))).utf8)
      guard let other = hashes[hash] else { continue }
      let user = users.integer(1)
      links.formUnion([Link(user: user, other: other), Link(user: other, other: user)])
    }
  }
}

// MARK: - What is kept of them

extension CustomerLinks {
  private mutating func replace(_ found: Set<Link>) throws -> Set<UserID> {
    let known = Set(
      try database.rows("SELECT user, other FROM main.customer_link") {
        Link(user: $0.integer(0), other: $0.integer(1))
      })
    let links = found.subtracting(undone)
    undone.formUnion(known.subtracting(links))
    let changed = links.symmetricDifference(known)
    guard !changed.isEmpty else { return [] }
    let insert = try database.prepare("INSERT INTO main.customer_link VALUES (?, ?)")
    let delete = try database.prepare("DELETE FROM main.customer_link WHERE user = ? AND other = ?")
    for link in changed {
      try (links.contains(link) ? insert : delete).run(link.user, link.other)
    }
    return Set(changed.flatMap { [$0.user, $0.other] })
  }

  /// Notes whether a transaction is no id. Returns its claimants.
  private func mark(_ transaction: Int64, isVoid: Bool) throws -> [UserID] {
    try database.execute(
      isVoid
        ? "INSERT INTO main.void_transaction VALUES (\(transaction))"
        : "DELETE FROM main.void_transaction WHERE transaction_hash = \(transaction)")
    let ofTransaction = SharedTransactions.all(.main, "WHERE transaction_hash = \(transaction)")
    return try database.rows("SELECT DISTINCT customer FROM (\(ofTransaction))") { $0.integer(0) }
  }
}

/// The transactions that too many customers claim, as of the last fold.
enum VoidTransactions {
  /// As keys without their lowest bit.
  static func all(_ database: Database) throws -> Set<UInt64> {
    Set(try numbers(database).map { UInt64(bitPattern: $0) << 1 })
  }

  /// As the derived tables number them.
  static func numbers(_ database: Database) throws -> Set<Int64> {
    Set(try database.rows("SELECT transaction_hash FROM main.void_transaction") { $0.integer(0) })
  }
}
