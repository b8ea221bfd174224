import Feed
import SQLite
import Timeline
import Values

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
  private let insertMembers: BulkInsertion
  private let clearMember: Statement
  /// Members that are still to be inserted into an empty table.
  private var members: [(user: UserID, customer: UserID)] = []
  /// So many at once: customers do not come in the order of their users, and rows in the order of their
  /// keys go into neighbouring pages.
  private static let manyMembers = 1 << 17

  /// `isFresh`: everything is folded, into empty tables.
  init(_ store: Store, _ place: Derived.Place, isFresh: Bool) throws {
    database = store.database
    self.place = place
    self.isFresh = isFresh
    writer = try DerivedWriter(database, place)
    facts = FactWriter(
      database, place, isFresh: isFresh,
      folder: place == .main ? UnnamedFile.folder(of: store.path) : UnnamedFile.temporaryFolder)
    let insertion = isFresh ? "INSERT" : "INSERT OR REPLACE"
    setPending = try database.prepare("\(insertion) INTO main.pending_user VALUES (?, ?)")
    clearPending = try database.prepare("DELETE FROM main.pending_user WHERE user = ?")
    setMember = try database.prepare("INSERT OR REPLACE INTO main.customer_member VALUES (?, ?)")
    insertMembers = try BulkInsertion(database, into: "\(place).customer_member", width: 2)
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
    try writeMembers()
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
    for case (let user, let customer?) in jobs.members { members.append((user, customer)) }
    if members.count >= Self.manyMembers { try writeMembers() }
  }

  private func writeMembers() throws {
    members.sort { $0.user < $1.user }
    try insertMembers.run(members.flatMap { [$0.user, $0.customer] }[...])
    members = []
  }

  private func notePending(_ jobs: FoldedJobs) throws {
    for (user, next) in jobs.pending {
      if let next {
        try setPending.run(user, next.milliseconds)
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
