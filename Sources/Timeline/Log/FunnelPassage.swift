package import Feed
package import Values

/// How far one customer came in one funnel (Definitions, "Funnels").
package struct FunnelPassage: Sendable {
  package let funnel: Int32
  package let entry: Instant
  /// The end of the time to go on, inclusive.
  package let deadline: Instant
  /// Steps reached, the entry first.
  let steps: SmallArray<Step>
  package let paywall: StringID
  package let trigger: StringID
  package let variant: StringID
  /// The app of the entry; nil where apps are not told apart.
  package let app: StringID?

  /// One step that was taken, and what was known then: by its own event, else by those before it.
  struct Step: Sendable {
    let time: Instant
    var paywall: StringID = 0
    var variant: StringID = 0
    var product: StringID = 0
    var version: StringID = 0
  }

  package var reached: Int { steps.count }

  /// Nil for a customer that never took the first step.
  init?(_ rule: FunnelRule, _ search: borrowing StepSearch, _ apps: Apps?) {
    guard let first = rule.steps.first else { return nil }
    guard let start = search.first(first, from: .distantPast, after: nil) else { return nil }
    funnel = rule.index
    entry = start.time
    deadline = entry + rule.window
    let events = search.customer.events
    paywall = start.event.map { events[$0].paywall } ?? 0
    trigger = start.event.map { events[$0].trigger } ?? 0
    variant = start.event.map { events[$0].variant } ?? 0
    app =
      if let apps, let event = start.event {
        apps.app(of: events[event], in: search.customer)
      } else {
        apps?.first
      }
    steps = search.steps(rule, from: start, until: deadline)
  }
}

/// Finds what takes the steps of a funnel among a customer's events and charges; of these, those
/// with a price count.
struct StepSearch {
  let customer: CustomerEvents
  let charges: [Charge]

  /// What took a step: an event, or a charge, by its place.
  struct Match {
    let time: Instant
    var event: Int?
    var charge: Int?
  }

  func steps(_ rule: FunnelRule, from entry: Match, until deadline: Instant)
    -> SmallArray<FunnelPassage.Step>
  {
    var steps = SmallArray(step(entry, after: FunnelPassage.Step(time: entry.time)))
    var last = entry
    for number in 1..<max(1, rule.steps.count) {
      let found = first(rule.steps[number], from: last.time, after: last, entered: entry.time)
      guard let next = found,
        next.time <= deadline
      else { break }
      steps.append(self.step(next, after: steps[steps.count - 1]))
      last = next
    }
    return steps
  }

  private func step(_ match: Match, after last: FunnelPassage.Step) -> FunnelPassage.Step {
    var step = FunnelPassage.Step(
      time: match.time, paywall: last.paywall, variant: last.variant, product: last.product,
      version: last.version)
    if let charge = match.charge { step.product = charges[charge].product }
    guard let place = match.event else { return step }
    if customer.events[place].paywall != 0 { step.paywall = customer.events[place].paywall }
    if customer.events[place].variant != 0 { step.variant = customer.events[place].variant }
    if customer.events[place].product != 0 { step.product = customer.events[place].product }
    if customer.events[place].appVersion != 0 { step.version = customer.events[place].appVersion }
    return step
  }

  /// The first match from an instant on that is another event than `last`. Of an event and a charge
  /// of one instant the event. What was paid for before somebody entered is no step when it is renewed.
  func first(
    _ step: FunnelStep, from start: Instant, after last: Match?, entered entry: Instant? = nil
  ) -> Match? {
    let event = customer.events.indices.first { place in
      customer.events[place].time >= start
        && step.matches(customer.events[place].kind, customer.events[place].name)
        && !isEvent(place, of: last)
    }.map { Match(time: customer.events[$0].time, event: $0) }
    guard step.matchesCharge, let charge = firstPayment(from: start, after: last, entry) else {
      return event
    }
    return event.flatMap { $0.time <= charge.time ? $0 : nil } ?? charge
  }

  /// The first payment of the log; charges are in the order of their subscriptions.
  private func firstPayment(from start: Instant, after last: Match?, _ entry: Instant?) -> Match? {
    var first: Match?
    for place in charges.indices where charges[place].time >= start {
      let isOlder = entry.flatMap { entry in charges[place].renewed.map { $0 < entry } } ?? false
      guard charges[place].isPaid, charges[place].isPayment, !isOlder,
        charges[place].time < first?.time ?? .distantFuture,
        place != last?.charge, !(last?.event.map { tells(of: place, $0) } ?? false)
      else { continue }
      first = Match(time: charges[place].time, charge: place)
    }
    return first
  }

  private func isEvent(_ place: Int, of last: Match?) -> Bool {
    place == last?.event || last?.charge.map { tells(of: $0, place) } ?? false
  }

  /// Whether an event told of a charge: of several in one instant the first of the first.
  private func tells(of charge: Int, _ event: Int) -> Bool {
    let time = charges[charge].time
    let isPayment = { (place: Int) in
      customer.events[place].time == time
        && Self.payments.contains(customer.events[place].kind)
    }
    return isPayment(event)
      && customer.events.indices.prefix(event).count(where: isPayment)
        == charges.indices.prefix(charge).count { charges[$0].time == time }
  }

  /// The events that charges are made of.
  private static let payments: Set<EventKind> = [
    .purchased, .renewed, .trialConverted, .productChanged, .offerRedeemed,
  ]
}
