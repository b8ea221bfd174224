import Values

/// A step in the middle of a funnel that no customer of any month has reached: most likely the log
/// does not say it, and then it and all steps after it show a false zero (Definitions, "Funnels").
package struct UnreachedStep: Sendable, Equatable {
  package let funnel: String
  /// The event, or events, that count as the step.
  package let event: String
  /// Its number, from 1.
  package let step: Int64
}

extension Figures {
  /// The first such step of every funnel that has one, in the order of the table.
  package var unreachedSteps: [UnreachedStep] {
    let months = rows(of: FunnelSteps.self).monthlyTotals
    return months.filter { $0[FunnelSteps.step] == 1 }.map { $0.text(FunnelSteps.funnel) }.distinct
      .compactMap { unreached(in: months.where(FunnelSteps.funnel, is: $0), of: $0) }
  }

  private func unreached(in rows: Rows<FunnelSteps>, of funnel: String) -> UnreachedStep? {
    let last = rows.compactMap { $0[FunnelSteps.step] }.max() ?? 0
    let reached = Set(
      rows.filter { $0[FunnelSteps.customers] != 0 }.compactMap { $0[FunnelSteps.step] })
    guard reached.contains(1), last > 2,
      let step = (2..<last).first(where: { !reached.contains($0) }),
      let row = rows.first(where: { $0[FunnelSteps.step] == step })
    else { return nil }
    return UnreachedStep(funnel: funnel, event: row.text(FunnelSteps.event), step: step)
  }
}

extension [UnreachedStep] {
  /// Whether nobody can have reached a step of a funnel, for nobody reached one up to it.
  package func block(_ funnel: String, _ step: Int64) -> Bool {
    contains { $0.funnel == funnel && $0.step <= step }
  }
}

extension UnreachedStep {
  /// What is shown instead of the zeros.
  package var sentence: String {
    "Funnel \(funnel): no customer has reached \(event) so far, so it ends before it. Where the app "
      + "does not log \(event), leave it out of the funnel (funnels in the configuration); "
      + "where it does, this is a real zero: see funnel.csv."
  }
}
