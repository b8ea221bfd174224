import Values

/// A funnel: ordered steps, each of which one of several events reaches (Definitions, "Funnels").
package struct Funnel: Sendable, Hashable {
  package var name = ""
  /// Canonical event names, own names of the log, or `charge` (a charge with a price above 0).
  package var steps: [[String]] = []
  package var windowDays = usualWindowDays
  package var by = usualDimensions

  /// The step that a charge with a price above 0 reaches, whatever event told of it.
  package static let chargeStep = "charge"

  /// What is known of a customer at the entry already; a tier or a product is not.
  package static let usualDimensions: [Dimension] = [.country, .channel, .platform]

  package static let usualWindowDays = 30

  /// Funnels of every configuration; `longestTrial` in days.
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

extension [Funnel] {
  /// The steps, from 2, that are told day by day, by the place of each funnel: of two that ask for the
  /// same events after the same, that of a funnel that every configuration has, or the first.
  package var dailySteps: [Set<Int>] {
    let usual = Set(Funnel.defaults(longestTrial: 0).map(\.name))
    var (seen, daily) = (Set<[[String]]>(), map { _ in Set<Int>() })
    for place in indices.filter({ usual.contains(self[$0].name) })
      + indices.filter({ !usual.contains(self[$0].name) })
    {
      for (number, step) in self[place].steps.enumerated().dropFirst()
      where seen.insert([self[place].steps[number - 1], step]).inserted {
        daily[place].insert(number + 1)
      }
    }
    return daily
  }
}

extension Funnel: Named, SettingsSection {
  static let settings: [Setting<Self>] = [
    Setting("name", \.name, .name, .folded, "What reports call it.").required,
    Setting(
      "steps", \.steps, .steps, .folded,
      "Its events in order, or lists of events any of which will do; `charge` is a payment."
    ).required,
    Setting(
      "windowDays", \.windowDays, .whole(1...3650), .folded,
      "Steps count for this many days after the entry; `acquisition` and `trial` add the longest trial."
    ),
    Setting(
      "by", \.by, .list(of: .dimension), .folded,
      "By what it is split: \(Dimension.ofFunnels.map { "`\($0.name)`" }.joined(separator: ", "))."),
  ]

  mutating func check(_ entries: Entries) throws(Failure) {
    guard entries["windowDays"] == nil else { return }
    self = withUsualWindow(longestTrial: entries.entry.known.longestTrial)
  }
}

extension Kind<[[String]]> {
  /// Of a funnel: one event or several each.
  fileprivate static var steps: Kind {
    Kind(
      form: Form(words: "list of events", example: "[\"app_installed\", \"charge\"]")
    ) { (entry, _) throws(Failure) in
      let list = try entry.list()
      guard !list.isEmpty else { throw entry.wrongValue("at least one step") }
      var steps: [[String]] = []
      for step in list { steps.append(try step.events()) }
      return steps
    } write: { steps, _ in
      .array(
        steps.map { $0.count == 1 ? .string($0[0]) : .array($0.map(JSONValue.string)) })
    }
  }
}

extension Entry {
  /// The events of a step: one name, or a list of names.
  fileprivate func events() throws(Failure) -> [String] {
    let list = try listOrOne()
    guard !list.isEmpty else { throw wrongValue("at least one event") }
    var names: [String] = []
    for name in list { names.append(try name.name().lowercased()) }
    return names
  }
}
