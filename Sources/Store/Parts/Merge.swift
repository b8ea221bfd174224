package import Feed
import SQLite
package import Values

/// Adds parts up into one database, which reports are then made from as from any other (the guide
/// "When one machine is not enough"). The order of the parts, and which were added up before,
/// changes nothing: a merged database is a part again, and a part is one that was merged of itself.
///
///   do they belong together? → tables and counts of each → do they add up? → record of the run
package struct Merge {
  private let store: Store
  private let strings: StringTable
  private let memory: Int

  /// `memory`: bytes that sums may take before they go to a file.
  package init(_ store: Store, strings: StringTable, memory: Int) {
    (self.store, self.strings, self.memory) = (store, strings, memory)
  }

  /// What a merge did.
  package struct Outcome: Sendable {
    package var run: RunRecord
    package var parts: Int
    package var customers: Int64
    package var asOf: Day?
    /// What is still to be added; nil where the whole is there.
    package var incompleteness: Failure?
  }

  /// Opens a part.
  package typealias Source = () throws -> PartSource

  /// Adds up the parts that stand at `paths`: see ``run(_:started:program:allowed:)``.
  package func run(
    _ paths: [String], started: Instant, program: String, allowed: Fraction
  ) throws -> Outcome {
    let sources: [Source] = paths.map { path in
      { [store] in try PartSource(at: path, lockTimeout: store.lockTimeout) }
    }
    return try run(sources, started: started, program: program, allowed: allowed)
  }

  /// Adds up `sources` in the place of what the database had folded. Call inside a transaction.
  /// `allowed`: the share of rejected lines above which a whole is refused; nil for any.
  package func run(
    _ sources: [Source], started: Instant, program: String, allowed: Fraction? = nil
  ) throws -> Outcome {
    try requireNoEvents()
    let before = try FoldState.read(store.database)
    let parts = try describe(sources, program: program)
    let (tables, counts) = try gather(sources)
    var run = RunRecord(
      id: try RunRecords(database: store.database).nextID(), started: started, version: program)
    run.reading = parts.agreement?.reading ?? ""
    run = try counts.write(to: store, strings, as: run, since: before)
    let incompleteness = try store.incompleteness(of: parts.all)
    if incompleteness == nil { try counts.requireWhole(run, allowed: allowed) }
    try tables.finish(isWhole: incompleteness == nil)
    try store.keep(parts.all, parts.agreement, strings, run: run.id)
    return try Outcome(
      run: run, parts: parts.all.count,
      customers: store.database.integer("SELECT count(*) FROM customer"),
      asOf: FoldState.read(store.database)?.asOf, incompleteness: incompleteness)
  }

  private func describe(_ sources: [Source], program: String) throws -> MergedParts {
    var parts = MergedParts()
    for open in sources {
      let part = try open()
      let (all, agreement) = try part.description(program: program)
      try parts.add(all, agreement, at: part.path)
    }
    return parts
  }

  private func gather(_ sources: [Source]) throws -> (MergedTables, PartCounts) {
    let tables = try MergedTables(store, strings: strings, memory: memory / 6)
    let counts = try PartCounts(store.database)
    for open in sources {
      let part = try open()
      try tables.add(part)
      try counts.add(part)
    }
    return (tables, counts)
  }

  private func requireNoEvents() throws {
    guard try EventBlocks.isEmpty(store.database) else {
      throw Failure(
        "\(store.path) holds events of its own, which a merge would set aside",
        hint: "name a new file with --database, and this one among the parts", exit: .badData)
    }
  }
}
