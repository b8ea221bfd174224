import SQLite
import Values

/// All customers: first those of one user, in the order of the blocks, then the merged ones.
final class EveryCustomer {
  private static let batch = 256

  private let rows: Statement
  private let blocks: FoldBlocks
  private let conflicted: Set<UserID>
  private let merged: [[UserID]]
  private let inMerged: Set<UserID>
  private var nextMerged = 0
  private var isThrough = false
  /// The user whose blocks are being read.
  private var current: CustomerInput.User?

  /// `opening`: with what existed before the log began.
  init(_ database: Database, merged: [[UserID]], opening: Bool = true) throws {
    rows = try FoldBlocks.all(database, opening: opening)
    blocks = try FoldBlocks(database)
    conflicted = try ConflictedUsers.all(database)
    self.merged = merged
    inMerged = Set(merged.joined())
  }

  /// The next jobs; nil after the last.
  func nextJobs() throws -> [FoldJob]? {
    var jobs: [FoldJob] = []
    while jobs.count < Self.batch, let user = try nextSingle() {
      jobs.append(FoldJob(after: [CustomerInput(users: [user])]))
    }
    while jobs.count < Self.batch, nextMerged < merged.count {
      jobs.append(FoldJob(after: [try input(merged[nextMerged])]))
      nextMerged += 1
    }
    return jobs.isEmpty ? nil : jobs
  }

  private func nextSingle() throws -> CustomerInput.User? {
    while !isThrough {
      guard try rows.step() else {
        isThrough = true
        return take(nil)
      }
      let user = rows.integer(0)
      guard !inMerged.contains(user) else { continue }
      let block = EventBlock(run: rows.integer(2), events: rows.blob(3))
      if current?.id == user {
        current?.blocks.append(block)
      } else if let whole = take(
        CustomerInput.User(id: user, blocks: [block], isConflicted: conflicted.contains(user)))
      {
        return whole
      }
    }
    return nil
  }

  /// The user read before, and `next` in its place.
  private func take(_ next: CustomerInput.User?) -> CustomerInput.User? {
    defer { current = next }
    return current
  }

  private func input(_ users: [UserID]) throws -> CustomerInput {
    try blocks.input(users, conflicted: conflicted)
  }
}

/// Customers with new events, new links, or events that were left for later.
final class ChangedCustomers {
  /// Few, so that no thread waits long for another's last ones.
  private static let batch = 64

  private let database: Database
  private let blocks: FoldBlocks
  private let components: Components
  private let conflicted: Set<UserID>
  private let customerOf: Statement
  private let usersOf: Statement
  private var seeds: [UserID]
  private var seen: Set<UserID> = []

  init(_ database: Database, since state: FoldState, end: Instant) throws {
    self.database = database
    blocks = try FoldBlocks(database)
    components = try Components(database, end: end)
    conflicted = try ConflictedUsers.all(database)
    customerOf = try database.prepare("SELECT customer FROM customer_member WHERE user = ?")
    usersOf = try database.prepare("SELECT user FROM customer_member WHERE customer = ?")
    let span = "BETWEEN \(state.end.milliseconds) AND \(end.milliseconds - 1)"
    seeds = try database.rows(
      """
      SELECT user FROM touched_user
      UNION SELECT user FROM pending_user WHERE next_ms < \(end.milliseconds)
      UNION SELECT user FROM alias WHERE time_ms \(span)
      UNION SELECT user FROM transaction_user WHERE owner_ms \(span)
      ORDER BY 1 DESC
      """
    ) { $0.integer(0) }
  }

  func nextJobs() throws -> [FoldJob]? {
    var jobs: [FoldJob] = []
    while jobs.count < Self.batch, let seed = seeds.popLast() {
      guard !seen.contains(seed) else { continue }
      jobs.append(try job(from: seed))
    }
    return jobs.isEmpty ? nil : jobs
  }

  /// Everybody who is, or was, one customer with the user, directly or through others.
  private func job(from seed: UserID) throws -> FoldJob {
    var old: [UserID: [UserID]] = [:]
    var new: [[UserID]] = []
    var next = [seed]
    while let user = next.popLast() {
      guard !seen.contains(user) else { continue }
      let members = try components.members(of: user)
      new.append(members)
      seen.formUnion(members)
      for member in members {
        let customer = try self.customer(of: member)
        guard old[customer] == nil else { continue }
        let before = try self.users(of: customer)
        old[customer] = before
        next += before
      }
    }
    return FoldJob(
      before: try old.keys.sorted().map { try input(old[$0] ?? []) }, after: try new.map(input))
  }

  private func customer(of user: UserID) throws -> UserID {
    try customerOf.bind(user, at: 1)
    defer { customerOf.reset() }
    return try customerOf.step() ? customerOf.integer(0) : user
  }

  private func users(of customer: UserID) throws -> [UserID] {
    try usersOf.bind(customer, at: 1)
    var users: [UserID] = []
    while try usersOf.step() { users.append(usersOf.integer(0)) }
    return users.isEmpty ? [customer] : users
  }

  private func input(_ users: [UserID]) throws -> CustomerInput {
    try blocks.input(users, conflicted: conflicted)
  }
}

enum ConflictedUsers {
  static func all(_ database: Database) throws -> Set<UserID> {
    Set(try database.rows("SELECT user FROM conflicted_user") { $0.integer(0) })
  }
}
