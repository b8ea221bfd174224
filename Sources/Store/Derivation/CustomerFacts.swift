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

  /// `store` is a connection of its own: the tables made here hide the database's.
  package init(_ store: Store, strings: StringTable, rules: FoldRules, threads: Int) {
    self.store = store
    self.strings = strings
    self.rules = rules
    self.threads = threads
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
  /// total as ever, and those of `segment` once more with each customer as a segment of its own.
  /// Answers with the customers in the order in which they are counted.
  package func layOut(
    _ segment: Segment, _ tables: [FactTable], before end: Instant, _ naming: Naming
  ) throws -> [UserID] {
    guard !tables.isEmpty else { return [] }
    try makeTables()
    let source = try EveryCustomer(database, merged: try Components.all(database, end: end))
    let writer = try SingleFactWriter(database, tables)
    var customers: [UserID] = []
    try orderedPipeline(
      depth: threads * 2, next: source.nextJobs,
      transform: folding(tables, in: [.all, segment], before: end),
      take: { facts in
        for single in facts where !single.rows.isEmpty {
          let own = naming.segment(customers.count)
          try writer.write(single, of: segment, as: own)
          try writer.name(own, naming.name(customers.count), like: segment)
          customers.append(single.customer)
        }
      })
    for known in Set([Segment.all, segment]) {
      try writer.name(known, known.text(strings), like: known)
    }
    return customers
  }

  private func makeTables() throws {
    try Derived.create(.temp, in: database)
    try database.execute("CREATE TEMP TABLE segment AS SELECT * FROM main.segment WHERE 0")
  }

  /// What makes the facts of each customer by himself.
  private func folding(
    _ tables: [FactTable], in segments: Set<Segment>, before end: Instant
  ) -> @Sendable ([FoldJob]) throws -> [SingleFacts] {
    let order = ContentOrder(strings)
    return { [rules] jobs in
      try jobs.flatMap(\.after).compactMap {
        guard let (id, timeline) = try $0.timeline(before: end, order, rules) else { return nil }
        return SingleFacts(timeline, rules, of: id, tables, in: segments)
      }
    }
  }

  package var database: Database { store.database }
}

extension CustomerInput {
  /// Its number and what the fold makes of it; nil for nobody.
  func timeline(before end: Instant, _ order: ContentOrder, _ rules: FoldRules) throws
    -> (id: UserID, timeline: Timeline)?
  {
    guard let (id, events, _) = events(run: .max, before: end, order), id != 0 else { return nil }
    return (id, try events.timeline(of: id, rules))
  }
}

/// The facts of one customer.
struct SingleFacts: Sendable {
  struct Row: Sendable {
    let table: Int
    let grain: Grain?
    let key: FactSums.Key
    let values: [Int64]
  }

  let customer: UserID
  private(set) var rows: [Row] = []

  /// Those in some segments; nil: in all.
  init(
    _ timeline: Timeline, _ rules: FoldRules, of customer: UserID, _ tables: [FactTable],
    in segments: Set<Segment>?
  ) {
    self.customer = customer
    var sums = FactSums()
    FactEmitter(timeline, rules).emit(into: &sums)
    sums.spread()
    for (index, table) in tables.enumerated() {
      let facts = sums.rows(of: table)
      guard table.isGrained else {
        take(facts, index, nil, segments)
        continue
      }
      take(facts, index, .day, segments)
      take(facts.coarsened(to: .week), index, .week, segments)
      take(facts.coarsened(to: .month), index, .month, segments)
    }
  }

  private mutating func take(
    _ facts: FactTableRows, _ table: Int, _ grain: Grain?, _ segments: Set<Segment>?
  ) {
    for place in facts.places {
      let key = facts.key(place)
      guard segments?.contains(Segment(id: key.segment)) ?? true else { continue }
      rows.append(Row(table: table, grain: grain, key: key, values: Array(facts.values(place))))
    }
  }
}

/// Adds the facts of customers to temporary tables.
private final class SingleFactWriter {
  private let tables: [FactTable]
  private let upserts: [Statement]
  private let insertSegment: Statement

  init(_ database: Database, _ tables: [FactTable]) throws {
    self.tables = tables
    upserts = try tables.map { try database.prepare($0.upsert(in: .temp)) }
    insertSegment = try database.prepare("INSERT INTO temp.segment VALUES (?, ?, ?)")
  }

  func write(_ facts: SingleFacts, of segment: Segment, as own: Segment) throws {
    for row in facts.rows {
      try add(row, in: row.key.segment)
      if row.key.segment == segment.id { try add(row, in: own.id) }
    }
  }

  private func add(_ row: SingleFacts.Row, in segment: Int64) throws {
    let columns = tables[row.table].row(row, in: segment)
    try upserts[row.table].run(integers: columns[...])
  }

  /// Names a segment as one of the dimension of `other`.
  func name(_ segment: Segment, _ name: String, like other: Segment) throws {
    try insertSegment.run(segment.id, other.dimension.name, name)
  }
}

extension FactTable {
  /// The values of all columns.
  func row(_ row: SingleFacts.Row, in segment: Int64) -> [Int64] {
    let positions = [Int64(row.key.first)] + (keys.second == nil ? [] : [Int64(row.key.second)])
    return (row.grain.map { [Int64($0.rawValue)] } ?? []) + positions + [segment] + row.values
  }
}
