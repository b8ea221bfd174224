import Metrics

extension Table {
  /// Of how many people a row tells, where a row can tell of few.
  private static let sizes: [String: any ReportColumn] = Dictionary(
    uniqueKeysWithValues: [
      Retention.customers, LTV.customers, Lifetimes.customers, Survival.atRisk,
      Churn.openingCustomers, TrialCohorts.trials, TrialOptOuts.trials, TrialNowcasts.trials,
      Paywalls.viewers,
      PaywallEncounters.customers,
      FunnelLosses.entered, ConversionTimes.customers, Offers.starts, Referrals.recorded,
      Features.users, AcquisitionCost.customers, PriceSensitivity.viewers, Experiments.exposed,
    ].map { (column: any ReportColumn) in (column.tableName, column) })

  /// Whether a row is of fewer than 30 people: its figures are grey and italic.
  var isSmall: (_ row: [Cell]) -> Bool {
    let size = Table.sizes[name].map { index(of: $0) }
    return { row in size.map { row[$0].count ?? 0 < 30 } ?? false }
  }

  /// The same, and whether it is of a period that is not over.
  var isImmature: (_ row: [Cell]) -> Bool {
    let isSmall = isSmall
    let hasFlag = columns.last?.kind == .flag
    return { row in (hasFlag && row.last == .flag(false)) || isSmall(row) }
  }
}

extension ReportColumn {
  fileprivate var tableName: String { Owner.schema.name }
}

extension SheetWriter {
  /// A table whose immature rows are grey and italic.
  @discardableResult
  func matured(
    _ table: Table, at row: Int, _ block: BlockName, numbersAs format: Style.Format = .number
  ) throws -> Area? {
    let isImmature = table.isImmature
    return try self.table(table, at: row, block) { row, style in
      let look = style.format == .number ? style.with(format) : style
      return isImmature(row) ? look.immature : look
    }
  }
}
