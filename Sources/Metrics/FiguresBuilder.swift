package import SQLite
import Values

/// SUM: runs the models on the derived tables and gathers what a report needs.
package struct FiguresBuilder {
  private let database: Database
  private let scope: ReportScope

  /// `database` holds the derived tables up to the scope's as-of day.
  package init(_ database: Database, _ scope: ReportScope) {
    self.database = database
    self.scope = scope
  }

  /// Fills `figures` with tables and checks. Call once for a connection.
  package func fill(_ figures: inout Figures) throws {
    try fill(&figures, only: Set(Model.all.compactMap { $0.file?.name }))
    figures.tables += try fitted(figures.currency)
    figures.checks = try Reconciliation(database, scope).checks(figures)
    figures.tables.append(try DataQuality(database, scope).table(figures.checks))
  }

  /// Fills `figures` with the tables of these names, without proof. Call once for a connection.
  package func fill(_ figures: inout Figures, only names: Set<String>) throws {
    try scope.install(in: database)
    for model in Model.all {
      guard let file = model.file else {
        try build(model)
        continue
      }
      guard names.contains(file.name) else { continue }
      figures.tables.append(file.table(try ModelReader(model, file, database).rows()))
    }
  }

  /// Makes the temporary table of a step on the way.
  func build(_ model: Model) throws {
    let query = String(decoding: model.sql, as: UTF8.self)
    try database.execute("CREATE TEMP TABLE \(model.name) AS\n\(query)")
    try database.execute(
      "CREATE UNIQUE INDEX temp.\(model.name)_grain ON \(model.name) (\(model.grain))")
  }

  /// The tables that take more than sums and quotients: tests, curves and fits.
  func fitted(_ currency: String) throws -> [Table] {
    let experiments = try ExperimentTable(database, scope.experiments, currency: currency)
    let prices = try PriceTable(
      groups: PriceTests(database, currency: currency).groups(experiments.experiments)
        + PriceHistory(database, currency: currency).groups)
    return try [experiments.table, prices.table] + SurvivalTables(database).tables
      + [PredictedValueTable(database).table]
  }
}
