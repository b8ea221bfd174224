/// Facts that are still to be added to the rows of their tables.
///
/// A customer's facts belong to rows all over the tables: each met one would come from far memory.
/// So facts are written down first, those of one table and of neighbouring first positions behind
/// one another, and added when there are many of them: their rows then lie close together.
///
/// A record of a bucket: both positions, the place's code, and for each measure its index and what
/// is added, in any order; the index of the last is marked (``lastMeasure``).
struct FactLog: Sendable {
  /// First positions of a bucket: a month or so of days.
  private static let shift: Int32 = 5
  /// Buckets of a table; positions beyond share them.
  private static let stretches = 64
  /// A bucket with this many cells is full: 256 KiB, less what a last record may have beyond it. An
  /// array that outgrows a power of two takes twice the memory.
  private static let fullBucket = (250 << 10) / MemoryLayout<Int64>.size
  /// All buckets together. The more of them, the more often a row is met again while it still is in
  /// the near cache.
  private static let fullLog = (20 << 20) / MemoryLayout<Int64>.size
  /// Cells that a record takes at most, should each measure of the widest table come twice.
  private static let mostCells =
    2 + 4 * (FactTable.allCases.map(\.measures.count).max() ?? 0)
  /// Added to the index of a record's last measure.
  static let lastMeasure: Int64 = 1 << 32

  private var buckets: [[Int64]]
  private(set) var cellCount = 0

  init(tables: Int) { buckets = [[Int64]](repeating: [], count: tables * Self.stretches) }

  var byteCount: Int { cellCount * MemoryLayout<Int64>.size }
  var isEmpty: Bool { cellCount == 0 }
  var isFull: Bool { cellCount > Self.fullLog }

  static func bucket(_ table: Int, _ first: Int32) -> Int {
    table * stretches + Int(first >> shift) & (stretches - 1)
  }

  /// The buckets of a table.
  static func buckets(of table: Int) -> Range<Int> {
    (table * stretches)..<((table + 1) * stretches)
  }

  /// The table whose facts a bucket holds.
  static func table(of bucket: Int) -> Int { bucket / stretches }

  var indices: Range<Int> { buckets.indices }

  /// Writes a record; nothing of one without a measure. Answers whether the bucket is full.
  @inline(__always)
  mutating func add(
    _ bucket: Int, _ first: Int32, _ second: Int32, _ place: Place, weight: Int64,
    _ put: (inout FactRecord) -> Void
  ) -> Bool {
    let start = buckets[bucket].count
    buckets[bucket].append(addingCapacity: Self.mostCells) { record in
      record.append(Int64(first) << 32 | Int64(UInt32(bitPattern: second)))
      record.append(place.code)
      put(&record)
      record.close(weight)
    }
    let count = buckets[bucket].count
    cellCount += count - start
    return count > Self.fullBucket
  }

  /// Takes the records of a bucket; give it back with ``give(_:to:)``, so that its memory is used
  /// again.
  mutating func take(_ bucket: Int) -> [Int64] {
    var cells: [Int64] = []
    swap(&cells, &buckets[bucket])
    cellCount -= cells.count
    return cells
  }

  mutating func give(_ cells: consuming [Int64], to bucket: Int) {
    cells.removeAll(keepingCapacity: true)
    buckets[bucket] = cells
  }
}

/// What one fact adds to its measures, in any order.
typealias FactRecord = OutputSpan<Int64>

extension FactRecord {
  @inline(__always)
  mutating func put(_ measure: Int, _ value: Int64) {
    guard value != 0 else { return }
    append(Int64(measure))
    append(value)
  }

  /// Marks the last measure and gives all of them their weight; leaves nothing of a record without
  /// one.
  @inline(__always)
  fileprivate mutating func close(_ weight: Int64) {
    guard count > 2 else { return removeLast(count) }
    self[count - 2] += FactLog.lastMeasure
    guard weight != 1 else { return }
    for place in stride(from: 3, to: count, by: 2) { self[place] *= weight }
  }
}
