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

  /// The sums of one table.
  package struct Rows: Sendable {
    fileprivate var index: [Key: Int] = [:]
    package fileprivate(set) var keys: [Key] = []
    /// `width` numbers for each key.
    package fileprivate(set) var values: [Int64] = []
    package let width: Int

    fileprivate init(width: Int) { self.width = width }
  }

  package private(set) var tables: [Rows] = FactTable.allCases.map {
    Rows(width: $0.measures.count)
  }
  /// +1 to take facts in, −1 to take them out.
  package var weight: Int64 = 1

  package init() {}

  package func rows(of table: FactTable) -> Rows { tables[Int(table.rawValue)] }

  /// Adds `value` to a measure of each of `segments`.
  mutating func add(
    _ table: FactTable, _ first: Int32, _ second: Int32, _ segments: [Segment], _ measure: Int,
    _ value: Int64
  ) {
    guard value != 0 else { return }
    for segment in segments {
      tables[Int(table.rawValue)].add(
        Key(first: first, second: second, segment: segment.id), measure, value * weight)
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
    for (table, rows) in other.tables.enumerated() {
      for (row, key) in rows.keys.enumerated() {
        for measure in 0..<rows.width {
          tables[table].add(key, measure, rows.values[row * rows.width + measure])
        }
      }
    }
  }
}

extension FactSums.Rows {
  fileprivate mutating func add(_ key: FactSums.Key, _ measure: Int, _ value: Int64) {
    guard value != 0 else { return }
    values[row(of: key) * width + measure] += value
  }

  fileprivate mutating func add(_ key: FactSums.Key, row: ArraySlice<Int32>, weight: Int64) {
    var at = self.row(of: key) * width
    for value in row {
      values[at] += Int64(value) * weight
      at += 1
    }
  }

  private mutating func row(of key: FactSums.Key) -> Int {
    if let row = index[key] { return row }
    let row = keys.count
    index[key] = row
    keys.append(key)
    values.append(contentsOf: repeatElement(0, count: width))
    return row
  }
}

extension FactSums.Rows {
  /// The rows in the order of their keys.
  package var orderedIndices: [Int] {
    keys.indices.sorted {
      (keys[$0].first, keys[$0].second, keys[$0].segment)
        < (keys[$1].first, keys[$1].second, keys[$1].segment)
    }
  }
}
