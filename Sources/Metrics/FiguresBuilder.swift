import Settings
package import SQLite
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

  /// Fills `figures` with tables and checks. Call once for a connection. `second`, where there is
  /// one, runs some of the models on another thread; the tables are the same.
  package func fill(_ figures: inout Figures, beside second: Connection? = nil) throws {
    // Small values are folded into others for a connection alone: that is dearer than the models.
    let second = try LongTail(database, scope.experiments).isNeeded() ? nil : second
    try scope.install(in: database)
    figures.trialLengths = scope.catalogue.trialLengths
    figures.tables += try Timings.stage("models") {
      let tables = try tables(beside: second)
      Timings.count(tables.reduce(0) { $0 + $1.rows.count })
      return tables
    }
    let states = try CoverageProof.states(
      scope, figures.configurationHash, database, beside: second)
    figures.tables += try fitted(figures.currency)
    figures.tables.append(
      try AppStoreReconciliation(database, scope)?.table ?? AppStoreDifferences.schema.table())
    figures.tables.append(try RolloutTable(database, scope).table)
    figures.tables.append(ChangesTable(figures).table)
    figures.tables.append(TodoTable(figures).table)
    figures.tables.append(try PayoutTable(database, scope).table)
    figures.tables.append(BudgetTable(figures, scope.budget).table)
    figures.tables.append(
      try OutlookTable(figures, RunningCoverage.all(database), zone: scope.zone).table)
    figures.checks = try Timings.stage("checks") {
      try Reconciliation(database, scope, figures, states).checks()
    }
    figures.tables.append(try DataQualityCounts(database, scope).table(figures.checks))
  }

  /// Fills `figures` with the tables of these names, without proof. Call once for a connection.
  package func fill(_ figures: inout Figures, only names: Set<String>) throws {
    try scope.install(in: database)
    let runner = ModelRunner(database)
    for model in Model.all {
      guard let file = model.table, names.contains(file.name) else { continue }
      figures.tables.append(try runner.table(of: model, file))
    }
  }

  /// The tables of all models, in their order. All steps on the way are made here, too.
  private func tables(beside second: Connection?) throws -> [Table] {
    let files = Model.all.filter { $0.table != nil }
    let queue = ModelQueue(files)
    let beside = second.flatMap { second in
      RunningThread { [scope] in queue.attempt { try scope.work(on: second(), queue) } }
    }
    queue.attempt {
      let runner = ModelRunner(database)
      for step in Model.all where step.table == nil { try runner.build(step) }
      try queue.work(.front, runner.table)
    }
    beside?.wait()
    let tables = try queue.tables()
    return files.compactMap { $0.table.flatMap { tables[$0.name] } }
  }

  /// The tables that take more than sums and quotients: tests, curves and fits.
  func fitted(_ currency: String) throws -> [Table] {
    let experiments = try ExperimentTable(database, scope.experiments, currency: currency)
    let prices = try PriceTable(
      groups: PriceTests(database, currency: currency).groups(experiments.experiments)
        + PriceHistory(database, currency: currency).groups)
    let values = try VariantValueTable(database)
    return try [experiments.table, prices.table, values.table] + SurvivalTables(database).tables
      + [PredictedValueTable(database).table]
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
