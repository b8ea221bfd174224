import Feed
import Values

/// One time that a customer saw a paywall, and what came of it (Definitions, "Paywalls, funnels,
/// features").
struct PaywallView: Sendable {
  let time: Instant
  /// ``Segment/without`` in all three where no paywall led to a trial or payment.
  let paywall: StringID
  let trigger: StringID
  let variant: StringID
  /// That of the app, 0 for none known.
  var version: StringID = 0
  var isDismissed = false
  var hasStarted = false
  var hasFailed = false
  var hasCancelled = false
  var trials: Int64 = 0
  var hasPaid = false
  /// Payments less refunds that are credited to it.
  var net = Amount.zero

  var isSeen: Bool { paywall != Segment.without }

  func isAlike(_ other: PaywallView) -> Bool {
    paywall == other.paywall && trigger == other.trigger && variant == other.variant
  }
}

/// The paywalls that a customer saw, each with what it led to.
///
/// What happens on a paywall within 24 hours belongs to the latest view. A trial or payment that
/// begins an access is credited to the latest view of the 24 hours before; what is paid later stays
/// with that view until another one wins. So every trial and every amount belongs to one view or,
/// without any, to none: the parts add up to the totals.
///
/// A worked example: paywall A seen Mon 10:00, trial Mon 10:05, paywall B seen Mon 10:30, payment
/// two weeks later, renewal a month later: A has a trial and both payments, B was only seen.
struct PaywallLog: Sendable {
  private static let reach = TimeSpan.hours(24)

  private(set) var views: [PaywallView] = []
  private(set) var firstSeen: Instant?
  // Only their memory is of use behind the fold.
  private var items: [Item] = []
  private var owners: [Int] = []
  private var trialOwners: [Int] = []

  init() {}

  /// Fills it anew.
  mutating func fold(_ customer: CustomerEvents, _ timeline: Timeline) {
    views.empty()
    trialOwners.empty()
    for index in customer.events.indices where customer.events[index].kind.has(.paywall) {
      take(customer.events[index])
    }
    firstSeen = views.first?.time
    guard !timeline.subscriptions.isEmpty else { return }
    credit(timeline)
  }

  private mutating func take(_ event: borrowing Event) {
    guard event.kind != .paywallShown else {
      views.append(
        PaywallView(
          time: event.time, paywall: event.paywall, trigger: event.trigger,
          variant: event.variant, version: event.appVersion))
      return
    }
    guard let view = latest(event.paywall, at: event.time) else { return }
    switch event.kind {
    case .paywallDismissed: views[view].isDismissed = true
    case .purchaseStarted: views[view].hasStarted = true
    case .purchaseFailed: views[view].hasFailed = true
    default: views[view].hasCancelled = true
    }
  }

  /// The latest view of the last 24 hours; of `paywall`, where one is named.
  private func latest(_ paywall: StringID, at time: Instant) -> Int? {
    for index in views.indices.reversed() where views[index].time <= time {
      guard views[index].time >= time - Self.reach else { return nil }
      if paywall == 0 || views[index].paywall == paywall { return index }
    }
    return nil
  }
}

// MARK: - Trials and money

extension PaywallLog {
  private mutating func credit(_ timeline: Timeline) {
    let seen = views.count
    let access = seen == 0 ? Stretches(EmptyCollection()) : timeline.access()
    var current: Int?
    addItems(of: timeline)
    for _ in timeline.charges.indices { owners.append(0) }
    for _ in timeline.trials.indices { trialOwners.append(0) }
    for item in items {
      let view = views[..<seen].partitioningIndex { $0.time > item.time } - 1
      if view >= 0, view != current, views[view].time >= item.time - Self.reach,
        item.charge == nil || !access.leads(upTo: item.time)
      {
        current = view
      }
      let owner = current ?? direct(at: item.time)
      guard let charge = item.charge else {
        views[owner].trials += 1
        if let trial = item.trial { trialOwners[trial] = owner }
        continue
      }
      owners[charge] = owner
      views[owner].net += timeline.charges[charge].gross ?? .zero
      if timeline.charges[charge].isPaid { views[owner].hasPaid = true }
    }
    for refund in timeline.refunds { views[owners[refund.charge]].net += -refund.amount }
    items.empty()
    owners.empty()
  }

  /// A stand-in for the paywall that nobody saw.
  private mutating func direct(at time: Instant) -> Int {
    let none = Segment.without
    views.append(PaywallView(time: time, paywall: none, trigger: none, variant: none))
    return views.count - 1
  }

  /// The view that a trial, by its place, is credited to.
  func view(ofTrial place: Int) -> PaywallView { views[trialOwners[place]] }

  /// A trial or a charge, by its place.
  private struct Item: Sendable {
    let time: Instant
    var trial: Int?
    var charge: Int?
  }

  /// In the order of time, a trial before a charge of the same instant.
  private mutating func addItems(of timeline: Timeline) {
    for index in timeline.trials.indices {
      items.append(Item(time: timeline.trials[index].start, trial: index))
    }
    for index in timeline.charges.indices {
      items.append(Item(time: timeline.charges[index].time, charge: index))
    }
    items.sort { ($0.time, $0.charge ?? -1) < ($1.time, $1.charge ?? -1) }
  }
}
