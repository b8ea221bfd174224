import Feed
import Values

/// What the log says of one payment, before terms, money and coverage are worked out: an event
/// that is a charge, with the gaps filled from its repetitions and echoes.
struct ChargeCandidate {
  /// Index of the event that stands for the charge.
  let event: Int
  let time: Instant
  let kind: EventKind
  /// Key of the payment's id, 0 for none.
  let transaction: UInt64
  /// Key of the transaction that the event names, if that is an id or not.
  let claimed: UInt64
  /// Key of its original transaction, 0 for none.
  private(set) var original: UInt64
  /// Which of the customer's ids it is of.
  let user: Int64
  var product: StringID
  var tier: StringID
  var price: Amount?
  var currency: StringID
  var recurringPrice: Amount?
  var tax: Amount?
  var fee: Amount?
  var converted: (price: Amount, currency: StringID)?
  var period: Period?
  var startsAt: Instant?
  var expiresAt: Instant?
  var offerID: StringID
  var offerCode: StringID
  var country: StringID
  var platform: StringID
  let isOpening: Bool
  let isOneTime: Bool
  /// Its price is the plan's, not what was paid.
  let hasPlanPrice: Bool
  /// The tax is within the list price of its plan.
  let hasTaxWithin: Bool
  /// Its price was not in the log.
  var isEstimated = false
  /// Another id of the payment than its transaction is known.
  let hasPaymentID: Bool
  var tellers: PaymentTellers
  /// How many events told of it.
  var mentions = 1

  init(
    _ event: borrowing Event, at index: Int, transaction: UInt64, claimed: UInt64,
    original: UInt64, user: Int64, hasPaymentID: Bool
  ) {
    self.event = index
    self.hasPaymentID = hasPaymentID
    (self.claimed, self.original, self.user) = (claimed, original, user)
    time = event.time
    kind = event.kind
    self.transaction = transaction
    product = event.product
    tier = event.tier
    price = event.price
    currency = event.currency
    recurringPrice = event.recurringPrice
    tax = event.tax
    fee = event.fee
    if let price = event.convertedPrice { converted = (price, event.convertedCurrency) }
    period = event.period
    startsAt = event.startsAt
    expiresAt = event.expiresAt
    offerID = event.offerID
    offerCode = event.offerCode
    country = event.country
    platform = event.platform
    isOpening = event.flags.contains(.opening)
    isOneTime = event.flags.contains(.oneTime)
    hasPlanPrice = event.flags.contains(.planPrice)
    hasTaxWithin = event.flags.contains(.taxWithin)
    tellers = event.flags.contains(.history) ? .history : .log
  }

  /// Takes over what this one lacks. A price brings its own currency.
  mutating func fill(from other: ChargeCandidate) {
    mentions += other.mentions
    tellers.formUnion(other.tellers)
    if original == 0 { original = other.original }
    if product == 0 { product = other.product }
    if tier == 0 { tier = other.tier }
    if price == nil, other.price != nil {
      price = other.price
      if other.currency != 0 { currency = other.currency }
    }
    if currency == 0 { currency = other.currency }
    recurringPrice = recurringPrice ?? other.recurringPrice
    tax = tax ?? other.tax
    fee = fee ?? other.fee
    converted = converted ?? other.converted
    period = period ?? other.period
    startsAt = startsAt ?? other.startsAt
    expiresAt = expiresAt ?? other.expiresAt
    if offerID == 0, offerCode == 0 { (offerID, offerCode) = (other.offerID, other.offerCode) }
    if country == 0 { country = other.country }
    if platform == 0 { platform = other.platform }
  }

  /// Whether a `purchased` has the transaction of a trial that begins: a client logs the product's price
  /// with it.
  fileprivate func isTrial(_ trial: TrialBeginning) -> Bool {
    kind == .purchased && transaction != 0 && transaction == trial.transaction
      && PaymentClaim.isNear(time, trial.time)
  }

  var recurs: Bool { recurringPrice ?? .zero > .zero }

  /// Whether its parts are probably hundredths of `price`'s unit.
  func isInSeveralUnits(at price: Amount) -> Bool {
    let recurring = recurringPrice ?? .zero
    return (tax ?? .zero) + (fee ?? .zero) > price
      || (99...101).contains(recurring.micros / max(1, price.micros))
  }

  /// Whether both have one price, and are of one original transaction at one moment or tell of one end,
  /// whatever the product is called.
  fileprivate func hasPrice(of other: ChargeCandidate) -> Bool {
    guard original != 0, other.original != 0, price != nil, price == other.price,
      currency == other.currency
    else { return false }
    return expiresAt.map { $0 == other.expiresAt } ?? false
      || original == other.original && PaymentClaim.isSameMoment(time, other.time)
  }

  fileprivate func hasOtherPrice(than other: ChargeCandidate) -> Bool {
    guard let price, let its = other.price, currency == other.currency else { return false }
    return price != its
  }

  /// Whether it looks like the payment of a period after that of another one.
  fileprivate func tellsLaterPeriod(than other: ChargeCandidate) -> Bool {
    guard time - other.time > ChargeCandidates.echoDistance else { return false }
    guard let end = expiresAt, let before = other.expiresAt else { return kind == .renewed }
    return end > before
  }

  /// Takes over the product of another charge of the payment, where the catalogue has that alone: a
  /// client may have a name of its own for it.
  fileprivate mutating func nameKnownProduct(of other: ChargeCandidate, _ rules: FoldRules) {
    guard product != 0, other.product != 0, product != other.product,
      !rules.product(product).isKnown, rules.product(other.product).isKnown
    else { return }
    product = other.product
  }

  func product(_ rules: FoldRules) -> ProductRule? {
    rules.product(product, ofTier: tier, at: price)
  }
}

/// That a trial begins, as an event tells it.
struct TrialBeginning {
  let time: Instant
  let product: StringID?
  /// Key of its transaction, 0 for none.
  let transaction: UInt64
}

/// Makes one candidate of each payment of a subscription (Definitions, "Charges").
struct ChargeCandidates: Sendable {
  /// How far the client's and the store's word of one payment may lie apart.
  static let echoDistance = TimeSpan.hours(24)
  /// How near the beginning of a trial a client may log a purchase that is the trial.
  private static let trialDistance = TimeSpan.hours(1)
  /// Within this time a client may log one payment twice.
  private static let repetition = TimeSpan(milliseconds: 60_000)

  /// In the order of their events.
  private(set) var all: [ChargeCandidate] = []
  /// Where that of each transaction stands.
  private var places = KeyMap<UInt64, Int>()
  /// When the charge of a transaction was told again as one of a later period.
  private(set) var repetitions: [UInt64: [Instant]] = [:]
  /// Transactions whose charge was told with two prices of one currency.
  private(set) var pricedTwice: Set<UInt64> = []
  /// Original transactions are one where both tell of one payment.
  private(set) var originals = JoinedKeys()

  init() {}

  /// Adds what the next event says. The earliest event of a transaction stands, later ones only
  /// fill.
  mutating func add(_ candidate: ChargeCandidate, _ rules: FoldRules) {
    if candidate.transaction != 0 {
      if let known = places[candidate.transaction] { return tell(known, again: candidate, rules) }
      places.add(candidate.transaction, all.count)
    }
    all.append(candidate)
  }

  private mutating func tell(_ known: Int, again candidate: ChargeCandidate, _ rules: FoldRules) {
    if candidate.tellsLaterPeriod(than: all[known]) {
      repetitions[candidate.transaction, default: []].append(candidate.time)
    }
    if candidate.hasOtherPrice(than: all[known]) { pricedTwice.insert(candidate.transaction) }
    all[known].nameKnownProduct(of: candidate, rules)
    fill(known, from: candidate)
  }

  private mutating func fill(_ index: Int, from other: ChargeCandidate) {
    if all[index].original != 0, other.original != 0 {
      originals.join(all[index].original, other.original)
    }
    all[index].fill(from: other)
  }

  /// Whether one of them has the transaction.
  func has(_ transaction: UInt64) -> Bool { places[transaction] != nil }

  /// Whether any of them names no payment.
  var hasUnnamed: Bool { all.contains { $0.transaction == 0 } }

  /// Keeps the memory.
  mutating func removeAll() {
    all.empty()
    places.removeAll()
    if !repetitions.isEmpty { repetitions = [:] }
    if !pricedTwice.isEmpty { pricedTwice = [] }
    originals = JoinedKeys()
  }

  /// A charge without a transaction near one with it tells of the same payment, near the beginning
  /// of a trial of the trial, and right after one of the same product again of the same payment.
  /// Call once, after the last event. `trials`: the beginnings, in order of time.
  mutating func mergeEchoes(_ rules: FoldRules, trials: [TrialBeginning]) {
    let candidates = all
    let originals = candidates.indices.filter { candidates[$0].transaction != 0 }
    var echoes: Set<Int> = []
    var standing: Int?
    let begun = Dictionary(grouping: trials, by: \.transaction)
    for index in originals
    where begun[candidates[index].transaction]?.contains(where: candidates[index].isTrial) ?? false
    {
      echoes.insert(index)
    }
    for index in candidates.indices where candidates[index].transaction == 0 {
      if let original = original(ofEcho: index, in: candidates, originals, rules) {
        fill(original, from: candidates[index])
        echoes.insert(index)
      } else if isTrial(candidates[index], trials, rules) {
        echoes.insert(index)
      } else if let last = standing, isRepetition(candidates[index], of: candidates[last], rules) {
        fill(last, from: candidates[index])
        echoes.insert(index)
      } else {
        standing = index
      }
    }
    all = all.indices.filter { !echoes.contains($0) }.map { all[$0] }
  }

  /// Whether a `purchased` is what a client logs when a free trial begins.
  private func isTrial(
    _ candidate: ChargeCandidate, _ trials: [TrialBeginning], _ rules: FoldRules
  ) -> Bool {
    guard candidate.kind == .purchased else { return false }
    let product = resolved(candidate, rules)
    let first = trials.partitioningIndex { candidate.time - $0.time < Self.trialDistance }
    return trials[first...].prefix { $0.time - candidate.time < Self.trialDistance }
      .contains { isSame(product, $0.product, rules) }
  }

  /// Whether a client logged a payment of a subscription twice within seconds.
  private func isRepetition(
    _ candidate: ChargeCandidate, of other: ChargeCandidate, _ rules: FoldRules
  ) -> Bool {
    guard candidate.time - other.time < Self.repetition,
      let product = resolved(candidate, rules), let its = resolved(other, rules),
      rules.isSameProduct(product, its)
    else { return false }
    return candidate.period ?? other.period ?? rules.product(product).period != nil
  }

  /// An unresolved product is not another.
  private func isSame(_ a: StringID?, _ b: StringID?, _ rules: FoldRules) -> Bool {
    guard let a, let b else { return true }
    return rules.isSameProduct(a, b)
  }

  /// The nearest charge with a transaction within a day (the earlier of two as near); `originals`
  /// are the places of all that have one.
  private func original(
    ofEcho echo: Int, in candidates: [ChargeCandidate], _ originals: [Int], _ rules: FoldRules
  ) -> Int? {
    let next = originals.partitioningIndex { $0 > echo }
    let earlier = originals[..<next].reversed()
    let before = original(ofEcho: echo, in: candidates, nearestFirst: earlier, rules)
    let after = original(ofEcho: echo, in: candidates, nearestFirst: originals[next...], rules)
    guard let before, let after else { return before ?? after }
    let isAfterNearer =
      distance(candidates[after], candidates[echo]) < distance(candidates[before], candidates[echo])
    return isAfterNearer ? after : before
  }

  private func original(
    ofEcho echo: Int, in candidates: [ChargeCandidate],
    nearestFirst originals: some Sequence<Int>, _ rules: FoldRules
  ) -> Int? {
    var nearest: Int?
    for original in originals {
      let distance = distance(candidates[original], candidates[echo])
      let farthest = nearest.map { self.distance(candidates[$0], candidates[echo]) }
      guard distance <= farthest ?? Self.echoDistance else { break }
      guard isOriginal(candidates[original], of: candidates[echo], rules) else { continue }
      nearest = min(nearest ?? original, original)
    }
    return nearest
  }

  private func distance(_ a: ChargeCandidate, _ b: ChargeCandidate) -> TimeSpan {
    a.time < b.time ? b.time - a.time : a.time - b.time
  }

  private func isOriginal(
    _ candidate: ChargeCandidate, of echo: ChargeCandidate, _ rules: FoldRules
  ) -> Bool {
    candidate.hasPrice(of: echo) || isSame(resolved(candidate, rules), resolved(echo, rules), rules)
  }

  /// Nil where neither a product is named, nor a tier that means one.
  private func resolved(_ candidate: ChargeCandidate, _ rules: FoldRules) -> StringID? {
    if candidate.product != 0 { return candidate.product }
    return candidate.product(rules).flatMap { $0.isKnown ? $0.id : nil }
  }
}

extension Event {
  /// Whether it says what recurs from now on: itself, or as the plan's price.
  var tellsTerms: Bool { recurringPrice != nil || flags.contains(.planPrice) }

  /// Whether the event is a charge by its kind and fields (Definitions, "Charges"); an
  /// `offer_redeemed` without a price is told by its offer's terms instead.
  var isCharge: Bool {
    guard !flags.contains(.familyShared) else { return false }
    return switch kind {
    case .purchased, .renewed: true
    case .trialConverted: !transactionID.isEmpty || price != nil
    case .productChanged:
      price.map { $0 > .zero || (recurringPrice ?? .zero) > .zero } ?? false
    case .offerRedeemed: (price ?? .zero) > .zero
    default: false
    }
  }
}
