import Feed
import SQLite
import Settings
import Timeline
import Values

/// Writes the rows of customers to the derived tables, one customer after the other.
final class DerivedWriter {
  private let database: Database
  private let place: Derived.Place
  private let insertCustomers: BulkInsertion
  private let insertCharges: BulkInsertion
  private let insertRefunds: BulkInsertion
  private let insertCoverages: BulkInsertion
  private let sums: [Statement]
  private let insertReferrals: BulkInsertion
  private let insertRedemptions: BulkInsertion
  private let insertGrants: BulkInsertion
  private let insertAnomalyFlags: BulkInsertion
  private let shared: SharedTransactions
  private let deletions: [Statement]
  /// What was added to the rows of charge and refund, less what was removed.
  private var gross: Int64 = 0
  private var refunded: Int64 = 0

  init(_ database: Database, _ place: Derived.Place) throws {
    self.database = database
    self.place = place
    let empty = CustomerRows()
    func insertion(_ table: String, _ rows: RowBuffer) throws -> BulkInsertion {
      try BulkInsertion(database, into: "\(place).\(table)", width: rows.width)
    }
    insertCustomers = try insertion("customer", empty.customers)
    insertCharges = try insertion("charge", empty.charges)
    insertRefunds = try insertion("refund", empty.refunds)
    insertCoverages = try insertion("coverage", empty.coverages)
    sums = try ["gross) FROM \(place).charge", "amount) FROM \(place).refund"].map {
      try database.prepare("SELECT sum(\($0) WHERE customer = ?")
    }
    insertReferrals = try insertion("referral", empty.referrals)
    insertRedemptions = try insertion("redemption", empty.redemptions)
    insertGrants = try insertion("complimentary", empty.grants)
    insertAnomalyFlags = try insertion("suspicion", empty.anomalyFlags)
    shared = try SharedTransactions(database, place)
    deletions = try [
      "customer WHERE id", "coverage WHERE customer", "charge WHERE customer",
      "refund WHERE customer", "referral WHERE customer", "redemption WHERE customer",
      "complimentary WHERE customer", "suspicion WHERE customer",
    ].map { try database.prepare("DELETE FROM \(place).\($0) = ?") }
  }

  func insert(_ rows: CustomerRows) throws {
    try insertCustomers.run(rows.customers.values[...])
    try insertCharges.run(rows.charges.values[...])
    try rows.charges.forEach {
      gross = try sum(gross, known($0[$0.startIndex + 11]))
      try shared.note($0)
    }
    try insertRefunds.run(rows.refunds.values[...])
    try rows.refunds.forEach { refunded = try sum(refunded, $0[$0.startIndex + 5]) }
    try insertCoverages.run(rows.coverages.values[...])
    try insertReferrals.run(rows.referrals.values[...])
    try insertRedemptions.run(rows.redemptions.values[...])
    try insertGrants.run(rows.grants.values[...])
    try insertAnomalyFlags.run(rows.anomalyFlags.values[...])
  }

  func delete(customer: UserID) throws {
    gross -= try sum(sums[0], customer)
    refunded -= try sum(sums[1], customer)
    for deletion in deletions { try deletion.run(customer) }
  }

  private func sum(_ query: Statement, _ customer: UserID) throws -> Int64 {
    try query.bind(customer, at: 1)
    defer { query.reset() }
    return try query.step() ? query.integer(0) : 0
  }

  private func sum(_ a: Int64, _ b: Int64) throws -> Int64 {
    let (sum, isTooLarge) = a.addingReportingOverflow(b)
    guard !isTooLarge else { throw StoreError.sumTooLarge }
    return sum
  }

  private func known(_ value: Int64) -> Int64 { value == Statement.null ? 0 : value }

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
