import SQLite
import Values

/// What columns of the derived tables come to, modulo 2^64, by table and column: measures, and of
/// the rows of customers their number and the sum of the customers.
struct PartTotals {
  var sums: [String: Int64] = [:]

  mutating func add(_ value: Int64, to column: String, of table: String) {
    sums["\(table).\(column)", default: 0] &+= value
  }

  mutating func merge(_ other: PartTotals) {
    sums.merge(other.sums, uniquingKeysWith: &+)
  }

  /// Throws where the rows at `path` do not come to what was written down with them.
  func requireSame(as written: PartTotals, at path: String) throws {
    let names = Set(sums.keys).union(written.sums.keys).sorted()
    guard let name = names.first(where: { sums[$0] ?? 0 != written.sums[$0] ?? 0 }) else { return }
    throw Failure(
      "the rows of \(name) in \(path) do not come to what the part says: some are missing, or were "
        + "counted twice", hint: "write the part anew; nothing was merged", exit: .reconciliation)
  }

  func write(_ database: Database) throws {
    try database.execute("DELETE FROM merged_total")
    let insert = try database.prepare("INSERT INTO merged_total VALUES (?, ?)")
    for (name, total) in sums where total != 0 { try insert.run(name, total) }
  }
}
