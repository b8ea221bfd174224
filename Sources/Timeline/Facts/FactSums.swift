import Values

/// Sums of facts in memory, before they go to the database: one row of measures for each
/// (table, positions, segment). Rows of customers whose facts changed are added with the weight
/// −1 as they were and +1 as they are.
package struct FactSums: Sendable {
  package struct Key: Hashable, Comparable, Sendable {
    /// Both positions, the first in the upper half.
    package let positions: Int64
    package let segment: Int64

    package init(positions: Int64, segment: Int64) {
      self.positions = positions
      self.segment = segment
    }

    package init(first: Int32, second: Int32, segment: Int64) {
      positions = Int64(first) << 32 | Int64(UInt32(bitPattern: second))
      self.segment = segment
    }

    package var first: Int32 { Int32(truncatingIfNeeded: positions >> 32) }
    package var second: Int32 { Int32(truncatingIfNeeded: positions) }

    /// The order in which tables keep their rows: by first position, segment, second position.
    package static func < (a: Key, b: Key) -> Bool {
      (a.first, a.segment, a.second) < (b.first, b.segment, b.second)
    }
  }

  package private(set) var tables: [FactRows] = FactTable.allCases.map {
    FactRows(width: $0.measures.count)
  }
  /// Operations by place, of all customers; ``spread()`` gives them to their segments.
  private var places = FactRows(width: OperationMeasure.allCases.count)
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

  /// Adds a whole row of measures in each of `segments`.
  mutating func add(
    _ table: FactTable, _ first: Int32, _ second: Int32, _ segments: [Segment],
    row: ArraySlice<Int64>
  ) {
    for segment in segments {
      let key = Key(first: first, second: second, segment: segment.id)
      tables[Int(table.rawValue)].add(key, row, weight)
    }
  }

  /// Adds the counts of a place: at once for the customer's own segments, which are told apart by
  /// nothing else; for those of the place when they are spread.
  mutating func add(
    operations: ArraySlice<Int64>, at place: OperationLog.Place, _ segments: [Segment]
  ) {
    places.add(place.key, operations, weight)
    add(.operation, place.day, 0, segments, row: operations)
  }

  /// Completes what is kept short while it is added up. Call once, after the last addition.
  package mutating func spread() {
    spreadSteps()
    spreadPlaces()
  }

  private mutating func spreadPlaces() {
    for row in 0..<places.count {
      let place = OperationLog.Place(places.key(row))
      for segment in place.segments {
        let key = Key(first: place.day, second: 0, segment: segment.id)
        tables[Int(FactTable.operation.rawValue)].add(key, places.values(row), 1)
      }
    }
    places = FactRows(width: places.width)
  }

  /// Counts customers, and their money, that were added at the last step which they reached, at
  /// every step up to it.
  private mutating func spreadSteps() {
    let rows = tables[Int(FactTable.funnel.rawValue)]
    for row in 0..<rows.count {
      let key = rows.key(row)
      for earlier in FunnelPosition.stepsBefore(key.second) {
        let at = Key(first: key.first, second: earlier, segment: key.segment)
        tables[Int(FactTable.funnel.rawValue)].add(at, rows.values(row), 1)
      }
    }
  }

  /// How much memory the rows of all tables take.
  package var byteCount: Int { tables.reduce(places.byteCount) { $0 + $1.byteCount } }

  /// Adds the sums of another worker.
  package mutating func merge(_ other: FactSums) {
    for (table, rows) in other.tables.enumerated() { tables[table].merge(rows) }
    places.merge(other.places)
  }
}
