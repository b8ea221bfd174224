import Feed
package import Settings

/// Which steps of funnels the events of a log can reach.
extension EventProfile {
  /// The steps that no event of the log is, each as its events: `trial_started or charge`.
  package func unseenSteps(of funnel: Funnel) -> [String] {
    funnel.steps.filter { !isSeen($0) }.map { $0.joined(separator: " or ") }
  }

  /// The funnel without the steps that no event is, where its ends are seen and a step between them
  /// is not: nobody would get through it. Nil where all are seen, or an end is not.
  package func shortened(_ funnel: Funnel) -> Funnel? {
    guard let first = funnel.steps.first, let last = funnel.steps.last, isSeen(first), isSeen(last)
    else { return nil }
    var short = funnel
    short.steps = funnel.steps.filter(isSeen)
    return short.steps.count < funnel.steps.count ? short : nil
  }

  private func isSeen(_ events: [String]) -> Bool {
    events.contains { event in
      event == Funnel.chargeStep
        ? hasCharges : kinds.keys.contains { $0.names.contains(event) } || hasCustom(event)
    }
  }

  private var hasCharges: Bool { rankedProducts.contains { $0.profile.charges > 0 } }
}
