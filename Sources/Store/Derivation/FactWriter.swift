import Settings
import Feed
import SQLite
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

  /// `isFresh`: the tables are empty, so that rows need no looking up. `folder`: for what the memory
  /// has no room for.
  init(_ database: Database, _ place: Derived.Place, isFresh: Bool, folder: String) {
    self.database = database
    self.place = place
    self.isFresh = isFresh
    self.folder = folder
  }

  /// Keeps sums in a file until the end.
  func putAside(_ sums: FactSums) throws {
    let parts = try self.parts ?? FactParts(in: folder)
    self.parts = parts
    try arrange(sums) { try parts.add($0) }
  }

  /// Adds what was put aside and `last`, removes what came to nothing, and names the segments.
  func add(_ last: FactSums, _ strings: StringTable) throws {
    if let parts {
      try arrange(last) { try parts.add($0) }
      for section in FactSection.all { try add(parts.merged(section)) }
      self.parts = nil
    } else {
      try arrange(last) { try add($0) }
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

  private func add(_ facts: some OrderedFacts) throws {
    try isFresh ? insert(facts) : update(facts)
  }

  /// Adds rows to an empty table.
  private func insert(_ facts: some OrderedFacts) throws {
    let insertion = try facts.section.table.insertion(in: place, of: database)
    var rows: [Int64] = []
    try facts.forEach { key, values in
      facts.section.addColumns(&rows, key, values)
      if rows.count >= insertion.chunk {
        try insertion.run(rows[...])
        rows.removeAll(keepingCapacity: true)
      }
      note(key, facts.section)
    }
    try insertion.run(rows[...])
  }

  /// Adds rows to those that are there, and removes what came to nothing.
  private func update(_ facts: some OrderedFacts) throws {
    let table = facts.section.table
    let addition = try database.prepare(table.upsert(in: place))
    let removal = try database.prepare(table.removal(in: place))
    var row: [Int64] = []
    try facts.forEach { key, values in
      row.removeAll(keepingCapacity: true)
      facts.section.addColumns(&row, key, values)
      try addition.run(integers: row[...])
      try removal.run(integers: row.dropLast(values.count))
      note(key, facts.section)
    }
  }

  private func note(_ key: FactSums.Key, _ section: FactSection) {
    segments.insert(key.segment)
    if section.table == .latency { latencyDays.insert(key.first) }
  }

  /// Writes the names of the segments that were added to.
  private func nameSegments(_ strings: StringTable) throws {
    let insert = try database.prepare("INSERT OR IGNORE INTO main.segment VALUES (?, ?, ?)")
    for id in segments.sorted() {
      let segment = Segment(id: id)
      try insert.run(id, segment.dimension.name, segment.text(strings))
    }
  }
}
