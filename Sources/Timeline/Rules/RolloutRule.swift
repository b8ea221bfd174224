package import Feed
package import Settings
import Values

/// Something new that customers get step by step, as the fold needs it: its steps by the numbers
/// that ``FactTable/rollout`` knows them by.
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
    /// All versions of the log that have it.
    case versions(Set<StringID>)
  }

  /// Those of a configuration. `strings` has the versions of all events that are to be folded.
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
    case .appVersion(let first):
      let isIn = { (text: String) in AppVersion(text).map { $0 >= first } ?? false }
      carrier = .versions(
        Set(strings.all.enumerated().filter { isIn($0.element) }.map { StringID($0.offset) }))
    }
  }

  /// Whether it is for a customer of the app that was named last, 0 for none.
  func isFor(app named: StringID) -> Bool { app == 0 || named == 0 || named == app }

  /// Whether the event shows that its customer has it.
  func isCarried(by event: borrowing Event) -> Bool {
    switch carrier {
    case .feature(let feature): event.feature == feature
    case .versions(let versions): versions.contains(event.appVersion)
    }
  }

  /// The step that a day is in; nil before the first.
  func step(on day: Int32) -> Int32? { steps.last { $0.firstDay <= day }?.position }
}
