import CLinux
import Feed
import SQLite
import Settings
import Timeline
import Values

/// Adds sums of facts to their tables: those that were put aside on the way, and the last.
final class FactWriter {
  private let database: Database
  private let place: Derived.Place
  private let isFresh: Bool
  private let folder: String
  /// What the memory had no room for.
  private var parts: FactParts?
  private var segments: Set<Int64> = []
  private var latencyDays: Set<Int32> = []
  private var insertions: [FactTable: BulkInsertion] = [:]
  private var changes: [FactTable: (addition: Statement, removal: Statement)] = [:]

  /// `isFresh`: the tables are empty. `folder`: for what memory has no room for.
  init(_ database: Database, _ place: Derived.Place, isFresh: Bool, folder: String) {
    self.database = database
    self.place = place
    self.isFresh = isFresh
    self.folder = folder
  }

  /// Keeps sums in a file until the end, and frees their memory for the threads that fold.
  func putAside(_ sums: FactSums) throws {
    let parts = try self.parts ?? FactParts(in: folder)
    self.parts = parts
    try arrange(sums) { try parts.add($0) }
    malloc_trim(0)
  }

  /// Adds what was put aside and `last`, removes what came to nothing, and names the segments.
  func add(_ last: FactSums, _ strings: StringTable) throws {
    if let parts {
      try arrange(last) { try parts.add($0) }
      for section in FactSection.all { try parts.merged(section).forEachChunk(add) }
      self.parts = nil
    } else {
      try arrange(last) { try $0.forEachChunk(add) }
    }
    try nameSegments(strings)
    try LatencyDays(database, place).renew(latencyDays)
  }

  /// Sums from this many bytes on are arranged one after the other: each takes as much again.
  private static let muchMemory = 1 << 26

  private func arrange(_ sums: FactSums, _ take: (ArrangedFacts) throws -> Void) throws {
    var next = FactSection.all[...]
    try orderedPipeline(
      depth: sums.byteCount < Self.muchMemory ? 3 : 1, next: { next.popFirst() },
      transform: { ArrangedFacts(sums, $0) }, take: take)
  }

  private func add(_ facts: FactChunk) throws {
    segments.formUnion(facts.segments)
    latencyDays.formUnion(facts.latencyDays)
    let table = facts.section.table
    try isFresh ? insertion(table).run(facts.columns[...]) : update(facts)
  }

  /// Adds rows to those that are there, and removes what came to nothing.
  private func update(_ facts: FactChunk) throws {
    let table = facts.section.table
    let (addition, removal) = try change(table)
    let (width, measures) = (table.columnCount, table.measures.count)
    for start in stride(from: 0, to: facts.columns.count, by: width) {
      let row = facts.columns[start..<(start + width)]
      try addition.run(integers: row)
      try removal.run(integers: row.dropLast(measures))
    }
  }

  private func insertion(_ table: FactTable) throws -> BulkInsertion {
    if let known = insertions[table] { return known }
    let made = try table.insertion(in: place, of: database)
    insertions[table] = made
    return made
  }

  private func change(_ table: FactTable) throws -> (addition: Statement, removal: Statement) {
    if let known = changes[table] { return known }
    let made = try (
      addition: database.prepare(table.upsert(in: place)),
      removal: database.prepare(table.removal(in: place))
    )
    changes[table] = made
    return made
  }

  private func nameSegments(_ strings: StringTable) throws {
    let insert = try database.prepare("INSERT OR IGNORE INTO main.segment VALUES (?, ?, ?)")
    for id in segments.sorted() {
      let segment = Segment(id: id)
      try insert.run(id, segment.dimension.name, segment.text(strings))
    }
  }
}

/// Keeps `latency_day`: the ranks of the days whose durations changed, anew from `fact_latency`.
struct LatencyDays {
  private let delete: Statement
  /// The durations of a day, ascending, with the cases of each process.
  private let read: Statement
  private let insert: Statement

  init(_ database: Database, _ place: Derived.Place) throws {
    delete = try database.prepare("DELETE FROM \(place).latency_day WHERE day = ?")
    let cases = DurationMeasure.allCases.map(\.name).joined(separator: ", ")
    read = try database.prepare(
      """
      SELECT milliseconds, \(cases) FROM \(place).fact_latency WHERE day = ? AND segment = 0
      ORDER BY milliseconds
      """)
    insert = try database.prepare("INSERT INTO \(place).latency_day VALUES (?, ?, ?, ?, ?, ?)")
  }

  func renew(_ days: Set<Int32>) throws {
    for day in days.sorted() {
      try delete.run(day)
      for (process, took) in zip(DurationMeasure.allCases, try durations(of: day)) {
        guard took.cases > 0 else { continue }
        try insert.run(
          day, process.rawValue, took.cases, took.rank(50), took.rank(95), took.rank(99))
      }
    }
  }

  private func durations(of day: Int32) throws -> [Durations] {
    var all = Array(repeating: Durations(), count: DurationMeasure.allCases.count)
    try read.bind(day)
    while try read.step() {
      for process in all.indices {
        all[process].add(read.integer(0), cases: read.integer(Int32(process + 1)))
      }
    }
    return all
  }
}

private struct Durations {
  /// Ascending, with the cases that took no longer.
  private var steps: [(milliseconds: Int64, cases: Int64)] = []

  var cases: Int64 { steps.last?.cases ?? 0 }

  mutating func add(_ milliseconds: Int64, cases added: Int64) {
    if added > 0 { steps.append((milliseconds, cases + added)) }
  }

  /// The milliseconds that `percent` of the cases do not exceed, by nearest rank.
  func rank(_ percent: Int64) -> Int64? {
    steps.first { $0.cases * 100 >= cases * percent }?.milliseconds
  }
}
