import Settings
package import Feed
package import SQLite
package import Timeline
package import Values

/// The facts of every customer by himself, for whoever wants to know what a figure is made of.
package struct CustomerFacts {
  private let store: Store
  let strings: StringTable
  let rules: FoldRules
  let threads: Int
  let memory: Int

  /// `store`: a connection of its own, whose tables are hidden. `memory` in bytes.
  package init(_ store: Store, strings: StringTable, rules: FoldRules, threads: Int, memory: Int) {
    self.store = store
    self.strings = strings
    self.rules = rules
    self.threads = threads
    self.memory = memory
  }

  /// How segments stand for customers.
  package struct Naming: Sendable {
    let segment: @Sendable (Int) -> Segment
    let name: @Sendable (Int) -> String

    package init(
      segment: @escaping @Sendable (Int) -> Segment, name: @escaping @Sendable (Int) -> String
    ) {
      (self.segment, self.name) = (segment, name)
    }
  }

  /// Folds the events before `end` into temporary tables of facts: those of `segment` and of the
  /// total as ever, and those of `segment` once more with each chosen customer as a segment of his
  /// own. Answers with the customers in the order in which they are counted. Call once.
  package func materialize(
    _ segment: Segment, _ tables: [FactTable], before end: Instant, among choice: Choice,
    _ naming: Naming
  ) throws -> [UserID] {
    guard !tables.isEmpty else { return [] }
    try makeTables()
    return try database.atOnce {
      let writer = try SingleFactWriter(
        database, tables, sums: !choice.isOfLastFold ? [.all, segment] : [])
      let customers = try write(segment, tables, before: end, among: choice, naming, writer)
      if choice.isOfLastFold { try copyFacts(tables, of: [.all, segment]) }
      for known in Set([Segment.all, segment]) {
        try writer.name(known, known.text(strings), like: known)
      }
      return customers
    }
  }

  private func write(
    _ segment: Segment, _ tables: [FactTable], before end: Instant, among choice: Choice,
    _ naming: Naming, _ writer: SingleFactWriter
  ) throws -> [UserID] {
    var customers: [UserID] = []
    try orderedPipeline(
      depth: threads * 2, next: choice.jobs(in: database, before: end, memory: memory),
      transform: folding(tables, in: [.all, segment], before: end, among: choice),
      take: { facts in
        for single in facts where !single.rows.isEmpty {
          let own = naming.segment(customers.count)
          try writer.write(single, of: segment, as: own)
          try writer.name(own, naming.name(customers.count), like: segment)
          customers.append(single.customer)
        }
      })
    try writer.finish()
    return customers
  }

  func makeTables() throws {
    try Derived.create(.temp, in: database)
    try database.execute("CREATE TEMP TABLE segment AS SELECT * FROM main.segment WHERE 0")
  }

  /// The sums of segments as the last fold left them.
  func copyFacts(_ tables: [FactTable], of segments: Set<Segment>) throws {
    let wanted = segments.map { "\($0.id)" }.sorted().joined(separator: ", ")
    for table in tables {
      try database.execute(
        """
        INSERT INTO temp.\(table.name) SELECT * FROM main.\(table.name) WHERE segment IN (\(wanted))
        """)
    }
  }

  /// What makes the facts of each customer by himself.
  private func folding(
    _ tables: [FactTable], in segments: Set<Segment>, before end: Instant, among choice: Choice
  ) -> @Sendable ([FoldJob]) throws -> [SingleFacts] {
    let order = ContentOrder(strings)
    return { [rules] jobs in
      var sums = FactSums(only: tables, of: segments)
      return try jobs.flatMap(\.after).compactMap {
        guard let (id, timeline) = try $0.timeline(before: end, order, rules, among: choice) else {
          return nil
        }
        return SingleFacts(timeline, rules, of: id, tables, in: segments, &sums)
      }
    }
  }

  package var database: Database { store.database }
}

extension CustomerInput {
  /// Its number and what the fold makes of it; nil for nobody, and for whoever is not chosen.
  func timeline(
    before end: Instant, _ order: ContentOrder, _ rules: FoldRules,
    among choice: CustomerFacts.Choice
  ) throws -> (id: UserID, timeline: Timeline)? {
    guard let (id, events, _) = events(run: .max, before: end, order), id != 0,
      choice.holds(id, events)
    else { return nil }
    return (id, try events.timeline(of: id, rules))
  }
}

struct SingleFacts: Sendable {
  /// Where a row of facts stands.
  struct Place: Hashable {
    let section: FactSection
    let key: FactSums.Key
  }

  let customer: UserID
  private(set) var rows: [(place: Place, values: [Int64])] = []

  /// Those in some segments; nil: in all. `sums`: memory to add them up in.
  init(
    _ timeline: Timeline, _ rules: FoldRules, of customer: UserID, _ tables: [FactTable],
    in segments: Set<Segment>?, _ sums: inout FactSums
  ) {
    self.customer = customer
    sums.removeAll()
    FactEmitter(timeline, rules).emit(into: &sums)
    sums.expand()
    for table in tables {
      let days = sums.rows(of: table)
      for section in FactSection.all(of: table) { add(section.rows(days), of: section, segments) }
    }
  }

  private mutating func add(
    _ facts: FactTableRows, of section: FactSection, _ segments: Set<Segment>?
  ) {
    for row in facts.places {
      let key = facts.key(row)
      guard segments?.contains(Segment(id: key.segment)) ?? true else { continue }
      rows.append((Place(section: section, key: key), Array(facts.values(row))))
    }
  }
}

/// Puts single rows of facts into the temporary tables.
struct SingleFactInsertion {
  private let insertions: [FactTable: BulkInsertion]

  init(_ database: Database, _ tables: [FactTable]) throws {
    insertions = try Dictionary(
      uniqueKeysWithValues: tables.map { ($0, try $0.insertion(in: .temp, of: database)) })
  }

  func insert(_ place: SingleFacts.Place, _ values: [Int64], in segment: Int64) throws {
    let key = FactSums.Key(positions: place.key.positions, segment: segment)
    var columns: [Int64] = []
    place.section.addColumns(&columns, key, values[...])
    try insertions[place.section.table]?.run(columns[...])
  }
}

private final class SingleFactWriter {
  private let insertion: SingleFactInsertion
  private let insertSegment: Statement
  /// The segments of which everybody's facts are added up.
  private let segments: Set<Segment>
  private var sums: [SingleFacts.Place: [Int64]] = [:]

  init(_ database: Database, _ tables: [FactTable], sums segments: Set<Segment>) throws {
    self.segments = segments
    insertion = try SingleFactInsertion(database, tables)
    insertSegment = try database.prepare("INSERT INTO temp.segment VALUES (?, ?, ?)")
  }

  func write(_ facts: SingleFacts, of segment: Segment, as own: Segment) throws {
    for (place, values) in facts.rows {
      if segments.contains(Segment(id: place.key.segment)) {
        sums[place, default: values.map { _ in 0 }].add(values)
      }
      if place.key.segment == segment.id { try insertion.insert(place, values, in: own.id) }
    }
  }

  /// Writes the sums of all customers. Call once, after the last of them.
  func finish() throws {
    for (place, values) in sums {
      try insertion.insert(place, values, in: place.key.segment)
    }
  }

  /// Names a segment as one of the dimension of `other`.
  func name(_ segment: Segment, _ name: String, like other: Segment) throws {
    try insertSegment.run(segment.id, other.dimension.name, name)
  }
}

extension [Int64] {
  /// Adds the values at the same places.
  fileprivate mutating func add(_ others: [Int64]) {
    for index in indices { self[index] += others[index] }
  }
}
