package import Settings
package import Values

/// Targets beside the figures that they are for. A figure that is not known yet has no line.
package struct TargetFigures {
  private let figures: Figures

  package init(_ figures: Figures) { self.figures = figures }

  package func targets(_ targets: Targets) -> [Target] {
    let goals = Targets.Figure.allCases.compactMap { figure in
      targets.goals[figure].flatMap { target(figure, $0) }
    }
    return goals + targets.steps.compactMap(target)
      + firstPayments(targets.firstPayments)
  }

  /// Of a funnel that nobody has entered yet there is no line.
  private func target(_ step: StepTarget) -> Target? {
    let usual = step.step.map { "\(step.funnel), step \($0)" } ?? "\(step.funnel), last step"
    return reached(step.step, of: step.funnel).map { target(step.name ?? usual, $0, step.goal) }
  }

  private func target(_ figure: Targets.Figure, _ goal: Targets.Goal) -> Target? {
    actual(figure).map { target(figure.title, $0, goal) }
  }

  private func target(_ name: String, _ found: Found, _ goal: Targets.Goal) -> Target {
    func bound(_ number: Fraction?) -> Cell {
      number.map { Self.cell(of: $0, like: found.cell) } ?? .missing
    }
    return Target(
      name: name, actual: found.cell, low: bound(goal.atLeast), high: bound(goal.atMost),
      stretch: bound(goal.stretch), cases: found.cases)
  }

  /// A configured number: units of the currency, seconds for milliseconds, else a rate.
  private static func cell(of number: Fraction, like actual: Cell) -> Cell {
    switch actual {
    case .money: .money(Amount(micros: 1_000_000).times(number))
    case .count:
      .count(
        Int64(
          clamping: roundedHalfToEven(
            Int128(number.numerator) * 1000, over: Int128(number.denominator))))
    default: Rate(number.numerator, over: number.denominator).map(Cell.rate) ?? .missing
    }
  }

  /// A figure, and the cases that it is a rate of.
  private struct Found {
    let cell: Cell
    var cases: Int64?

    init?(_ cell: Cell, cases: Int64? = nil) {
      guard cell != .missing else { return nil }
      self.cell = cell
      self.cases = cases
    }

    init?(_ part: Int64, of whole: Int64) {
      guard let rate = Rate(part, over: whole) else { return nil }
      self.init(.rate(rate), cases: whole)
    }
  }

  private func actual(_ figure: Targets.Figure) -> Found? {
    switch figure {
    case .trialStartRate: reached(2, of: "trial")
    case .trialToPaid: trialToPaid
    case .paywallToPurchase: reached(nil, of: "paywall")
    case .churnMonth1: churn(by: 1)
    case .churnMonth3: churn(by: 3)
    case .churnMonth6: churn(by: 6)
    case .monthlyChurn: trailingChurn
    case .arppu: Found(arppu)
    case .ltv: figures.formulaLTV.flatMap { Found(.money($0)) }
    case .costPerCustomer:
      cost(AcquisitionCost.costPerCustomer, of: AcquisitionCost.customers, in: newestCosts)
    case .costPerPayer:
      cost(AcquisitionCost.costPerPayer, of: AcquisitionCost.payers, in: figures.ripeCosts.first)
    case .paymentFailure:
      recent(Operations.paymentFailures, over: Operations.paidCharges, countsBoth: true)
    case .validationLatency: Found(latency)
    case .syncFailure: recent(Operations.syncsFailed, over: Operations.syncs)
    case .syncLatency: Found(slowest("sync"))
    case .conflictsResolved: ended("sync_conflict")
    case .notificationsDelivered: ended("notification")
    case .restoreSuccess: ended("restore")
    }
  }
}

// MARK: - What the figures are

extension TargetFigures {
  /// Of the newest matured month, the share that reached a step, or the last one.
  private func reached(_ step: Int64?, of funnel: String) -> Found? {
    let rows = figures.rows(of: FunnelSteps.self).totals.where(FunnelSteps.funnel, is: funnel)
      .where(FunnelSteps.grain, is: "month").where(FunnelSteps.matured, is: true)
    guard let month = rows.last?[FunnelSteps.cohort] else { return nil }
    let steps = rows.where(FunnelSteps.cohort, is: month)
    let wanted = step.map { step in steps.first { $0[FunnelSteps.step] == step } }
    guard let first = steps.first, let last = wanted ?? steps.last, !isBlocked(last) else {
      return nil
    }
    return Found(last.integer(FunnelSteps.customers), of: first.integer(FunnelSteps.customers))
  }

  /// Whether nobody can have reached a step, because nobody ever reached one before it.
  private func isBlocked(_ row: Row<FunnelSteps>) -> Bool {
    figures.unreachedSteps.block(row.text(FunnelSteps.funnel), row.integer(FunnelSteps.step))
  }

  /// The rate of the newest month whose trials are all matured.
  private var trialToPaid: Found? {
    let months = figures.rows(of: TrialCohorts.self).totals.where(TrialCohorts.grain, is: "month")
    let row = months.last {
      $0.cell(TrialCohorts.trials) == $0.cell(TrialCohorts.maturedTrials)
    }
    return row.flatMap {
      Found(
        $0.integer(TrialCohorts.maturedConverted), of: $0.integer(TrialCohorts.maturedTrials))
    }
  }

  /// Customers of all cohorts old enough that were gone at an age.
  private func churn(by age: Int64) -> Found? {
    let rows = figures.rows(of: Retention.self).totals.where(Retention.age, is: age)
    let customers = rows.sum(Retention.customers)
    return Found(customers - rows.sum(Retention.retained), of: customers)
  }

  private var trailingChurn: Found? {
    figures.rows(of: Churn.self).totals.last { $0[Churn.month] == Churn.trailing }.flatMap {
      Found($0.integer(Churn.churnedCustomers), of: $0.integer(Churn.openingCustomers))
    }
  }

  private func cost(
    _ column: Column<AcquisitionCost, Amount>, of count: Column<AcquisitionCost, Int64>,
    in row: Row<AcquisitionCost>?
  ) -> Found? {
    row.flatMap { Found($0.cell(column), cases: $0.integer(count)) }
  }

  /// Of all channels together in the last whole month.
  private var newestCosts: Row<AcquisitionCost>? {
    figures.costsByChannel.last {
      $0[AcquisitionCost.channel] == "all" && $0[AcquisitionCost.complete] == true
        && figures.isOfLog($0)
    }
  }

  private var arppu: Cell {
    let months = figures.rows(of: Revenue.self).monthlyTotals
    let last = months.last { row in
      row[Revenue.period]?.month.map { $0.lastDay <= figures.asOf } ?? false
    }
    return last?.cell(Revenue.arppu) ?? .missing
  }

  /// Over the last seven days. `countsBoth`: the whole is the sum of both columns.
  private func recent(
    _ part: any ReportColumn<Operations>, over whole: any ReportColumn<Operations>,
    countsBoth: Bool = false
  ) -> Found? {
    let rows = recentOperations
    let (parts, others) = (rows.sum(part), rows.sum(whole))
    return Found(parts, of: countsBoth ? parts + others : others)
  }

  private var recentDays: ClosedRange<Day> { figures.asOf.advanced(by: -6)...figures.asOf }

  private var recentOperations: Rows<Operations> {
    figures.rows(of: Operations.self).totals.where(Operations.date, in: recentDays)
  }

  private func recentHealth(_ process: String) -> Rows<AppHealth> {
    figures.rows(of: AppHealth.self).totals.where(AppHealth.process, is: process)
      .where(AppHealth.date, in: recentDays)
  }

  private func slowest(_ process: String) -> Cell {
    recentHealth(process).compactMap { $0[AppHealth.p95] }.max().map(Cell.count) ?? .missing
  }

  /// The share of a process that ended well.
  private func ended(_ process: String) -> Found? {
    recentHealth(process).pooledShare(AppHealth.succeeded, of: AppHealth.events).flatMap {
      Found($0.part, of: $0.whole)
    }
  }

  /// The slowest day's 95th percentile of the last seven.
  private var latency: Cell {
    recentOperations.compactMap { $0[Operations.latencyP95] }.max().map(Cell.count) ?? .missing
  }

  /// The wanted split of first payments by tier beside that of the newest month with any.
  private func firstPayments(_ wanted: [String: Fraction]) -> [Target] {
    let all = figures.rows(of: FirstPayments.self)
    guard let month = all.last?[FirstPayments.month] else { return [] }
    let rows = all.where(FirstPayments.month, is: month)
    let paid = rows.totals.sum(FirstPayments.firstPayments)
    let tiers = rows.where(FirstPayments.dimension, is: "tier")
    return wanted.sorted { $0.key < $1.key }.compactMap { tier, share in
      guard let row = tiers.first(where: { $0[FirstPayments.value] == Label.shortened(tier) }),
        let goal = Rate(share.numerator, over: share.denominator)
      else { return nil }
      return Target(
        name: "New-payer mix: \(tier)", actual: row.cell(FirstPayments.share), low: .rate(goal),
        cases: paid, isPartOfMix: true)
    }
  }
}

extension Figures {
  /// Lifetime value by formula: MRR per subscriber at the end of the last whole month ÷ the churn of
  /// subscribers in a month, over the last three (Definitions, "Lifetime value"). Nil where fewer
  /// than 30 have churned in them, or 300 were there at their openings.
  ///
  /// Not revenue of a month ÷ churn: a month's payments hold whole years, and months without any.
  package var formulaLTV: Amount? {
    let months = (1...3).map { asOf.advanced(by: 1).month.advanced(by: -$0).description }
    let churn = rows(of: Churn.self).totals.filter { months.contains($0.text(Churn.month)) }
    let (opening, churned) = (churn.sum(Churn.openingCustomers), churn.sum(Churn.churnedCustomers))
    guard opening >= 300, churned >= 30,
      let last = rows(of: MRRMovements.self).totals.last(where: {
        $0[MRRMovements.month]?.description == months[0]
      }),
      let mrr = last[MRRMovements.closing], let subscribers = last[MRRMovements.closingSubscribers],
      subscribers > 0
    else { return nil }
    return mrr.times(Fraction(opening, over: subscribers * churned))
  }
}
