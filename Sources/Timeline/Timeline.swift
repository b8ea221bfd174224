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
  /// Of all subscriptions, each subscription's in the order of time.
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
  package var unmatchedRefunds = 0
  var operations = OperationLog()
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

  /// A (customer, group) with its part of the timeline's lists.
  package struct Subscription: Sendable {
    package let group: StringID
    /// Like ``Timeline/app``: nil where apps are not told apart.
    package let app: StringID?
    package let charges: Range<Int>
    package let coverages: Range<Int>
    package let refunds: Range<Int>
    package let autoRenew: RenewalSwitch
    package let billingTroubles: [Instant]
    package let cancellations: [Cancellation]
  }

  /// Folds the sorted events of one customer. `whole` is the timeline of more events of the same
  /// customer that ``CustomerEvents/differsInLogOnly(from:)`` holds of: its subscriptions stand.
  package init(
    _ customer: CustomerEvents, _ rules: FoldRules, subscriptionsOf whole: Timeline? = nil
  ) throws(AbsurdMoney) {
    if let whole { self = whole }
    let apps = rules.tellsAppsApart ? Apps(customer, rules) : nil
    app = apps?.first
    attributes = CustomerAttributes(customer.events)
    firstEvent = customer.events.lazy.map(\.time).min() ?? .distantFuture
    guard !customer.events.isEmpty else { return }
    if whole == nil {
      foldSubscriptions(customer, rules, apps)
      isFromBefore = charges.contains(where: \.isOpening)
      try checkMoney()
      offers = OfferLog.starts(customer, self)
      grants = Grant.all(in: customer)
      referrals = Referral.all(in: customer)
      assignedCodes = AssignedCode.all(in: customer)
      integritySigns = IntegritySign.all(in: customer)
      anomalyFlags = AnomalyFlag.all(in: customer, self)
    }
    var payments: [Instant] = []
    for index in charges.indices where charges[index].isPaid && !charges[index].isOpening {
      payments.append(charges[index].time)
    }
    funnels = rules.funnels.compactMap { FunnelPassage($0, customer, apps, charges: payments) }
    exposures = Exposure.all(in: customer, rules)
    firstPaywall = customer.events.first { $0.kind == .paywallShown }?.time
    operations = OperationLog(
      customer, rules.zone, charges: charges, platform: attributes[.platform])
    paywalls = PaywallLog(customer, self)
    features = FeatureLog(customer, self, rules.zone)
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
    for grant in grants { all.append((grant.start, grant.end)) }
    all.sort { $0.start < $1.start }
    var since: (start: Instant, end: Instant)?
    for piece in all {
      if let known = since, piece.start <= known.end {
        since = (known.start, max(known.end, piece.end))
      } else {
        since = piece
      }
    }
    return since?.start
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
    guard let apps, apps.count > 1 else {
      return foldSubscriptions(customer, rules, in: apps?.first)
    }
    for app in apps.all {
      foldSubscriptions(apps.events(of: customer, in: app), rules, in: app)
    }
  }

  private mutating func foldSubscriptions(
    _ customer: CustomerEvents, _ rules: FoldRules, in app: StringID?
  ) {
    let moneyEvents = customer.events.indices.filter {
      customer.events[$0].kind.has(.subscription)
    }
    guard !moneyEvents.isEmpty else { return }
    let groups = Groups(customer, rules)
    var found = KeyIndex<StringID>()
    var byGroup: [[Int]] = []
    for index in moneyEvents {
      let place = found.add(groups.group(of: customer.events[index], in: customer))
      if place == byGroup.count { byGroup.append([]) }
      byGroup[place].append(index)
    }
    let pricing = Pricing(rules: rules, country: attributes[.country])
    for (group, events) in zip(found.keys, byGroup) {
      var fold = SubscriptionFold(group: group, app: app, pricing: pricing)
      fold.run(customer, events)
      take(fold, rules)
    }
  }

  private mutating func take(_ fold: SubscriptionFold, _ rules: FoldRules) {
    let (charge, coverage, refund) = (charges.count, coverages.count, refunds.count)
    if subscriptions.isEmpty {
      (charges, coverages, refunds) = (fold.charges, fold.coverages, fold.refunds)
    } else {
      charges += fold.charges
      coverages += fold.coverages.map { $0.rebased(charge: charge) }
      refunds += fold.refunds.map { $0.rebased(charge: charge) }
    }
    trials += fold.trials(TrialRule(grace: .days(rules.defaults.trialGraceDays)))
    unmatchedRefunds += fold.unmatchedRefunds
    subscriptions.append(
      Subscription(
        group: fold.group, app: fold.app, charges: charge..<charges.count,
        coverages: coverage..<coverages.count,
        refunds: refund..<refunds.count, autoRenew: fold.autoRenew,
        billingTroubles: fold.billingTroubles, cancellations: fold.cancellations))
  }
}

extension Coverage {
  fileprivate func rebased(charge offset: Int) -> Coverage {
    var coverage = self
    coverage.charge = charge.map { $0 + offset }
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
