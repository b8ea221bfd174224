package import Feed
import Settings
package import Values

/// What the events of one customer come to: the result of the fold. Facts are drawn from it.
package struct Timeline: Sendable {
  package var firstEvent = Instant.distantFuture
  package private(set) var attributes = CustomerAttributes()
  /// The app that the customer was seen in first, 0 for none known; nil where apps are not told
  /// apart.
  package var app: StringID?

  package var subscriptions: [Subscription] = []
  /// Of all subscriptions, each subscription's in the order of time; behind them the terms to which
  /// plans were changed without money (``Charge/isPlanTerms``).
  package var charges: [Charge] = []
  package var coverages: [Coverage] = []
  package var refunds: [Refund] = []
  package var trials: [Trial] = []
  /// Complimentary access.
  package var grants: [Grant] = []
  package var funnels: [FunnelPassage] = []
  /// The experiments that the customer came into.
  package var exposures: [Exposure] = []
  /// When a paywall was first shown.
  package var firstPaywall: Instant?
  package internal(set) var doubts: [PaymentDoubt] = []
  private var operationScan = OperationScan()
  var paywalls = PaywallLog()
  var features = FeatureLog()
  var usage = UsageLog()
  var rollouts: [RolloutPassage] = []
  var consents: [ConsentStretch] = []
  var firstUses: [FreeUse] = []
  package var offers: [OfferStart] = []
  package var referrals: [Referral] = []
  package var anomalyFlags: [AnomalyFlag] = []
  var integritySigns: [IntegritySign] = []
  var assignedCodes: [AssignedCode] = []
  var operations: OperationLog { operationScan.log }
  /// The places of the events that decide about money and access.
  private var moneyEvents: [Int] = []
  private var planTerms: [Charge] = []
  // Only their memory is of use behind the fold.
  private var notes = SubscriptionFold.Notes()
  private var experiments = KeyIndex<StringID>()

  /// A subscription with its part of the timeline's lists.
  package struct Subscription: Sendable {
    package let key: SubscriptionKey
    /// Like ``Timeline/app``: nil where apps are not told apart.
    package let app: StringID?
    package let charges: Range<Int>
    package let coverages: Range<Int>
    package let refunds: Range<Int>
    package let autoRenew: RenewalSwitch
    package let billingTroubles: [Instant]
    package let cancellations: SmallArray<Cancellation>
  }

  /// That of nobody, for ``fold(_:_:)`` to fill.
  package init() {}

  /// Folds the sorted events of one customer.
  package init(_ customer: CustomerEvents, _ rules: FoldRules) throws(AmountOverflow) {
    let apps = begin(customer, rules)
    try foldMoney(customer, rules, apps)
    foldLog(customer, rules, apps)
  }

  /// Folds the sorted events of one customer in the place of another, whose memory is used again.
  package mutating func fold(_ customer: CustomerEvents, _ rules: FoldRules) throws(AmountOverflow)
  {
    removeMoney()
    let apps = begin(customer, rules)
    try foldMoney(customer, rules, apps)
    foldLog(customer, rules, apps)
  }

  /// Folds earlier events of the same customer in the place of all, where
  /// ``CustomerEvents/differsInLogOnly(from:)`` holds: the subscriptions stand.
  mutating func foldLog(_ earlier: CustomerEvents, _ rules: FoldRules) {
    foldLog(earlier, rules, begin(earlier, rules))
  }

  /// Everything that ``foldMoney(_:_:_:)`` fills is as in a new timeline, but for its memory.
  private mutating func removeMoney() {
    subscriptions.empty()
    charges.empty()
    coverages.empty()
    refunds.empty()
    trials.empty()
    grants.empty()
    offers.empty()
    referrals.empty()
    assignedCodes.empty()
    integritySigns.empty()
    anomalyFlags.empty()
    moneyEvents.empty()
    planTerms.empty()
    doubts.empty()
    isFromBefore = false
  }

  /// Returns the apps of the customer, where apps are told apart.
  private mutating func begin(_ customer: CustomerEvents, _ rules: FoldRules) -> Apps? {
    let apps = rules.tellsAppsApart ? Apps(customer, rules) : nil
    app = apps?.first
    attributes = CustomerAttributes(customer.events)
    firstEvent = .distantFuture
    for index in customer.events.indices {
      firstEvent = min(firstEvent, customer.events[index].time)
    }
    return apps
  }

  private mutating func foldMoney(_ customer: CustomerEvents, _ rules: FoldRules, _ apps: Apps?)
    throws(AmountOverflow)
  {
    guard !customer.events.isEmpty else { return }
    foldSubscriptions(customer, rules, apps)
    isFromBefore = charges.contains(where: \.isOpening)
    try checkMoney()
    var starts = offers.taken()
    OfferLog.add(customer, self, to: &starts)
    offers = starts
    grants = Grant.all(in: customer)
    referrals = Referral.all(in: customer)
    assignedCodes = AssignedCode.all(in: customer)
    integritySigns = IntegritySign.all(in: customer)
    anomalyFlags = AnomalyFlag.all(in: customer, self)
    findDoubts()
  }

  /// What the log tells beside money and access.
  private mutating func foldLog(_ customer: CustomerEvents, _ rules: FoldRules, _ apps: Apps?) {
    funnels.empty()
    let search = StepSearch(customer: customer, charges: charges)
    for rule in rules.funnels {
      if let passage = FunnelPassage(rule, search, apps) { funnels.append(passage) }
    }
    exposures.empty()
    Exposure.add(customer, rules, to: &exposures, noting: &experiments)
    firstPaywall = customer.events.first { $0.kind == .paywallShown }?.time
    operationScan.run(
      customer.events, rules.zone, charges: charges, platform: attributes[.platform])
    var (views, uses) = (PaywallLog(), FeatureLog())
    swap(&views, &paywalls)
    swap(&uses, &features)
    views.fold(customer, self)
    uses.fold(customer, self, rules.zone)
    (paywalls, features) = (views, uses)
    usage = UsageLog(customer)
    rollouts = RolloutPassage.all(in: customer, rules)
    consents = ConsentStretch.all(in: customer, rules)
    firstUses = FreeUse.all(in: customer, rules)
  }

  /// Whether the customer had a subscription before the log began: what came of people from their
  /// beginning on is not known of him.
  private(set) var isFromBefore = false

  /// When the latest uninterrupted access by trial, charge, free offer or grant began.
  package var accessSince: Instant? {
    var all = accessPieces()
    for grant in grants { all.append(grant.start..<grant.end) }
    all.putInOrder { $0.lowerBound < $1.lowerBound }
    var since: Range<Instant>?
    for piece in all {
      if let known = since, piece.lowerBound <= known.upperBound {
        since = known.lowerBound..<max(known.upperBound, piece.upperBound)
      } else {
        since = piece
      }
    }
    return since?.lowerBound
  }

  /// When the latest access, grants included, ends; nil where there was none.
  package var accessUntil: Instant? {
    var last = grants.lazy.map(\.end).max()
    for index in coverages.indices {
      last = max(last ?? coverages[index].end, coverages[index].end)
    }
    return last
  }

  /// Each app's events by themselves: what is sold in one ends nothing in another.
  private mutating func foldSubscriptions(
    _ customer: CustomerEvents, _ rules: FoldRules, _ apps: Apps?
  ) {
    if let apps, let all = apps.all {
      for app in all {
        foldSubscriptions(apps.events(of: customer, in: app), rules, in: app)
      }
    } else {
      foldSubscriptions(customer, rules, in: apps?.first)
    }
    guard !planTerms.isEmpty else { return }
    for index in coverages.indices { coverages[index].rebase(terms: charges.count) }
    charges += planTerms
  }

  private mutating func foldSubscriptions(
    _ customer: CustomerEvents, _ rules: FoldRules, in app: StringID?
  ) {
    moneyEvents.empty()
    for index in customer.events.indices where customer.events[index].kind.has(.subscription) {
      moneyEvents.append(index)
    }
    guard !moneyEvents.isEmpty else { return }
    var assignment = SubscriptionKeys(customer, rules)
    let pricing = Pricing(
      rules: rules, country: attributes[.country], platform: attributes[.platform])
    if let only = assignment.onlyKey(of: moneyEvents) {
      return foldSubscription(customer, moneyEvents, only, app, pricing)
    }
    let keys = assignment.keys(of: moneyEvents)
    var found = KeyIndex<SubscriptionKey>()
    for key in keys { found.add(key) }
    var events = Array(repeating: [Int](), count: found.keys.count)
    for (index, key) in zip(moneyEvents, keys) { events[found.add(key)].append(index) }
    let first = subscriptions.count
    for (key, events) in zip(found.keys, events) {
      foldSubscription(customer, events, key, app, pricing)
      if key == SubscriptionKey() { doubtEnds(at: events, customer, rules) }
    }
    endWaiting(of: first..<subscriptions.count, rules)
  }

  /// Of a customer with several subscriptions, what ends one without a product is of none of them.
  private mutating func doubtEnds(
    at places: [Int], _ customer: CustomerEvents, _ rules: FoldRules
  ) {
    guard subscriptions.last?.coverages.isEmpty ?? false else { return }
    for place in places where customer.events[place].kind.endsAccess {
      guard rules.product(of: customer.events[place]) == nil else { continue }
      let time = customer.events[place].time
      doubts.append(PaymentDoubt(issue: .unknownSubscription, time: time, amount: .zero))
    }
  }

  /// Of subscriptions without a group, the time past the own end is over
  /// when another one begins a coverage of the same product.
  private mutating func endWaiting(of subscriptions: Range<Int>, _ rules: FoldRules) {
    let apart = subscriptions.filter { self.subscriptions[$0].key.group == 0 }
    guard apart.count > 1 else { return }
    var starts = apart.flatMap { index in
      coverages[self.subscriptions[index].coverages].map {
        (time: $0.start, product: $0.product, subscription: index)
      }
    }
    starts.sort { $0.time < $1.time }
    for index in apart {
      for place in self.subscriptions[index].coverages {
        let coverage = coverages[place]
        let next = starts.partitioningIndex { $0.time >= coverage.ownEnd }
        let other = starts[next...].prefix { $0.time < coverage.end }.first {
          $0.subscription != index && rules.isSameProduct($0.product, coverage.product)
        }
        if let other { coverages[place].endWaiting(at: other.time) }
      }
    }
  }

  /// Folds the events at `places`, which are those of one subscription.
  private mutating func foldSubscription(
    _ customer: CustomerEvents, _ places: [Int], _ key: SubscriptionKey, _ app: StringID?,
    _ pricing: Pricing
  ) {
    var memory = SubscriptionFold.Memory()
    swap(&memory.notes, &notes)
    if subscriptions.isEmpty {
      (memory.charges, memory.coverages) = (charges.taken(), coverages.taken())
      memory.refunds = refunds.taken()
    }
    var fold = SubscriptionFold(key: key, app: app, pricing: pricing, memory: memory)
    fold.run(customer, places)
    take(fold, pricing.rules)
    notes = fold.takeNotes()
  }

  private mutating func take(_ fold: SubscriptionFold, _ rules: FoldRules) {
    let (charge, coverage, refund) = (charges.count, coverages.count, refunds.count)
    let terms = planTerms.count
    planTerms += fold.terms
    if subscriptions.isEmpty {
      (charges, coverages, refunds) = (fold.charges, fold.coverages, fold.refunds)
    } else {
      charges += fold.charges
      coverages += fold.coverages.map { $0.rebased(charge: charge, terms: terms) }
      refunds += fold.refunds.map { $0.rebased(charge: charge) }
    }
    let trial = trials.count
    fold.addTrials(
      TrialRule(grace: .days(rules.defaults.trialGraceDays)), of: subscriptions.count, to: &trials)
    doubts += fold.doubts + fold.conversionsWithoutPayment + fold.latePayments(of: trials[trial...])
    subscriptions.append(
      Subscription(
        key: fold.key, app: fold.app, charges: charge..<charges.count,
        coverages: coverage..<coverages.count,
        refunds: refund..<refunds.count, autoRenew: fold.autoRenew,
        billingTroubles: fold.billingTroubles, cancellations: fold.cancellations))
  }
}

extension Coverage {
  fileprivate func rebased(charge offset: Int, terms: Int) -> Coverage {
    var coverage = self
    coverage.charge = charge.map { $0 + offset }
    coverage.rebase(terms: terms)
    return coverage
  }
}

extension Refund {
  fileprivate func rebased(charge offset: Int) -> Refund {
    var refund = self
    refund.charge += offset
    return refund
  }
}

extension EventKind {
  /// Whether it ends access, at once or when what is paid for is over.
  var endsAccess: Bool { self == .cancelled || self == .expired || self == .revoked }
}
