import Metrics
import Values

/// Limits of plans: who is near, at and above them, and whether a limit makes customers upgrade.
extension Figures {
  var limitTable: FigureTable {
    var table = FigureTable(
      header: [
        "Limit", "Product", "Allowed", "Customers", "80% or more", "At it", "Above",
        "Denied, 28 days",
        "Upgraded in 14 days", "Others", "MRR at stake",
      ], words: 2)
    table.fill(rows(of: PlanLimits.self)) { row in
      row.cells([
        PlanLimits.metric, PlanLimits.product, PlanLimits.allowed, PlanLimits.customers,
        PlanLimits.near, PlanLimits.atLimit, PlanLimits.above, PlanLimits.denied,
        PlanLimits.upgradeRate, PlanLimits.othersRate, PlanLimits.mrrAtStake,
      ]).map(shown)
    }
    return table
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
        "\(group.value): \(shown(reached.rate)) of \(DisplayFormat.grouped(reached.whole)) who "
        + "reached the limit moved to a product with more room within 14 days, vs "
        + "\(shown(others.rate)) of \(DisplayFormat.grouped(others.whole)) others: "
        + "\(verdict.rawValue)."
    }
  }
}
