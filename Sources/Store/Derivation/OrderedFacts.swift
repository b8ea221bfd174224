import Feed
import SQLite
package import Timeline
package import Values

/// One table of facts, of one grain where it is grained: rows that are written in one go.
struct FactSection: Hashable, Sendable {
  let table: FactTable
  let grain: Grain?

  /// Everything there is to write: each table, by week and month too where it is grained.
  static let all: [FactSection] = FactTable.allCases.flatMap { all(of: $0) }

  /// Those of a table.
  static func all(of table: FactTable) -> [FactSection] {
    let grains: [Grain?] = table.isGrained ? Grain.allCases : [nil]
    return grains.map { FactSection(table: table, grain: $0) }
  }

  /// Its rows, made of those that its table has by day.
  func rows(_ days: FactTableRows) -> FactTableRows {
    grain.map { $0 == .day ? days : days.coarsened(to: $0) } ?? days
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

  /// Each key with its measures. Throws ``Failure/tooLarge(_:)`` beyond the integers.
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

/// Sums in memory, in order; not copied, which would double the memory.
struct ArrangedFacts: OrderedFacts, Sendable {
  let section: FactSection
  private let rows: FactTableRows
  private let order: [FactTableRows.Place]

  /// Any thread may arrange them.
  init(_ sums: FactSums, _ section: FactSection) {
    self.section = section
    rows = section.rows(sums.rows(of: section.table))
    order = rows.ordered
  }

  func forEach(_ body: (FactSums.Key, ArraySlice<Int64>) throws -> Void) throws {
    guard !rows.hasOverflown else { throw Failure.tooLarge("what was charged") }
    for row in order { try body(rows.key(row), rows.values(row)) }
  }
}

extension CustomerFacts {
  /// Folds the events before `end` into temporary tables of facts: the total as the last fold left
  /// it, and the chosen customers once more, each combination of segments that their facts stand in
  /// as a segment of its own. Answers with the combinations, in the order in which they are counted.
  /// Facts of days before `first` are left out where later figures do not need them. Call once.
  package func materializeCrossed(
    _ tables: [FactTable], from first: Day, before end: Instant, among choice: Choice,
    _ naming: Naming
  ) throws -> [[Segment]] {
    try makeTables()
    return try database.atOnce {
      let writer = try CrossedFactWriter(database, tables, naming)
      try orderedPipeline(
        depth: threads * 2, next: choice.jobs(in: database, before: end, memory: memory),
        transform: crossing(tables, from: first, before: end, among: choice), take: writer.add)
      try writer.finish()
      try copyFacts(tables, of: [.all])
      return writer.combinations
    }
  }

  private func crossing(
    _ tables: [FactTable], from first: Day, before end: Instant, among choice: Choice
  ) -> @Sendable ([FoldJob]) throws -> CrossedFacts {
    let order = ContentOrder(strings)
    return { [rules] jobs in
      var sums = FactSums(only: tables, isCrossed: true)
      for input in jobs.flatMap(\.after) {
        guard let (_, timeline) = try input.timeline(before: end, order, rules, among: choice)
        else { continue }
        FactEmitter(timeline, rules).emit(into: &sums)
      }
      sums.expand()
      return CrossedFacts(sums, tables, from: first)
    }
  }
}

/// Facts of some customers by table, position and combination of segments, whose number stands where
/// a row has its segment.
private struct CrossedFacts: Sendable {
  /// Of each table.
  private(set) var rows: [FactRows]
  private(set) var combinations: [[Segment]] = []
  private var numbers: [[Segment]: Int64] = [:]

  init(_ tables: [FactTable]) {
    rows = tables.map { FactRows(width: $0.measures.count) }
  }

  init(_ sums: FactSums, _ tables: [FactTable], from first: Day) {
    self.init(tables)
    var known: [Int64: Int64?] = [:]
    for (index, table) in tables.enumerated() {
      let facts = sums.rows(of: table)
      let first = table.isOfSingleDays ? first.number : .min
      for place in facts.places {
        let key = facts.key(place)
        guard key.first >= first else { continue }
        let code = key.segment
        let number = known[code] ?? number(of: sums.segments(ofPlace: code))
        known[code] = .some(number)
        guard let number else { continue }
        let crossed = FactSums.Key(positions: key.positions, segment: number)
        rows[index].add(crossed, facts.values(place), 1)
      }
    }
  }

  /// Nil where the total is not among the segments: each fact of it counts once.
  private mutating func number(of segments: [Segment]) -> Int64? {
    guard segments.contains(.all) else { return nil }
    return number(ofCombination: segments.filter { $0 != .all }.sorted { $0.id < $1.id })
  }

  private mutating func number(ofCombination segments: [Segment]) -> Int64 {
    if let number = numbers[segments] { return number }
    let number = Int64(combinations.count)
    numbers[segments] = number
    combinations.append(segments)
    return number
  }

  mutating func add(_ other: CrossedFacts) {
    let own = other.combinations.map { number(ofCombination: $0) }
    for (index, others) in other.rows.enumerated() {
      for row in 0..<others.count {
        let key = others.key(row)
        rows[index].add(
          FactSums.Key(positions: key.positions, segment: own[Int(key.segment)]),
          others.values(row), 1)
      }
    }
  }
}

/// Adds up the facts of all batches, and writes them to the temporary tables.
private final class CrossedFactWriter {
  private let tables: [FactTable]
  private let naming: CustomerFacts.Naming
  private let insertion: SingleFactInsertion
  private let insertSegment: Statement
  private var facts: CrossedFacts
  var combinations: [[Segment]] { facts.combinations }

  init(_ database: Database, _ tables: [FactTable], _ naming: CustomerFacts.Naming) throws {
    self.tables = tables
    self.naming = naming
    facts = CrossedFacts(tables)
    insertion = try SingleFactInsertion(database, tables)
    insertSegment = try database.prepare("INSERT INTO temp.segment VALUES (?, ?, ?)")
    try database.execute("INSERT INTO temp.segment VALUES (0, 'all', 'all')")
  }

  func add(_ batch: CrossedFacts) { facts.add(batch) }

  /// Call once, after the last batch.
  func finish() throws {
    for number in combinations.indices {
      try insertSegment.run(naming.segment(number).id, "segments", naming.name(number))
    }
    for (index, table) in tables.enumerated() {
      let (rows, section) = (facts.rows[index], FactSection.all(of: table)[0])
      for row in 0..<rows.count {
        let place = SingleFacts.Place(section: section, key: rows.key(row))
        let segment = naming.segment(Int(place.key.segment)).id
        try insertion.insert(place, Array(rows.values(row)), in: segment)
      }
    }
  }
}
