import Values

/// A target on a step of a funnel: of those who entered it, the share that reached the step within
/// the funnel's window. A task that a customer is to finish is a funnel of its begin and its end.
package struct StepTarget: SettingsSection, Hashable {
  package var funnel = ""
  /// Nil for the last one.
  package var step: Int64?
  /// Nil for the funnel's name and the step.
  package var name: String?
  package var goal = Targets.Goal()

  package init() {}

  static let settings: [Setting<Self>] = [
    Setting(
      "funnel", Form(words: "text", example: "\"trial\""), .judged, "One of the funnels."
    ) { (entry, target) throws(SettingsError) in
      target.funnel = try entry.funnel().name
    } write: { target, _ in
      .string(target.funnel)
    }.required,
    Setting(
      "step", Form(words: "2 to the last", example: "2"), .judged,
      "The number of the step; else the last one."
    ) { (entry, target) throws(SettingsError) in
      let steps = entry.known.funnels.first { $0.name == target.funnel }?.steps.count ?? 2
      target.step = Int64(try entry.wholeNumber(in: 2...max(2, steps)))
    } write: { target, _ in
      target.step.map(JSONValue.number)
    },
    Setting("name", \.name, .name, .judged, "What reports call it."),
    Setting("atLeast", \.goal.atLeast, .share, .judged, "The share that is to reach it."),
    Setting("atMost", \.goal.atMost, .share, .judged, "The share that is not to be exceeded."),
    Setting("stretch", \.goal.stretch, .share, .judged, "A stretch goal; nothing is judged by it."),
  ]

  mutating func check(_ entries: Entries) throws(SettingsError) { try goal.check(entries) }
}

extension Entry {
  /// One of the funnels, by its name.
  func funnel() throws(SettingsError) -> Funnel {
    let named = try name()
    guard let funnel = known.funnels.first(where: { $0.name == named }) else {
      let names = known.funnels.map(\.name)
      throw wrongValue(.oneOf(names), nearest: nearestName(to: named, among: names))
    }
    return funnel
  }
}
