import SQLite
import Values

/// Which users are one customer, by the links before E (Definitions, "Who is one customer").
final class Components {
  private let aliases: Statement
  private let owned: Statement
  let owners: TransactionOwners

  init(_ database: Database, end: Instant) throws {
    let ms = end.milliseconds
    aliases = try database.prepare(
      "SELECT other FROM alias WHERE user = ? AND time_ms < \(ms)")
    owned = try database.prepare(
      "SELECT user FROM transaction_user WHERE owner = ? AND owner_ms < \(ms)")
    owners = try TransactionOwners(database, end: end)
  }

  /// All users that belong to the customer of `user`, ascending.
  func members(of user: UserID) throws -> [UserID] {
    var found: Set<UserID> = [user]
    var next = [user]
    while let at = next.popLast() {
      for neighbour in try neighbours(of: at) where found.insert(neighbour).inserted {
        next.append(neighbour)
      }
    }
    return found.sorted()
  }

  private func neighbours(of user: UserID) throws -> [UserID] {
    var neighbours: [UserID] = []
    for statement in [aliases, owned] {
      try statement.bind(user, at: 1)
      while try statement.step() { neighbours.append(statement.integer(0)) }
    }
    if let owner = try owners.owner(of: user) { neighbours.append(owner) }
    return neighbours
  }

  /// Every customer of more than one user, each with its users ascending.
  static func all(_ database: Database, end: Instant) throws -> [[UserID]] {
    var sets = DisjointSets()
    let links = try database.prepare(
      """
      SELECT user, other FROM alias WHERE time_ms < \(end.milliseconds) AND user < other
      UNION ALL
      SELECT user, owner FROM transaction_user WHERE owner_ms < \(end.milliseconds)
      """)
    while try links.step() { sets.unite(links.integer(0), links.integer(1)) }
    return sets.all
  }
}

/// To whom the events of an original transaction belong, by the links before E (Definitions, "Who
/// is one customer").
final class TransactionOwners {
  private let owner: Statement

  init(_ database: Database, end: Instant) throws {
    owner = try database.prepare(
      "SELECT owner FROM transaction_user WHERE user = ? AND owner_ms < \(end.milliseconds)")
  }

  /// Nil for a user with an id, and for an original transaction that nobody is known of.
  func owner(of user: UserID) throws -> UserID? {
    try owner.bind(user, at: 1)
    defer { owner.reset() }
    return try owner.step() ? owner.integer(0) : nil
  }
}

/// Union–find over users.
struct DisjointSets {
  private var parents: [UserID: UserID] = [:]

  mutating func unite(_ a: UserID, _ b: UserID) {
    let (rootA, rootB) = (root(a), root(b))
    if parents[rootA] == nil { parents[rootA] = rootA }
    parents[rootB] = rootA
  }

  private mutating func root(_ user: UserID) -> UserID {
    var at = user
    while let parent = parents[at], parent != at {
      if let grand = parents[parent] { parents[at] = grand }
      at = parent
    }
    return at
  }

  /// Each set with its users ascending, by its first.
  var all: [[UserID]] {
    mutating get {
      var users = parents.keys.map { (root: root($0), user: $0) }
      users.sort { ($0.root, $0.user) < ($1.root, $1.user) }
      var sets: [[UserID]] = []
      var last: UserID?
      for (root, user) in users {
        if root != last { sets.append([]) }
        sets[sets.count - 1].append(user)
        last = root
      }
      return sets.sorted { $0[0] < $1[0] }
    }
  }
}
