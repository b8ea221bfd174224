import Metrics

extension Table {
  /// Of how many people a row tells, where a row can tell of few.
  private static let sizes = [
    "retention": "customers", "ltv": "customers", "lifetimes": "customers", "survival": "at_risk",
    "churn": "opening_customers", "trial_cohorts": "trials", "paywalls": "viewers",
    "paywall_encounters": "customers", "funnel_losses": "entered",
    "conversion_times": "customers", "offers": "starts", "referrals": "recorded",
    "features": "users", "acquisition_cost": "customers", "price_sensitivity": "viewers",
    "experiments": "exposed",
  ]

  /// Whether a row is of fewer than 30 people, or of a period that is not over: its figures are
  /// grey and italic, beside the number of people.
  var isImmature: (_ row: [Cell]) -> Bool {
    let size = Table.sizes[name].flatMap { size in columns.firstIndex { $0.name == size } }
    let isOpen = columns.last?.kind == .flag
    return { row in
      (isOpen && row.last == .flag(false)) || size.map { row[$0].count ?? 0 < 30 } ?? false
    }
  }
}

extension SheetPen {
  /// A table whose immature rows are grey and italic.
  @discardableResult
  func matured(_ table: Table, at row: Int, _ block: BlockName) throws -> Area? {
    let isImmature = table.isImmature
    return try self.table(table, at: row, block) { isImmature($0) ? $1.immature : $1 }
  }
}
