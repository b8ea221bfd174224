import SQLite
import Values

/// All customers, each when the last of its users was read.
final class EveryCustomer {
  private static let batch = 256

  private let users: UserBlocks
  private let blocks: FoldBlocks
  private let owners: TransactionOwners
  private let conflicted: Set<UserID>
  private let paymentOwners: PaymentOwners
  /// The customers of several users, whose last user comes last of all first.
  private var merged: [[UserID]]
  private let inMerged: Set<UserID>
  private var waiting: WaitingUsers
  /// The user who was read last.
  private var current: CustomerInput.User?

  /// Users who wait for others of their customer may take this part of the memory.
  private static let share = 8

  /// As the links before `end` have them. `memory`: bytes that the command may use.
  convenience init(_ database: Database, before end: Instant, memory: Int) throws {
    try self.init(
      UserBlocks(database, opening: true), database, end: end,
      merged: Components.all(database, end: end), memory: memory)
  }

  /// Every user as a customer by himself, without what existed before the log began.
  convenience init(usersOf database: Database) throws {
    try self.init(
      UserBlocks(database, opening: false), database, end: .distantFuture, merged: [], memory: 0)
  }

  private init(
    _ users: UserBlocks, _ database: Database, end: Instant, merged: [[UserID]], memory: Int
  ) throws {
    self.users = users
    blocks = try FoldBlocks(database)
    owners = try TransactionOwners(database, end: end)
    conflicted = try ConflictedUsers.all(database)
    paymentOwners = try PaymentOwners(database)
    self.merged = merged.sorted { $0.last ?? 0 > $1.last ?? 0 }
    inMerged = Set(merged.joined())
    waiting = WaitingUsers(room: memory / Self.share)
  }

  func nextJobs() throws -> [FoldJob]? {
    var customers: [CustomerInput] = []
    while customers.count < Self.batch, var customer = try nextCustomer() {
      try paymentOwners.assignPayments(to: &customer, blocks: blocks.blocks)
      customers.append(customer)
    }
    return customers.isEmpty ? nil : [FoldJob(after: customers)]
  }

  private func nextCustomer() throws -> CustomerInput? {
    while true {
      current = try current ?? nextUser()
      if let users = merged.last, current.map({ $0.id > users.last ?? 0 }) ?? true {
        merged.removeLast()
        return CustomerInput(users: try users.map(user))
      }
      guard let user = current.take() else { return nil }
      guard inMerged.contains(user.id) else { return CustomerInput(users: [user]) }
      waiting.add(user)
    }
  }

  /// A user who was read already, or has no events.
  private func user(_ id: UserID) throws -> CustomerInput.User {
    let own =
      switch waiting.take(id) {
      case .blocks(let blocks): blocks
      case .noRoom: try blocks.blocks(of: id)
      }
    return .init(
      id: id, blocks: own, owner: try owners.owner(of: id),
      isTransaction: try owners.isTransaction(id), isConflicted: conflicted.contains(id))
  }

  private func nextUser() throws -> CustomerInput.User? {
    try users.next().map {
      CustomerInput.User(id: $0, blocks: $1, isConflicted: conflicted.contains($0))
    }
  }
}

/// The blocks of users who wait for others of their customer, as far as there is room.
private struct WaitingUsers {
  enum Found {
    /// None for whoever did not wait.
    case blocks([EventBlock])
    case noRoom
  }

  private var blocks: [UserID: [EventBlock]] = [:]
  private var leftOut: Set<UserID> = []
  private var room: Int

  init(room: Int) { self.room = room }

  mutating func add(_ user: CustomerInput.User) {
    let bytes = Self.bytes(user.blocks)
    guard bytes <= room else { return _ = leftOut.insert(user.id) }
    room -= bytes
    var own = user.blocks
    // The rest of a row is not to wait with them.
    for place in own.indices { own[place].ownBytes() }
    blocks[user.id] = own
  }

  mutating func take(_ user: UserID) -> Found {
    if leftOut.remove(user) != nil { return .noRoom }
    guard let found = blocks.removeValue(forKey: user) else { return .blocks([]) }
    room += Self.bytes(found)
    return .blocks(found)
  }

  private static func bytes(_ blocks: [EventBlock]) -> Int {
    blocks.reduce(0) { $0 + $1.events.count }
  }
}

/// Customers who may be others than the derived tables have.
final class ChangedCustomers {
  /// Few, so that no thread waits long for another's last ones.
  private static let batch = 64

  private let blocks: FoldBlocks
  private let components: Components
  private let conflicted: Set<UserID>
  private let lastMembers: CustomerMembers
  private var seeds: [UserID]
  private var seen: Set<UserID> = []

  /// Those with new events, new links, or events that were left for later.
  convenience init(news database: Database, since state: FoldState, end: Instant) throws {
    let span = "BETWEEN \(state.end.milliseconds) AND \(end.milliseconds - 1)"
    let users = try database.rows(
      """
      SELECT user FROM touched_user
      UNION SELECT user FROM pending_user WHERE next_ms < \(end.milliseconds)
      UNION SELECT user FROM alias WHERE time_ms \(span)
      UNION SELECT user FROM transaction_user WHERE owner_ms \(span)
      """
    ) { $0.integer(0) }
    try self.init(database, with: users, end: end)
  }

  /// Of some users, each once. `ownersBefore`: of payments, as of the last fold.
  init(
    _ database: Database, with users: some Sequence<UserID>, end: Instant,
    ownersBefore: PaymentOwners? = nil
  ) throws {
    blocks = try FoldBlocks(database, ownersBefore: ownersBefore)
    components = try Components(database, end: end)
    conflicted = try ConflictedUsers.all(database)
    lastMembers = try CustomerMembers(database)
    seeds = try Set(users).union(PaymentOwners(database).owners(besides: users)).sorted(by: >)
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
        let customer = try lastMembers.customer(of: member)
        guard old[customer] == nil else { continue }
        let before = try lastMembers.users(of: customer)
        old[customer] = before
        next += before
      }
    }
    return FoldJob(
      before: try old.keys.sorted().map { try before($0, old[$0] ?? []) }, after: try new.map(after)
    )
  }

  private func before(_ customer: UserID, _ users: [UserID]) throws -> CustomerInput {
    try blocks.input(users, conflicted: conflicted, components.owners, knownAs: customer)
  }

  private func after(_ users: [UserID]) throws -> CustomerInput {
    try blocks.input(users, conflicted: conflicted, components.owners)
  }
}

enum ConflictedUsers {
  static func all(_ database: Database) throws -> Set<UserID> {
    Set(try database.rows("SELECT user FROM conflicted_user") { $0.integer(0) })
  }
}
