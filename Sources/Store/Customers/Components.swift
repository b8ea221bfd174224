import SQLite
import Values

/// Which users are one customer, by the links before E (Definitions, "Who is one customer").
final class Components {
  private let links: [Statement]
  let owners: TransactionOwners

  /// `withPayments`: also by payments and hashes of ids, as of the last fold.
  init(_ database: Database, end: Instant, withPayments: Bool = true) throws {
    let ms = end.milliseconds
    let told = [
      "SELECT a.other FROM alias AS a WHERE a.user = ?1 AND a.time_ms < \(ms) AND \(Self.counts)",
      "SELECT user FROM transaction_user WHERE owner = ?1 AND owner_ms < \(ms)",
    ]
    let found = withPayments ? ["SELECT other FROM main.customer_link WHERE user = ?1"] : []
    links = try (told + found).map { try database.prepare($0) }
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
    let linked = try links.flatMap { try $0.rows(user) { $0.integer(0) } }
    return try linked + [owners.owner(of: user)].compactMap(\.self)
  }

  /// Every customer of more than one user, each with its users ascending.
  static func all(_ database: Database, end: Instant) throws -> [[UserID]] {
    var sets = DisjointSets()
    let links = try database.prepare(
      """
      SELECT a.user, a.other FROM alias AS a
      WHERE a.time_ms < \(end.milliseconds) AND a.user < a.other AND \(counts)
      UNION ALL
      SELECT user, owner FROM transaction_user WHERE owner_ms < \(end.milliseconds)
      UNION ALL
      SELECT user, other FROM main.customer_link WHERE user < other
      """)
    while try links.step() { sets.unite(links.integer(0), links.integer(1)) }
    return sets.all
  }

  /// Whether an alias counts, which in native lines only the earliest of a `previous_id` does, of
  /// several at once that of the smaller id: two people who log in on one tablet stay two.
  private static let counts = """
    (a.role = 0
      OR a.role = 1 AND NOT EXISTS (\(earlier("a.user", of: "a.other")))
      OR a.role = 2 AND NOT EXISTS (\(earlier("a.other", of: "a.user"))))
    """

  /// The aliases of an earlier id to others, which are before that to `user`.
  private static func earlier(_ previous: String, of user: String) -> String {
    """
    SELECT 1 FROM alias AS b
    WHERE b.user = \(previous) AND b.role = 1 AND b.other <> \(user)
      AND (b.time_ms < a.time_ms OR b.time_ms = a.time_ms
        AND (SELECT key FROM user WHERE id = b.other) < (SELECT key FROM user WHERE id = \(user)))
    """
  }
}

/// To whom the events of an original transaction belong, by the links before E (Definitions, "Who
/// is one customer").
final class TransactionOwners {
  private let owner: Statement
  private let transaction: Statement

  init(_ database: Database, end: Instant) throws {
    transaction = try database.prepare("SELECT 1 FROM transaction_user WHERE user = ?")
    owner = try database.prepare(
      "SELECT owner FROM transaction_user WHERE user = ? AND owner_ms < \(end.milliseconds)")
  }

  /// Nil for a user with an id, and for an original transaction that nobody is known of.
  func owner(of user: UserID) throws -> UserID? {
    try owner.first(user) { $0.integer(0) }
  }

  /// Whether a user is a transaction, and no id that names a customer.
  func isTransaction(_ user: UserID) throws -> Bool { try transaction.hasRow(user) }
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
