/// A funnel: ordered steps, each of which one of several events reaches (SPEC 5.3).
package struct Funnel: Sendable, Hashable {
  package var name: String
  /// Canonical event names, own names of the log, or `charge` (a charge with a price above 0).
  package var steps: [[String]]
  /// Steps count up to this many 24-hour days after the entry.
  package var windowDays: Int
  /// What it is split by, besides the total.
  package var by: [Dimension]

  package init(
    name: String, steps: [[String]], windowDays: Int = 30, by: [Dimension] = Funnel.usualDimensions
  ) {
    self.name = name
    self.steps = steps
    self.windowDays = windowDays
    self.by = by
  }

  /// The step that a charge with a price above 0 reaches, whatever event told of it.
  package static let chargeStep = "charge"

  /// What is known of a customer at the entry already; a tier or a product is not.
  package static let usualDimensions: [Dimension] = [.country, .channel, .platform]

  /// The funnels that every configuration has, unless it has its own of the same name.
  package static let defaults = [
    Funnel(
      name: "acquisition",
      steps: [["app_installed"], ["paywall_shown"], ["trial_started"], [chargeStep]]),
    Funnel(name: "trial", steps: [["app_installed"], ["trial_started"], [chargeStep]]),
    Funnel(
      name: "paywall",
      steps: [["paywall_shown"], ["purchase_started"], ["trial_started", chargeStep]],
      by: usualDimensions + [.paywall, .trigger, .variant]),
  ]
}

extension Funnel: Named {
  private enum Key: String, CaseIterable { case name, steps, windowDays, by }

  init(_ entry: Entry) throws(SettingsError) {
    let section = try Section(entry, Key.self)
    self.init(
      name: try section.required(.name).name(), steps: try Funnel.steps(section.required(.steps)))
    if let days = section[.windowDays] { windowDays = try days.wholeNumber(in: 1...3650) }
    if let list = section[.by] {
      by = []
      for name in try list.list() { by.append(try name.choice()) }
    }
  }

  private static func steps(_ entry: Entry) throws(SettingsError) -> [[String]] {
    let list = try entry.list()
    guard !list.isEmpty else { throw entry.wrongValue(.nonEmpty("step")) }
    var steps: [[String]] = []
    for step in list { steps.append(try events(of: step)) }
    return steps
  }

  /// The events of a step: one name, or a list of names.
  private static func events(of entry: Entry) throws(SettingsError) -> [String] {
    guard case .list = entry.node.value else { return [try entry.name().lowercased()] }
    let list = try entry.list()
    guard !list.isEmpty else { throw entry.wrongValue(.nonEmpty("event")) }
    var names: [String] = []
    for name in list { names.append(try name.name().lowercased()) }
    return names
  }
}
