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
  package struct Step: Sendable, Hashable {
    package let from: Day
    package let share: Fraction
  }

  package let name: String
  package let carrier: Carrier
  /// The app that it is a part of; nil where it is in all.
  package let app: String?
  /// One at least, in the order of their days.
  package let steps: [Step]
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

extension Rollout {
  private enum Key: String, CaseIterable { case name, feature, appVersion, app, steps }
  private enum StepKey: String, CaseIterable { case from, share }

  /// Each name once.
  static func all(_ entry: Entry?) throws(SettingsError) -> [Rollout] {
    var rollouts: [Rollout] = []
    for one in try entry?.list() ?? [] {
      let rollout = try Rollout(one)
      guard !rollouts.contains(where: { $0.name == rollout.name }) else {
        throw one.error(.duplicate(rollout.name))
      }
      rollouts.append(rollout)
    }
    return rollouts
  }

  /// `{ name: "new paywall", feature: "paywall_v2", steps: [{ from: "2026-06-01", share: 0.05 }] }`
  init(_ entry: Entry) throws(SettingsError) {
    let section = try Section(entry, Key.self)
    name = try section.required(.name).name()
    carrier = try Self.carrier(section)
    app = try section[.app]?.name()
    let list = try section.required(.steps)
    var steps: [Step] = []
    for one in try list.list() {
      let step = try Self.step(one)
      if let last = steps.last, step.from <= last.from {
        throw one.wrongValue(.absence(because: "steps stand in the order of their days"))
      }
      steps.append(step)
    }
    guard !steps.isEmpty else { throw list.wrongValue(.nonEmpty("step")) }
    self.steps = steps
  }

  private static func carrier(_ section: Section<Key>) throws(SettingsError) -> Carrier {
    guard let version = section[.appVersion] else {
      return .feature(try section.required(.feature).name())
    }
    if let feature = section[.feature] {
      throw feature.wrongValue(.absence(because: "the rollout has an appVersion"))
    }
    guard let number = AppVersion(try version.name()) else {
      throw version.wrongValue(.appVersion)
    }
    return .appVersion(number)
  }

  private static func step(_ entry: Entry) throws(SettingsError) -> Step {
    let section = try Section(entry, StepKey.self)
    return Step(
      from: try section.required(.from).day(), share: try section.required(.share).share())
  }
}
