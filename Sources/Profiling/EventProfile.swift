package import Feed
package import Settings
package import Values

/// What accepted events say of the business that they are from: products, prices, currencies,
/// kinds of events and the fields that they carry.
package struct EventProfile: Sendable {
  package private(set) var events = 0
  package private(set) var kinds: [EventKind: Int] = [:]
  /// The names of events that only the configuration knows.
  package private(set) var customNames: [StringID: Int] = [:]
  package private(set) var first: Instant?
  package private(set) var last: Instant?
  private var products: [StringID: ProductProfile] = [:]
  /// Days on which something was paid or paid back, by currency.
  private var moneyDays: [MoneyName: Set<Day>] = [:]
  private var fields: [Field: Int] = [:]
  private var latest: [Purchase: Instant] = [:]
  /// The product that each user's lines named last.
  private var named: [UInt64: StringID] = [:]
  /// Users whose first event of a product is told of.
  private var begun: Set<UInt64> = []
  package internal(set) var userIDs = UserIDForms()
  /// Whether any event names an original transaction, which tells subscriptions apart.
  package private(set) var namesOriginalTransactions = false
  package private(set) var subscribers = 0
  /// How many of them first renew, cancel or end what no event began: it began before the log, or
  /// under another id.
  package private(set) var subscribedBefore = 0
  /// Payments that name neither a product nor how long they pay for.
  package private(set) var chargesOfNoProduct = 0
  private let zone: Zone
  let strings: StringTable

  /// Fields that a whole part of the report rests on.
  package enum Field: String, CaseIterable, Sendable {
    case channel, country, platform, reason, price
  }

  private struct Purchase: Hashable {
    let user: UInt64
    let product: StringID
    let isTrial: Bool
  }

  package init(zone: Zone, strings: StringTable) {
    self.zone = zone
    self.strings = strings
  }

  /// Takes an event of a user in; those of one user have to come in the order of their times for
  /// the gaps between payments to be found. `isNamed`: whether the line names him, and not a
  /// transaction alone: whose that is, and what began it, another line may tell.
  package mutating func add(_ event: Event, of user: UInt64, isNamed: Bool) {
    events += 1
    kinds[event.kind, default: 0] += 1
    if event.kind == .custom { customNames[event.name, default: 0] += 1 }
    if !event.originalTransactionID.isEmpty { namesOriginalTransactions = true }
    first = min(first ?? event.time, event.time)
    last = max(last ?? event.time, event.time)
    count(event)
    takeMoney(event)
    if event.product == 0, event.tier == 0, event.period == nil, event.expiresAt == nil,
      event.isCharge
    {
      chargesOfNoProduct += 1
    }
    let product = product(of: event, user)
    guard product != 0 else { return }
    if isNamed { countBeginning(event, user) }
    take(event, of: product, user)
  }

  /// Its own, else of a subscription that it names the one that its user's lines named last: some
  /// billers' invoices have none.
  private mutating func product(of event: Event, _ user: UInt64) -> StringID {
    if event.product != 0 {
      named[user] = event.product
    } else if !event.originalTransactionID.isEmpty {
      return named[user] ?? 0
    }
    return event.product
  }

  /// Forgets who paid last: no more events of users seen so far will come.
  package mutating func closeUsers() {
    latest.removeAll(keepingCapacity: true)
    begun.removeAll(keepingCapacity: true)
    named.removeAll(keepingCapacity: true)
  }

  private mutating func count(_ event: Event) {
    func has(_ field: Field) -> Bool {
      switch field {
      case .channel: event.channel != 0
      case .country: event.country != 0
      case .platform: event.platform != 0
      case .reason: event.reason != 0
      case .price: event.isCharge && event.price != nil
      }
    }
    for field in Field.allCases where has(field) { fields[field, default: 0] += 1 }
  }

  /// What says which currency money is in.
  private struct MoneyName: Hashable {
    /// 0 where the line names none: then it is its product's.
    let currency: StringID
    let product: StringID
    /// Into which the vendor has converted it; 0 for none.
    let converted: StringID
  }

  private mutating func takeMoney(_ event: Event) {
    guard event.price.map({ $0 > .zero }) ?? event.isCharge else { return }
    let name = MoneyName(
      currency: event.currency, product: event.currency == 0 ? event.product : 0,
      converted: event.convertedPrice == nil ? 0 : event.convertedCurrency)
    moneyDays[name, default: []].insert(zone.day(of: event.time))
  }

  private mutating func countBeginning(_ event: Event, _ user: UInt64) {
    guard begun.insert(user).inserted else { return }
    subscribers += 1
    if event.goesOn { subscribedBefore += 1 }
  }

  private mutating func take(_ event: Event, of id: StringID, _ user: UInt64) {
    var product = products[id] ?? ProductProfile()
    if event.tier != 0 { product.tiers.add(strings.string(event.tier)) }
    if event.kind == .trialStarted {
      takeTrial(event, Purchase(user: user, product: id, isTrial: true), &product)
    }
    if event.isCharge { takeCharge(event, of: id, user, &product) }
    products[id] = product
  }

  private mutating func takeTrial(
    _ event: Event, _ trial: Purchase, _ product: inout ProductProfile
  ) {
    product.trials += 1
    if let end = event.expiresAt {
      product.trialLengths.add((end - event.time + .hours(12)).wholeDays)
    } else {
      latest[trial] = event.time
    }
  }

  private mutating func takeCharge(
    _ event: Event, of id: StringID, _ user: UInt64, _ product: inout ProductProfile
  ) {
    product.charges += 1
    if let price = event.price {
      let currency = event.currency == 0 ? "" : strings.string(event.currency)
      product.prices[currency, default: Frequencies()].add(price.micros)
    }
    if let period = event.period { product.statedPeriods.add(period) }
    if let end = event.expiresAt, let period = Period(length: end - event.time) {
      product.paidLengths.add(period)
    }
    let purchase = Purchase(user: user, product: id, isTrial: false)
    if let before = latest.updateValue(event.time, forKey: purchase),
      let period = Period(length: event.time - before)
    {
      product.gaps.add(period)
    }
    let trial = Purchase(user: user, product: id, isTrial: true)
    if let start = latest.removeValue(forKey: trial), event.time > start {
      product.trialLengths.add((event.time - start + .hours(12)).wholeDays)
    }
  }
}

extension EventProfile {
  /// By id, those with most payments first.
  package var rankedProducts: [(id: String, profile: ProductProfile)] {
    products.map { (strings.string($0.key), $0.value) }.sorted {
      ($1.1.charges, $1.1.trials, $0.0) < ($0.1.charges, $0.1.trials, $1.0)
    }
  }

  /// Payments by currency; an empty one is a price without any.
  package var currencies: Frequencies<String> {
    var all = Frequencies<String>()
    for product in products.values {
      for (currency, prices) in product.prices { all.add(currency, times: prices.total) }
    }
    return all
  }

  /// The days on which money came or went that needs a rate into a currency, by currency, in order.
  /// `currencies`: those of products.
  package func daysOfForeignMoney(
    into reporting: String, currencies: [String: String] = [:]
  ) -> [(currency: String, days: [Day])] {
    var days: [String: Set<Day>] = [:]
    for (name, found) in moneyDays where strings.string(name.converted) != reporting {
      let named =
        name.currency != 0
        ? strings.string(name.currency) : currencies[strings.string(name.product)] ?? reporting
      if named != reporting { days[named, default: []].formUnion(found) }
    }
    return days.map { ($0.key, $0.value.sorted()) }.sorted { $0.0 < $1.0 }
  }

  package func events(with field: Field) -> Int { fields[field] ?? 0 }

  /// Whether events bear a name that only the configuration knows.
  package func hasCustom(_ name: String) -> Bool {
    customNames.keys.contains { strings.string($0).lowercased() == name }
  }

  /// Whether so many subscribed before the log that the first months of its report mislead.
  package var beginsInTheMiddle: Bool {
    subscribedBefore >= 5 && subscribedBefore * 5 >= subscribers
  }

  package func has(_ kinds: EventKind...) -> Bool { kinds.contains { self.kinds[$0] != nil } }
}

extension Event {
  /// Whether it tells of a payment: of something above nothing, or without saying how much.
  fileprivate var isCharge: Bool {
    switch kind {
    case .purchased, .renewed, .trialConverted, .billingRecovered: price != .zero
    case .productChanged, .offerRedeemed: price ?? .zero > .zero
    default: false
    }
  }

  /// Whether it tells of something that runs already.
  fileprivate var goesOn: Bool {
    [.renewed, .cancelled, .expired, .billingFailed, .billingRecovered].contains(kind)
  }
}

/// Whether the ids of users come in two forms: as the app writes them, and as the SHA-256 of these
/// that stores hold.
package struct UserIDForms: Sendable {
  /// So many ids of each form are looked at.
  private static let most = 20_000
  private static let hashDigits = 64

  private var hashes: Set<[UInt8]> = []
  private var hashesOfIDs: Set<[UInt8]> = []

  mutating func note(_ id: Slice<UnsafeRawBufferPointer>) {
    let bytes = Array(id)
    if bytes.count == Self.hashDigits, bytes.allSatisfy(Self.isHexadecimal) {
      if hashes.count < Self.most { hashes.insert(bytes) }
    } else if hashesOfIDs.count < Self.most {
      hashesOfIDs.insert(Array(hexadecimal(SHA256.digest(bytes)).utf8))
    }
  }

  /// How many ids stand in the log in both forms.
  package var inBoth: Int { hashes.intersection(hashesOfIDs).count }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte &- 48 < 10 || byte &- 97 < 6
  }
}

/// Which steps of funnels the events of a log can reach.
extension EventProfile {
  /// The steps that no event of the log is, each as its events: `trial_started or charge`.
  package func unseenSteps(of funnel: Funnel) -> [String] {
    funnel.steps.filter { !isSeen($0) }.map { $0.joined(separator: " or ") }
  }

  /// The funnel without the steps that no event is, where its ends are seen and a step between them
  /// is not: nobody would get through it. Nil where all are seen, or an end is not.
  package func shortened(_ funnel: Funnel) -> Funnel? {
    guard let first = funnel.steps.first, let last = funnel.steps.last, isSeen(first), isSeen(last)
    else { return nil }
    var short = funnel
    short.steps = funnel.steps.filter(isSeen)
    return short.steps.count < funnel.steps.count ? short : nil
  }

  private func isSeen(_ events: [String]) -> Bool {
    events.contains { event in
      event == Funnel.chargeStep
        ? hasCharges : kinds.keys.contains { $0.names.contains(event) } || hasCustom(event)
    }
  }

  private var hasCharges: Bool { rankedProducts.contains { $0.profile.charges > 0 } }
}
