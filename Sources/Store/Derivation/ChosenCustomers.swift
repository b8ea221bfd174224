import Feed
import SQLite
import Timeline
package import Values

extension CustomerFacts {
  /// The customers whose facts are wanted.
  package enum Choice: Sendable {
    case everybody
    /// These, by their numbers as of the last fold, which has to be of the day that is asked about.
    case these(Set<UserID>)
    /// These, and whoever has an event within a time.
    case theseOr(Set<UserID>, within: Range<Instant>)
  }
}

extension CustomerFacts.Choice {
  /// Whether all that the derived tables hold is of the day that is asked about.
  var isOfLastFold: Bool {
    switch self {
    case .everybody: false
    case .these, .theseOr: true
    }
  }

  /// What makes the jobs of these customers, and perhaps of others. `memory`: bytes that the
  /// command may use.
  func jobs(in database: Database, before end: Instant, memory: Int) throws
    -> () throws -> [FoldJob]?
  {
    switch self {
    case .everybody, .theseOr:
      return try EveryCustomer(database, before: end, memory: memory).nextJobs
    case .these(let customers):
      return try ChosenCustomers(database, customers).nextJobs
    }
  }

  /// Whether a customer is wanted.
  func holds(_ customer: UserID, _ events: CustomerEvents) -> Bool {
    switch self {
    case .everybody, .these: true
    case .theseOr(let customers, let times):
      customers.contains(customer) || events.events.contains { times.contains($0.time) }
    }
  }
}

/// Some customers as of the last fold, in the order in which ``EveryCustomer`` has them.
final class ChosenCustomers {
  private static let batch = 64

  private let blocks: FoldBlocks
  private let conflicted: Set<UserID>
  /// Each with its users, the last customer first.
  private var rest: [(id: UserID, users: [UserID])]

  init(_ database: Database, _ customers: Set<UserID>) throws {
    blocks = try FoldBlocks(database)
    conflicted = try ConflictedUsers.all(database)
    let members = try CustomerMembers(database)
    rest = try customers.map { ($0, try members.users(of: $0)) }
    rest.sort { $0.users.last ?? 0 > $1.users.last ?? 0 }
  }

  /// The next jobs; nil after the last.
  func nextJobs() throws -> [FoldJob]? {
    guard !rest.isEmpty else { return nil }
    var jobs: [FoldJob] = []
    while jobs.count < Self.batch, let (id, users) = rest.popLast() {
      let customer = try blocks.input(users, conflicted: conflicted, knownAs: id)
      jobs.append(FoldJob(after: [customer]))
    }
    return jobs
  }
}
