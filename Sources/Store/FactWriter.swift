import Feed
import SQLite
import Timeline
import Values

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

  /// Adds the sums of one table, by week and month too where it is grained.
  mutating func add(_ rows: FactRows, to table: FactTable) throws {
    guard table.isGrained else { return try add(rows, to: table, grain: nil) }
    try add(rows, to: table, grain: .day)
    try add(rows.coarsened(to: .week), to: table, grain: .week)
    try add(rows.coarsened(to: .month), to: table, grain: .month)
  }

  private mutating func add(_ rows: FactRows, to table: FactTable, grain: Grain?) throws {
    let insert = try database.prepare(
      isFresh ? table.insertion(in: place) : table.upsert(in: place))
    let removal = isFresh ? nil : try database.prepare(table.removal(in: place))
    let keyWidth = table.keyColumns.count
    for index in rows.ordered {
      let values = rows.values(index)
      guard values.contains(where: { $0 != 0 }) else { continue }
      let key = rows.key(index)
      segments.insert(key.segment)
      let row = table.key(key, grain) + values
      try insert.run(integers: row[...])
      try removal?.run(integers: row[..<keyWidth])
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
