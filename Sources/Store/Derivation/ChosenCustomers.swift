import Feed
import SQLite
package import Timeline
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

  /// Jobs of these customers, and perhaps of others. `memory` in bytes.
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
  private let owners: TransactionOwners
  /// Each with its users, the last customer first.
  private var rest: [(id: UserID, users: [UserID])]

  init(_ database: Database, _ customers: Set<UserID>) throws {
    blocks = try FoldBlocks(database)
    conflicted = try ConflictedUsers.all(database)
    owners = try TransactionOwners(database, end: .distantFuture)
    let members = try CustomerMembers(database)
    rest = try customers.map { ($0, try members.users(of: $0)) }
    rest.sort { $0.users.last ?? 0 > $1.users.last ?? 0 }
  }

  func nextJobs() throws -> [FoldJob]? {
    guard !rest.isEmpty else { return nil }
    var jobs: [FoldJob] = []
    while jobs.count < Self.batch, let (id, users) = rest.popLast() {
      let customer = try blocks.input(users, conflicted: conflicted, owners, knownAs: id)
      jobs.append(FoldJob(after: [customer]))
    }
    return jobs
  }
}

extension CustomerFacts {
  /// Shows `body` the derived tables of one chosen customer after another, as if nobody else were
  /// there: in temporary tables that hide the database's. Only what `tables` name is there of the
  /// facts.
  package func forEachAlone(
    _ tables: [FactTable], before end: Instant, among choice: Choice,
    _ body: (UserID) throws -> Void
  ) throws {
    try Derived.create(.temp, in: database)
    try database.execute(
      "INSERT INTO temp.customer_member SELECT user, customer FROM main.customer_member")
    let writer = try LoneWriter(database, tables)
    try database.atOnce {
      try orderedPipeline(
        depth: threads * 2, next: choice.jobs(in: database, before: end, memory: memory),
        transform: folding(tables, before: end, among: choice),
        take: { customers in
          for customer in customers {
            try writer.show(customer)
            try body(customer.facts.customer)
          }
        })
    }
  }

  private func folding(_ tables: [FactTable], before end: Instant, among choice: Choice)
    -> @Sendable ([FoldJob]) throws -> [LoneCustomer]
  {
    let order = ContentOrder(strings)
    return { [rules] jobs in
      var sums = FactSums(only: tables)
      return try jobs.flatMap(\.after).compactMap {
        try LoneCustomer($0, order, rules, end: end, of: tables, among: choice, &sums)
      }
    }
  }
}

/// All that the derived tables have of one customer.
private struct LoneCustomer: Sendable {
  let rows: CustomerRows
  let facts: SingleFacts

  init?(
    _ input: CustomerInput, _ order: ContentOrder, _ rules: FoldRules, end: Instant,
    of tables: [FactTable], among choice: CustomerFacts.Choice, _ sums: inout FactSums
  ) throws {
    guard let (id, timeline) = try input.timeline(before: end, order, rules, among: choice) else {
      return nil
    }
    let manyIDs = ManyIDs(input, run: .max, before: end, order)
    var rows = CustomerRows()
    rows.add(timeline, id: id, manyIDs, rules.zone)
    self.rows = rows
    facts = SingleFacts(timeline, rules, of: id, tables, in: nil, &sums)
  }
}

/// Puts one customer in the place of the one before.
private final class LoneWriter {
  private let rows: DerivedWriter
  private let facts: SingleFactInsertion
  private let deletions: [Statement]

  init(_ database: Database, _ tables: [FactTable]) throws {
    rows = try DerivedWriter(database, .temp)
    facts = try SingleFactInsertion(database, tables)
    deletions = try (CustomerTable.allCases.map(\.name) + tables.map(\.name)).map {
      try database.prepare("DELETE FROM temp.\($0)")
    }
  }

  func show(_ customer: LoneCustomer) throws {
    for deletion in deletions { try deletion.run() }
    try rows.insert(customer.rows)
    for (place, values) in customer.facts.rows {
      try facts.insert(place, values, in: place.key.segment)
    }
  }
}
