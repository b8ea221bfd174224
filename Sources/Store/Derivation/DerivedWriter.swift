import Feed
import SQLite
import Settings
import Timeline
import Values

/// Writes the rows of customers to the derived tables, one customer after the other.
final class DerivedWriter {
  private let database: Database
  private let place: Derived.Place
  private let insertions: [BulkInsertion]
  private let deletions: [Statement]
  /// What a customer was charged, and paid back, so far.
  private let sumOfCharges: Statement
  private let sumOfRefunds: Statement
  private let shared: SharedTransactions
  /// What was added to the rows of charge and refund, less what was removed.
  private var gross: Int64 = 0
  private var refunded: Int64 = 0

  init(_ database: Database, _ place: Derived.Place) throws {
    self.database = database
    self.place = place
    insertions = try CustomerTable.allCases.map {
      try BulkInsertion(database, into: "\(place).\($0.name)", width: $0.width)
    }
    deletions = try CustomerTable.allCases.map {
      try database.prepare("DELETE FROM \(place).\($0.name) WHERE \($0.customerColumn) = ?")
    }
    sumOfCharges = try database.prepare("SELECT sum(gross) FROM \(place).charge WHERE customer = ?")
    sumOfRefunds = try database.prepare(
      "SELECT sum(amount) FROM \(place).refund WHERE customer = ?")
    shared = try SharedTransactions(database, place)
  }

  func insert(_ rows: CustomerRows) throws {
    for table in CustomerTable.allCases {
      try insertions[table.index].run(rows[table][...])
    }
    for value in rows.values(of: "gross", in: .charge) where value != Statement.null {
      gross = try sum(gross, value)
    }
    for value in rows.values(of: "amount", in: .refund) { refunded = try sum(refunded, value) }
    for table in SharedTransactions.tables {
      let transactions = rows.values(of: "transaction_hash", in: table)
      for (customer, transaction) in zip(rows.values(of: "customer", in: table), transactions) {
        try shared.note(transaction, of: customer)
      }
    }
  }

  func delete(customer: UserID) throws {
    gross -= try sumOfCharges.first(customer) { $0.integer(0) } ?? 0
    refunded -= try sumOfRefunds.first(customer) { $0.integer(0) } ?? 0
    try shared.noteRemoval(of: customer)
    for deletion in deletions { try deletion.run(customer) }
  }

  private func sum(_ a: Int64, _ b: Int64) throws -> Int64 {
    let (sum, isTooLarge) = a.addingReportingOverflow(b)
    guard !isTooLarge else { throw Failure.tooLarge("what was charged") }
    return sum
  }

  /// Brings the control totals to what the rows are now. Call at the end.
  func addTotals() throws {
    let (charged, paidBack) =
      try database.first(
        "SELECT coalesce(sum(gross), 0), coalesce(sum(refunded), 0) FROM \(place).control_total"
      ) { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
    try database.execute("DELETE FROM \(place).control_total")
    try database.prepare("INSERT INTO \(place).control_total VALUES (?, ?)").run(
      try sum(charged, gross), try sum(paidBack, refunded))
    (gross, refunded) = (0, 0)
  }
}

/// Takes folded jobs into the tables; in temporary ones only what a report reads.
final class DerivedSink {
  private let writer: DerivedWriter
  private let facts: FactWriter
  private let database: Database
  private let place: Derived.Place
  private let isFresh: Bool
  private let setPending: Statement
  private let clearPending: Statement
  private let setMember: Statement
  private let clearMember: Statement
  /// What goes into empty tables.
  private var members: UserRows
  private var pending: UserRows

  /// `isFresh`: everything is folded, into empty tables.
  init(_ store: Store, _ place: Derived.Place, isFresh: Bool) throws {
    database = store.database
    self.place = place
    self.isFresh = isFresh
    writer = try DerivedWriter(database, place)
    facts = FactWriter(
      database, place, isFresh: isFresh,
      folder: place == .main ? UnnamedFile.folder(of: store.path) : UnnamedFile.temporaryFolder)
    setPending = try database.prepare("INSERT OR REPLACE INTO main.pending_user VALUES (?, ?)")
    clearPending = try database.prepare("DELETE FROM main.pending_user WHERE user = ?")
    setMember = try database.prepare("INSERT OR REPLACE INTO main.customer_member VALUES (?, ?)")
    members = try UserRows(database, "\(place).customer_member")
    pending = try UserRows(database, "main.pending_user")
    clearMember = try database.prepare("DELETE FROM main.customer_member WHERE user = ?")
  }

  /// Forgets what the last fold left for this one. ``Derived/index(_:in:)`` makes the index anew.
  func forgetLeftovers() throws {
    try database.execute(
      """
      DELETE FROM pending_user;
      DELETE FROM customer_member;
      DROP INDEX IF EXISTS main.customer_member_customer;
      """)
  }

  /// Takes sums for which the memory has no room.
  func putAside(_ sums: FactSums) throws { try facts.putAside(sums) }

  /// Takes the last sums, when all jobs were taken.
  func finish(_ sums: FactSums, _ strings: StringTable) throws {
    try members.write()
    try pending.write()
    try facts.add(sums, strings)
    try writer.addTotals()
  }

  func take(_ jobs: FoldedJobs) throws {
    for customer in jobs.deleted { try writer.delete(customer: customer) }
    try writer.insert(jobs.inserted)
    if place == .main { try notePending(jobs) }
    try isFresh ? insertMembers(jobs) : setMembers(jobs)
  }

  private func insertMembers(_ jobs: FoldedJobs) throws {
    for case (let user, let customer?) in jobs.members { try members.add(user, customer) }
  }

  private func notePending(_ jobs: FoldedJobs) throws {
    for (user, next) in jobs.pending {
      if let next {
        try isFresh
          ? pending.add(user, next.milliseconds) : setPending.run(user, next.milliseconds)
      } else if !isFresh {
        try clearPending.run(user)
      }
    }
  }

  private func setMembers(_ jobs: FoldedJobs) throws {
    for (user, customer) in jobs.members {
      if let customer {
        try setMember.run(user, customer)
      } else {
        try clearMember.run(user)
      }
    }
  }
}

/// Rows of a table of users with one value each, which is empty at first.
private struct UserRows {
  /// So many at once: sorted by key, they go into neighbouring pages.
  private static let many = 1 << 17

  private let insertion: BulkInsertion
  private var rows: [(user: UserID, value: Int64)] = []

  init(_ database: Database, _ table: String) throws {
    insertion = try BulkInsertion(database, into: table, width: 2)
  }

  mutating func add(_ user: UserID, _ value: Int64) throws {
    rows.append((user, value))
    if rows.count >= Self.many { try write() }
  }

  /// Writes those that are left.
  mutating func write() throws {
    rows.sort { $0.user < $1.user }
    try insertion.run(rows.flatMap { [$0.user, $0.value] }[...])
    rows = []
  }
}
