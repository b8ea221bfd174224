import Values

/// Sums of one table whose first positions are neighbours: rows found by open addressing, because a
/// fold adds millions of times. They stand close together, so that what is added in one go
/// (``FactLog``) meets them in near memory.
package struct FactRows: Sendable {
  /// How many measures a row has.
  package let width: Int
  /// Key and measures of each row behind one another, so that a row is met in one place of memory.
  private var cells: [Int64] = []
  /// A row's number + 1, or 0 for none; as many slots as a power of two, or none without rows.
  private var slots: [Int32] = []

  private static let keyCells = 2
  private static let fewSlots = 32
  private var stride: Int { width + Self.keyCells }

  package init(width: Int) { self.width = width }

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

  /// Adds records of a log (see ``FactLog``). `lanes` are those of these rows, by the numbers of
  /// `sets`.
  mutating func add(records: [Int64], _ sets: SegmentSets, _ lanes: inout RowLanes) {
    var at = 0
    while at < records.count {
      let (positions, code) = (records[at], records[at + 1])
      let first = at + 2
      var last = first
      while records[last] < FactLog.lastMeasure { last += 2 }
      var rows = RecordRows()
      if code >= 0 {
        rows.append(row(of: FactSums.Key(positions: positions, segment: code)))
      } else {
        let group = lanes.group(of: positions)
        find(sets[Int(code >> 32 & 0x7FFF_FFFF)], group, &lanes, positions, &rows)
        find(sets[Int(code & 0xFFFF_FFFF)], group, &lanes, positions, &rows)
      }
      add(records, first...last, to: rows)
      at = last + 2
    }
  }

  /// The rows of one record.
  private struct RecordRows {
    var rows = InlineArray<16, Int>(repeating: 0)
    var count = 0

    @inline(__always)
    mutating func append(_ row: Int) {
      rows[count] = row
      count += 1
    }
  }

  /// Adds each record to one row, of its place.
  mutating func add(crossed records: [Int64]) {
    var at = 0
    while at < records.count {
      let first = at + 2
      var last = first
      while records[last] < FactLog.lastMeasure { last += 2 }
      let key = FactSums.Key(positions: records[at], segment: records[at + 1])
      var rows = RecordRows()
      rows.append(row(of: key))
      add(records, first...last, to: rows)
      at = last + 2
    }
  }

  /// Adds the rows of a set's segments, made where there are none.
  @inline(__always)
  private mutating func find(
    _ set: SegmentSets.Set, _ group: Int, _ lanes: inout RowLanes, _ positions: Int64,
    _ rows: inout RecordRows
  ) {
    for lane in 0..<set.count {
      let number = Int(set.numbers[lane])
      rows.append(
        lanes.row(group, number)
          ?? note(
            FactSums.Key(positions: positions, segment: set.ids[lane]), group, number, &lanes))
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
  private mutating func add(
    _ records: [Int64], _ measures: ClosedRange<Int>, to rows: borrowing RecordRows
  ) {
    let stride = stride
    var isAnyTooLarge = false
    var cells = cells.mutableSpan
    for place in 0..<rows.count {
      let start = rows.rows[place] * stride + Self.keyCells
      var at = measures.lowerBound
      while at <= measures.upperBound {
        let cell = start + Int(records[at] & (FactLog.lastMeasure - 1))
        let (sum, isTooLarge) = cells[cell].addingReportingOverflow(records[at + 1])
        cells[cell] = sum
        isAnyTooLarge = isAnyTooLarge || isTooLarge
        at += 2
      }
    }
    if isAnyTooLarge { hasOverflown = true }
  }

  mutating func merge(_ other: FactRows) {
    for row in 0..<other.count { add(other.key(row), other.values(row), 1) }
    hasOverflown = hasOverflown || other.hasOverflown
  }

  /// Adds the rows of others with the first position, a day, coarsened to the periods of `grain`.
  mutating func merge(_ other: FactRows, coarsenedTo grain: Grain) {
    hasOverflown = hasOverflown || other.hasOverflown
    for row in 0..<other.count {
      let key = other.key(row)
      let position = grain.position(of: Day(Int(key.first)))
      let coarse = FactSums.Key(first: position, second: key.second, segment: key.segment)
      add(coarse, other.values(row), 1)
    }
  }

  /// Adds a whole row of measures.
  package mutating func add(_ key: FactSums.Key, _ row: ArraySlice<Int64>, _ weight: Int64) {
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
    if slots.isEmpty { slots = [Int32](repeating: 0, count: Self.fewSlots) }
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
}

/// The sums of one table.
package struct FactTableRows: Sendable {
  /// Where a row stands.
  package struct Place: Sendable {
    fileprivate let part: Int32
    fileprivate let row: Int32
  }

  private let parts: ArraySlice<FactRows>

  init(_ parts: ArraySlice<FactRows>) { self.parts = parts }

  /// Whether a sum left the integers; then all of them are worth nothing.
  package var hasOverflown: Bool { parts.contains(where: \.hasOverflown) }

  package func key(_ place: Place) -> FactSums.Key { parts[Int(place.part)].key(Int(place.row)) }

  /// The measures of a row.
  package func values(_ place: Place) -> ArraySlice<Int64> {
    parts[Int(place.part)].values(Int(place.row))
  }

  /// The rows in any order.
  package var places: [Place] {
    parts.indices.flatMap { part in
      (0..<parts[part].count).map { Place(part: Int32(part), row: Int32($0)) }
    }
  }

  /// The rows of which any measure is not zero, in the order of their keys: what was taken out and
  /// put in leaves nothing.
  package var ordered: [Place] {
    places.filter { place in values(place).contains { $0 != 0 } }
      .map { (key: key($0), place: $0) }.sorted { $0.key < $1.key }.map(\.place)
  }

  /// The same sums with the first position, a day, coarsened to the periods of `grain`.
  package func coarsened(to grain: Grain) -> FactTableRows {
    guard let first = parts.first else { return self }
    var rows = FactRows(width: first.width)
    for part in parts { rows.merge(part, coarsenedTo: grain) }
    return FactTableRows([rows])
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
