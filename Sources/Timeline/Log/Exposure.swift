package import Feed
package import Values

/// When a customer first came into an experiment, and what followed within its window (Definitions,
/// "Experiments").
package struct Exposure: Sendable {
  package let experiment: StringID
  /// Of the first exposure.
  package let variant: StringID
  package let start: Instant
  /// The last instant that counts.
  package let end: Instant
  /// Also seen in another variant, whenever: counted apart, and left out.
  package private(set) var isMixed = false
}

extension Exposure {
  /// The experiments of a customer, each once, in the order in which they were met: by an
  /// `experiment_exposed`, or a paywall that was shown for a variant.
  static func all(in customer: CustomerEvents, _ rules: FoldRules) -> [Exposure] {
    guard customer.rules.contains(any: [.experiment, .paywall]) else { return [] }
    var found: [Exposure] = []
    var experiments = KeyIndex<StringID>()
    for index in customer.events.indices where customer.events[index].exposes {
      let event = customer.events[index]
      let place = experiments.add(event.experiment)
      if place == found.count { found.append(Exposure(event, rules)) }
      if found[place].variant != event.variant { found[place].isMixed = true }
    }
    return found
  }

  private init(_ event: Event, _ rules: FoldRules) {
    experiment = event.experiment
    variant = event.variant
    start = event.time
    end = event.time + rules.window(ofExperiment: event.experiment)
  }
}

extension Event {
  fileprivate var exposes: Bool {
    experiment != 0 && variant != 0 && (kind == .experimentExposed || kind == .paywallShown)
  }
}
