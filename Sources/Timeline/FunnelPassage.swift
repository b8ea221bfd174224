package import Feed
package import Values

/// How far one customer came in one funnel (SPEC 5.3).
package struct FunnelPassage: Sendable {
  package let funnel: Int32
  package let entry: Instant
  /// Steps reached, 1 for the entry alone.
  package let reached: Int
  package let paywall: StringID
  package let trigger: StringID
  package let experiment: StringID
  package let variant: StringID

  /// Nil for a customer that never took the first step. `charges` are the times of the
  /// customer's charges with a price.
  init?(_ rule: FunnelRule, _ customer: CustomerEvents, charges: [Instant]) {
    guard let first = rule.steps.first else { return nil }
    let entryEvent = customer.events.indices.first { first.matches(customer.events[$0]) }
    let entryTime = entryEvent.map { customer.events[$0].time }
    let charge = first.matchesCharge ? charges.min() : nil
    guard let entry = [entryTime, charge].compactMap(\.self).min() else { return nil }
    funnel = rule.index
    self.entry = entry
    let event = entryTime == entry ? entryEvent.map { customer.events[$0] } : nil
    paywall = event?.paywall ?? 0
    trigger = event?.trigger ?? 0
    experiment = event?.experiment ?? 0
    variant = event?.variant ?? 0
    reached = Self.stepsReached(rule, customer, charges: charges, entry: entry)
  }

  private static func stepsReached(
    _ rule: FunnelRule, _ customer: CustomerEvents, charges: [Instant], entry: Instant
  ) -> Int {
    let deadline = entry + rule.window
    var at = entry
    for (number, step) in rule.steps.enumerated().dropFirst() {
      let event = customer.events.firstTime(at...deadline) { step.matches($0) }
      let charge = step.matchesCharge ? charges.filter { (at...deadline).contains($0) }.min() : nil
      guard let next = [event, charge].compactMap(\.self).min() else { return number }
      at = next
    }
    return rule.steps.count
  }
}

extension [Event] {
  /// The time of the first event within `range` that matches; the events are in order of time.
  fileprivate func firstTime(
    _ range: ClosedRange<Instant>, where matches: (Event) -> Bool
  )
    -> Instant?
  {
    for index in indices where self[index].time >= range.lowerBound {
      if self[index].time > range.upperBound { return nil }
      if matches(self[index]) { return self[index].time }
    }
    return nil
  }
}
