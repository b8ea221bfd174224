import Settings
import SQLite

/// Tables made in Swift: tests, curves and fits, and what follows from other tables.
struct ComputedTables: Sendable {
  /// What is made at once.
  let files: [TableSchema]
  /// The tables of queries that it is told from.
  var inputs: [any ReportTable.Type] = []
  /// Makes the tables from the figures that have those of `inputs`.
  let make: @Sendable (Figures, ReportScope, Database) throws -> [Table]

  /// In the order in which they are made.
  static let all = [
    ComputedTables(files: [Experiments.schema, PriceSensitivity.schema], make: experiments),
    ComputedTables(files: [VariantLTV.schema]) { _, _, database in
      [try VariantValueTable(database).table]
    },
    ComputedTables(files: [Survival.schema, Lifetimes.schema]) { _, _, database in
      try SurvivalTables(database).tables
    },
    ComputedTables(files: [PredictedLTV.schema]) { _, _, database in
      [try PredictedValueTable(database).table]
    },
    ComputedTables(files: [AppStoreDifferences.schema]) { _, scope, database in
      [try AppStoreReconciliation(database, scope)?.table ?? AppStoreDifferences.schema.table()]
    },
    ComputedTables(files: [TrialNowcasts.schema]) { _, scope, database in
      let untold = try scope.untoldDays(database)
      return [try NowcastTable(database, asOf: scope.asOf, untold: untold).table]
    },
    ComputedTables(files: [Rollouts.schema]) { _, scope, database in
      [try RolloutTable(database, scope).table]
    },
    ComputedTables(
      files: [Changes.schema],
      inputs: [Daily.self, DailySegments.self, Churn.self, Outcomes.self]
    ) { figures, _, _ in [ChangesTable(figures).table] },
    ComputedTables(files: [DailyPeriods.schema], inputs: [Daily.self, Refunds.self]) {
      figures, _, _ in [DailyPeriodTable(figures).table]
    },
    ComputedTables(
      files: [CohortAverages.schema],
      inputs: [
        Retention.self, TrialCohorts.self, TrialCurve.self, LTV.self, FunnelSteps.self,
      ]
    ) { figures, _, _ in [CohortAverageTable(figures).table] },
    ComputedTables(
      files: [Todo.schema], inputs: [Subscribers.self, Upcoming.self, Billing.self]
    ) { figures, scope, database in
      let origins = try CustomerOrigins(database, tellsUserIDs: scope.tellsUserIDs)
      return [try TodoTable(figures, origins).table()]
    },
    ComputedTables(files: [Payouts.schema]) { _, scope, database in
      [try PayoutTable(database, scope).table]
    },
    ComputedTables(files: [Budgets.schema], inputs: [MRRMovements.self, Revenue.self]) {
      figures, scope, _ in [BudgetTable(figures, scope.budget).table]
    },
    ComputedTables(
      files: [Outlook.schema, MRROutlook.schema],
      inputs: [
        Daily.self, MRRMovements.self, Subscribers.self, TrialCohorts.self, Billing.self,
        Renewals.self,
      ]
    ) { figures, scope, database in
      try OutlookTable(figures, RunningCoverage.all(database), zone: scope.zone)
        .tables(scope.budget)
    },
  ]

  private static func experiments(
    _ figures: Figures, _ scope: ReportScope, _ database: Database
  ) throws -> [Table] {
    let currency = figures.currency
    let experiments = try ExperimentTable(database, scope.settings.experiments, currency: currency)
    let prices = try PriceTable(
      groups: PriceTests(database, currency: currency).groups(experiments.experiments)
        + PriceHistory(database, currency: currency).groups)
    return [experiments.table, prices.table]
  }

  /// Tables, those that are made with them, and those that they are told from.
  static func withInputs(_ names: Set<String>) -> Set<String> {
    let schemas = of(names).flatMap { $0.files + $0.inputs.map { $0.schema } }
    return names.union(schemas.map(\.name))
  }

  static func of(_ names: Set<String>) -> [ComputedTables] {
    all.filter { computed in computed.files.contains { names.contains($0.name) } }
  }
}
