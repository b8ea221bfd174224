import Feed
import SQLite
import Timeline
import Values

/// The sums of one table and grain, to be arranged for the database by any thread.
struct FactRowsInOrder: Sendable {
  let table: FactTable
  /// Nil for a table without grains.
  let grain: Grain?
  private let rows: FactRows

  /// Everything there is to write: each table, by week and month too where it is grained.
  static func all(of sums: FactSums) -> [FactRowsInOrder] {
    FactTable.allCases.flatMap { table in
      let grains: [Grain?] = table.isGrained ? Grain.allCases : [nil]
      return grains.map {
        FactRowsInOrder(table: table, grain: $0, rows: sums.rows(of: table))
      }
    }
  }

  /// The rows as the table has them, in its order, without those that come to nothing.
  func arranged() -> ArrangedFacts {
    let sums = periodSums
    return ArrangedFacts(
      table: table, grain: grain, rows: sums, order: sums.ordered.filter { sums.hasSum($0) })
  }

  private var periodSums: FactRows {
    guard let grain, grain != .day else { return rows }
    return rows.coarsened(to: grain)
  }
}

/// Rows of a table of facts in its order. They stay where the sums are: a copy of each would take
/// as much memory again.
struct ArrangedFacts: Sendable {
  let table: FactTable
  let grain: Grain?
  private let rows: FactRows
  private let order: [Int]
  /// The segments that they are about.
  let segments: Set<Int64>
  var hasOverflown: Bool { rows.hasOverflown }

  fileprivate init(table: FactTable, grain: Grain?, rows: FactRows, order: [Int]) {
    self.table = table
    self.grain = grain
    self.rows = rows
    self.order = order
    segments = Set(order.lazy.map { rows.key($0).segment })
  }

  /// Each row as its table has it.
  func forEach(_ body: (ArraySlice<Int64>) throws -> Void) rethrows {
    var row: [Int64] = []
    for number in order {
      let key = rows.key(number)
      row.removeAll(keepingCapacity: true)
      if let grain { row.append(Int64(grain.rawValue)) }
      row.append(Int64(key.first))
      if table.keys.second != nil { row.append(Int64(key.second)) }
      row.append(key.segment)
      row += rows.values(number)
      try body(row[...])
    }
  }
}

/// Adds sums of facts to their tables.
struct FactWriter {
  private let database: Database
  private let place: Derived.Place
  private let isFresh: Bool
  private var segments: Set<Int64> = []

  /// `isFresh`: the tables are empty, so that rows need no looking up.
  init(_ database: Database, _ place: Derived.Place, isFresh: Bool) {
    self.database = database
    self.place = place
    self.isFresh = isFresh
  }

  mutating func add(_ facts: ArrangedFacts) throws {
    guard !facts.hasOverflown else { throw StoreError.sumTooLarge }
    segments.formUnion(facts.segments)
    let table = facts.table
    guard !isFresh else {
      let insert = try database.prepare(table.insertion(in: place))
      return try facts.forEach { try insert.run(integers: $0) }
    }
    let upsert = try database.prepare(table.upsert(in: place))
    let removal = try database.prepare(table.removal(in: place))
    let keyWidth = table.keyColumns.count
    try facts.forEach {
      try upsert.run(integers: $0)
      try removal.run(integers: $0.prefix(keyWidth))
    }
  }

  /// Writes the names of the segments that were added to.
  func nameSegments(_ strings: StringTable) throws {
    let insert = try database.prepare("INSERT OR IGNORE INTO main.segment VALUES (?, ?, ?)")
    for id in segments.sorted() {
      let segment = Segment(id: id)
      try insert.run(id, segment.dimension.name, segment.text(strings))
    }
  }
}
