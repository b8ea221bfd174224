import Metrics
import Values

extension Figures {
  /// The steps of every funnel's newest month whose time is over, in the order of the table; only
  /// those before one that nobody ever reached, and no funnel that has a single step then.
  var matureFunnels: [[Row<FunnelSteps>]] {
    let unreached = unreachedSteps
    let rows = rows(of: FunnelSteps.self).monthlyTotals.where(FunnelSteps.matured, is: true)
    var names: [String] = []
    for name in rows.map({ $0.text(FunnelSteps.funnel) }) where !names.contains(name) {
      names.append(name)
    }
    return names.map { name in
      let own = rows.where(FunnelSteps.funnel, is: name)
      let newest = own.compactMap { $0[FunnelSteps.cohort]?.month }.max()
      return own.filter { $0[FunnelSteps.cohort]?.month == newest }.byStep
        .filter { !unreached.block(name, $0.integer(FunnelSteps.step)) }
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

extension [Row<FunnelSteps>] {
  fileprivate var byStep: Self {
    sorted { $0.integer(FunnelSteps.step) < $1.integer(FunnelSteps.step) }
  }
}
