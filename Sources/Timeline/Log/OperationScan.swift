import Feed
import Values

/// Goes through a customer's events once, in the order of time, and fills an ``OperationLog``; what
/// it notes on the way it keeps memory for.
///
/// A worked example: paywall_shown Mon 23:50, purchase_started 23:55, purchased Tue 00:05 makes
///   Mon: 1 paywall shown, 1 viewer, 1 viewer started, 1 purchase started
///   Tue: 1 purchase decided, 1 purchase succeeded (its hour is over at 00:55), 1 paid charge
struct OperationScan: Sendable {
  private static let decision = TimeSpan.hours(1)
  private static let sameDay = TimeSpan.hours(24)

  private struct Viewing: Sendable {
    let place: OperationLog.Place
    let deadline: Instant
  }

  private struct Purchase: Sendable {
    let place: OperationLog.Place
    let deadline: Instant
    /// Cancelled or pending.
    var isSetAside = false
  }

  private(set) var log = OperationLog()
  private var days = DayClock()
  private var place = OperationLog.Place(day: 0, platform: 0, version: 0, variant: 0)
  /// First paywalls of a day whose 24 hours are not over and that nothing has followed.
  private var viewings: [Viewing] = []
  private var lastViewing: Int32?
  private var purchases: [Purchase] = []
  private var failures: [Instant] = []

  /// The places of charges in the order of time.
  private var order: [Int] = []

  init() {}

  /// Fills the log anew. `charges` of all subscriptions, in any order; those from before the log
  /// are no operations.
  mutating func run(
    _ events: [Event], _ zone: Zone, charges: [Charge], platform: StringID
  ) {
    begin(zone, platform)
    for index in charges.indices where charges[index].isPayment { order.append(index) }
    order.sort { charges[$0].time < charges[$1].time }
    // Spans, of which an element is looked at where it stands.
    let (events, charges) = (events.span, charges.span)
    var next = 0
    for index in events.indices {
      while next < order.count, charges[order[next]].time < events[index].time {
        take(charges[order[next]])
        next += 1
      }
      take(events[index])
    }
    while next < order.count {
      take(charges[order[next]])
      next += 1
    }
    decide(before: .distantFuture)
  }

  /// Everything is as in a new scan, but for its memory.
  private mutating func begin(_ zone: Zone, _ platform: StringID) {
    log.empty()
    days = DayClock(zone)
    place = OperationLog.Place(day: 0, platform: platform, version: 0, variant: 0)
    viewings.empty()
    lastViewing = nil
    purchases.empty()
    failures.empty()
    order.empty()
  }

  private mutating func take(_ event: borrowing Event) {
    if event.platform != 0 { place.platform = event.platform }
    if event.appVersion != 0 { place.version = event.appVersion }
    if event.variant != 0, event.kind != .experimentExposed { place.variant = event.variant }
    guard event.kind.has(.operation) else { return check(event) }
    place.day = days.day(of: event.time).number
    check(event)
    log.signals.take(event, place)
    switch event.kind {
    case .appSession, .receiptValidated, .entitlementSynced: takeSignal(event)
    case .paywallShown: view(at: event.time)
    case .purchaseStarted: startPurchase(at: event.time)
    case .trialStarted: begin(at: event.time)
    case .purchaseCancelled, .purchasePending: setAside(at: event.time)
    default: takeSingle(event)
    }
  }

  /// How old the last check of the customer's access is, where the event says so.
  private mutating func check(_ event: borrowing Event) {
    guard event.validatedAt != nil else { return }
    log.signals.check(event, on: days.day(of: event.time).number)
  }

  private mutating func takeSingle(_ event: borrowing Event) {
    switch event.kind {
    case .paywallDismissed: log.add(.paywallsDismissed, place)
    case .purchaseFailed:
      log.add(.purchasesFailed, place)
      failures.append(event.time)
    case .billingFailed: log.add(.billingsFailed, place)
    case .gracePeriodEntered: log.add(.gracesEntered, place)
    case .storeError: log.add(.storeErrors, place)
    default: break
    }
  }

  /// The kinds that come most often.
  private mutating func takeSignal(_ event: borrowing Event) {
    switch event.kind {
    case .appSession:
      log.add(.sessions, place)
      if event.flags.contains(.crashed) { log.add(.crashes, place) }
      if event.flags.contains(.anr) { log.add(.anrs, place) }
    case .receiptValidated:
      log.add(.receipts, place)
      if event.flags.contains(.notOK) { log.add(.receiptsFailed, place) }
    default:
      log.add(.syncs, place)
      if event.flags.contains(.notOK) { log.add(.syncsFailed, place) }
    }
  }

  private mutating func take(_ charge: borrowing Charge) {
    let time = charge.time
    place.day = days.day(of: time).number
    if charge.isPaid { log.add(.paidCharges, place) }
    if charge.lacksRate { log.add(.chargesWithoutRate, place) }
    succeed(at: time)
    for failure in failures { log.add(recovery: time - failure, on: place.day) }
    failures.empty()
  }
}

// MARK: - From paywall to purchase

extension OperationScan {
  private mutating func view(at time: Instant) {
    log.add(.paywallsShown, place)
    guard lastViewing != place.day else { return }
    lastViewing = place.day
    log.add(.viewers, place)
    viewings.removeAll { $0.deadline < time }
    viewings.append(Viewing(place: place, deadline: time + Self.sameDay))
  }

  private mutating func startPurchase(at time: Instant) {
    log.add(.purchasesStarted, place)
    follow(at: time)
    decide(before: time)
    let deadline = time + Self.decision
    var decided = place
    decided.day = days.day(of: deadline).number
    purchases.append(Purchase(place: decided, deadline: deadline))
  }

  private mutating func begin(at time: Instant) {
    log.signals.begin(at: time)
    follow(at: time)
    succeed(at: time)
  }

  /// What followed within 24 hours counts for the day of the paywall; what came in the same
  /// millisecond followed it (``Event/rank``).
  private mutating func follow(at time: Instant) {
    for viewing in viewings where time <= viewing.deadline {
      log.add(.viewersStarted, viewing.place)
    }
    viewings.empty()
  }

  private mutating func setAside(at time: Instant) {
    decide(before: time)
    if let latest = purchases.lastIndex(where: { !$0.isSetAside }) {
      purchases[latest].isSetAside = true
    }
  }

  /// A charge or trial came: every purchase whose hour is not over led to it, but for those that
  /// had been set aside.
  private mutating func succeed(at time: Instant) {
    decide(before: time)
    for purchase in purchases where !purchase.isSetAside {
      log.add(.purchasesDecided, purchase.place)
      log.add(.purchasesSucceeded, purchase.place)
    }
    purchases.empty()
  }

  /// Purchases whose hour is over led to nothing, unless the customer took them back.
  private mutating func decide(before time: Instant) {
    for purchase in purchases where purchase.deadline < time && !purchase.isSetAside {
      log.add(.purchasesDecided, purchase.place)
    }
    purchases.removeAll { $0.deadline < time }
  }
}
