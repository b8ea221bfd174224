/// A funnel: ordered steps, each of which one of several events reaches (Definitions, "Funnels").
package struct Funnel: Sendable, Hashable {
  package var name: String
  /// Canonical event names, own names of the log, or `charge` (a charge with a price above 0).
  package var steps: [[String]]
  /// Steps count up to this many 24-hour days after the entry.
  package var windowDays: Int
  /// What it is split by, besides the total.
  package var by: [Dimension]

  package init(
    name: String, steps: [[String]], windowDays: Int = usualWindowDays,
    by: [Dimension] = usualDimensions
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

  /// The window of a funnel whose configuration says none.
  package static let usualWindowDays = 30

  /// The funnels that every configuration has, unless it has its own of the same name.
  /// `longestTrial`: the longest `trialDays` of the configuration.
  package static func defaults(longestTrial: Int) -> [Funnel] {
    let usual = [
      Funnel(
        name: "acquisition",
        steps: [["app_installed"], ["paywall_shown"], ["trial_started"], [chargeStep]]),
      Funnel(name: "trial", steps: [["app_installed"], ["trial_started"], [chargeStep]]),
      Funnel(
        name: "paywall",
        steps: [["paywall_shown"], ["purchase_started"], ["trial_started", chargeStep]],
        by: usualDimensions + [.paywall, .trigger, .variant]),
    ]
    return usual.map { $0.withUsualWindow(longestTrial: longestTrial) }
  }

  /// With the window of a funnel of this name. *acquisition* and *trial* wait for the charge that
  /// follows a trial, so theirs is longer by the longest trial (Definitions, "Funnels").
  private func withUsualWindow(longestTrial: Int) -> Funnel {
    var funnel = self
    let endsInTrial = ["acquisition", "trial"].contains(name)
    funnel.windowDays = Self.usualWindowDays + (endsInTrial ? longestTrial : 0)
    return funnel
  }
}

extension Funnel: Named {
  private enum Key: String, CaseIterable { case name, steps, windowDays, by }

  init(_ entry: Entry, longestTrial: Int) throws(SettingsError) {
    let section = try Section(entry, Key.self)
    let named = Funnel(
      name: try section.required(.name).name(), steps: try Funnel.steps(section.required(.steps)))
    self = named.withUsualWindow(longestTrial: longestTrial)
    if let days = section[.windowDays] { windowDays = try days.wholeNumber(in: 1...3650) }
    if let list = section[.by] {
      by = []
      for name in try list.list() { by.append(try name.dimension()) }
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
