import Values

/// Sums of facts in memory, before they go to the database: one row of measures for each
/// (table, positions, segment). Rows of customers whose facts changed are added with the weight
/// −1 as they were and +1 as they are.
package struct FactSums: Sendable {
  package struct Key: Hashable, Sendable {
    /// Both positions, the first in the upper half.
    let positions: Int64
    package let segment: Int64

    init(positions: Int64, segment: Int64) {
      self.positions = positions
      self.segment = segment
    }

    package init(first: Int32, second: Int32, segment: Int64) {
      positions = Int64(first) << 32 | Int64(UInt32(bitPattern: second))
      self.segment = segment
    }

    package var first: Int32 { Int32(truncatingIfNeeded: positions >> 32) }
    package var second: Int32 { Int32(truncatingIfNeeded: positions) }
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

  /// Counts customers, and their money, that were added at the last step which they reached, at
  /// every step up to it. Call once, after the last addition.
  package mutating func spreadSteps() {
    let rows = tables[Int(FactTable.funnel.rawValue)]
    for row in 0..<rows.count {
      let key = rows.key(row)
      let values = rows.values(row).enumerated().map { (measure: $0.offset, value: $0.element) }
      for earlier in FunnelPosition.stepsBefore(key.second) {
        let at = Key(first: key.first, second: earlier, segment: key.segment)
        tables[Int(FactTable.funnel.rawValue)].add(at, values, 1)
      }
    }
  }

  /// How many rows there are in all tables.
  package var rowCount: Int { tables.reduce(0) { $0 + $1.count } }

  /// Adds the sums of another worker.
  package mutating func merge(_ other: FactSums) {
    for (table, rows) in other.tables.enumerated() { tables[table].merge(rows) }
  }
}
