import Values

/// A target on a step of a funnel: of those who entered it, the share that reached the step within
/// the funnel's window. A task that a customer is to finish is a funnel of its begin and its end.
package struct StepTarget: Sendable, Hashable {
  package let funnel: String
  /// From 2 on; nil for the last one.
  package let step: Int64?
  /// What reports call it; nil for the funnel's name and the step.
  package let name: String?
  package let goal: Targets.Goal
}

extension StepTarget {
  private enum Key: String, CaseIterable { case funnel, step, name, atLeast, atMost, stretch }

  /// `{ funnel: "co-parent", step: 2, name: "Co-parent added", atLeast: 0.4 }`; `funnels` are those
  /// of the configuration.
  init(_ entry: Entry, among funnels: [Funnel]) throws(SettingsError) {
    let section = try Section(entry, Key.self)
    let funnel = try section.required(.funnel).funnel(among: funnels)
    self.funnel = funnel.name
    step = try section[.step].map { (entry) throws(SettingsError) in
      Int64(try entry.wholeNumber(in: 2...max(2, funnel.steps.count)))
    }
    name = try section[.name]?.name()
    goal = Targets.Goal(
      atLeast: try section[.atLeast]?.share(), atMost: try section[.atMost]?.share(),
      stretch: try section[.stretch]?.share())
    guard goal.atLeast != nil || goal.atMost != nil else {
      throw entry.wrongValue(.nonEmpty("of atLeast and atMost"))
    }
  }
}

extension Entry {
  /// One of the funnels, by its name.
  func funnel(among funnels: [Funnel]) throws(SettingsError) -> Funnel {
    let named = try name()
    guard let funnel = funnels.first(where: { $0.name == named }) else {
      throw wrongValue(
        .oneOf(funnels.map(\.name)), nearest: nearestName(to: named, among: funnels.map(\.name)))
    }
    return funnel
  }
}
