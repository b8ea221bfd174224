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
  let rules: FoldRules
  let pricing: Pricing
  let key: SubscriptionKey
  /// Nil where apps are not told apart.
  let app: StringID?

  private(set) var charges: [Charge]
  private(set) var coverages: [Coverage]
  private(set) var refunds: [Refund]
  /// What coverages were changed to without money.
  private(set) var terms: [Charge] = []
  private(set) var notes: Notes
  private(set) var autoRenew = RenewalSwitch()
  /// Every `billing_failed`.
  private(set) var billingFailures: [Instant] = []
  /// Every `billing_failed` and `grace_period_entered`.
  private(set) var billingTroubles: [Instant] = []
  private(set) var cancellations = SmallArray<Cancellation>()
  private(set) var doubts: [PaymentDoubt] = []
  /// Every `trial_converted` that is no charge.
  private(set) var toldConversions: [Instant] = []
  /// By the transaction of a charge that is still to come.
  private var earlyRefunds: [UInt64: [Event]] = [:]
  private var latestRefund: (charge: Int, price: Amount, time: Instant)?

  /// The latest trial or paid coverage.
  private(set) var latestEntitled: Int?
  private var service = PaidService()

  /// What is noted while the fold goes on, and of no use behind it but for the memory.
  struct Notes: Sendable {
    /// The charges, and which of them comes next.
    fileprivate(set) var candidates = ChargeCandidates()
    fileprivate var nextCandidate = 0
    /// Coverages that may still run.
    fileprivate(set) var open: [Int] = []
    /// Charges of add-ons that may still run.
    fileprivate var openAddOns: [Int] = []
    /// Coverages whose own end, at most the tolerance ago or still to come, means a day.
    fileprivate var meaningDays: [Int] = []
    /// The charge of each transaction.
    fileprivate var charges = KeyMap<UInt64, Int>()
    /// Those of charges and trials.
    fileprivate var transactions = KeyIndex<UInt64>()
    /// The first product that any of the events names, where a charge of what recurs names none.
    fileprivate var product: StringID = 0
    /// Those of coverages and charges, by their places.
    fileprivate(set) var origins: [Origin] = []
    fileprivate var chargeOrigins: [Origin] = []

    /// Keeps the memory.
    mutating func removeAll() {
      candidates.removeAll()
      product = 0
      nextCandidate = 0
      open.empty()
      openAddOns.empty()
      meaningDays.empty()
      origins.empty()
      chargeOrigins.empty()
      charges.removeAll()
      transactions.removeAll()
    }
  }

  /// Empty lists to be filled, whose memory another fold has used before.
  struct Memory: Sendable {
    var charges: [Charge] = []
    var coverages: [Coverage] = []
    var refunds: [Refund] = []
    var notes = Notes()
  }

  init(
    key: SubscriptionKey, app: StringID?, pricing: Pricing, memory: consuming Memory = Memory()
  ) {
    (charges, coverages) = (memory.charges, memory.coverages)
    (refunds, notes) = (memory.refunds, memory.notes)
    rules = pricing.rules
    self.pricing = pricing
    self.key = key
    self.app = app
  }

  private var tolerance: TimeSpan { rules.defaults.renewalTolerance }

  /// Folds the events at `indices`, which are in the order of ``CustomerEvents/sort()``.
  mutating func run(_ customer: CustomerEvents, _ indices: [Int]) {
    noteCharges(customer, indices)
    for index in indices { take(index, customer) }
  }

  /// The notes, of which only the memory is left. Call at the end.
  mutating func takeNotes() -> Notes {
    var taken = Notes()
    swap(&taken, &notes)
    taken.removeAll()
    return taken
  }

  /// Takes the next event. Call ``noteCharges(_:_:)`` with all of them before.
  mutating func take(_ index: Int, _ customer: CustomerEvents) {
    let next = notes.nextCandidate
    if next < notes.candidates.all.count, notes.candidates.all[next].event == index {
      notes.nextCandidate += 1
      begin(notes.candidates.all[next])
    } else if !customer.events[index].flags.contains(.familyShared) {
      apply(customer.events[index], customer)
    } else if customer.events[index].kind == .trialStarted {
      noteTransaction(customer.payment(of: customer.events[index]))
    }
  }

  /// Notes which of the events are charges.
  mutating func noteCharges(_ customer: CustomerEvents, _ indices: [Int]) {
    for index in indices where rules.isCharge(customer.events[index]) {
      let payment = customer.payment(of: customer.events[index])
      let named = customer.key(customer.events[index].transactionID)
      notes.candidates.add(
        ChargeCandidate(
          customer.events[index], at: index, transaction: payment,
          claimed: named != 0 ? named : customer.key(customer.events[index].paymentID),
          original: customer.original(of: customer.events[index]),
          user: customer.user(of: customer.events[index]),
          hasPaymentID: customer.hasSecondID(payment)),
        rules)
    }
    if notes.candidates.all.contains(where: { $0.recurs && $0.product(rules) == nil }) {
      let naming = indices.first { rules.product(of: customer.events[$0]) != nil }
      notes.product = naming.flatMap { rules.product(of: customer.events[$0])?.id } ?? 0
    }
    guard notes.candidates.hasUnnamed || tellsTrialAgain(customer, indices) else { return }
    let trials = indices.filter { customer.events[$0].kind == .trialStarted }.map {
      TrialBeginning(
        time: customer.events[$0].time, product: rules.product(of: customer.events[$0])?.id,
        transaction: customer.payment(of: customer.events[$0]))
    }
    notes.candidates.mergeEchoes(rules, trials: trials)
  }

  /// Whether a charge has the transaction of a trial.
  private func tellsTrialAgain(_ customer: CustomerEvents, _ indices: [Int]) -> Bool {
    indices.contains { index in
      customer.events[index].kind == .trialStarted
        && notes.candidates.has(customer.payment(of: customer.events[index]))
    }
  }

  private mutating func apply(_ event: Event, _ customer: CustomerEvents) {
    let transaction = customer.payment(of: event)
    let origin = origin(of: event, customer)
    forgetEnded(at: event.time)
    guard !isOfEarlier(event.kind, origin, transaction) else { return }
    let other = endsOther(event.kind, origin, transaction) ? notes.open.last : nil
    let (end, renews) = (other.map { coverages[$0].end }, autoRenew.isOn)
    defer {
      if let other, coverages[other].end != end || autoRenew.isOn != renews {
        doubts.append(PaymentDoubt(issue: .endOfOtherID, time: event.time, amount: .zero))
      }
    }
    switch event.kind {
    case .trialStarted: startTrial(event, transaction, origin)
    case .offerRedeemed where !rules.isCharge(event):
      startFreeOffer(event, transaction, origin)
    case .trialConverted: toldConversions.append(event.time)
    case .productChanged where event.price == nil && event.tellsTerms: changeTerms(event)
    case .subscriptionExtended: extend(event)
    case .gracePeriodEntered: enterGrace(event)
    case .billingFailed: failBilling(event)
    case .cancelled: cancel(at: event.time, reason: event.reason)
    case .uncancelled:
      uncancel(at: event.time)
      if event.recurringPrice != nil { changeTerms(event) }
    case .expired where !customer.isOfReplaced(event): expire(event, transaction)
    case .refunded: refund(event, transaction, origin)
    case .refundReversed: reverseRefund(event, transaction)
    case .revoked where !customer.isOfReplaced(event): revoke(event, transaction)
    default: break
    }
  }
}

// MARK: - What begins a coverage (rules 1, 2 and 7)

extension SubscriptionFold {
  private mutating func begin(_ told: ChargeCandidate) {
    if goesOn(with: told) { return }
    let candidate = withDifference(withTerms(withPlanPrice(told)))
    let origin = Origin(
      original: notes.candidates.originals.root(of: candidate.original), user: candidate.user)
    let product = candidate.product(rules) ?? productContinued(by: candidate)
    var charge = pricing.charge(candidate, of: product, in: key, after: coverages, charges)
    charge.app = app
    charge.isDifference = isDifference(candidate)
    let isOfNoPeriod =
      isOfPart(candidate, product) || isOfUnknownPlan(candidate) || isOverdue(candidate)
    let own = isOfNoPeriod ? nil : ownEnd(of: charge)
    if own != nil, product?.addOn == nil { closeGap(before: charge) }
    forgetEnded(at: candidate.time)
    let rate = CommissionRule(rules.commission).rate(
      for: charge.time, after: coverages, &service)
    pricing.split(&charge, storeRate: rate)
    let index = charges.count
    if candidate.transaction != 0 {
      notes.charges.add(candidate.transaction, index)
      notes.transactions.add(candidate.transaction)
      noteRepetitions(of: candidate, charge, after: own?.end)
    }
    if let own, let addOn = product?.addOn {
      charge.addOn = Charge.AddOnTerm(end: own.end, endsWithPlan: addOn.endsWithPlan)
      continueAddOn(with: charge, index)
    } else if let own {
      autoRenew.turn(on: true, at: charge.time)
      charge.coverage = coverages.count
      charge.renewed = previousPayment(of: charge)
      truncateRunning(at: charge.time) { _ in true }
      start(
        Coverage(
          kind: charge.paysAccess ? .paid : .free, start: charge.time, ownEnd: own.end,
          product: product, app: app, period: charge.period,
          graceLength: product?.graceLength ?? defaultGrace, transaction: candidate.transaction,
          charge: index, meantDay: own.meantDay), origin)
    }
    charges.append(charge)
    notes.chargeOrigins.append(origin)
    if !earlyRefunds.isEmpty { takeEarlyRefunds(of: candidate.transaction, at: candidate.time) }
  }

  /// Whoever goes on after a pause, up to the end of what was paid for, pays nothing and begins
  /// nothing: the coverage goes on.
  private mutating func goesOn(with told: ChargeCandidate) -> Bool {
    forgetEnded(at: told.time)
    guard told.kind == .renewed, told.price == .zero, told.transaction == 0,
      let end = told.expiresAt, told.time < end, notes.open.isEmpty,
      let index = coverages.indices.last, coverages[index].kind == .paid,
      coverages[index].stop == .expired, end - coverages[index].ownEnd <= tolerance,
      coverages[index].ownEnd - end <= tolerance
    else { return false }
    autoRenew.turn(on: true, at: told.time)
    (coverages[index].cancelledAt, coverages[index].isLapsed) = (nil, false)
    coverages[index].endReason = 0
    resume(index, at: told.time)
    return true
  }

  /// When the charge was made whose access runs, to the same plan.
  private func previousPayment(of charge: borrowing Charge) -> Instant? {
    let (time, product) = (charge.time, charge.product)
    let running = notes.open.last {
      coverages[$0].kind == .paid && coverages[$0].isRunning(at: time)
        && rules.isSameProduct(coverages[$0].product, product)
    }
    return running.flatMap { coverages[$0].charge }.map { charges[$0].time }
  }

  /// How long before its invoice a biller tells of a change of plan.
  private static let invoicing = TimeSpan.hours(1)

  /// An invoice of a change of plan has what changed, and the biller's word of the plan, just before,
  /// all of it: that is what recurs.
  private func withTerms(_ candidate: ChargeCandidate) -> ChargeCandidate {
    guard candidate.kind == .productChanged, candidate.recurringPrice != nil,
      let plan = terms.last, candidate.time - plan.time <= Self.invoicing,
      plan.currency == candidate.currency
    else { return candidate }
    var whole = candidate
    (whole.recurringPrice, whole.product, whole.tier) = (plan.recurringPrice, plan.product, 0)
    whole.period = plan.period
    return whole
  }

  /// What recurs of a change of plan whose payment is for the rest of a period: the plan's price, or
  /// what has come to what recurred before.
  private func withPlanPrice(_ candidate: ChargeCandidate) -> ChargeCandidate {
    guard candidate.kind == .productChanged, candidate.hasPlanPrice else { return candidate }
    var whole = candidate
    if let more = candidate.recurringPrice {
      guard let before = runningTerms, before.currency == candidate.currency,
        let recurring = before.recurringPrice ?? before.price
      else { return candidate }
      (whole.recurringPrice, whole.product, whole.tier) = (recurring + more, before.product, 0)
    } else if let product = candidate.product(rules), product.currency == candidate.currency {
      whole.recurringPrice = product.price
    }
    return whole
  }

  /// What the paid coverage that runs costs.
  private var runningTerms: Charge? {
    guard let index = notes.open.last(where: { coverages[$0].kind == .paid }),
      let charge = coverages[index].charge
    else { return nil }
    return terms(of: index, charge)
  }

  /// What a coverage costs, by its last change of plan or its charge.
  private func terms(of coverage: Int, _ charge: Int) -> Charge {
    coverages[coverage].pieces.last?.terms.map { terms[$0] } ?? charges[charge]
  }

  /// Whether nobody knows what recurs of a change of plan.
  private func isOfUnknownPlan(_ candidate: ChargeCandidate) -> Bool {
    candidate.kind == .productChanged && candidate.hasPlanPrice && candidate.recurringPrice == nil
  }

  /// The paid coverage that runs at `time`, up to `end`.
  private func running(at time: Instant, upTo end: Instant?) -> Int? {
    notes.open.last {
      coverages[$0].kind == .paid && coverages[$0].ownEnd == end
        && coverages[$0].isRunning(at: time)
    }
  }

  /// What is paid for a plan in the place of another, up to the same end, where the price of the plan is
  /// told alone: the difference of the prices, for the rest of the time.
  /// https://developer.android.com/google/play/billing/subscriptions#replacement-modes
  private func withDifference(_ candidate: ChargeCandidate) -> ChargeCandidate {
    guard candidate.hasPlanPrice, candidate.kind != .productChanged,
      let price = candidate.price, let end = candidate.expiresAt,
      let running = running(at: candidate.time, upTo: end), let charge = coverages[running].charge,
      let before = charges[charge].recurringPrice ?? charges[charge].price,
      charges[charge].currency == candidate.currency, coverages[running].start < end
    else { return candidate }
    let rest = Fraction(
      (end - candidate.time).milliseconds, over: (end - coverages[running].start).milliseconds)
    var part = candidate
    part.price = max(.zero, price - before).times(rest)
    (part.recurringPrice, part.isEstimated) = (price, true)
    return part
  }

  private func isDifference(_ candidate: ChargeCandidate) -> Bool {
    candidate.recurringPrice != nil && (candidate.kind == .productChanged || candidate.hasPlanPrice)
      && running(at: candidate.time, upTo: candidate.expiresAt) != nil
  }

  /// Whether it renews, within the time of a plan that is paid for longer, what is beside it in one
  /// subscription: its MRR is in that of the plan. https://docs.stripe.com/billing/subscriptions/mixed-interval
  private func isOfPart(_ candidate: ChargeCandidate, _ product: ProductRule?) -> Bool {
    guard candidate.kind == .renewed, candidate.recurringPrice != nil,
      let start = candidate.startsAt, let end = candidate.expiresAt, let product,
      let index = notes.open.last(where: { coverages[$0].kind == .paid })
    else { return false }
    return coverages[index].start < start && end < coverages[index].ownEnd
      && !rules.isSameProduct(coverages[index].product, product.id)
  }

  /// Whether it pays what was owed when its subscription ended.
  private func isOverdue(_ candidate: ChargeCandidate) -> Bool {
    guard let start = candidate.startsAt, let end = coverages.last?.finalEnd else { return false }
    return start < end - tolerance && end <= candidate.time
  }

  /// That of the subscription, where a payment of what recurs names none, as a biller's invoice.
  private func productContinued(by candidate: ChargeCandidate) -> ProductRule? {
    let product = latestEntitled.map { coverages[$0].product } ?? notes.product
    return candidate.recurs && product != 0 ? rules.product(product) : nil
  }

  /// A charge that was told again behind the end of what it paid for is more than one payment, or was
  /// told late; one that was told with two prices had one of them.
  private mutating func noteRepetitions(
    of candidate: ChargeCandidate, _ charge: borrowing Charge, after end: Instant?
  ) {
    if notes.candidates.pricedTwice.contains(candidate.transaction) {
      doubts.append(
        PaymentDoubt(
          issue: .differentPrices, time: charge.time, amount: charge.gross ?? .zero))
    }
    guard let end, let times = notes.candidates.repetitions[candidate.transaction] else { return }
    for time in times where time >= end - tolerance {
      doubts.append(
        PaymentDoubt(issue: .repeatedTransaction, time: time, amount: charge.gross ?? .zero))
    }
  }

  /// The own end of what a charge pays for, and the day of the month that it means; nil for what is
  /// bought once.
  private mutating func ownEnd(of charge: borrowing Charge) -> (end: Instant, meantDay: Int?)? {
    if let told = charge.expiresAt { return (told, nil) }
    guard let period = charge.period else { return nil }
    guard let months = period.months else { return (period.end(from: charge.time), nil) }
    let earliest = charge.time - tolerance
    notes.meaningDays = notes.meaningDays.filter { coverages[$0].ownEnd >= earliest }
    if let before = endMeant(by: charge.time), let day = coverages[before].meantDay {
      let month = coverages[before].ownEnd.utcDay.month.advanced(by: months)
      return (charge.time.moved(to: month, day: day), day)
    }
    return ownEnd(from: charge.time, period)
  }

  /// That of a period of months: where a month is too short for it, it means the day that it began
  /// on.
  private func ownEnd(from start: Instant, _ period: Period) -> (end: Instant, meantDay: Int?) {
    let end = period.end(from: start)
    guard period.months != nil else { return (end, nil) }
    let day = start.utcDay.civil.day
    return (end, end.utcDay.civil.day == day ? nil : day)
  }

  /// Of the coverages whose own end means a day and is no farther than the tolerance, the one with
  /// the nearest; of several as near, the one that began last.
  private func endMeant(by time: Instant) -> Int? {
    func distance(_ index: Int) -> TimeSpan {
      let end = coverages[index].ownEnd
      return end < time ? time - end : end - time
    }
    return notes.meaningDays.filter { coverages[$0].meantDay != nil && distance($0) <= tolerance }
      .min { (distance($0), $1) < (distance($1), $0) }
  }

  /// A late payment, as of an invoice, pays for the time since the end of the latest coverage, too, up
  /// to where its biller had given up.
  private mutating func closeGap(before charge: borrowing Charge) {
    guard let startsAt = charge.startsAt, let index = coverages.indices.last else { return }
    let end = coverages[index].ownEnd
    guard startsAt - end <= tolerance, end - startsAt <= tolerance,
      charge.time <= end + BillingRecovery.window,
      coverages[index].stop ?? .replaced == .replaced
    else { return }
    service.forget(ifCounted: index)
    let payment = charge.time
    coverages[index].last(until: min(payment, coverages[index].unpaidSince ?? payment))
  }

  /// Another plan from now on, up to the end that is paid for; its money comes apart. That it goes on
  /// (`uncancelled`) under the plan that it has changes nothing.
  private mutating func changeTerms(_ event: Event) {
    guard let index = notes.open.last(where: { coverages[$0].kind == .paid }),
      let charge = coverages[index].charge
    else { return }
    let last = terms(of: index, charge)
    guard let next = pricing.terms(event, after: last, base: charges[charge]) else { return }
    if event.kind == .uncancelled, next.product == last.product,
      !hasOtherQuantity(next, than: last, charges[charge])
    {
      return
    }
    let product = next.product == 0 ? nil : rules.product(next.product)
    coverages[index].change(
      to: next, terms.count, graceLength: product?.graceLength ?? defaultGrace, at: event.time)
    terms.append(next)
  }

  /// Whether a list price is none that was paid, with or without its tax, but of another quantity.
  private func hasOtherQuantity(_ next: Charge, than last: Charge, _ charge: Charge) -> Bool {
    guard next.currency == last.currency, let now = next.recurringPrice,
      let before = last.recurringPrice ?? last.price
    else { return false }
    if charge.hasTaxWithin { return !now.isAbout(before) }
    return now != before && now != charge.price && !now.isAbout(charge.withTax(before))
  }

  /// Bought again shortly before the end: the one that runs goes over into the new one.
  private mutating func continueAddOn(with charge: Charge, _ index: Int) {
    notes.openAddOns.removeAll { charges[$0].addOn.map { $0.end <= charge.time } ?? true }
    let place = notes.openAddOns.firstIndex { open in
      charges[open].product == charge.product
        && charges[open].addOn.map { $0.end - charge.time <= tolerance } ?? false
    }
    if let place { charges[notes.openAddOns.remove(at: place)].addOn?.end = charge.time }
    notes.openAddOns.append(index)
  }

  private mutating func startTrial(_ event: Event, _ transaction: UInt64, _ origin: Origin) {
    noteTransaction(transaction)
    guard !notes.open.contains(where: { coverages[$0].kind != .free }) else { return }
    truncateRunning(at: event.time) { $0.kind == .free }
    let product = rules.product(of: event)
    let length = product?.trialLength ?? .days(rules.defaults.trialDays)
    autoRenew.turn(on: true, at: event.time)
    start(
      Coverage(
        kind: .trial, start: event.time, ownEnd: event.expiresAt ?? event.time + length,
        product: product, app: app, period: event.period ?? product?.period,
        graceLength: product?.graceLength ?? defaultGrace, transaction: transaction, charge: nil),
      origin)
  }

  /// Also of a trial that is a note: what ends under it is no other coverage.
  private mutating func noteTransaction(_ transaction: UInt64) {
    if transaction != 0 { notes.transactions.add(transaction) }
  }

  private mutating func startFreeOffer(_ event: Event, _ transaction: UInt64, _ origin: Origin) {
    guard !notes.open.contains(where: { event.time < coverages[$0].ownEnd }) else { return }
    let product = rules.product(of: event)
    let period = event.period ?? rules.offer(of: event)?.period ?? Period(1, .month)
    let own = event.expiresAt.map { ($0, nil) } ?? ownEnd(from: event.time, period)
    start(
      Coverage(
        kind: .free, start: event.time, ownEnd: own.0, product: product, app: app, period: period,
        graceLength: product?.graceLength ?? defaultGrace,
        transaction: transaction, charge: nil, meantDay: own.1), origin)
  }

  private var defaultGrace: TimeSpan { .days(rules.defaults.graceDays) }

  private mutating func start(_ coverage: Coverage, _ origin: Origin) {
    var coverage = coverage
    coverage.moveEnd(to: coverage.naturalEnd(tolerance: tolerance), at: coverage.start)
    notes.open.append(coverages.count)
    if coverage.meantDay != nil { notes.meaningDays.append(coverages.count) }
    if coverage.kind != .free { latestEntitled = coverages.count }
    coverages.append(coverage)
    notes.origins.append(origin)
  }

  private mutating func truncateRunning(at time: Instant, where isMeant: (Coverage) -> Bool) {
    for index in notes.open where coverages[index].isRunning(at: time) && isMeant(coverages[index])
    {
      coverages[index].stop(.replaced, at: time)
    }
  }

  /// A coverage that runs again, in its place among those that run: the last is the one that began
  /// last.
  private mutating func reopen(_ index: Int) {
    guard !notes.open.contains(index) else { return }
    notes.open.insert(index, at: notes.open.partitioningIndex { $0 > index })
  }

  /// What is over by now stays over, unless its rules look for it by itself: without this, a
  /// thousand charges would be looked through at each of a thousand charges.
  private mutating func forgetEnded(at time: Instant) {
    notes.open.removeAll { !coverages[$0].isRunning(at: time) }
  }
}

// MARK: - What moves the end of a coverage (rules 3 and 4)

extension SubscriptionFold {
  private mutating func extend(_ event: Event) {
    guard let index = notes.open.last, let end = event.expiresAt, end > coverages[index].ownEnd
    else {
      return
    }
    coverages[index].extend(to: end, tolerance: tolerance, at: event.time)
  }

  private mutating func enterGrace(_ event: Event) {
    billingTroubles.append(event.time)
    guard let index = latestEntitled, autoRenew.isOn, coverages[index].stop == nil,
      event.time <= coverages[index].ownEnd + tolerance
    else { return }
    let end = event.graceExpiresAt ?? event.time + coverages[index].graceLength
    coverages[index].graceEnd = min(end, Coverage.latestEnd)
    coverages[index].cancelledAt = nil
    settle(index, at: event.time)
    reopen(index)
  }

  private mutating func failBilling(_ event: Event) {
    billingFailures.append(event.time)
    guard event.graceExpiresAt == nil else { return enterGrace(event) }
    billingTroubles.append(event.time)
    for index in notes.open where coverages[index].kind == .paid {
      coverages[index].failedAt = coverages[index].failedAt ?? event.time
      settle(index, at: event.time)
    }
  }

  private mutating func cancel(at time: Instant, reason: StringID) {
    if autoRenew.isOn {
      let isInTrial = notes.open.last.map { coverages[$0].kind == .trial } ?? false
      let product = (notes.open.last ?? coverages.indices.last).map { coverages[$0].product } ?? 0
      cancellations.append(
        Cancellation(time: time, reason: reason, product: product, isInTrial: isInTrial))
    }
    autoRenew.turn(on: false, at: time)
    for index in notes.open where coverages[index].kind == .paid {
      coverages[index].cancelledAt = coverages[index].cancelledAt ?? time
      settle(index, at: time)
    }
  }

  private mutating func uncancel(at time: Instant) {
    autoRenew.turn(on: true, at: time)
    for index in notes.open where coverages[index].kind == .paid {
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
    guard let index = notes.open.last ?? coverages.indices.last else { return }
    let isItsOwn = transaction != 0 && coverages[index].transaction == transaction
    if !isItsOwn {
      guard !notes.transactions.contains(transaction) else { return }
      guard event.time - coverages[index].start >= .hours(24) else { return }
    }
    coverages[index].isLapsed = true
    if event.flags.contains(.final) { coverages[index].finalEnd = event.time }
    if event.flags.contains(.unpaid) { coverages[index].unpaidSince = event.time }
    if coverages[index].isRunning(at: event.time) {
      coverages[index].stop(.expired, at: event.time)
      coverages[index].endReason = event.reason
    }
  }

  private mutating func revoke(_ event: Event, _ transaction: UInt64) {
    if endAddOn(of: transaction, at: event.time) { return }
    let running = notes.open.last { coverages[$0].kind != .free }
    guard let index = running ?? latestEntitled else { return }
    let isItsOwn = transaction != 0 && coverages[index].transaction == transaction
    guard isItsOwn || !notes.transactions.contains(transaction) else { return }
    coverages[index].isLapsed = true
    if coverages[index].isRunning(at: event.time) {
      coverages[index].stop(.revoked, at: event.time)
    }
  }

  private mutating func refund(_ event: Event, _ transaction: UInt64, _ origin: Origin) {
    guard let index = charge(refundedBy: event, transaction, origin) else {
      if isOfComingCharge(event, transaction) {
        earlyRefunds[transaction, default: []].append(event)
      } else {
        noteUnmatched(event, transaction)
      }
      return
    }
    guard !isToldAgain(event, of: index) else { return }
    let price = charges[index].price ?? .zero
    let remaining = price - charges[index].refunded
    let before = event.flags.contains(.cumulative) ? charges[index].refunded : .zero
    let told = event.price.map { max(.zero, $0 - before) }
    let amount = tellsWhole(event, of: index) ? remaining : min(told ?? remaining, remaining)
    noteRepetition(of: amount, event, ofCharge: index)
    noteExcess(of: told ?? .zero, event, ofCharge: index)
    noteOtherCurrency(event, ofCharge: index)
    move(amount, ofCharge: index, at: event.time)
    if charges[index].refunded == price { charges[index].isRefundedWhole = true }
    let endsAccess = charges[index].isRefundedWhole && !charges[index].isDifference
    guard endsAccess || event.flags.contains(.revokes) else { return }
    if let coverage = charges[index].coverage, coverages[coverage].isRunning(at: event.time) {
      coverages[coverage].stop(.refunded, at: event.time)
    }
  }

  /// Whether a refund is dated before its payment, as clocks differ.
  private func isOfComingCharge(_ event: Event, _ transaction: UInt64) -> Bool {
    transaction != 0
      && notes.candidates.all[notes.nextCandidate...]
        .prefix { PaymentClaim.isSameMoment($0.time, event.time) }
        .contains { $0.transaction == transaction }
  }

  /// Refunds that came before the payment that they name count with it.
  private mutating func takeEarlyRefunds(of transaction: UInt64, at time: Instant) {
    for var event in earlyRefunds.removeValue(forKey: transaction) ?? [] {
      event.time = time
      refund(event, transaction, Origin(original: 0, user: 0))
    }
  }

  /// Two equal parts of a payment within a day may be one that two systems tell of.
  private mutating func noteRepetition(of amount: Amount, _ event: Event, ofCharge index: Int) {
    if let last = latestRefund, last.charge == index, last.price == event.price, amount > .zero,
      event.time - last.time <= ChargeCandidates.echoDistance,
      let price = charges[index].price, let gross = charges[index].gross
    {
      doubts.append(
        PaymentDoubt(
          issue: .repeatedRefund, time: event.time, amount: gross.share(amount, of: price)))
    }
    latestRefund = event.price.map { (index, $0, event.time) }
  }

  /// More than the whole payment does not go back: another one may be meant.
  private mutating func noteExcess(of told: Amount, _ event: Event, ofCharge index: Int) {
    guard let price = charges[index].price, price > .zero, told > price,
      !tellsWhole(event, of: index)
    else { return }
    let day = rules.zone.day(of: event.time)
    let excess = pricing.converted(told - price, charges[index].currency, on: day)
    doubts.append(
      PaymentDoubt(issue: .refundAboveCharge, time: event.time, amount: excess ?? .zero))
  }

  /// An amount in another currency says nothing: the whole payment goes back.
  private mutating func noteOtherCurrency(_ event: Event, ofCharge index: Int) {
    guard event.price != nil, tellsWhole(event, of: index) else { return }
    doubts.append(
      PaymentDoubt(
        issue: .refundInOtherCurrency, time: event.time, amount: charges[index].gross ?? .zero))
  }

  /// Whether a refund or a reversal means all that there is, for want of an amount in the charge's
  /// currency.
  private func tellsWhole(_ event: Event, of charge: Int) -> Bool {
    event.price == nil || event.currency != 0 && event.currency != charges[charge].currency
  }

  /// Access is taken away once at a time: a store's notification and its history both tell of it.
  private func isToldAgain(_ refund: Event, of index: Int) -> Bool {
    refund.flags.contains(.revokes)
      && refunds.contains { $0.charge == index && $0.time == refund.time && !$0.isReversal }
  }

  private mutating func noteUnmatched(_ event: Event, _ transaction: UInt64) {
    let currency = event.currency != 0 ? event.currency : rules.reportingCurrency
    let amount = event.price.flatMap {
      pricing.converted($0, currency, on: rules.zone.day(of: event.time))
    }
    doubts.append(
      PaymentDoubt(
        issue: .unmatchedRefund, time: event.time, amount: amount ?? .zero,
        transaction: transaction))
  }

  private mutating func reverseRefund(_ event: Event, _ transaction: UInt64) {
    guard let index = transaction != 0 ? charge(of: transaction) : latestRefunded else {
      noteUnmatched(event, transaction)
      return
    }
    guard charges[index].refunded > .zero || charges[index].isRefundedWhole else { return }
    let refunded = charges[index].refunded
    let amount = tellsWhole(event, of: index) ? refunded : min(event.price ?? refunded, refunded)
    if event.price == nil, refunds.count(where: { $0.charge == index && !$0.isReversal }) > 1 {
      doubts.append(
        PaymentDoubt(
          issue: .reversalOfSeveral, time: event.time, amount: charges[index].gross ?? .zero))
    }
    move(.zero - amount, ofCharge: index, at: event.time)
    charges[index].isRefundedWhole = false
    guard let coverage = charges[index].coverage, coverages[coverage].stop == .refunded,
      notes.open.isEmpty
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
    reopen(index)
  }

  /// The payment that a refund names; else, where the refund tells what it was, the only one of that
  /// price; else, where it names none, the latest of its original transaction and product, of its original
  /// transaction, or of all.
  func charge(refundedBy event: Event, _ transaction: UInt64, _ origin: Origin) -> Int? {
    if transaction != 0, let named = charge(of: transaction) { return named }
    if let price = event.chargePrice {
      let fitting = charges.indices.filter {
        charges[$0].price == price
          && (event.currency == 0 || charges[$0].currency == event.currency)
          && (event.paymentID.isEmpty || !charges[$0].hasPaymentID)
      }
      return fitting.count == 1 ? fitting[0] : nil
    }
    guard transaction == 0 else { return nil }
    let own = charges.indices.filter { !notes.chargeOrigins[$0].isBeside(origin) }
    let product = rules.product(of: event)?.id
    return own.last { index in
      product.map { rules.isSameProduct($0, charges[index].product) } ?? true
    } ?? own.last ?? charges.indices.last
  }

  private func charge(of transaction: UInt64) -> Int? {
    notes.charges[transaction]
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
