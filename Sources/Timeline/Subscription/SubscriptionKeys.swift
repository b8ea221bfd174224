package import Feed
import Values

/// What tells the subscriptions of a customer apart (Definitions, "Who is one customer").
package struct SubscriptionKey: Hashable, Sendable {
  /// The group of its products; 0 for none.
  package var group: StringID = 0
  /// Key of the original transaction, of several that are one the earliest; 0 for none.
  package var original: UInt64 = 0

  /// Of refunds that may mean payments of several subscriptions.
  static let unknownPayment = SubscriptionKey(original: .max)
}

/// Which subscription each of a customer's events belongs to, by the first rule that fits: the
/// group of its product, its original transaction, or, where it has neither, what else the customer
/// has at the time.
struct SubscriptionKeys {
  private let rules: FoldRules
  private let customer: CustomerEvents
  /// The first product that is named with each original transaction.
  private var products = KeyMap<UInt64, StringID>()
  /// The group that a line tells of each product.
  private var toldGroups = KeyMap<StringID, StringID>()
  /// The only group of all events with products; 0 where one has none, or another.
  private var onlyGroup: StringID = 0
  private var hasProduct = false
  private var joined = JoinedKeys()
  /// The group of original transactions whose products name none, by a payment that both tell of.
  private var paidGroups: [UInt64: StringID] = [:]

  init(_ customer: CustomerEvents, _ rules: FoldRules) {
    self.rules = rules
    self.customer = customer
    if customer.namesLinks { readLinks() }
    var groups = KeyIndex<StringID>()
    for index in customer.events.indices {
      guard let product = rules.product(of: customer.events[index]) else { continue }
      let group = group(of: product)
      if group != 0 || mayRenew(customer.events[index], product) {
        hasProduct = true
        groups.add(group)
      }
      let original = customer.original(of: customer.events[index])
      if original != 0 { products.add(original, product.id) }
    }
    onlyGroup = groups.keys.count == 1 ? groups.keys[0] : 0
  }

  private mutating func readLinks() {
    for event in customer.events {
      if event.subscriptionGroup != 0, let product = rules.product(of: event) {
        toldGroups.add(product.id, event.subscriptionGroup)
      }
      let linked = customer.key(event.linkedTransactionID)
      let original = customer.original(of: event)
      if linked != 0, original != 0 { joined.join(linked, original) }
    }
  }

  /// Coins and what else is bought once is of no subscription, and says nothing of the others.
  private func mayRenew(_ event: borrowing Event, _ product: ProductRule) -> Bool {
    guard product.period == nil, event.period == nil, event.expiresAt == nil else { return true }
    guard !product.isKnown, event.kind.has(.subscription), !event.kind.isRefund else {
      return false
    }
    return !rules.isCharge(event)
  }

  private func group(of product: ProductRule) -> StringID {
    product.group != 0 ? product.group : toldGroups[product.id] ?? 0
  }

  /// The product of an event: its own, else that of its original transaction.
  private func product(of event: borrowing Event) -> ProductRule? {
    if let own = rules.product(of: event) { return own }
    let original = customer.original(of: event)
    return original == 0 ? nil : products[original].map(rules.product)
  }

  /// By group or original transaction; nil where the event has neither.
  private func ownKey(of event: borrowing Event) -> SubscriptionKey? {
    let group =
      if let product = product(of: event) {
        group(of: product)
      } else {
        hasProduct ? onlyGroup : rules.onlyGroup
      }
    if group != 0 { return SubscriptionKey(group: group) }
    let original = customer.original(of: event)
    return original == 0 ? nil : SubscriptionKey(original: joined.root(of: original))
  }

  /// The subscription of all events at `places`; nil where they may be of several. Most customers
  /// have one.
  func onlyKey(of places: [Int]) -> SubscriptionKey? {
    guard let first = places.first else { return nil }
    let key = ownKey(of: customer.events[first])
    let isOnly = places.dropFirst().allSatisfy { ownKey(of: customer.events[$0]) == key }
    return isOnly ? key ?? SubscriptionKey() : nil
  }

  /// The subscription of each of the events at `places`, which are in order of time.
  mutating func keys(of places: [Int]) -> [SubscriptionKey] {
    if let only = onlyKey(of: places) { return places.map { _ in only } }
    let own = places.map { ownKey(of: customer.events[$0]) }
    let payments = joinPayments(zip(places, own))
    joinTerms(zip(places, own))
    joinChanges(zip(places, own))
    var store = StoreSubscriptions(customer, rules)
    for (place, key) in zip(places, own) {
      guard let key, key.original != 0 else { continue }
      store.note(place, joined.root(of: key.original), product(of: customer.events[place])?.id)
    }
    let keys = zip(places, own).map { place, key in
      let event = customer.events[place]
      let product = product(of: event)?.id
      if key == nil, rules.begins(event), let paid = payments[customer.payment(of: event)],
        PaymentClaim.isNear(paid.time, event.time)
      {
        return root(of: paid.key)
      }
      if key == nil, event.flags.contains(.opening),
        let continued = continued(from: product, zip(places, own))
      {
        return root(of: continued)
      }
      return root(of: key ?? store.key(of: place, product))
    }
    return withRefunds(keys, places)
  }

  /// The original transaction that goes on from a subscription from before the log: one whose beginning
  /// the log lacks, of its product, else the only one.
  private func continued(
    from product: StringID?, _ events: some Sequence<(Int, SubscriptionKey?)>
  ) -> SubscriptionKey? {
    var known = KeyIndex<UInt64>()
    var found: [(key: SubscriptionKey, product: StringID?)] = []
    for (place, key) in events {
      guard let key, key.original != 0, !known.contains(key.original) else { continue }
      known.add(key.original)
      let event = customer.events[place]
      guard event.kind != .trialStarted, event.kind != .purchased else { continue }
      found.append((key, self.product(of: event)?.id))
    }
    let same = found.first { found in
      product.map { id in found.product.map { rules.isSameProduct(id, $0) } ?? false } ?? false
    }
    return same?.key ?? (found.count == 1 ? found[0].key : nil)
  }

  /// The subscriptions of the payments and trials that are known by an id. Those of one payment under two
  /// original transactions make one subscription of these, and so does one under an original
  /// transaction and a group: a product may have a name of the client's and one of the store's.
  private mutating func joinPayments(_ events: some Sequence<(Int, SubscriptionKey?)>)
    -> KeyMap<UInt64, Payment>
  {
    var payments = KeyMap<UInt64, Payment>()
    for (place, key) in events where rules.begins(customer.events[place]) {
      let payment = customer.payment(of: customer.events[place])
      guard let key, payment != 0 else { continue }
      let time = customer.events[place].time
      if let known = payments[payment] { join(known, Payment(key: key, time: time)) }
      payments.add(payment, Payment(key: key, time: time))
    }
    return payments
  }

  /// A payment without a transaction, at the price and to the end of one with it and within a day, is
  /// told twice: a platform names a biller's subscription by an id of its own.
  private mutating func joinTerms(_ events: some Sequence<(Int, SubscriptionKey?)>) {
    let paid = events.compactMap { place, key in
      key.flatMap { PaidTerm(customer.events[place], $0, customer) }
    }
    let unnamed = paid.filter { !$0.isNamed }
    guard !unnamed.isEmpty, unnamed.count < paid.count else { return }
    let named = Dictionary(grouping: paid.filter(\.isNamed), by: \.term)
    for echo in unnamed {
      let near = named[echo.term, default: []].first { PaymentClaim.isNear($0.time, echo.time) }
      if let near { joined.join(near.original, echo.original) }
    }
  }

  /// What a payment of an original transaction pays for, up to an end that it tells.
  private struct PaidTerm {
    struct Term: Hashable {
      let price: Amount
      let currency: StringID
      let end: Instant
    }

    let term: Term
    let original: UInt64
    let time: Instant
    let isNamed: Bool

    init?(_ event: borrowing Event, _ key: SubscriptionKey, _ customer: CustomerEvents) {
      guard key.original != 0, event.isCharge, let price = event.price, price > .zero,
        let end = event.expiresAt
      else { return nil }
      term = Term(price: price, currency: event.currency, end: end)
      (original, time) = (key.original, event.time)
      isNamed = customer.payment(of: event) != 0
    }
  }

  /// A change of plan may come with an original transaction of its own, as Google Play gives one: it
  /// begins with the product that the other one changes to, within a day of the change or, where that
  /// waits, of the end that was paid for.
  private mutating func joinChanges(_ events: some Sequence<(Int, SubscriptionKey?)>) {
    let changes = events.filter { isChange($0.0, of: $0.1) }
    guard !changes.isEmpty else { return }
    var begun = KeyIndex<UInt64>()
    var ends: [UInt64: Instant] = [:]
    var waiting: [StringID: (original: UInt64, end: Instant)] = [:]
    for (place, key) in events {
      guard let key, key.original != 0 else { continue }
      let event = customer.events[place]
      let rule = rules.product(of: event)
      if let product = rule?.id, let end = ends[key.original], isChange(place, of: key) {
        waiting[product] = (key.original, end)
      }
      guard rules.begins(event) else { continue }
      ends[key.original] =
        event.expiresAt ?? (event.period ?? rule?.period)?.end(from: event.time)
      guard !begun.contains(key.original) else { continue }
      begun.add(key.original)
      if let change = rule.flatMap({ waiting[$0.id] }), change.original != key.original,
        PaymentClaim.isNear(change.end, event.time)
      {
        joined.join(change.original, key.original)
      }
      if let original = changed(by: event, of: key, among: changes) {
        joined.join(original, key.original)
      }
    }
  }

  /// The other original transaction of which a change within a day names the product that begins.
  private func changed(
    by event: borrowing Event, of key: SubscriptionKey, among changes: [(Int, SubscriptionKey?)]
  ) -> UInt64? {
    let (time, product) = (event.time, rules.product(of: event)?.id)
    let next = changes.partitioningIndex {
      customer.events[$0.0].time >= time - PaymentClaim.distance
    }
    let near = changes[next...].prefix { PaymentClaim.isNear(customer.events[$0.0].time, time) }
    return near.first {
      $0.1?.original != key.original && rules.product(of: customer.events[$0.0])?.id == product
    }?.1?.original
  }

  /// Whether an event of an original transaction tells of a change of plan, and not of its payment.
  private func isChange(_ place: Int, of key: SubscriptionKey?) -> Bool {
    let event = customer.events[place]
    guard event.kind == .productChanged, let key, key.original != 0 else { return false }
    return !rules.isCharge(event)
  }

  /// A payment that is known by an id.
  private struct Payment {
    let key: SubscriptionKey
    let time: Instant
  }

  /// Notes that two charges of a payment are of one subscription.
  private mutating func join(_ payment: Payment, _ other: Payment) {
    let (key, its) = (payment.key, other.key)
    if key.original != 0, its.original != 0 {
      joined.join(key.original, its.original)
    } else if PaymentClaim.isNear(payment.time, other.time) {
      let (original, group) =
        key.original != 0 ? (key.original, its.group) : (its.original, key.group)
      if original != 0, group != 0 { paidGroups[original] = paidGroups[original] ?? group }
    }
  }

  private func root(of key: SubscriptionKey) -> SubscriptionKey {
    guard key.original != 0 else { return key }
    let original = joined.root(of: key.original)
    let group = paidGroups[original] ?? paidGroups[key.original]
    return group.map { SubscriptionKey(group: $0) } ?? SubscriptionKey(original: original)
  }

  /// Refunds and their reversals belong to the subscription of the payment that they name.
  private func withRefunds(_ keys: [SubscriptionKey], _ places: [Int]) -> [SubscriptionKey] {
    let isRefund = places.map { customer.events[$0].isRefund }
    guard isRefund.contains(true) else { return keys }
    var payments = PricedCharges(customer)
    var keys = keys
    for index in places.indices {
      let event = customer.events[places[index]]
      if isRefund[index] {
        keys[index] = payments.subscription(of: event) ?? keys[index]
      } else if rules.isCharge(event) {
        payments.note(event, keys[index])
      }
    }
    return keys
  }
}

/// The charges of a customer up to some time, for refunds that name a payment or its price.
private struct PricedCharges {
  private let customer: CustomerEvents
  private var keys = KeyMap<UInt64, SubscriptionKey>()
  private var charges: [Priced] = []

  private struct Priced {
    let price: Amount
    let currency: StringID
    let hasPaymentID: Bool
    let key: SubscriptionKey
  }

  init(_ customer: CustomerEvents) { self.customer = customer }

  mutating func note(_ event: borrowing Event, _ key: SubscriptionKey) {
    let payment = customer.payment(of: event)
    if payment != 0, keys[payment] == nil { keys.add(payment, key) }
    guard let price = event.price else { return }
    charges.append(
      Priced(
        price: price, currency: event.currency, hasPaymentID: customer.hasSecondID(payment),
        key: key))
  }

  func subscription(of refund: borrowing Event) -> SubscriptionKey? {
    let payment = customer.payment(of: refund)
    if payment != 0, let known = keys[payment] { return known }
    guard let price = refund.chargePrice else { return nil }
    let currency = refund.currency
    let isNamed = !refund.paymentID.isEmpty
    let fitting = charges.filter {
      $0.price == price && (currency == 0 || $0.currency == currency)
        && !(isNamed && $0.hasPaymentID)
    }
    let found = Set(fitting.map(\.key))
    return found.count > 1 ? .unknownPayment : found.first
  }
}

extension Event {
  package var isRefund: Bool { kind.isRefund }
}

/// The customer's subscriptions that are told apart by their original transactions, for events that
/// name none.
private struct StoreSubscriptions {
  /// How long before the store the client may tell of a payment or trial.
  private static let clientLead = TimeSpan.hours(24)

  private struct Beginning {
    let time: Instant
    let product: StringID
    let original: UInt64
    let id: ByteRange
  }

  private let rules: FoldRules
  private let customer: CustomerEvents
  /// Charges and trials that carry the original transaction themselves, in order of time.
  private var beginnings: [Beginning] = []
  /// How many of them are no later than the event that was looked at last, and of these the latest
  /// of each subscription.
  private var passed = 0
  private var latest: [Beginning] = []

  init(_ customer: CustomerEvents, _ rules: FoldRules) {
    self.rules = rules
    self.customer = customer
  }

  /// Notes an event of a subscription, each behind those before it.
  mutating func note(_ place: Int, _ original: UInt64, _ product: StringID?) {
    let event = customer.events[place]
    guard rules.begins(event) else { return }
    beginnings.append(
      Beginning(
        time: event.time, product: product ?? 0, original: original,
        id: event.originalTransactionID))
  }

  /// The subscription of an event, which is not before one that was asked for earlier.
  mutating func key(of place: Int, _ product: StringID?) -> SubscriptionKey {
    let event = customer.events[place]
    advance(to: event.time)
    if let running = latest(of: product) { return SubscriptionKey(original: running.original) }
    guard rules.begins(event) else { return SubscriptionKey() }
    let coming = beginnings[passed...].prefix { $0.time - event.time <= Self.clientLead }
    let store = coming.first { beginning in
      product.map { rules.isSameProduct($0, beginning.product) } ?? true
    }
    return SubscriptionKey(original: store?.original ?? 0)
  }

  private mutating func advance(to time: Instant) {
    while passed < beginnings.count, beginnings[passed].time <= time {
      let next = beginnings[passed]
      latest.removeAll { $0.original == next.original }
      latest.append(next)
      passed += 1
    }
  }

  /// Of the subscriptions whose latest charge or trial is of the product (any where the event names
  /// none), the one with the latest; of several as late, that of the smaller original transaction.
  private func latest(of product: StringID?) -> Beginning? {
    let fitting = latest.filter { beginning in
      product.map { rules.isSameProduct($0, beginning.product) } ?? true
    }
    return fitting.max { a, b in
      a.time != b.time ? a.time < b.time : customer.isSmaller(b.id, than: a.id)
    }
  }
}

/// Keys of which some are joined, as two original transactions of one subscription are.
struct JoinedKeys: Sendable {
  private var parents: [UInt64: UInt64] = [:]
  /// Keys that others have been joined with.
  private var roots: Set<UInt64> = []

  /// The key that stands for all that are joined with this one.
  func root(of key: UInt64) -> UInt64 {
    guard !parents.isEmpty else { return key }
    var at = key
    while let parent = parents[at] { at = parent }
    return at
  }

  /// Whether other keys are joined with the one that stands for all.
  func hasSeveral(_ root: UInt64) -> Bool { roots.contains(root) }

  /// Makes two keys one, for which that of the first stands.
  mutating func join(_ key: UInt64, _ other: UInt64) {
    let (first, second) = (root(of: key), root(of: other))
    guard first != second else { return }
    parents[second] = first
    roots.insert(first)
  }
}
