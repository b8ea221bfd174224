import Feed
import SQLite
import Settings
import Timeline
import Values

/// Adds the derived tables of parts up into those of a database, which are made anew: facts by
/// their keys, and rows of customers, each of whom is in one part.
final class MergedTables {
  private let store: Store
  private let strings: StringTable
  private var sums = FactSums()
  private let facts: FactWriter
  private let rows: [CustomerRowTable]
  /// Bytes of sums beyond which they go to a file.
  private let memory: Int
  private(set) var totals = PartTotals()
  private var added = 0
  /// After so many facts it is looked how much memory they take.
  private static let often = 1 << 14

  init(_ store: Store, strings: StringTable, memory: Int) throws {
    (self.store, self.strings, self.memory) = (store, strings, memory)
    try Derived.create(.main, in: store.database)
    try store.database.execute(
      """
      DELETE FROM pending_user; DELETE FROM touched_user; DELETE FROM customer_member;
      DROP INDEX IF EXISTS main.customer_member_customer;
      """)
    facts = FactWriter(
      store.database, .main, isFresh: true, folder: UnnamedFile.folder(of: store.path))
    rows = try CustomerRowTable.all(in: store.database)
  }

  /// Adds the tables of a part, which have to come to what it says.
  func add(_ part: PartSource) throws {
    var found = PartTotals()
    var texts = try PartTexts(of: part, in: strings)
    for table in FactTable.allCases { try add(table, of: part, &texts, &found) }
    for table in rows { try table.add(part, &texts, &found) }
    try part.totals().map { try found.requireSame(as: $0, at: part.path) }
    totals.merge(found)
  }

  /// Facts by day: those by week and month follow from them.
  private func add(
    _ table: FactTable, of part: PartSource, _ texts: inout PartTexts, _ found: inout PartTotals
  ) throws {
    let (first, second) = table.keys
    let columns = [first.name, second?.name ?? "0", "segment"] + table.measures
    let days = table.isGrained ? " WHERE grain = \(Grain.day.rawValue)" : ""
    var measures = [Int64](repeating: 0, count: table.measures.count)
    var total = measures
    try part.forEachRow(
      of: "SELECT \(columns.joined(separator: ", ")) FROM main.\(table.name)\(days)"
    ) { row in
      let key = FactSums.Key(
        first: try texts.position(row, 0, isText: first.isText),
        second: try texts.position(row, 1, isText: second?.isText ?? false),
        segment: try texts.segment(row.integer(2)))
      for place in measures.indices {
        measures[place] = row.integer(Int32(3 + place))
        total[place] &+= measures[place]
      }
      try add(table, key, measures[...])
    }
    for (name, sum) in zip(table.measures, total) { found.add(sum, to: name, of: table.name) }
  }

  private func add(_ table: FactTable, _ key: FactSums.Key, _ measures: ArraySlice<Int64>) throws {
    sums.add(table, key, measures)
    added += 1
    if added % Self.often == 0, sums.byteCount > memory {
      try facts.putAside(sums)
      sums = FactSums()
    }
  }

  /// Writes everything that was added. `isWhole`: what reports need beside it, too.
  func finish(isWhole: Bool) throws {
    try facts.add(sums, strings)
    if isWhole { try Derived.index(.main, in: store.database) }
    try requireApart()
    try totals.write(store.database)
    try store.database.execute(
      """
      DELETE FROM main.control_total;
      INSERT INTO main.control_total
      SELECT coalesce((SELECT sum(gross) FROM main.charge), 0),
        coalesce((SELECT sum(amount) FROM main.refund), 0);
      """)
  }

  /// Throws where somebody is a customer by himself in one part, and one with others in another.
  private func requireApart() throws {
    let found = try store.database.integer(
      """
      SELECT c.id FROM main.customer_member AS m INNER JOIN main.customer AS c ON c.id = m.user
      WHERE m.customer <> m.user LIMIT 1
      """)
    if found != 0 { throw Failure.overlapping(found) }
  }
}

/// A table with rows of customers that a report reads beside facts. `shared_transaction`,
/// `latency_day` and `control_total` follow from these and the facts.
private struct CustomerRowTable {
  private let name: String
  private let columns: [String]
  /// Of each column.
  private let isText: [Bool]
  private let insertion: BulkInsertion
  /// Which column has the customer.
  private let customer: Int

  static func all(in database: Database) throws -> [Self] {
    let tables = CustomerTable.allCases.map { ($0.name, $0.columns) }
    return try (tables + [("customer_member", ["user", "customer"])]).map { name, columns in
      Self(
        name: name, columns: columns.map(\.name), isText: columns.map(\.isText),
        insertion: try BulkInsertion(database, into: "main.\(name)", width: columns.count),
        customer: columns.firstIndex { $0.name == "customer" } ?? 0)
    }
  }

  /// Adds the rows of a part. Throws where one of its customers is there already.
  func add(_ part: PartSource, _ texts: inout PartTexts, _ found: inout PartTotals) throws {
    var (count, customers): (Int64, Int64) = (0, 0)
    var values: [Int64] = []
    try part.forEachRow(of: "SELECT \(columns.joined(separator: ", ")) FROM main.\(name)") {
      row in
      for place in isText.indices {
        values.append(try texts.value(row, Int32(place), isText: isText[place]))
      }
      count += 1
      customers &+= row.integer(Int32(customer))
      if values.count >= insertion.chunk { try flush(&values) }
    }
    try flush(&values)
    found.add(count, to: "rows", of: name)
    found.add(customers, to: "customers", of: name)
  }

  private func flush(_ values: inout [Int64]) throws {
    do {
      try insertion.run(values[...])
    } catch let error as SQLiteError where error.isDuplicate {
      throw Failure.overlapping(values[insertion.inserted * insertion.width + customer])
    }
    values.removeAll(keepingCapacity: true)
  }
}
