package import SQLite
import Settings
import Values

/// SUM: runs the models on the derived tables and gathers what a report needs.
package struct FiguresBuilder {
  /// Opens one more connection to the same derived tables, on the thread that uses it.
  package typealias Connection = @Sendable () throws -> Database

  private let database: Database
  private let scope: ReportScope

  /// `database` holds the derived tables up to the scope's as-of day.
  package init(_ database: Database, _ scope: ReportScope) {
    self.database = database
    self.scope = scope
  }

  /// Fills `figures` with all tables and checks. Call once for a connection. `second`, where there
  /// is one, runs some of the models on another thread; the tables are the same.
  package func fill(_ figures: inout Figures, beside second: Connection? = nil) throws {
    let second = try begin(beside: second)
    let everything = Set(ReportSchema.all.map(\.name))
    try fillModels(&figures, everything, beside: second)
    let states = try CoverageProof.states(
      scope, figures.configurationHash, database, beside: second)
    try fillComputed(&figures, everything)
    figures.checks = try Timings.stage("checks") {
      try reconciliation(figures, states).all.map { try $0.check() }
    }
    figures.tables.append(
      try DataQualityCounts(database, scope).table(figures.checks, silent: figures.silentDays))
  }

  /// Fills `figures` with what `metric` is explained from: its file, the reconciliations that it
  /// takes part in, and the files that they look at. Call once for a connection.
  package func fill(
    _ figures: inout Figures, toExplain metric: Metric, beside second: Connection? = nil
  ) throws {
    let second = try begin(beside: second)
    let states = try CoverageProof.states(
      scope, figures.configurationHash, database, beside: nil)
    let wanted = checks(of: metric, figures, states)
    let files = Set([metric.file.name] + wanted.flatMap(\.files))
    try fillTables(&figures, files, beside: second)
    figures.checks = try checks(of: metric, figures, states).map { try $0.check() }
  }

  private func checks(
    of metric: Metric, _ figures: Figures, _ states: Lazy<CoverageState>
  ) -> [CheckDeclaration] {
    reconciliation(figures, states).all.filter { $0.looks(at: metric) }
  }

  /// Fills these tables and those that they follow from, unproven. Once for a connection.
  package func fill(_ figures: inout Figures, only names: Set<String>) throws {
    try fillTables(&figures, names, beside: begin(beside: nil))
  }

  private func fillTables(
    _ figures: inout Figures, _ names: Set<String>, beside second: Connection?
  ) throws {
    let needed = ComputedTables.withInputs(names)
    try fillModels(&figures, needed, beside: second)
    try fillComputed(&figures, needed)
  }

  private func reconciliation(_ figures: Figures, _ states: Lazy<CoverageState>)
    -> Reconciliation
  {
    Reconciliation(database, scope, figures, states)
  }

  /// Makes the tables that models join with. Answers with the second connection, unless small
  /// values are folded into others for a connection alone: that is dearer than the models.
  private func begin(beside second: Connection?) throws -> Connection? {
    let second = try LongTail(database, scope.settings.experiments).isNeeded() ? nil : second
    try scope.install(in: database)
    return second
  }

  private func fillModels(
    _ figures: inout Figures, _ names: Set<String>, beside second: Connection?
  ) throws {
    figures.trialLengths = scope.catalogue.trialLengths
    figures.silentDays = try scope.silentDays(database)
    figures.missingEvents = try scope.missingEvents(database)
    figures.tables += try Timings.stage("models") {
      let tables = try tables(names, beside: second)
      Timings.count(tables.reduce(0) { $0 + $1.rows.count })
      return tables
    }
  }

  /// The tables that queries fill, in their order. The steps on the way to tables of these names
  /// are made here, too: checks, what Swift computes, and whoever takes a figure apart read them.
  private func tables(_ names: Set<String>, beside second: Connection?) throws -> [Table] {
    let files = Model.all.filter { $0.table.map { names.contains($0.name) } ?? false }
    let queue = ModelQueue(files)
    let beside = second.flatMap { second in
      RunningThread { [scope] in queue.attempt { try scope.work(on: second(), queue) } }
    }
    queue.attempt {
      let runner = ModelRunner(database)
      let steps = ReportSchema.all.filter { names.contains($0.name) }.flatMap(\.steps)
      try runner.build(files.flatMap(\.allSteps) + steps.flatMap { $0.allSteps + [$0] })
      try queue.work(.front, runner.table)
    }
    beside?.wait()
    let tables = try queue.tables()
    return files.compactMap { $0.table.flatMap { tables[$0.name] } }
  }

  private func fillComputed(_ figures: inout Figures, _ names: Set<String>) throws {
    for computed in ComputedTables.of(names) {
      figures.tables += try computed.make(figures, scope, database)
    }
  }
}

extension ReportScope {
  /// Runs models of the queue on a connection of their own.
  fileprivate func work(on database: Database, _ queue: ModelQueue) throws {
    try database.readingOnly {
      try install(in: database)
      try queue.work(.back, ModelRunner(database).table)
    }
  }
}

/// What another connection begins to read at once; without one, read when it is first asked for.
/// `work` only reads.
func readAhead<Value: Sendable>(
  on connection: FiguresBuilder.Connection?, else database: Database,
  _ work: @escaping @Sendable (Database) throws -> Value
) -> Lazy<Value> {
  let pending = Pending<Value>()
  let thread = connection.flatMap { connection in
    RunningThread {
      pending.fulfil(
        Result {
          let database = try connection()
          return try database.readingOnly { try work(database) }
        })
    }
  }
  return Lazy { try thread == nil ? work(database) : pending.wait() }
}

/// What is made when it is first asked for, once: a value, or the error that came instead.
final class Lazy<Value> {
  private let make: () throws -> Value
  private lazy var result = Result { try make() }

  init(_ make: @escaping () throws -> Value) { self.make = make }

  var value: Value { get throws { try result.get() } }
}
