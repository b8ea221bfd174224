package import Feed
package import Settings
import Values

/// Something new that customers get step by step, as the fold needs it: its steps by the numbers that
/// ``FactTable/rollout`` knows them by.
package struct RolloutRule: Sendable {
  struct Step: Sendable {
    let position: Int32
    let firstDay: Int32
  }

  /// In the order of their days.
  let steps: [Step]
  private let carrier: Carrier
  /// 0 for any.
  private let app: StringID

  private enum Carrier: Sendable {
    case feature(StringID)
    case version(AppVersion, StringTable)
  }

  /// Those of a configuration.
  package static func all(_ rollouts: [Rollout], _ strings: StringTable) -> [RolloutRule] {
    let places = rollouts.places
    return rollouts.map { rollout in
      RolloutRule(rollout, places.filter { $0.rollout.name == rollout.name }, strings)
    }
  }

  private init(_ rollout: Rollout, _ places: [[Rollout].Place], _ strings: StringTable) {
    steps = places.map {
      Step(position: Int32($0.position), firstDay: $0.step.from.number)
    }
    app = strings.id(of: rollout.app ?? "")
    switch rollout.carrier {
    case .feature(let name): carrier = .feature(strings.id(of: name))
    case .appVersion(let version): carrier = .version(version, strings)
    }
  }

  /// Whether it is for a customer of the app that was named last, 0 for none.
  func isFor(app named: StringID) -> Bool { app == 0 || named == 0 || named == app }

  /// Whether the event shows that its customer has it.
  func isCarried(by event: borrowing Event) -> Bool {
    switch carrier {
    case .feature(let feature): return event.feature == feature
    case .version(let first, let strings):
      let name = event.appVersion
      guard name != 0, let version = AppVersion(strings.string(name)) else { return false }
      return version >= first
    }
  }

  /// The step that a day is in; nil before the first.
  func step(on day: Int32) -> Int32? { steps.last { $0.firstDay <= day }?.position }
}
