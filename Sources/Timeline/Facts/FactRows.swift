import Values

/// The sums of one table: rows found by open addressing, because a fold adds millions of times.
package struct FactRows: Sendable {
  /// How many measures a row has.
  package let width: Int
  /// Key and measures of each row behind one another, so that a row is met in one place of memory.
  private var cells: [Int64] = []
  /// A row's number + 1, or 0 for none; as many slots as a power of two.
  private var slots = [Int32](repeating: 0, count: 64)

  private static let keyCells = 2
  private var stride: Int { width + Self.keyCells }

  init(width: Int) { self.width = width }

  package private(set) var count = 0
  /// Whether a sum left the integers; then all of them are worth nothing.
  package private(set) var hasOverflown = false
  /// The memory that the rows and the slots to find them take, in bytes.
  package var byteCount: Int {
    cells.count * MemoryLayout<Int64>.size + slots.count * MemoryLayout<Int32>.size
  }

  package func key(_ row: Int) -> FactSums.Key {
    FactSums.Key(positions: cells[row * stride], segment: cells[row * stride + 1])
  }

  /// The measures of a row.
  package func values(_ row: Int) -> ArraySlice<Int64> {
    cells[(row * stride + Self.keyCells)..<((row + 1) * stride)]
  }

  /// Whether any measure of a row is not zero: what was taken out and put in leaves nothing.
  package func hasSum(_ row: Int) -> Bool { values(row).contains { $0 != 0 } }

  /// Adds records of a log (see ``FactLog``). `lanes` are those of this table, by the numbers of `sets`.
  mutating func add(records: [Int64], _ sets: SegmentSets, _ lanes: inout RowLanes) {
    var at = 0
    while at < records.count {
      let (positions, code) = (records[at], records[at + 1])
      let next = at + 3 + Int(records[at + 2]) * 2
      let values = (at + 3)..<next
      if code >= 0 {
        let key = FactSums.Key(positions: positions, segment: code)
        add(records, values, to: row(of: key))
      } else {
        let group = lanes.group(of: positions)
        add(records, values, group, in: sets[Int(code >> 32 & 0x7FFF_FFFF)], &lanes, positions)
        add(records, values, group, in: sets[Int(code & 0xFFFF_FFFF)], &lanes, positions)
      }
      at = next
    }
  }

  @inline(__always)
  private mutating func add(
    _ records: [Int64], _ values: Range<Int>, _ group: Int, in set: SegmentSets.Set,
    _ lanes: inout RowLanes, _ positions: Int64
  ) {
    var lane = 0
    while lane < set.count {
      let number = Int(set.numbers[lane])
      let row =
        lanes.row(group, number)
        ?? note(FactSums.Key(positions: positions, segment: set.ids[lane]), group, number, &lanes)
      add(records, values, to: row)
      lane += 1
    }
  }

  /// The row of a key, which from now on stands in its lane.
  private mutating func note(
    _ key: FactSums.Key, _ group: Int, _ number: Int, _ lanes: inout RowLanes
  ) -> Int {
    let row = row(of: key)
    if number < RowLanes.segments { lanes.note(row, group, number) }
    return row
  }

  @inline(__always)
  private mutating func add(_ records: [Int64], _ values: Range<Int>, to row: Int) {
    let start = row * stride + Self.keyCells
    var at = values.lowerBound
    while at < values.upperBound {
      add(records[at + 1], at: start + Int(records[at]))
      at += 2
    }
  }

  mutating func merge(_ other: FactRows) {
    for row in 0..<other.count { add(other.key(row), other.values(row), 1) }
    hasOverflown = hasOverflown || other.hasOverflown
  }

  /// The same sums with the first position, a day, coarsened to the periods of `grain`.
  package func coarsened(to grain: Grain) -> FactRows {
    var rows = FactRows(width: width)
    rows.hasOverflown = hasOverflown
    for row in 0..<count {
      let key = key(row)
      let position = grain.position(of: Day(Int(key.first)))
      let coarse = FactSums.Key(first: position, second: key.second, segment: key.segment)
      rows.add(coarse, values(row), 1)
    }
    return rows
  }

  /// Adds a whole row of measures.
  mutating func add(_ key: FactSums.Key, _ row: ArraySlice<Int64>, _ weight: Int64) {
    var at = self.row(of: key) * stride + Self.keyCells
    for value in row {
      add(value * weight, at: at)
      at += 1
    }
  }

  private mutating func add(_ value: Int64, at cell: Int) {
    let (sum, isTooLarge) = cells[cell].addingReportingOverflow(value)
    cells[cell] = sum
    if isTooLarge { hasOverflown = true }
  }

  /// The row of a key, made where there is none.
  private mutating func row(of key: FactSums.Key) -> Int {
    var slot = key.slot & (slots.count - 1)
    while slots[slot] != 0 {
      let row = Int(slots[slot]) - 1
      if cells[row * stride] == key.positions, cells[row * stride + 1] == key.segment { return row }
      slot = (slot + 1) & (slots.count - 1)
    }
    append(key, at: slot)
    return count - 1
  }

  private mutating func append(_ key: FactSums.Key, at slot: Int) {
    cells.append(key.positions)
    cells.append(key.segment)
    cells.append(contentsOf: repeatElement(0, count: width))
    count += 1
    slots[slot] = Int32(count)
    if count * 2 > slots.count { grow() }
  }

  private mutating func grow() {
    slots = [Int32](repeating: 0, count: slots.count * 2)
    for row in 0..<count {
      var slot = key(row).slot & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(row + 1)
    }
  }

  /// The rows in the order of their keys.
  package var ordered: [Int] {
    (0..<count).map { row in (key: key(row), row: row) }.sorted { $0.key < $1.key }.map(\.row)
  }
}

extension FactSums.Key {
  fileprivate var slot: Int {
    Int(
      truncatingIfNeeded: foldedProduct(
        UInt64(bitPattern: positions) ^ 0x9E37_79B9_7F4A_7C15,
        UInt64(bitPattern: segment) ^ 0xA076_1D64_78BD_642F))
  }
}
