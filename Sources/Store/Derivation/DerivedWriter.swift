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
      try insertions[table.index].run(rows[table].values[...])
    }
    try rows[.charge].forEach { row in
      gross = try sum(gross, known(row[row.startIndex + CustomerTable.Charge.gross]))
      try shared.note(
        row[row.startIndex + CustomerTable.Charge.transaction], of: row[row.startIndex])
    }
    try rows[.trialTransaction].forEach { row in
      try shared.note(
        row[row.startIndex + CustomerTable.Trial.transaction], of: row[row.startIndex])
    }
    try rows[.refund].forEach { row in
      refunded = try sum(refunded, row[row.startIndex + CustomerTable.Refund.amount])
    }
  }

  func delete(customer: UserID) throws {
    gross -= try sum(sumOfCharges, customer)
    refunded -= try sum(sumOfRefunds, customer)
    try shared.noteRemoval(of: customer)
    for deletion in deletions { try deletion.run(customer) }
  }

  private func sum(_ query: Statement, _ customer: UserID) throws -> Int64 {
    try query.bind(customer, at: 1)
    defer { query.reset() }
    return try query.step() ? query.integer(0) : 0
  }

  private func sum(_ a: Int64, _ b: Int64) throws -> Int64 {
    let (sum, isTooLarge) = a.addingReportingOverflow(b)
    guard !isTooLarge else { throw Failure.tooLarge("what was charged") }
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
