package import Values

/// Something new that customers get step by step (Definitions, "Rollouts").
package struct Rollout: Sendable, Hashable {
  /// What tells that a customer has it.
  package enum Carrier: Sendable, Hashable {
    /// Events name it as their `feature`.
    case feature(String)
    /// Events come from this version of the app, or a later one.
    case appVersion(AppVersion)
  }

  /// From its day on, so many are meant to have it.
  package struct Step: SettingsSection, Hashable {
    package var from = Day(0)
    package var share = Fraction.zero

    package init() {}

    package init(from: Day, share: Fraction) { (self.from, self.share) = (from, share) }

    static let settings: [Setting<Self>] = [
      Setting("from", \.from, .day, .folded, "Its first day.").required,
      Setting("share", \.share, .share, .judged, "How many customers are meant to have it then.")
        .required,
    ]

    static func check(_ step: Step, _ before: [Step], _ entry: Entry) throws(Failure) {
      guard let last = before.last, step.from <= last.from else { return }
      throw entry.unwanted("steps stand in the order of their days")
    }
  }

  package var name = ""
  package var carrier = Carrier.feature("")
  /// Nil where it is in all.
  package var app: String?
  /// One at least, in the order of their days.
  package var steps: [Step] = []

  package init() {}

  package init(name: String, carrier: Carrier, app: String?, steps: [Step]) {
    (self.name, self.carrier, self.app, self.steps) = (name, carrier, app, steps)
  }
}

extension [Rollout] {
  /// One step of all of them, known by its place among all.
  package struct Place: Sendable {
    package let position: Int
    package let rollout: Rollout
    /// From 1 on.
    package let number: Int
    package let step: Rollout.Step
    /// The last day; nil while there is no step after it.
    package let lastDay: Day?
  }

  /// All steps, as the fold and the report number them.
  package var places: [Place] {
    flatMap { rollout in
      rollout.steps.indices.map { index in
        let next = rollout.steps.dropFirst(index + 1).first
        return (rollout, index, next?.from.advanced(by: -1))
      }
    }.enumerated().map { position, place in
      Place(
        position: position, rollout: place.0, number: place.1 + 1, step: place.0.steps[place.1],
        lastDay: place.2)
    }
  }
}

extension Rollout: SettingsSection {
  static let settings: [Setting<Self>] = [
    Setting("name", \.name, .name, .judged, "What reports call it.").required,
    Setting(
      "feature", \.feature, .name.example("\"smart_schedule\""), .folded,
      "Customers have it from the first event with this `feature` on."),
    Setting(
      "appVersion", \.appVersion, .appVersion, .folded,
      "Or from the first event of this version of the app, or a later one, on."),
    Setting("app", \.app, .name, .folded, "The app that it is in; without it, all."),
    Setting(
      "steps", \.steps, .list(of: .object, each: Step.check),
      "From which day on how many customers get it, in order."
    )
    .required,
  ]

  mutating func check(_ entries: Entries) throws(Failure) {
    if let feature = entries["feature"], entries["appVersion"] != nil {
      throw feature.unwanted("the rollout has an appVersion")
    }
    if entries["appVersion"] == nil { _ = try entries.required("feature") }
    if steps.isEmpty { throw try entries.required("steps").wrongValue("at least one step") }
  }

  private var feature: String? {
    get { if case .feature(let name) = carrier { name } else { nil } }
    set { carrier = .feature(newValue ?? "") }
  }

  private var appVersion: AppVersion? {
    get { if case .appVersion(let version) = carrier { version } else { nil } }
    set { carrier = newValue.map { .appVersion($0) } ?? carrier }
  }
}
