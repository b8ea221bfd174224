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
    deletions = try [
      ("customer", "id"), ("charge", "customer"), ("refund", "customer"), ("coverage", "customer"),
    ].map { try database.prepare("DELETE FROM \(place).\($0.0) WHERE \($0.1) = ?") }
  }

  func insert(_ rows: CustomerRows) throws {
    try insertCustomer.run(integers: rows.customer[...])
    try rows.charges.forEach { try insertCharge.run(integers: $0) }
    try rows.refunds.forEach { try insertRefund.run(integers: $0) }
    try rows.coverages.forEach { try insertCoverage.run(integers: $0) }
  }

  func delete(customer: UserID) throws {
    for deletion in deletions { try deletion.run(customer) }
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
