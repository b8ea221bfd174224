import Timeline
import Values

/// One table of facts, of one grain where it is grained: rows that are written in one go.
struct FactSection: Hashable, Sendable {
  let table: FactTable
  /// Nil for a table without grains.
  let grain: Grain?

  /// Everything there is to write: each table, by week and month too where it is grained.
  static let all: [FactSection] = FactTable.allCases.flatMap { table in
    let grains: [Grain?] = table.isGrained ? Grain.allCases : [nil]
    return grains.map { FactSection(table: table, grain: $0) }
  }

  /// Adds a key and its measures as columns of the table.
  func addColumns(_ row: inout [Int64], _ key: FactSums.Key, _ values: ArraySlice<Int64>) {
    if let grain { row.append(Int64(grain.rawValue)) }
    row.append(Int64(key.first))
    if table.keys.second != nil { row.append(Int64(key.second)) }
    row.append(key.segment)
    row += values
  }
}

/// Rows of a section, each key once, in the order of the keys, which is that of the table.
protocol OrderedFacts {
  var section: FactSection { get }

  /// Each key with its measures, but for those that come to nothing. Throws
  /// ``Failure/tooLarge(_:)`` where a sum left the integers.
  func forEach(_ body: (FactSums.Key, ArraySlice<Int64>) throws -> Void) throws
}

/// Rows of a section as its table has them.
struct FactChunk: Sendable {
  let section: FactSection
  /// The columns of all rows, behind one another.
  fileprivate(set) var columns: [Int64] = []
  fileprivate(set) var segments: Set<Int64> = []
  /// The days of which the durations changed.
  fileprivate(set) var latencyDays: Set<Int32> = []
}

extension OrderedFacts {
  /// All rows, some thousand at a time.
  func forEachChunk(_ take: (FactChunk) throws -> Void) throws {
    let size = section.table.columnCount * 4096
    var chunk = FactChunk(section: section)
    try forEach { key, values in
      section.addColumns(&chunk.columns, key, values)
      chunk.segments.insert(key.segment)
      if section.table == .latency { chunk.latencyDays.insert(key.first) }
      guard chunk.columns.count >= size else { return }
      try take(chunk)
      chunk = FactChunk(section: section)
    }
    if !chunk.columns.isEmpty { try take(chunk) }
  }
}

/// Sums in memory, in order. The rows stay where the sums are: a copy of each would take as much
/// memory again.
struct ArrangedFacts: OrderedFacts, Sendable {
  let section: FactSection
  private let rows: FactTableRows
  private let order: [FactTableRows.Place]

  /// Any thread may arrange them.
  init(_ sums: FactSums, _ section: FactSection) {
    self.section = section
    let days = sums.rows(of: section.table)
    let rows = section.grain.map { $0 == .day ? days : days.coarsened(to: $0) } ?? days
    self.rows = rows
    order = rows.ordered
  }

  func forEach(_ body: (FactSums.Key, ArraySlice<Int64>) throws -> Void) throws {
    guard !rows.hasOverflown else { throw Failure.tooLarge("what was charged") }
    for row in order { try body(rows.key(row), rows.values(row)) }
  }
}
