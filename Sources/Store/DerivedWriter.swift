import Feed
import SQLite
import Timeline
import Values

/// Writes what the fold made to the derived tables.
final class DerivedWriter {
  private let database: Database
  private let place: Derived.Place
  private let insertCustomer: Statement
  private let insertCharge: Statement
  private let insertRefund: Statement
  private let insertCoverage: Statement
  private let deletions: [Statement]
  private let deleteCharges: Statement
  private let deleteRefunds: Statement
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
    insertCustomer = try insertion("customer", 12)
    insertCharge = try insertion("charge", 16)
    insertRefund = try insertion("refund", 9)
    insertCoverage = try insertion("coverage", 20)
    deletions = try ["customer WHERE id = ?", "coverage WHERE customer = ?"].map {
      try database.prepare("DELETE FROM \(place).\($0)")
    }
    deleteCharges = try database.prepare(
      "DELETE FROM \(place).charge WHERE customer = ? RETURNING gross")
    deleteRefunds = try database.prepare(
      "DELETE FROM \(place).refund WHERE customer = ? RETURNING amount")
  }

  func insert(_ rows: CustomerRows) throws {
    try insertCustomer.run(integers: rows.customer[...])
    try rows.charges.forEach {
      gross += known($0[$0.startIndex + 11])
      try insertCharge.run(integers: $0)
    }
    try rows.refunds.forEach {
      refunded += $0[$0.startIndex + 5]
      try insertRefund.run(integers: $0)
    }
    try rows.coverages.forEach { try insertCoverage.run(integers: $0) }
  }

  func delete(customer: UserID) throws {
    for deletion in deletions { try deletion.run(customer) }
    gross -= try sum(of: deleteCharges, customer)
    refunded -= try sum(of: deleteRefunds, customer)
  }

  /// The sum of what a deletion gives back.
  private func sum(of deletion: Statement, _ customer: UserID) throws -> Int64 {
    try deletion.bind(customer, at: 1)
    var sum: Int64 = 0
    while try deletion.step() { sum += deletion.integer(0) }
    return sum
  }

  private func known(_ value: Int64) -> Int64 { value == Statement.null ? 0 : value }

  /// Brings the control totals to what the rows are now.
  private func addTotals() throws {
    let (charged, paidBack) =
      try database.first(
        "SELECT coalesce(sum(gross), 0), coalesce(sum(refunded), 0) FROM \(place).control_total"
      ) { ($0.integer(0), $0.integer(1)) } ?? (0, 0)
    try database.execute("DELETE FROM \(place).control_total")
    try database.prepare("INSERT INTO \(place).control_total VALUES (?, ?)").run(
      charged + gross, paidBack + refunded)
    (gross, refunded) = (0, 0)
  }

  /// Adds the sums, removes what came to nothing, and names the segments.
  func add(_ sums: FactSums, _ strings: StringTable) throws {
    var segments: Set<Int64> = []
    for table in FactTable.allCases {
      let rows = sums.rows(of: table)
      guard table.isGrained else {
        try add(rows, to: table, grain: nil, &segments)
        continue
      }
      try add(rows, to: table, grain: .day, &segments)
      try add(rows.coarsened(to: .week), to: table, grain: .week, &segments)
      try add(rows.coarsened(to: .month), to: table, grain: .month, &segments)
    }
    try addTotals()
    try LatencyDays(database, place).renew(Set(sums.rows(of: .latency).keys.map(\.first)))
    let insert = try database.prepare("INSERT OR IGNORE INTO main.segment VALUES (?, ?, ?)")
    for id in segments.sorted() {
      let segment = Segment(id: id)
      try insert.run(id, segment.dimension.name, segment.text(strings))
    }
  }

  private func add(
    _ rows: FactRows, to table: FactTable, grain: Grain?, _ segments: inout Set<Int64>
  ) throws {
    let upsert = try database.prepare(table.upsert(in: place))
    let removal = try database.prepare(table.removal(in: place))
    let keyWidth = table.keyColumns.count
    for index in rows.orderedIndices {
      let values = rows.values[(index * rows.width)..<((index + 1) * rows.width)]
      guard values.contains(where: { $0 != 0 }) else { continue }
      let key = rows.keys[index]
      segments.insert(key.segment)
      let row = table.key(key, grain) + values
      if try upsert.run(integers: row[...]) == 1 { try removal.run(integers: row[..<keyWidth]) }
    }
  }
}

extension FactTable {
  /// A key of the sums as the values of the key columns.
  fileprivate func key(_ key: FactSums.Key, _ grain: Grain?) -> [Int64] {
    var columns = grain.map { [Int64($0.rawValue)] } ?? []
    columns.append(Int64(key.first))
    if keys.second != nil { columns.append(Int64(key.second)) }
    columns.append(key.segment)
    return columns
  }
}
