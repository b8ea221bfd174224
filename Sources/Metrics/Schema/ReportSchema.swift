package import Settings
import Values

/// The tables of the report: the writers, the data dictionary, the workbook's headers, the proofs,
/// alert rules and explanations all read these declarations.
package enum ReportSchema {
  /// Every table, in the order in which reports list them. A new one needs a folder and its line
  /// here.
  package static let all: [TableSchema] = [
    Changes.schema, Budgets.schema, Daily.schema, MRRMovements.schema, TrialCohorts.schema,
    DailySegments.schema, DailyPeriods.schema,
    TrialCurve.schema, TrialOptOuts.schema, TrialNowcasts.schema, FunnelSteps.schema,
    FunnelDays.schema,
    Churn.schema, Retention.schema, LTV.schema, CohortAverages.schema,
    Revenue.schema, Refunds.schema, FirstPayments.schema, Cancellations.schema, Billing.schema,
    Renewals.schema, RenewalCurve.schema, Upcoming.schema, Todo.schema, Subscribers.schema,
    Complimentary.schema, ComplimentaryReasons.schema, FreeAccess.schema,
    MRROutlook.schema, Outlook.schema, Payouts.schema,
    Operations.schema, AppHealth.schema, Failures.schema, EntitlementAge.schema, Integrity.schema,
    Outcomes.schema, Paywalls.schema, PaywallEncounters.schema,
    ConversionTimes.schema,
    FunnelLosses.schema, Features.schema, Offers.schema, OfferCodes.schema, Referrals.schema,
    AcquisitionCost.schema,
    Plans.schema, PlanChanges.schema, PlanLimits.schema, PricePoints.schema, Experiments.schema,
    Rollouts.schema, Consent.schema, PriceSensitivity.schema, VariantLTV.schema, Survival.schema,
    Lifetimes.schema,
    PredictedLTV.schema,
    Suspicious.schema, DataQuality.schema, MissingRates.schema, Restated.schema,
    AppStoreDifferences.schema, AlertStates.schema,
  ]

  /// The dozen that people open first.
  package static let first: [TableSchema] = [
    Daily.schema, Changes.schema, Revenue.schema, MRRMovements.schema, Churn.schema,
    Subscribers.schema, TrialCohorts.schema, FunnelSteps.schema, Retention.schema, LTV.schema,
    Todo.schema, DataQuality.schema,
  ]

  package static let others = all.filter { table in !first.contains { $0.name == table.name } }

  /// Figures of which the values of every dimension add up to the total.
  static let additive: [(table: String, column: Table.Column)] = all.flatMap { table in
    table.additive.compactMap { name in table.column(name).map { (table.name, $0) } }
  }

  package static func table(_ name: String) -> TableSchema? { byName[name] }

  private static let byName = Dictionary(
    firstOf: all.map { ($0.name, $0) })
}

// MARK: - What alert rules can watch

extension ReportSchema {
  /// Every table as a rule may ask for it.
  package static let watchable = FigureCatalogue(files: all.filter(\.isWatchable).map(\.watched))
}

extension TableSchema {
  fileprivate var watched: FigureCatalogue.File {
    FigureCatalogue.File(
      name: name, pace: pace,
      columns: columns.filter { $0.role == .figure && $0.kind != .flag }.map(\.name),
      dimensions: dimensions ?? (hasSegments ? Dimension.ofDays.map(\.name) : []),
      keys: columns.filter { [.key, .requiredKey].contains($0.role) }.map(\.name),
      demanded: columns.filter { $0.role == .requiredKey }.map(\.name))
  }

  private var pace: FigureCatalogue.Pace {
    guard let time else { return .still }
    if columns.contains(where: { $0.role == .grain }) { return .grained }
    return time.kind == .day ? .daily : .monthly
  }
}

// MARK: - What rates are made of

/// A sum of columns over rows; with `pinned`, over rows that have another key than is asked for.
package struct SumTerm: Sendable, Hashable {
  package let columns: [String]
  package let pinned: [String: String]

  package init(_ columns: [String], pinned: [String: String] = [:]) {
    self.columns = columns
    self.pinned = pinned
  }
}

extension TableSchema {
  /// The counts that a rate is the quotient of, so that the rate of several days is a quotient of
  /// sums, with an interval; nil for what cannot be made of sums. `keys` is what is asked for.
  package func proportion(_ column: Table.Column, _ keys: [String: String])
    -> (part: SumTerm, whole: SumTerm)?
  {
    guard column.kind == .rate, case .ratio(let part, let whole) = column.computation,
      let part = term(part, keys), let whole = term(whole, keys)
    else { return nil }
    return (part, whole)
  }

  private func term(_ input: Table.Column, _ keys: [String: String]) -> SumTerm? {
    guard input.kind == .count, !input.addends.isEmpty else { return nil }
    guard let row = input.otherRow else { return SumTerm(input.addends) }
    guard let step = keys["step"].flatMap(Int.init), step > 1 else { return nil }
    return SumTerm(input.addends, pinned: ["step": "\(row == .firstStep ? 1 : step - 1)"])
  }
}
