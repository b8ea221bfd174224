import Feed
import SQLite
package import Timeline
package import Values

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

/// Facts of some customers by table, position and combination of segments.
private struct CrossedFacts: Sendable {
  struct Place: Hashable, Sendable {
    let table: Int
    let positions: Int64
    let segments: [Segment]
  }

  private(set) var rows: [Place: [Int64]] = [:]

  init() {}

  init(_ sums: FactSums, _ tables: [FactTable], from first: Day) {
    for (index, table) in tables.enumerated() {
      let facts = sums.rows(of: table)
      let first = table.isOfSingleDays ? first.number : .min
      for place in facts.places {
        let key = facts.key(place)
        guard key.first >= first else { continue }
        let segments = sums.segments(ofPlace: key.segment)
        guard segments.contains(.all) else { continue }
        let others = segments.filter { $0 != .all }.sorted { $0.id < $1.id }
        let at = Place(table: index, positions: key.positions, segments: others)
        rows[at, default: []].add(facts.values(place))
      }
    }
  }

  mutating func add(_ other: CrossedFacts) {
    for (place, values) in other.rows { rows[place, default: []].add(values[...]) }
  }
}

/// Adds up the facts of all batches, and writes them to the temporary tables.
private final class CrossedFactWriter {
  private let tables: [FactTable]
  private let naming: CustomerFacts.Naming
  private let insertions: [Statement]
  private let insertSegment: Statement
  private var facts = CrossedFacts()
  private(set) var combinations: [[Segment]] = []

  init(_ database: Database, _ tables: [FactTable], _ naming: CustomerFacts.Naming) throws {
    self.tables = tables
    self.naming = naming
    insertions = try tables.map { try database.prepare($0.insertion(in: .temp)) }
    insertSegment = try database.prepare("INSERT INTO temp.segment VALUES (?, ?, ?)")
    try database.execute("INSERT INTO temp.segment VALUES (0, 'all', 'all')")
  }

  func add(_ batch: CrossedFacts) { facts.add(batch) }

  /// Call once, after the last batch.
  func finish() throws {
    var numbers: [[Segment]: Int] = [:]
    for (place, values) in facts.rows {
      let number = numbers[place.segments] ?? combinations.count
      if number == combinations.count {
        numbers[place.segments] = number
        combinations.append(place.segments)
        try insertSegment.run(naming.segment(number).id, "segments", naming.name(number))
      }
      let table = tables[place.table]
      let row = SingleFacts.Row(
        table: place.table, grain: table.isGrained ? .day : nil,
        key: FactSums.Key(positions: place.positions, segment: 0), values: values)
      try insertions[place.table].run(
        integers: table.row(row, in: naming.segment(number).id)[...])
    }
  }
}

extension [Int64] {
  /// Adds values at the same places, or takes them where there are none yet.
  fileprivate mutating func add(_ others: ArraySlice<Int64>) {
    guard !isEmpty else { return self = Array(others) }
    for (index, value) in others.enumerated() { self[index] += value }
  }
}
