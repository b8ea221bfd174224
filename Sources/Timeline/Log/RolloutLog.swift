import Feed
import Values

/// What one customer did within one step of a rollout (Definitions, "Rollouts"). All days are
/// numbers.
struct RolloutPassage: Sendable {
  /// Of the step, among those of all rollouts.
  let position: Int32
  /// The first day on which the customer used the app within the step.
  let start: Int32
  /// The last day of the step; nil while there is no step after it.
  let end: Int32?
  /// Whether he had it at the end of that day.
  fileprivate(set) var isIn: Bool
  /// When he got it later within the step: from then on he is neither in nor out.
  fileprivate(set) var joined: Int32?
  fileprivate(set) var firstSession: Int32?
  fileprivate(set) var firstCrash: Int32?
  fileprivate(set) var firstANR: Int32?

  static func all(in customer: CustomerEvents, _ rules: FoldRules) -> [RolloutPassage] {
    rules.rollouts.flatMap { rollout in
      var scan = RolloutScan(rollout, rules.zone)
      var app: StringID = 0
      for index in customer.events.indices {
        let named = rules.app(namedBy: customer.events[index])
        if named != 0 { app = named }
        if rollout.isFor(app: app) { scan.take(customer.events[index]) }
      }
      return scan.passages
    }
  }
}

/// Goes through a customer's events once, in the order of time.
private struct RolloutScan {
  private let rule: RolloutRule
  private var clock: DayClock
  private(set) var passages: [RolloutPassage] = []
  private var hasIt = false

  init(_ rule: RolloutRule, _ zone: Zone) {
    self.rule = rule
    clock = DayClock(zone)
  }

  mutating func take(_ event: Event) {
    let carries = !hasIt && rule.isCarried(by: event)
    guard carries || event.kind.has([.activity, .paywall]) else { return }
    let day = clock.day(of: event.time).number
    hasIt = hasIt || carries
    guard let position = rule.step(on: day) else { return }
    if passages.last?.position != position {
      passages.append(
        RolloutPassage(position: position, start: day, end: end(of: position), isIn: hasIt))
    }
    let last = passages.count - 1
    if hasIt, !passages[last].isIn { passages[last].getIt(on: day) }
    if event.kind == .appSession { passages[last].takeSession(event, on: day) }
  }

  private func end(of position: Int32) -> Int32? {
    rule.steps.first { $0.position > position }.map { $0.firstDay - 1 }
  }
}

extension RolloutPassage {
  fileprivate mutating func getIt(on day: Int32) {
    if day == start { isIn = true } else { joined = joined ?? day }
  }

  fileprivate mutating func takeSession(_ event: Event, on day: Int32) {
    firstSession = firstSession ?? day
    if event.flags.contains(.crashed) { firstCrash = firstCrash ?? day }
    if event.flags.contains(.anr) { firstANR = firstANR ?? day }
  }
}
