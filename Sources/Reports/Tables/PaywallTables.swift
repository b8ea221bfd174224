import Metrics
import Values

/// Which paywall earns, how soon it is met, and what the steps of a funnel cost.
extension Figures {
  /// Views of the last three months whose viewers have had time to pay.
  private var paywallRows: [Row<Paywalls>] {
    newest(3, by: Paywalls.month) { $0[Paywalls.matured] == true }
  }

  /// The rows of one paywall, trigger or variant.
  private typealias Views = (value: String, rows: [Row<Paywalls>])

  private func views(by dimension: String) -> [Views] {
    paywallRows.filter { $0[Paywalls.dimension] == dimension }.groups(by: Paywalls.value)
  }

  var paywallTable: FigureTable {
    var table = FigureTable(
      header: [
        "Seen in \(paywallRows.months(Paywalls.month))", "", "Viewers", "Bounce", "Start", "Trial",
        "Paid", "Per viewer",
      ], words: 2)
    table.rows = ["paywall", "trigger", "variant"].flatMap { dimension in
      views(by: dimension).filter { viewers($0) > 0 }.map { line(dimension, $0) }
    }
    return table
  }

  private func line(_ dimension: String, _ views: Views) -> [String] {
    func share(_ part: Column<Paywalls, Int64>, of whole: Column<Paywalls, Int64>) -> String {
      shown(views.rows.pooledShare(part, of: whole)?.rate)
    }
    return [
      dimension, views.value, shown(viewers(views)),
      share(Paywalls.dismissed, of: Paywalls.views),
      share(Paywalls.started, of: Paywalls.viewers),
      share(Paywalls.trials, of: Paywalls.viewers), share(Paywalls.paid, of: Paywalls.viewers),
      shown(revenue(views)),
    ]
  }

  /// 0 where it is not known.
  private func viewers(_ views: Views) -> Int64 { views.rows.pooled(Paywalls.viewers) ?? 0 }

  /// For each viewer.
  private func revenue(_ views: Views) -> Amount? {
    views.rows.pooledAverage(Paywalls.netRevenue, over: Paywalls.viewers)
  }

  /// The best and the worst for a viewer, of those with enough viewers.
  var paywallSentence: String {
    let ranked = views(by: "paywall").filter { viewers($0) >= 100 }.sorted { a, b in
      let (left, right) = (revenue(a) ?? .zero, revenue(b) ?? .zero)
      return left == right ? a.value < b.value : left > right
    }
    guard let best = ranked.first, let worst = ranked.last, ranked.count > 1 else { return "" }
    return "\(describe(best)), \(describe(worst)). \(paidSentence(best, worst))"
      + "Each customer counts once per month."
  }

  /// Whether more viewers of one paywall paid than of the other.
  private func paidSentence(_ best: Views, _ worst: Views) -> String {
    let shares = [best, worst].compactMap {
      $0.rows.pooledShare(Paywalls.paid, of: Paywalls.viewers)
    }
    guard shares.count == 2, let verdict = shares[0].verdict(beside: shares[1]) else { return "" }
    return "\(shown(shares[0].rate)) and \(shown(shares[1].rate)) of them paid: "
      + "\(verdict.rawValue). "
  }

  private func describe(_ views: Views) -> String {
    "\(views.value) earned \(shown(revenue(views))) "
      + "for each of \(grouped(viewers(views))) viewers"
  }

  /// How soon new customers see a paywall, and how long those took who paid.
  var timingSentences: [String] {
    [encounterSentence, conversionSentence].filter { !$0.isEmpty }
  }

  private var encounterSentence: String {
    typealias Encounters = PaywallEncounters
    let rows = newest(1, by: Encounters.cohort) { $0[Encounters.dimension] == "all" }
    guard let first = rows.first, let last = rows.last else { return "" }
    return "Of \(shown(first.cell(Encounters.customers))) installs in "
      + "\(shown(first.cell(Encounters.cohort))), \(shown(first.cell(Encounters.rate))) had seen a "
      + "paywall within \(first.integer(Encounters.days)) day, "
      + "\(shown(last.cell(Encounters.rate))) within \(last.integer(Encounters.days)) days."
  }

  private var conversionSentence: String {
    typealias Times = ConversionTimes
    let rows = newest(1, by: Times.month) { row in
      row[Times.complete] == true && row[Times.path] == "first event to payment"
    }
    guard let row = rows.first, let half = row.magnitude(Times.medianDays),
      let early = row.magnitude(Times.quarterDays),
      let late = row.magnitude(Times.threeQuarterDays)
    else { return "" }
    return "Half of the \(shown(row.cell(Times.customers))) who first paid in "
      + "\(shown(row.cell(Times.month))) did so "
      + "within \(DisplayFormat.fixed(half, 1)) days of their first event (quartiles "
      + "\(DisplayFormat.fixed(early, 1)) and \(DisplayFormat.fixed(late, 1)) days)."
  }

  /// What each step of a funnel lost, in the newest month whose time is over.
  var lossTable: FigureTable {
    let unreached = unreachedSteps
    let rows = newest(1, by: FunnelLosses.cohort) { row in
      !unreached.block(row.text(FunnelLosses.funnel), row.integer(FunnelLosses.step))
    }
    return FigureTable(
      rows, self, words: 2,
      [
        .words("Lost before, \(rows.months(FunnelLosses.cohort))", FunnelLosses.funnel),
        .words("Step", FunnelLosses.event), .of("Lost", FunnelLosses.lost),
        .of("Of", FunnelLosses.entered), .of("Share", FunnelLosses.lostRate),
        .of("Worth each", FunnelLosses.revenuePerCustomer), .of("Loss", FunnelLosses.loss),
      ])
  }

  /// The steps of every funnel's newest month whose time is over, in the order of the table; only
  /// those before one that nobody ever reached, and no funnel that has a single step then.
  var matureFunnels: [[Row<FunnelSteps>]] {
    let unreached = unreachedSteps
    let rows = rows(of: FunnelSteps.self).monthlyTotals.where(FunnelSteps.matured, is: true)
    return rows.groups(by: FunnelSteps.funnel).map { name, own in
      let newest = own.compactMap { $0[FunnelSteps.cohort]?.month }.max()
      return own.filter { $0[FunnelSteps.cohort]?.month == newest }
        .filter { !unreached.block(name, $0.integer(FunnelSteps.step)) }
        .sorted { $0.integer(FunnelSteps.step) < $1.integer(FunnelSteps.step) }
    }.filter { $0.count > 1 }
  }
}

extension Row<FunnelSteps> {
  /// Whether this step keeps the smallest part of the step before it.
  func isWorst(in funnel: [Row<FunnelSteps>]) -> Bool {
    let worst = funnel.compactMap { $0[FunnelSteps.fromPrevious] }.min()
    return worst != nil && self[FunnelSteps.fromPrevious] == worst
  }
}

/// Limits of plans: who is near, at and above them, and whether a limit makes customers upgrade.
extension Figures {
  var limitTable: FigureTable {
    FigureTable(
      citing: rows(of: PlanLimits.self), self, words: 2,
      [
        .of("Limit", PlanLimits.metric), .of("Product", PlanLimits.product),
        .of("Allowed", PlanLimits.allowed), .of("Customers", PlanLimits.customers),
        .of("80% or more", PlanLimits.near), .of("At it", PlanLimits.atLimit),
        .of("Above", PlanLimits.above), .of("Denied, 28 days", PlanLimits.denied),
        .of("Upgraded in 14 days", PlanLimits.upgradeRate), .of("Others", PlanLimits.othersRate),
        .of("MRR at stake", PlanLimits.mrrAtStake),
      ])
  }

  /// What reaching a limit leads to, over all products, a sentence for each that is counted.
  var limitSentences: [String] {
    rows(of: PlanLimits.self).groups(by: PlanLimits.metric).compactMap { group in
      guard
        let reached = group.rows.pooledShare(PlanLimits.upgraded, of: PlanLimits.reached),
        let others = group.rows.pooledShare(PlanLimits.othersUpgraded, of: PlanLimits.others),
        let verdict = reached.verdict(beside: others)
      else { return nil }
      return
        "\(group.value): \(shown(reached.rate)) of \(grouped(reached.whole)) who "
        + "reached the limit moved to a product with more room within 14 days, vs "
        + "\(shown(others.rate)) of \(grouped(others.whole)) others: "
        + "\(verdict.rawValue)."
    }
  }
}
