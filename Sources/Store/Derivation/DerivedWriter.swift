import Feed
import SQLite
import Settings
import Timeline
import Values

/// Writes the rows of customers to the derived tables, one customer after the other.
final class DerivedWriter {
  private let database: Database
  private let place: Derived.Place
  private let insertCustomer: Statement
  private let insertCharge: Statement
  private let insertRefund: Statement
  private let insertCoverage: Statement
  private let sums: [Statement]
  private let insertReferral: Statement
  private let insertRedemption: Statement
  private let insertGrant: Statement
  private let insertAnomalyFlag: Statement
  private let shared: SharedTransactions
  private let deletions: [Statement]
  /// What was added to the rows of charge and refund, less what was removed.
  private var gross: Int64 = 0
  private var refunded: Int64 = 0

  init(_ database: Database, _ place: Derived.Place) throws {
    self.database = database
    self.place = place
    func insertion(_ table: String, _ width: Int) throws -> Statement {
      let parameters = Array(repeating: "?", count: width).joined(separator: ", ")
      return try database.prepare("INSERT INTO \(place).\(table) VALUES (\(parameters))")
    }
    insertCustomer = try insertion("customer", CustomerRows.customerWidth)
    insertCharge = try insertion("charge", 17)
    insertRefund = try insertion("refund", 9)
    insertCoverage = try insertion("coverage", 21)
    sums = try ["gross) FROM \(place).charge", "amount) FROM \(place).refund"].map {
      try database.prepare("SELECT sum(\($0) WHERE customer = ?")
    }
    insertReferral = try insertion("referral", 7)
    insertRedemption = try insertion("redemption", 5)
    insertGrant = try insertion("complimentary", 8)
    insertAnomalyFlag = try insertion("suspicion", 8)
    shared = try SharedTransactions(database, place)
    deletions = try [
      "customer WHERE id", "coverage WHERE customer", "charge WHERE customer",
      "refund WHERE customer", "referral WHERE customer", "redemption WHERE customer",
      "complimentary WHERE customer", "suspicion WHERE customer",
    ].map { try database.prepare("DELETE FROM \(place).\($0) = ?") }
  }

  func insert(_ rows: CustomerRows) throws {
    try rows.customers.forEach { try insertCustomer.run(integers: $0) }
    try rows.charges.forEach {
      gross = try sum(gross, known($0[$0.startIndex + 11]))
      try insertCharge.run(integers: $0)
      try shared.note($0)
    }
    try rows.refunds.forEach {
      refunded = try sum(refunded, $0[$0.startIndex + 5])
      try insertRefund.run(integers: $0)
    }
    try rows.coverages.forEach { try insertCoverage.run(integers: $0) }
    try rows.referrals.forEach { try insertReferral.run(integers: $0) }
    try rows.redemptions.forEach { try insertRedemption.run(integers: $0) }
    try rows.grants.forEach { try insertGrant.run(integers: $0) }
    try rows.anomalyFlags.forEach { try insertAnomalyFlag.run(integers: $0) }
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
