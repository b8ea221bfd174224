import Values

/// That what helps to decide agrees with the core figures, and with itself. What has no sum to
/// agree with is named in the definitions.
extension Reconciliation {
  func depth(_ figures: Figures) -> [Check] {
    [
      firstPaymentsAreTimed(figures), cohortsAreNew(figures, "customers", "new_subscribers"),
      cohortsAreNew(figures, "cohort_mrr", "new"), curveIsRenewals(figures),
      paidChargesAgree(figures), fallsDueOnce(figures.table("upcoming")),
      plansAreClosing(figures), pricesAreCharges(figures), lossesAreSteps(figures),
      encountersAreCohorts(figures), pricesAreVariants(figures),
      subscribersAreClosing(figures), churnIsItsParts(figures.table("churn")),
      changesAreDifferences(figures.table("plan_changes")), segmentsOfDays(figures),
      missingRatesAgree(figures),
    ]
  }

  private func firstPaymentsAreTimed(_ figures: Figures) -> Check {
    let times = figures.table("conversion_times")
    return .counts(
      "first payments = customers with a time to their first payment", "all months",
      figures.table("first_payments").sum("first_payments", where: ["dimension": "all"]),
      times.sum("customers", where: ["path": "first event to payment"]))
  }

  /// A retention cohort is who was new in a month that is over.
  private func cohortsAreNew(_ figures: Figures, _ column: String, _ movement: String) -> Check {
    let retention = figures.table("retention")
    let movements = figures.table("mrr_movements")
    let new = movements.totals(movement, by: "month")
    let cohorts = retention.rows(where: ["dimension": "all", "age": "0"])
    return .worst(
      "\(column) of retention = \(movement) of mrr_movements", "every month",
      cohorts.map { (retention.integer(column, $0), new[$0[0]] ?? 0) },
      isMoney: column != "customers"
    )
  }

  private func curveIsRenewals(_ figures: Figures) -> Check {
    let (curve, renewals) = (figures.table("renewal_curve"), figures.table("renewals"))
    let complete = renewals.rows(where: ["dimension": "all"]).filter {
      $0[renewals.index("complete")] == .flag(true)
    }
    let pairs = ["due", "renewed"].flatMap { column in
      let total = complete.reduce(0) { $0 + renewals.integer(column, $1) }
      return Dictionary(grouping: curve.rows) { $0[0] }.values.map { rows in
        (total, rows.reduce(0) { $0 + curve.integer(column, $1) })
      }
    }
    return .worst(
      "renewals = renewals by the number of the payment, in each dimension", "months that are over",
      pairs.sorted { $0 < $1 }, isMoney: false)
  }

  private func paidChargesAgree(_ figures: Figures) -> Check {
    let operations = figures.table("operations").totals("paid_charges", by: "date")
    let outcomes = figures.table("outcomes").totals("paid_charges", by: "date")
    return .worst(
      "paid charges of operations = paid charges of outcomes", "every day that both show",
      operations.compactMap { day, charges in outcomes[day].map { (charges, $0) } }
        .sorted { $0 < $1 }, isMoney: false)
  }

  private func missingRatesAgree(_ figures: Figures) -> Check {
    let rates = figures.table("missing_rates")
    let all = rates.sum("charges", where: ["currency": "all"])
    return .worst(
      "charges without a rate = those of all currencies = those of all days", "all days",
      [
        (all, rates.sum("charges") - all),
        (all, figures.table("operations").sum("charges_without_rate", where: ["dimension": "all"])),
      ], isMoney: false)
  }

  /// Rows look further and further ahead.
  private func fallsDueOnce(_ upcoming: Table) -> Check {
    let shrunk = zip(upcoming.rows, upcoming.rows.dropFirst()).reduce(0) { count, pair in
      count + upcoming.columns.indices.count { pair.0.integer($0) > pair.1.integer($0) }
    }
    return .counts(
      "what falls due in some days falls due in more days, too", "every horizon", Int64(shrunk), 0)
  }

  private func plansAreClosing(_ figures: Figures) -> Check {
    let (plans, movements) = (figures.table("plans"), figures.table("mrr_movements"))
    let month = movements.rows.last?[0]
    let closing = movements.rows(where: ["dimension": "product"]).filter { $0[0] == month }
    let byProduct = Dictionary(
      closing.map { ($0[2], movements.integer("closing", $0)) }, uniquingKeysWith: +)
    return .worst(
      "MRR of a plan = closing MRR of its product", "every plan with movements in the month",
      plans.rows.compactMap { row in byProduct[row[0]].map { (plans.integer("mrr", row), $0) } })
  }

  private func pricesAreCharges(_ figures: Figures) -> Check {
    let prices = figures.table("price_points")
    let revenue = figures.table("revenue")
    let charges = Dictionary(
      revenue.rows(where: ["grain": "month", "dimension": "all"]).map {
        ($0[1], revenue.integer("charges", $0))
      }, uniquingKeysWith: +)
    let sums = Dictionary(grouping: prices.rows) { $0[0] }.mapValues { rows in
      rows.reduce(0) { $0 + prices.integer("charges", $1) }
    }
    return .counts(
      "months with more charges by price than charges", "all months",
      Int64(sums.count { $0.value > charges[$0.key] ?? 0 }), 0)
  }

  private func lossesAreSteps(_ figures: Figures) -> Check {
    let (losses, funnel) = (figures.table("funnel_losses"), figures.table("funnel"))
    var steps: [[Cell]: Int64] = [:]
    let place = ["funnel", "cohort", "step"].map(funnel.index)
    for row in funnel.rows(where: ["grain": "month", "dimension": "all"]) {
      steps[place.map { row[$0] }] = funnel.integer("customers", row)
    }
    func customers(_ row: [Cell], at step: Int64) -> Int64 {
      steps[Array(row[...1]) + [.count(step)]] ?? 0
    }
    let pairs = losses.rows.map { row in
      let step = losses.integer("step", row)
      let lost = customers(row, at: step - 1) - customers(row, at: step)
      return (losses.integer("lost", row), lost)
    }
    return .worst(
      "lost in a funnel = customers of a step − customers of the next", "every funnel and month",
      pairs, isMoney: false)
  }

  private func encountersAreCohorts(_ figures: Figures) -> Check {
    let (encounters, ltv) = (figures.table("paywall_encounters"), figures.table("ltv"))
    let cohorts = Dictionary(
      ltv.rows(where: ["dimension": "all"]).map { ($0[0], ltv.integer("customers", $0)) },
      uniquingKeysWith: { first, _ in first })
    let rows = encounters.rows(where: ["dimension": "all"])
    return .worst(
      "new customers of paywall_encounters = customers of ltv", "every cohort that both show",
      rows.compactMap { row in
        cohorts[row[0]].map { (encounters.integer("customers", row), $0) }
      }, isMoney: false)
  }

  private func pricesAreVariants(_ figures: Figures) -> Check {
    let (prices, experiments) = (
      figures.table("price_sensitivity"), figures.table("experiments")
    )
    let variants = experiments.rows(where: ["basis": "matured", "metric": "revenue"])
    let revenue = Dictionary(
      variants.map { row in
        ([row[0], row[experiments.index("variant")]], experiments.integer("revenue", row))
      }, uniquingKeysWith: +)
    return .worst(
      "revenue of a tested price = revenue of its variant", "every test of prices",
      prices.rows(where: ["source": "experiment"]).map { row in
        (prices.integer("revenue", row), revenue[Array(row[1...2])] ?? 0)
      })
  }

  private func churnIsItsParts(_ churn: Table) -> Check {
    let (churned, parts) = (
      churn.index("churned_customers"), churn.indices(["voluntary", "billing", "refund", "other"])
    )
    return .worst(
      "churned customers = voluntary + billing + refund + other", "every month and segment",
      churn.rows.map { ($0.integer(churned), $0.sum(parts)) }, isMoney: false)
  }

  private func changesAreDifferences(_ changes: Table) -> Check {
    .worst(
      "MRR after changes of plan − MRR before = their change", "every month and pair of plans",
      changes.rows.map { row in
        (
          changes.integer("mrr_after", row) - changes.integer("mrr_before", row),
          changes.integer("mrr_change", row)
        )
      })
  }

  private func segmentsOfDays(_ figures: Figures) -> Check {
    let (daily, segments) = (figures.table("daily"), figures.table("daily_segments"))
    let (dimension, mrr) = (segments.index("dimension"), segments.index("mrr"))
    var sums: [Cell: [Cell: Int64]] = [:]
    for row in segments.rows {
      sums[row[dimension], default: [:]][row[0], default: 0] += row.integer(mrr)
    }
    let days = Dictionary(
      daily.rows.map { ($0[0], daily.integer("mrr", $0)) }, uniquingKeysWith: { first, _ in first })
    let pairs = sums.values.flatMap { sums in sums.map { (days[$0.key] ?? 0, $0.value) } }
    return .worst(
      "MRR of a day = MRR of the values of each dimension", "every day that both show",
      pairs.sorted { $0 < $1 })
  }

  private func subscribersAreClosing(_ figures: Figures) -> Check {
    .amounts(
      "closing MRR = MRR of the subscribers listed", "the as-of day",
      figures.table("daily").last("mrr"), figures.table("subscribers").total("mrr"))
  }
}

extension Table {
  /// The rows that have these texts or counts in these columns.
  fileprivate func rows(where wanted: [String: String]) -> [[Cell]] {
    let wanted = wanted.map { (index: index($0.key), value: $0.value) }
    return rows.filter { row in
      wanted.allSatisfy { row[$0.index].text ?? row[$0.index].count.map(String.init) == $0.value }
    }
  }

  func sum(_ column: String, where wanted: [String: String] = [:]) -> Int64 {
    rows(where: wanted).reduce(0) { $0 + integer(column, $1) }
  }

  /// A figure of all customers together, by the first column.
  fileprivate func totals(_ column: String, by first: String) -> [Cell: Int64] {
    let (key, figure) = (index(first), index(column))
    return Dictionary(
      rows(where: ["dimension": "all"]).map { ($0[key], $0.integer(figure)) }, uniquingKeysWith: +)
  }
}
