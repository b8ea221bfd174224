import Feed
import SQLite
package import Timeline
package import Values

extension CustomerFacts {
  /// Shows `body` the derived tables of one chosen customer after another, as if nobody else were
  /// there: in temporary tables that hide the database's. Only what `tables` name is there of the
  /// facts.
  package func forEachAlone(
    _ tables: [FactTable], before end: Instant, among choice: Choice,
    _ body: (UserID) throws -> Void
  ) throws {
    try Derived.create(.temp, in: database)
    try database.execute(
      "INSERT INTO temp.customer_member SELECT user, customer FROM main.customer_member")
    let writer = try LoneWriter(database, tables)
    try database.atOnce {
      try orderedPipeline(
        depth: threads * 2, next: choice.jobs(in: database, before: end, memory: memory),
        transform: folding(tables, before: end, among: choice),
        take: { customers in
          for customer in customers {
            try writer.show(customer)
            try body(customer.facts.customer)
          }
        })
    }
  }

  private func folding(_ tables: [FactTable], before end: Instant, among choice: Choice)
    -> @Sendable ([FoldJob]) throws -> [LoneCustomer]
  {
    let order = ContentOrder(strings)
    return { [rules] jobs in
      var sums = FactSums(only: tables)
      return try jobs.flatMap(\.after).compactMap {
        try LoneCustomer($0, order, rules, end: end, of: tables, among: choice, &sums)
      }
    }
  }
}

/// All that the derived tables have of one customer.
private struct LoneCustomer: Sendable {
  let rows: CustomerRows
  let facts: SingleFacts

  init?(
    _ input: CustomerInput, _ order: ContentOrder, _ rules: FoldRules, end: Instant,
    of tables: [FactTable], among choice: CustomerFacts.Choice, _ sums: inout FactSums
  ) throws {
    guard let (id, timeline) = try input.timeline(before: end, order, rules, among: choice) else {
      return nil
    }
    let manyIDs = ManyIDs(input, run: .max, before: end, order)
    var rows = CustomerRows()
    rows.add(timeline, id: id, manyIDs, rules.zone)
    self.rows = rows
    facts = SingleFacts(timeline, rules, of: id, tables, in: nil, &sums)
  }
}

/// Puts one customer in the place of the one before.
private final class LoneWriter {
  private let tables: [FactTable]
  private let rows: DerivedWriter
  private let insertions: [Statement]
  private let deletions: [Statement]

  init(_ database: Database, _ tables: [FactTable]) throws {
    self.tables = tables
    rows = try DerivedWriter(database, .temp)
    insertions = try tables.map { try database.prepare($0.insertion(in: .temp)) }
    deletions = try (CustomerTable.allCases.map(\.name) + tables.map(\.name)).map {
      try database.prepare("DELETE FROM temp.\($0)")
    }
  }

  func show(_ customer: LoneCustomer) throws {
    for deletion in deletions { try deletion.run() }
    try rows.insert(customer.rows)
    for row in customer.facts.rows {
      let columns = tables[row.table].row(row, in: row.key.segment)
      try insertions[row.table].run(integers: columns[...])
    }
  }
}
