import Values

/// Sums of facts in memory, before they go to the database: one row of measures for each
/// (table, positions, segment). Rows of customers whose facts changed are added with the weight
/// −1 as they were and +1 as they are.
package struct FactSums: Sendable {
  package struct Key: Hashable, Sendable {
    package let first: Int32
    package let second: Int32
    package let segment: Int64
  }

  package private(set) var tables: [FactRows] = FactTable.allCases.map {
    FactRows(width: $0.measures.count)
  }
  /// +1 to take facts in, −1 to take them out.
  package var weight: Int64 = 1

  package init() {}

  package func rows(of table: FactTable) -> FactRows { tables[Int(table.rawValue)] }

  /// Adds `value` to a measure of each of `segments`.
  mutating func add(
    _ table: FactTable, _ first: Int32, _ second: Int32, _ segments: [Segment], _ measure: Int,
    _ value: Int64
  ) {
    guard value != 0 else { return }
    for segment in segments {
      let key = Key(first: first, second: second, segment: segment.id)
      tables[Int(table.rawValue)].add(key, measure, value * weight)
    }
  }

  /// Adds to several measures of the same rows: one look-up for all.
  mutating func add(
    _ table: FactTable, _ first: Int32, _ second: Int32, _ segments: [Segment],
    _ values: [(measure: Int, value: Int64)]
  ) {
    for segment in segments {
      let key = Key(first: first, second: second, segment: segment.id)
      tables[Int(table.rawValue)].add(key, values, weight)
    }
  }

  /// Adds a whole row of measures to each of `segments`: one look-up where the measures are many.
  mutating func add(
    _ table: FactTable, _ first: Int32, _ segments: [Segment], row: ArraySlice<Int32>
  ) {
    for segment in segments {
      tables[Int(table.rawValue)].add(
        Key(first: first, second: 0, segment: segment.id), row: row, weight: weight)
    }
  }

  /// Adds the sums of another worker.
  package mutating func merge(_ other: FactSums) {
    for (table, rows) in other.tables.enumerated() { tables[table].merge(rows) }
  }
}

/// The sums of one table: rows found by open addressing, because a fold adds millions of times.
package struct FactRows: Sendable {
  package private(set) var keys: [FactSums.Key] = []
  /// `width` numbers for each key.
  package private(set) var values: [Int64] = []
  package let width: Int
  /// A row's number + 1, or 0 for none; as many slots as a power of two.
  private var slots = [Int32](repeating: 0, count: 64)

  init(width: Int) { self.width = width }

  fileprivate mutating func add(_ key: FactSums.Key, _ measure: Int, _ value: Int64) {
    values[row(of: key) * width + measure] += value
  }

  fileprivate mutating func add(_ key: FactSums.Key, row: ArraySlice<Int32>, weight: Int64) {
    var at = self.row(of: key) * width
    for value in row {
      values[at] += Int64(value) * weight
      at += 1
    }
  }

  fileprivate mutating func add(
    _ key: FactSums.Key, _ added: [(measure: Int, value: Int64)], _ weight: Int64
  ) {
    let start = row(of: key) * width
    for (measure, value) in added { values[start + measure] += value * weight }
  }

  fileprivate mutating func merge(_ other: FactRows) {
    for (index, key) in other.keys.enumerated() {
      let start = row(of: key) * width
      for measure in 0..<width { values[start + measure] += other.values[index * width + measure] }
    }
  }

  /// The same sums with the first position, a day, coarsened to the periods of `grain`.
  package func coarsened(to grain: Grain) -> FactRows {
    var rows = FactRows(width: width)
    for (index, key) in keys.enumerated() {
      let position = grain.position(of: Day(Int(key.first)))
      let coarse = FactSums.Key(first: position, second: key.second, segment: key.segment)
      let start = rows.row(of: coarse) * width
      for measure in 0..<width { rows.values[start + measure] += values[index * width + measure] }
    }
    return rows
  }

  private mutating func row(of key: FactSums.Key) -> Int {
    var slot = key.slot & (slots.count - 1)
    while slots[slot] != 0 {
      let row = Int(slots[slot]) - 1
      if keys[row] == key { return row }
      slot = (slot + 1) & (slots.count - 1)
    }
    return append(key, at: slot)
  }

  private mutating func append(_ key: FactSums.Key, at slot: Int) -> Int {
    keys.append(key)
    values.append(contentsOf: repeatElement(0, count: width))
    slots[slot] = Int32(keys.count)
    if keys.count * 2 > slots.count { grow() }
    return keys.count - 1
  }

  private mutating func grow() {
    slots = [Int32](repeating: 0, count: slots.count * 2)
    for (row, key) in keys.enumerated() {
      var slot = key.slot & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(row + 1)
    }
  }

  /// The rows in the order in which tables keep them: by first position, segment, second position.
  package var orderedIndices: [Int] {
    keys.indices.sorted {
      (keys[$0].first, keys[$0].segment, keys[$0].second)
        < (keys[$1].first, keys[$1].segment, keys[$1].second)
    }
  }
}

extension FactSums.Key {
  fileprivate var slot: Int {
    let positions = UInt64(UInt32(bitPattern: first)) << 32 | UInt64(UInt32(bitPattern: second))
    return Int(
      truncatingIfNeeded: foldedProduct(
        positions ^ 0x9E37_79B9_7F4A_7C15,
        UInt64(bitPattern: segment) ^ 0xA076_1D64_78BD_642F))
  }
}
