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
  /// Adds the experiments of a customer, each once, in the order in which they were met: by an
  /// `experiment_exposed`, or a paywall that was shown for a variant. `experiments`: empty, but for
  /// its memory.
  static func add(
    _ customer: CustomerEvents, _ rules: FoldRules, to found: inout [Exposure],
    noting experiments: inout KeyIndex<StringID>
  ) {
    guard customer.rules.contains(any: [.experiment, .paywall]) else { return }
    for index in customer.events.indices where customer.events[index].exposes {
      let place = experiments.add(customer.events[index].experiment)
      if place == found.count { found.append(Exposure(customer.events[index], rules)) }
      if found[place].variant != customer.events[index].variant { found[place].isMixed = true }
    }
    experiments.removeAll()
  }

  private init(_ event: borrowing Event, _ rules: FoldRules) {
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
