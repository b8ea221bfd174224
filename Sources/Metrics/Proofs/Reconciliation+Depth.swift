import Values

/// Tables for decisions against the core figures, and in themselves.
extension Reconciliation {
  var depth: [CheckDeclaration] {
    [
      firstPaymentsAreTimed,
      cohortsAreNew(Retention.customers, MRRMovements.newSubscribers),
      cohortsAreNew(Retention.cohortMRR, MRRMovements.new),
      curveIsRenewals, paidChargesAgree, fallsDueOnce, plansAreClosing, pricesAreCharges,
      lossesAreSteps, encountersAreCohorts, pricesAreVariants, subscribersAreClosing,
      churnIsItsParts, changesAreDifferences, segmentsOfDays, missingRatesAgree,
    ]
  }

  private var firstPaymentsAreTimed: CheckDeclaration {
    .pair(
      "first payments = customers with a time to their first payment", "all months",
      of: [FirstPayments.firstPayments, ConversionTimes.customers]
    ) {
      let timed = figures.rows(of: ConversionTimes.self)
        .where(ConversionTimes.path, is: "first event to payment")
      return (
        figures.rows(of: FirstPayments.self).totals.sum(FirstPayments.firstPayments),
        timed.sum(ConversionTimes.customers)
      )
    }
  }

  /// A retention cohort is who was new in a month that is over.
  private func cohortsAreNew(
    _ column: any ReportColumn<Retention>, _ movement: any ReportColumn<MRRMovements>
  ) -> CheckDeclaration {
    .worst(
      "\(column.name) of retention = \(movement.name) of mrr_movements", "every month",
      of: [column, movement]
    ) {
      let new = figures.rows(of: MRRMovements.self).totals.sums(movement, by: [MRRMovements.month])
      let cohorts = figures.rows(of: Retention.self).totals.where(Retention.age, is: 0)
      return cohorts.map { ($0.integer(column), new[[$0.cell(Retention.cohort)]] ?? 0) }
    }
  }

  private var curveIsRenewals: CheckDeclaration {
    .worst(
      "renewals = renewals by the number of the payment, in each dimension", "months that are over",
      of: [RenewalCurve.due, RenewalCurve.renewed, Renewals.due, Renewals.renewed]
    ) {
      let curve = Dictionary(grouping: figures.rows(of: RenewalCurve.self)) {
        $0.cell(RenewalCurve.dimension)
      }
      let complete = figures.rows(of: Renewals.self).totals.where(Renewals.complete, is: true)
      func pairs(
        _ total: any ReportColumn<Renewals>, _ part: any ReportColumn<RenewalCurve>
      ) -> [(Int64, Int64)] {
        let total = complete.sum(total)
        return curve.values.map { rows in (total, rows.sum(part)) }
      }
      let all =
        pairs(Renewals.due, RenewalCurve.due) + pairs(Renewals.renewed, RenewalCurve.renewed)
      return all.sorted { $0 < $1 }
    }
  }

  private var paidChargesAgree: CheckDeclaration {
    .worst(
      "paid charges of operations = paid charges of outcomes", "every day that both show",
      of: [Operations.paidCharges, Outcomes.paidCharges]
    ) {
      let outcomes = figures.rows(of: Outcomes.self).totals.sums(
        Outcomes.paidCharges, by: [Outcomes.date])
      let pairs = figures.rows(of: Operations.self).totals.compactMap { row in
        outcomes[[row.cell(Operations.date)]].map { (row.integer(Operations.paidCharges), $0) }
      }
      return pairs.sorted { $0 < $1 }
    }
  }

  private var missingRatesAgree: CheckDeclaration {
    .worst(
      "charges without a rate = those of all currencies = those of all days", "all days",
      of: [MissingRates.charges, Operations.chargesWithoutRate]
    ) {
      let rates = figures.rows(of: MissingRates.self)
      let all = rates.where(MissingRates.currency, is: "all").sum(MissingRates.charges)
      let operations = figures.rows(of: Operations.self).totals
      return [
        (all, rates.sum(MissingRates.charges) - all),
        (all, operations.sum(Operations.chargesWithoutRate)),
      ]
    }
  }

  /// Rows look further ahead. Expected sums need not grow: each has its own share of trials.
  private var fallsDueOnce: CheckDeclaration {
    let counted: [any ReportColumn<Upcoming>] = [
      Upcoming.trialsEnding, Upcoming.trialsCancelled, Upcoming.trialsAmount,
      Upcoming.renewalsDue, Upcoming.renewalsMRR, Upcoming.renewalsAmount, Upcoming.lapsing,
      Upcoming.lapsingMRR,
    ]
    return .pair(
      "what falls due in some days falls due in more days, too", "every horizon", of: counted
    ) {
      let rows = figures.rows(of: Upcoming.self)
      let shrunk = zip(rows, rows.dropFirst()).reduce(0) { count, pair in
        count + counted.count { pair.0.integer($0) > pair.1.integer($0) }
      }
      return (Int64(shrunk), 0)
    }
  }

  private var plansAreClosing: CheckDeclaration {
    typealias Moves = MRRMovements
    return .worst(
      "MRR of a plan = closing MRR of its product", "every plan with movements in the month",
      of: [Plans.mrr, Moves.closing]
    ) {
      let movements = figures.rows(of: Moves.self)
      let newest = movements.last?[Moves.month]
      let closing = movements.where(Moves.dimension, is: "product").filter {
        $0[Moves.month] == newest
      }
      let byProduct = closing.sums(Moves.closing, by: [Moves.value])
      return figures.rows(of: Plans.self).compactMap { row in
        byProduct[[row.cell(Plans.product)]].map { (row.integer(Plans.mrr), $0) }
      }
    }
  }

  private var pricesAreCharges: CheckDeclaration {
    .pair(
      "months with more charges by price than charges", "all months",
      of: [PricePoints.charges, Revenue.charges]
    ) {
      let revenue = figures.rows(of: Revenue.self).totals.where(Revenue.grain, is: "month")
      let charges = revenue.sums(Revenue.charges, by: [Revenue.period])
      let sums = figures.rows(of: PricePoints.self).sums(
        PricePoints.charges, by: [PricePoints.month])
      return (Int64(sums.count { $0.value > charges[$0.key] ?? 0 }), 0)
    }
  }

  private var lossesAreSteps: CheckDeclaration {
    typealias Losses = FunnelLosses
    return .worst(
      "lost in a funnel = customers of a step − customers of the next", "every funnel and month",
      of: [Losses.lost, FunnelSteps.customers]
    ) {
      let rows = figures.rows(of: FunnelSteps.self).totals.where(FunnelSteps.grain, is: "month")
      let steps = rows.sums(
        FunnelSteps.customers, by: [FunnelSteps.funnel, FunnelSteps.cohort, FunnelSteps.step])
      func customers(_ row: Row<Losses>, at step: Int64) -> Int64 {
        steps[[row.cell(Losses.funnel), row.cell(Losses.cohort), .count(step)]] ?? 0
      }
      return figures.rows(of: Losses.self).map { row in
        let step = row.integer(Losses.step)
        return (
          row.integer(Losses.lost), customers(row, at: step - 1) - customers(row, at: step)
        )
      }
    }
  }

  private var encountersAreCohorts: CheckDeclaration {
    .worst(
      "new customers of paywall_encounters = customers of ltv", "every cohort that both show",
      of: [PaywallEncounters.customers, LTV.customers]
    ) {
      let ages = figures.rows(of: LTV.self).totals
      let cohorts = Dictionary(firstOf: ages.map { ($0[LTV.cohort], $0.integer(LTV.customers)) })
      return figures.rows(of: PaywallEncounters.self).totals.compactMap { row in
        cohorts[row[PaywallEncounters.cohort]].map {
          (row.integer(PaywallEncounters.customers), $0)
        }
      }
    }
  }

  private var pricesAreVariants: CheckDeclaration {
    typealias Prices = PriceSensitivity
    return .worst(
      "revenue of a tested price = revenue of its variant", "every test of prices",
      of: [Prices.revenue, Experiments.revenue]
    ) {
      let variants = figures.rows(of: Experiments.self)
        .where(Experiments.basis, is: "matured").where(Experiments.metric, is: "revenue")
      let revenue = variants.sums(
        Experiments.revenue, by: [Experiments.experiment, Experiments.variant])
      return figures.rows(of: Prices.self).where(Prices.source, is: "experiment").map { row in
        (row.integer(Prices.revenue), revenue[[Prices.name, Prices.scope].map(row.cell)] ?? 0)
      }
    }
  }

  private var churnIsItsParts: CheckDeclaration {
    addsUp(
      "churned customers = voluntary + billing + refund + other", "every month and segment",
      Churn.churnedCustomers, [Churn.voluntary, Churn.billing, Churn.refund, Churn.other])
  }

  private var changesAreDifferences: CheckDeclaration {
    typealias Changes = PlanChanges
    return .worst(
      "MRR after changes of plan − MRR before = their change", "every month and pair of plans",
      of: [Changes.mrrBefore, Changes.mrrAfter, Changes.mrrChange]
    ) {
      figures.rows(of: Changes.self).map { row in
        (
          row.integer(Changes.mrrAfter) - row.integer(Changes.mrrBefore),
          row.integer(Changes.mrrChange)
        )
      }
    }
  }

  private var segmentsOfDays: CheckDeclaration {
    .worst(
      "MRR of a day = MRR of the values of each dimension", "every day that both show",
      of: [DailySegments.mrr, Daily.mrr]
    ) {
      var sums: [Cell: [Cell: Int64]] = [:]
      for row in figures.rows(of: DailySegments.self) {
        let day = row.cell(DailySegments.date)
        sums[row.cell(DailySegments.dimension), default: [:]][day, default: 0] +=
          row.integer(DailySegments.mrr)
      }
      let days = Dictionary(
        firstOf: figures.rows(of: Daily.self).map { ($0.cell(Daily.date), $0.integer(Daily.mrr)) })
      let pairs = sums.values.flatMap { sums in sums.map { (days[$0.key] ?? 0, $0.value) } }
      return pairs.sorted { $0 < $1 }
    }
  }

  private var subscribersAreClosing: CheckDeclaration {
    .pair(
      "closing MRR = MRR of the subscribers listed", "the as-of day",
      of: [Subscribers.mrr, Daily.mrr]
    ) {
      (
        figures.rows(of: Daily.self).last?.integer(Daily.mrr) ?? 0,
        figures.sum(Subscribers.mrr)
      )
    }
  }
}
