import Feed
import Values

/// What a customer has agreed to (Definitions, "Consent"). Raw values are positions of
/// ``FactTable/consent``: never renumber.
package enum ConsentState: Int32, CaseIterable, Sendable {
  /// Neither: not asked, or not decided.
  case undetermined = 0
  case granted = 1
  case denied = 2

  /// As apps and consent platforms write it.
  package init(_ text: String) {
    switch text.lowercased() {
    case "granted", "true", "yes", "authorized", "accepted", "opted_in", "1": self = .granted
    case "denied", "false", "no", "declined", "restricted", "rejected", "opted_out", "0":
      self = .denied
    default: self = .undetermined
    }
  }
}

/// The states of one customer one after the other, each with what the log has of it.
struct ConsentStretch: Sendable {
  let state: ConsentState
  let start: Instant
  /// How many events of the app, and of stores and servers, there are of each day.
  fileprivate(set) var days: [Day] = []

  struct Day: Sendable {
    let day: Int32
    fileprivate(set) var app: Int64 = 0
    fileprivate(set) var store: Int64 = 0
  }

  /// Nothing of customers whose log says nothing of it, nor of what came before the first word.
  static func all(in customer: CustomerEvents, _ rules: FoldRules) -> [ConsentStretch] {
    guard customer.events.indices.contains(where: { customer.events[$0].consent != 0 }) else {
      return []
    }
    var clock = DayClock(rules.zone)
    var stretches: [ConsentStretch] = []
    var word: StringID = 0
    for index in customer.events.indices {
      let event = customer.events[index]
      if event.consent != 0, event.consent != word {
        word = event.consent
        let state = rules.consent(word)
        if stretches.last?.state != state {
          stretches.append(ConsentStretch(state: state, start: event.time))
        }
      }
      guard !stretches.isEmpty else { continue }
      stretches[stretches.count - 1].take(event, on: clock.day(of: event.time).number)
    }
    return stretches
  }

  fileprivate mutating func take(_ event: Event, on day: Int32) {
    let isApp = event.kind.has([.activity, .paywall, .experiment, .usage])
    guard isApp || event.kind.has(.subscription) else { return }
    if days.last?.day != day { days.append(Day(day: day)) }
    if isApp { days[days.count - 1].app += 1 } else { days[days.count - 1].store += 1 }
  }
}
