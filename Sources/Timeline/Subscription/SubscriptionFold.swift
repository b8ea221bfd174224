// The fold of one subscription: its events, in order, become charges, coverages and refunds.
//
// Entry points, in their legal order: `init`, `run(_:)` once, then read the results.
//
// A worked example (tolerance 24 h, catalogue: P1M, 7.99 USD):
//   1 Mar  trial_started                       trial  [1 Mar, 15 Mar)
//   15 Mar purchased t1                        paid   [15 Mar, 15 Apr), waits until 16 Apr
//   15 Apr billing_failed                      paid   ends 15 Apr: no grace, out of MRR
//   15 Apr grace_period_entered until 22 Apr   paid   a second piece [15 Apr, 22 Apr), in grace
//   20 Apr renewed t2                          paid   the first ends 20 Apr; [20 Apr, 20 May)
//   25 Apr refunded t2                         paid   ends 25 Apr, refund of 7.99

import Feed
import Settings
import Values

struct SubscriptionFold {
  private let rules: FoldRules
  let pricing: Pricing
  let group: StringID
  /// Nil where apps are not told apart.
  let app: StringID?

  private(set) var charges: [Charge]
  private(set) var coverages: [Coverage]
  private(set) var refunds: [Refund]
  private(set) var autoRenew = RenewalSwitch()
  /// Every `billing_failed`.
  private(set) var billingFailures: [Instant] = []
  /// Every `billing_failed` and `grace_period_entered`.
  private(set) var billingTroubles: [Instant] = []
  private(set) var cancellations: [Cancellation] = []
  private(set) var unmatchedRefunds = 0

  /// Coverages that may still run.
  private(set) var open: [Int] = []
  /// Charges of add-ons that may still run.
  private var openAddOns: [Int] = []
  /// The latest trial or paid coverage.
  private(set) var latestEntitled: Int?
  private var service = PaidService()
  private var chargeTransactions = KeyIndex<UInt64>()
  /// The charge of each of `chargeTransactions`.
  private var transactionCharges: [Int] = []
  private var transactions = KeyIndex<UInt64>()

  /// `memory`: empty lists to be filled.
  init(
    group: StringID, app: StringID?, pricing: Pricing,
    memory: (charges: [Charge], coverages: [Coverage], refunds: [Refund])
  ) {
    (charges, coverages, refunds) = memory
    rules = pricing.rules
    self.pricing = pricing
    self.group = group
    self.app = app
  }

  private var tolerance: TimeSpan { rules.defaults.renewalTolerance }

  /// Folds the events at `indices`, which are in the order of the specification.
  mutating func run(_ customer: CustomerEvents, _ indices: [Int]) {
    var candidates = self.candidates(customer, indices)[...]
    for index in indices { take(index, customer, &candidates) }
  }

  /// Takes the next event. `candidates`: the charges that are still to come.
  mutating func take(
    _ index: Int, _ customer: CustomerEvents, _ candidates: inout ArraySlice<ChargeCandidate>
  ) {
    if let candidate = candidates.first, candidate.event == index {
      begin(candidate)
      candidates.removeFirst()
    } else if !customer.events[index].flags.contains(.familyShared) {
      apply(customer.events[index], customer)
    }
  }

  func candidates(_ customer: CustomerEvents, _ indices: [Int])
    -> [ChargeCandidate]
  {
    var candidates: [ChargeCandidate] = []
    for index in indices where isCharge(customer.events[index]) {
      let key = customer.key(customer.events[index].transactionID)
      candidates.append(ChargeCandidate(customer.events[index], at: index, transaction: key))
    }
    return ChargeCandidates(rules).merged(candidates)
  }

  /// `offer_redeemed` without a price is a charge when its offer has a price.
  func isCharge(_ event: Event) -> Bool {
    if event.isCharge { return true }
    guard event.kind == .offerRedeemed, event.price == nil, !event.flags.contains(.familyShared)
    else { return false }
    return rules.offer(of: event).map { !$0.isFree } ?? false
  }

  private mutating func apply(_ event: Event, _ customer: CustomerEvents) {
    let transaction = customer.key(event.transactionID)
    forgetEnded(at: event.time)
    switch event.kind {
    case .trialStarted: startTrial(event, transaction)
    case .offerRedeemed where !isCharge(event): startFreeOffer(event, transaction)
    case .subscriptionExtended: extend(event)
    case .gracePeriodEntered: enterGrace(event)
    case .billingFailed: failBilling(event)
    case .cancelled: cancel(at: event.time, reason: event.reason)
    case .uncancelled: uncancel(at: event.time)
    case .expired: expire(event, transaction)
    case .refunded: refund(event, transaction)
    case .refundReversed: reverseRefund(event, transaction)
    case .revoked: revoke(event, transaction)
    default: break
    }
  }
}

// MARK: - What begins a coverage (rules 1, 2 and 7)

extension SubscriptionFold {
  private mutating func begin(_ candidate: ChargeCandidate) {
    forgetEnded(at: candidate.time)
    var charge = pricing.charge(candidate, group: group)
    charge.app = app
    let rate = CommissionRule(rules.commission).rate(
      for: charge.time, after: coverages, &service)
    pricing.split(&charge, commission: rate)
    let index = charges.count
    if candidate.transaction != 0 {
      chargeTransactions.add(candidate.transaction)
      transactionCharges.append(index)
      transactions.add(candidate.transaction)
    }
    let product = rules.product(of: candidate.asEvent)
    let end = charge.expiresAt ?? charge.period?.end(from: charge.time)
    if let end, let addOn = product?.addOn {
      charge.addOn = Charge.AddOnTerm(end: end, endsWithPlan: addOn.endsWithPlan)
      continueAddOn(with: charge, index)
    } else if let end {
      autoRenew.turn(on: true, at: charge.time)
      charge.coverage = coverages.count
      truncateRunning(at: charge.time) { _ in true }
      let isFree = charge.price == .zero
      start(
        Coverage(
          kind: isFree ? .free : .paid, start: charge.time, ownEnd: end, product: product,
          app: app, period: charge.period, graceLength: product?.graceLength ?? defaultGrace,
          transaction: candidate.transaction, charge: index))
    }
    charges.append(charge)
  }

  /// Bought again shortly before the end: the one that runs goes over into the new one.
  private mutating func continueAddOn(with charge: Charge, _ index: Int) {
    openAddOns.removeAll { charges[$0].addOn.map { $0.end <= charge.time } ?? true }
    let place = openAddOns.firstIndex { open in
      charges[open].product == charge.product
        && charges[open].addOn.map { $0.end - charge.time <= tolerance } ?? false
    }
    if let place { charges[openAddOns.remove(at: place)].addOn?.end = charge.time }
    openAddOns.append(index)
  }

  private mutating func startTrial(_ event: Event, _ transaction: UInt64) {
    if transaction != 0 { transactions.add(transaction) }
    guard !open.contains(where: { coverages[$0].kind != .free }) else { return }
    truncateRunning(at: event.time) { $0.kind == .free }
    let product = rules.product(of: event)
    let length = product?.trialLength ?? .days(rules.defaults.trialDays)
    autoRenew.turn(on: true, at: event.time)
    start(
      Coverage(
        kind: .trial, start: event.time, ownEnd: event.expiresAt ?? event.time + length,
        product: product, app: app, period: event.period ?? product?.period,
        graceLength: product?.graceLength ?? defaultGrace, transaction: transaction, charge: nil))
  }

  private mutating func startFreeOffer(_ event: Event, _ transaction: UInt64) {
    guard !open.contains(where: { event.time < coverages[$0].ownEnd }) else { return }
    let product = rules.product(of: event)
    let period = event.period ?? rules.offer(of: event)?.period ?? Period(1, .month)
    start(
      Coverage(
        kind: .free, start: event.time, ownEnd: event.expiresAt ?? period.end(from: event.time),
        product: product, app: app, period: period,
        graceLength: product?.graceLength ?? defaultGrace,
        transaction: transaction, charge: nil))
  }

  private var defaultGrace: TimeSpan { .days(rules.defaults.graceDays) }

  private mutating func start(_ coverage: Coverage) {
    var coverage = coverage
    coverage.moveEnd(to: coverage.naturalEnd(tolerance: tolerance), at: coverage.start)
    open.append(coverages.count)
    if coverage.kind != .free { latestEntitled = coverages.count }
    coverages.append(coverage)
  }

  private mutating func truncateRunning(at time: Instant, where isMeant: (Coverage) -> Bool) {
    for index in open where coverages[index].isRunning(at: time) && isMeant(coverages[index]) {
      coverages[index].stop(.replaced, at: time)
    }
  }

  /// What is over by now stays over, unless its rules look for it by itself: without this, a
  /// thousand charges would be looked through at each of a thousand charges.
  private mutating func forgetEnded(at time: Instant) {
    open.removeAll { !coverages[$0].isRunning(at: time) }
  }
}

// MARK: - What moves the end of a coverage (rules 3 and 4)

extension SubscriptionFold {
  private mutating func extend(_ event: Event) {
    guard let index = open.last, let end = event.expiresAt, end > coverages[index].ownEnd else {
      return
    }
    coverages[index].extend(to: end, tolerance: tolerance, at: event.time)
  }

  private mutating func enterGrace(_ event: Event) {
    billingTroubles.append(event.time)
    guard let index = latestEntitled, autoRenew.isOn,
      coverages[index].stop == nil, event.time <= coverages[index].ownEnd + tolerance
    else { return }
    let end = event.graceExpiresAt ?? event.time + coverages[index].graceLength
    coverages[index].graceEnd = min(end, Coverage.latestEnd)
    settle(index, at: event.time)
    if !open.contains(index) { open.append(index) }
  }

  private mutating func failBilling(_ event: Event) {
    billingFailures.append(event.time)
    guard event.graceExpiresAt == nil else { return enterGrace(event) }
    billingTroubles.append(event.time)
    for index in open where coverages[index].kind == .paid {
      coverages[index].failedAt = coverages[index].failedAt ?? event.time
      settle(index, at: event.time)
    }
  }

  private mutating func cancel(at time: Instant, reason: StringID) {
    if autoRenew.isOn {
      let isInTrial = open.last.map { coverages[$0].kind == .trial } ?? false
      let product = (open.last ?? coverages.indices.last).map { coverages[$0].product } ?? 0
      cancellations.append(
        Cancellation(time: time, reason: reason, product: product, isInTrial: isInTrial))
    }
    autoRenew.turn(on: false, at: time)
    for index in open where coverages[index].kind == .paid {
      coverages[index].cancelledAt = coverages[index].cancelledAt ?? time
      settle(index, at: time)
    }
  }

  private mutating func uncancel(at time: Instant) {
    autoRenew.turn(on: true, at: time)
    for index in open where coverages[index].kind == .paid {
      coverages[index].cancelledAt = nil
      settle(index, at: time)
    }
  }

  private mutating func settle(_ index: Int, at time: Instant) {
    service.forget(ifCounted: index)
    coverages[index].moveEnd(to: coverages[index].naturalEnd(tolerance: tolerance), at: time)
  }
}

// MARK: - What ends a coverage (rules 5 and 6)

extension SubscriptionFold {
  /// Whether the transaction is that of an add-on, which then ends.
  private mutating func endAddOn(of transaction: UInt64, at time: Instant) -> Bool {
    guard transaction != 0, let index = charge(of: transaction), let addOn = charges[index].addOn
    else { return false }
    charges[index].addOn?.end = min(addOn.end, time)
    return true
  }

  private mutating func expire(_ event: Event, _ transaction: UInt64) {
    if endAddOn(of: transaction, at: event.time) { return }
    guard let index = open.last ?? coverages.indices.last else { return }
    let isItsOwn = transaction != 0 && coverages[index].transaction == transaction
    if !isItsOwn {
      guard !transactions.contains(transaction) else { return }
      guard event.time - coverages[index].start >= .hours(24) else { return }
    }
    coverages[index].isLapsed = true
    if coverages[index].isRunning(at: event.time) {
      coverages[index].stop(.expired, at: event.time)
    }
  }

  private mutating func revoke(_ event: Event, _ transaction: UInt64) {
    if endAddOn(of: transaction, at: event.time) { return }
    let running = open.last { coverages[$0].kind != .free }
    guard let index = running ?? latestEntitled else { return }
    let isItsOwn = transaction != 0 && coverages[index].transaction == transaction
    guard isItsOwn || !transactions.contains(transaction) else { return }
    coverages[index].isLapsed = true
    if coverages[index].isRunning(at: event.time) {
      coverages[index].stop(.revoked, at: event.time)
    }
  }

  private mutating func refund(_ event: Event, _ transaction: UInt64) {
    guard let index = charge(for: transaction) else {
      unmatchedRefunds += 1
      return
    }
    let price = charges[index].price ?? .zero
    let isWhole =
      event.price == nil || event.currency != 0 && event.currency != charges[index].currency
    let remaining = price - charges[index].refunded
    let amount = isWhole ? remaining : min(event.price ?? remaining, remaining)
    move(amount, ofCharge: index, at: event.time)
    guard charges[index].refunded == price else { return }
    charges[index].isRefundedWhole = true
    if let coverage = charges[index].coverage, coverages[coverage].isRunning(at: event.time) {
      coverages[coverage].stop(.refunded, at: event.time)
    }
  }

  private mutating func reverseRefund(_ event: Event, _ transaction: UInt64) {
    guard let index = transaction != 0 ? charge(of: transaction) : latestRefunded else {
      unmatchedRefunds += 1
      return
    }
    guard charges[index].refunded > .zero || charges[index].isRefundedWhole else { return }
    move(.zero - charges[index].refunded, ofCharge: index, at: event.time)
    charges[index].isRefundedWhole = false
    guard let coverage = charges[index].coverage, coverages[coverage].stop == .refunded,
      open.isEmpty
    else { return }
    resume(coverage, at: event.time)
  }

  var latestRefunded: Int? {
    charges.lastIndex { $0.refunded > .zero || $0.isRefundedWhole }
  }

  /// The coverage goes on to its old end, unless that has passed.
  private mutating func resume(_ index: Int, at time: Instant) {
    coverages[index].stop = nil
    if !autoRenew.isOn, coverages[index].cancelledAt == nil {
      coverages[index].cancelledAt = time
    }
    settle(index, at: time)
    open.append(index)
  }

  func charge(for transaction: UInt64) -> Int? {
    transaction != 0 ? charge(of: transaction) : charges.indices.last
  }

  private func charge(of transaction: UInt64) -> Int? {
    chargeTransactions.place(of: transaction).map { transactionCharges[$0] }
  }

  /// Notes that `amount` of a charge's price went back (negative: came again).
  private mutating func move(_ amount: Amount, ofCharge index: Int, at time: Instant) {
    let before = charges[index].refunded
    let after = before + amount
    charges[index].refunded = after
    guard amount != .zero, !charges[index].isOpening, let gross = charges[index].gross,
      let price = charges[index].price
    else { return }
    let charge = charges[index]
    func part(_ whole: Amount) -> Amount {
      whole.share(after, of: price) - whole.share(before, of: price)
    }
    refunds.append(
      Refund(
        time: time, charge: index, amount: part(gross), tax: part(charge.tax),
        commission: part(charge.commission), isReversal: amount < .zero))
  }
}
