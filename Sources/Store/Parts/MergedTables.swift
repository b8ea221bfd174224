import Feed
import SQLite
import Settings
import Timeline
import Values

/// Puts the tables of parts into the derived tables of a database, which are made anew.
final class MergedTables {
  private let store: Store
  private let strings: StringTable
  private var numbers: PartStrings
  private var sums = FactSums()
  private let facts: FactWriter
  private var rows: [String: Rows] = [:]
  private let tables: [String: PartTable]
  private let dimensions: [String: Dimension]
  private var segments: [[UInt8]: Segment] = [:]
  /// Bytes of sums beyond which they go to a file.
  private let memory: Int
  /// Of each table, as ``PartRecord/total`` counts.
  private(set) var totals: [String: [Int64]] = [:]
  /// The places of measures by their names.
  private let measures: [FactTable: [[UInt8]: Int]]
  private var added = 0
  /// After so many facts it is looked how much memory they take.
  private static let often = 1 << 14

  private struct Rows {
    let insertion: BulkInsertion
    /// Which column has the customer.
    let customer: Int
    var values: [Int64] = []
  }

  init(_ store: Store, strings: StringTable, memory: Int) throws {
    (self.store, self.strings, self.memory) = (store, strings, memory)
    numbers = PartStrings(strings)
    try Derived.create(.main, in: store.database)
    try store.database.execute(
      """
      DELETE FROM pending_user; DELETE FROM touched_user; DELETE FROM customer_member;
      DROP INDEX IF EXISTS main.customer_member_customer;
      """)
    facts = FactWriter(
      store.database, .main, isFresh: true, folder: UnnamedFile.folder(of: store.path))
    let all = try PartTable.facts + PartTable.rows(in: store.database)
    tables = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    dimensions = Dictionary(uniqueKeysWithValues: Dimension.allCases.map { ($0.name, $0) })
    measures = Dictionary(
      uniqueKeysWithValues: FactTable.allCases.map { table in
        let names = table.measures.enumerated().map { (Array($1.utf8), $0) }
        return (table, Dictionary(uniqueKeysWithValues: names))
      })
    for table in all {
      totals[table.name] = [Int64](repeating: 0, count: table.fact?.measures.count ?? 1)
    }
    for table in all where table.fact == nil {
      rows[table.name] = Rows(
        insertion: try BulkInsertion(
          store.database, into: "main.\(table.name)", width: table.columns.count),
        customer: table.columns.firstIndex { $0.name == "customer" } ?? 0)
    }
  }

  /// Takes a line; false where it is none of a table.
  func take(_ name: String, _ fields: PartFields, _ values: [Int64]) throws -> Bool {
    guard let table = tables[name] else { return false }
    guard fields.count == table.fieldCount else { throw Failure.malformed }
    if let fact = table.fact {
      guard let value = values.first, values.count == 1 else { throw Failure.malformed }
      try add(fact, fields, try key(table, fields), value)
    } else {
      try insert(table, fields)
    }
    return true
  }
}

// MARK: - Facts

extension MergedTables {
  private func key(_ table: PartTable, _ fields: PartFields) throws -> FactSums.Key {
    let first = try position(table.columns[0].kind, fields, 1)
    guard table.columns.count == 3 else {
      return FactSums.Key(first: first, second: 0, segment: try segment(fields, 2).id)
    }
    let second = try position(table.columns[1].kind, fields, 2)
    return FactSums.Key(first: first, second: second, segment: try segment(fields, 3).id)
  }

  private func position(_ kind: PartTable.Kind, _ fields: PartFields, _ place: Int) throws -> Int32
  {
    if kind == .text { return try numbers.id(fields.raw(place)) }
    guard let number = Int32(exactly: try fields.number(place)) else { throw Failure.malformed }
    return number
  }

  private func segment(_ fields: PartFields, _ place: Int) throws -> Segment {
    let written = [UInt8](try fields.raw(place)) + [0] + [UInt8](try fields.raw(place + 1))
    if let known = segments[written] { return known }
    guard let dimension = dimensions[try fields.text(place)] else { throw Failure.malformed }
    let kind: PartTable.Kind = dimension.value == .string ? .text : .number
    let segment = Segment(dimension, try position(kind, fields, place + 1))
    segments[written] = segment
    return segment
  }

  private func add(_ table: FactTable, _ fields: PartFields, _ key: FactSums.Key, _ value: Int64)
    throws
  {
    guard let measure = measures[table]?[[UInt8](try fields.raw(0))] else {
      throw Failure.malformed
    }
    sums.add(table, key, measure, value)
    totals[table.name]?[measure] &+= value
    added += 1
    if added % Self.often == 0, sums.byteCount > memory { try putAside() }
  }

  private func putAside() throws {
    try facts.putAside(sums)
    sums = FactSums()
  }
}

// MARK: - Rows of customers

extension MergedTables {
  private func insert(_ table: PartTable, _ fields: PartFields) throws {
    guard var rows = rows.removeValue(forKey: table.name) else { throw Failure.malformed }
    for (place, column) in table.columns.enumerated() {
      rows.values.append(try value(column, fields, place) ?? Statement.null)
    }
    totals[table.name]?[0] += 1
    if rows.values.count >= rows.insertion.chunk { try flush(&rows) }
    self.rows[table.name] = rows
  }

  private func value(_ column: PartTable.Column, _ fields: PartFields, _ place: Int) throws
    -> Int64?
  {
    if column.kind == .text { return Int64(try numbers.id(fields.raw(place))) }
    let value = try fields.optionalNumber(place)
    guard value != nil || !column.isRequired else { throw Failure.malformed }
    return value
  }

  private func flush(_ rows: inout Rows) throws {
    do {
      try rows.insertion.run(rows.values[...])
    } catch let error as SQLiteError where error.isDuplicate {
      let refused = rows.insertion.inserted * rows.insertion.width
      throw Failure.overlapping(UserID(rows.values[refused + rows.customer]))
    }
    rows.values.removeAll(keepingCapacity: true)
  }

  /// Writes everything that was taken, and what follows from it.
  func finish() throws {
    for name in rows.keys.sorted() {
      guard var rest = rows.removeValue(forKey: name) else { continue }
      try flush(&rest)
    }
    try facts.add(sums, strings)
    try Derived.index(.main, in: store.database)
    try requireApart()
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
    let found = try store.database.first(
      """
      SELECT c.id FROM main.customer_member AS m INNER JOIN main.customer AS c ON c.id = m.user
      WHERE m.customer <> m.user LIMIT 1
      """
    ) { $0.integer(0) }
    if let found { throw Failure.overlapping(found) }
  }
}
