package import Feed
package import Values

/// How far one customer came in one funnel (Definitions, "Funnels").
package struct FunnelPassage: Sendable {
  package let funnel: Int32
  package let entry: Instant
  /// The end of the time to go on, inclusive.
  package let deadline: Instant
  /// Steps reached, 1 for the entry alone.
  package let reached: Int
  package let paywall: StringID
  package let trigger: StringID
  package let variant: StringID
  /// The app of the entry; nil where apps are not told apart.
  package let app: StringID?

  /// Nil for a customer that never took the first step. Of `charges` those with a price
  /// count.
  init?(_ rule: FunnelRule, _ customer: CustomerEvents, _ apps: Apps?, _ charges: [Charge]) {
    guard let first = rule.steps.first else { return nil }
    let entryEvent = customer.events.indices.first { first.matches(customer.events[$0]) }
    let entryTime = entryEvent.map { customer.events[$0].time } ?? .distantFuture
    let charge = first.matchesCharge ? charges.firstPayment(from: .distantPast) : .distantFuture
    let entry = min(entryTime, charge)
    guard entry < .distantFuture else { return nil }
    funnel = rule.index
    self.entry = entry
    deadline = entry + rule.window
    let event = entryTime == entry ? entryEvent.map { customer.events[$0] } : nil
    paywall = event?.paywall ?? 0
    trigger = event?.trigger ?? 0
    variant = event?.variant ?? 0
    app = event.flatMap { apps?.app(of: $0, in: customer) } ?? apps?.first
    reached = Self.stepsReached(rule, customer, charges, entry: entry)
  }

  private static func stepsReached(
    _ rule: FunnelRule, _ customer: CustomerEvents, _ charges: [Charge], entry: Instant
  ) -> Int {
    let deadline = entry + rule.window
    var at = entry
    for (number, step) in rule.steps.enumerated().dropFirst() {
      var next = customer.events.firstTime(at...deadline) { step.matches($0) }
      if step.matchesCharge { next = min(next, charges.firstPayment(from: at)) }
      guard next <= deadline else { return number }
      at = next
    }
    return rule.steps.count
  }
}

extension [Charge] {
  /// The time of the first payment of the log from an instant on, the distant future for none.
  fileprivate func firstPayment(from start: Instant) -> Instant {
    var first = Instant.distantFuture
    for index in indices where self[index].time >= start {
      guard self[index].isPaid, self[index].isPayment else { continue }
      first = Swift.min(first, self[index].time)
    }
    return first
  }
}

extension [Event] {
  /// The time of the first event within `range` that matches, the distant future for none; the
  /// events are in order of time.
  fileprivate func firstTime(
    _ range: ClosedRange<Instant>, where matches: (borrowing Event) -> Bool
  ) -> Instant {
    for index in indices where self[index].time >= range.lowerBound {
      if self[index].time > range.upperBound { return .distantFuture }
      if matches(self[index]) { return self[index].time }
    }
    return .distantFuture
  }
}
