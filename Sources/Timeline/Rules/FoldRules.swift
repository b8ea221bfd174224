package import Feed
package import Settings
package import Values

/// The configuration as the fold needs it: every look-up by small integer, nothing by name.
///
/// Made once a run from the ``Catalogue``, the strings and the exchange rates; immutable while
/// customers are folded, on any number of threads. A class, because it is handed on with every
/// customer.
package final class FoldRules: Sendable {
  package let defaults: Catalogue.Defaults
  package let commission: Catalogue.Commission
  package let reportingCurrency: StringID
  /// Whether ids are joined with their SHA-256, as stores hold it.
  package let joinsHashedIDs: Bool
  package let zone: Zone
  package let rates: RateTable
  /// The only group of the catalogue, or 0.
  package let onlyGroup: StringID
  private let defaultGroup: StringID
  /// Funnels to evaluate, steps resolved to kinds.
  package let funnels: [FunnelRule]
  /// How long after the exposure outcomes count, of experiments that the configuration names.
  private let windows: [StringID: TimeSpan]

  package let rollouts: [RolloutRule]
  /// When everybody had access without paying.
  package let freePhases: [Range<Instant>]
  private let strings: StringTable

  private let products: [ProductRule]
  private let productByString: [StringID: Int]
  /// Base plans that the catalogue lacks, such as `premium:monthly` → the place of `premium`.
  private let productByBasePlan: [StringID: Int]
  private let tiers: [StringID: Tier]
  private let offers: [StringID: OfferRule]
  private let taxes: [StringID: Fraction]
  private let platformCommissions: [StringID: Catalogue.PlatformCommission]
  /// Whether apps are told apart: the log, or the catalogue, names several.
  package let tellsAppsApart: Bool
  /// The log's first day, where anything is known from before it: until then every subscription
  /// stays as it was at its beginning.
  package let firstDay: Day?
  /// What a log calls an app → the app, where the configuration gives it another name.
  private let appNames: [StringID: StringID]

  /// `apps`: those that the log names, under its own names; nil where they are not to be told
  /// apart.
  package init(
    catalogue: Catalogue, zone: Zone, rates: RateTable, funnels: [FunnelRule],
    experiments: [Experiment], rollouts: [Rollout] = [], freePhases: [FreePhase] = [],
    apps: Set<StringID>? = [], firstDay: Day? = nil, joinsHashedIDs: Bool = false,
    strings: StringTable
  ) {
    defaults = catalogue.defaults
    commission = catalogue.commission
    self.joinsHashedIDs = joinsHashedIDs
    reportingCurrency = strings.id(of: catalogue.reportingCurrency)
    self.zone = zone
    self.rates = rates
    self.funnels = funnels
    self.rollouts = RolloutRule.all(rollouts, strings)
    self.freePhases = freePhases.map { phase in
      zone.start(of: phase.from)..<(phase.to.map { zone.end(of: $0) } ?? .distantFuture)
    }
    self.strings = strings
    windows = Dictionary(
      firstOf: experiments.map { (strings.id(of: $0.name), .days($0.windowDays)) })
    let products = catalogue.products.map { ProductRule($0, catalogue.defaults, strings) }
    self.products = products
    productByString = Dictionary(
      firstOf: products.indices.map { (products[$0].id, $0) })
    productByBasePlan = FoldRules.basePlans(of: catalogue, strings)
    tiers = Dictionary(grouping: products, by: \.tier).mapValues(Tier.init)
    offers = Dictionary(
      firstOf: catalogue.offers.map { (strings.id(of: $0), OfferRule($1)) })
    taxes = FoldRules.byString(catalogue.taxes, strings, Countries.standardCode)
    platformCommissions = FoldRules.byString(catalogue.commission.platforms, strings) {
      $0.lowercased()
    }
    let groups = Set(products.map(\.group)).subtracting([0])
    onlyGroup = groups.count == 1 ? groups.first ?? 0 : 0
    defaultGroup = strings.id(of: Catalogue.defaultGroup)
    let appNames = Dictionary(
      firstOf: catalogue.appNames.map { (strings.id(of: $0), strings.id(of: $1)) })
    self.appNames = appNames
    let named = Set((apps ?? []).map { appNames[$0] ?? $0 } + products.map(\.app)).subtracting([0])
    self.firstDay = firstDay
    tellsAppsApart = apps != nil && named.count > 1
  }

  /// The app that an event names: its own field, else that of its product (Definitions, "Several
  /// apps"); 0 for none.
  package func app(namedBy event: borrowing Event) -> StringID {
    let own = event.app
    if own != 0 { return appNames[own] ?? own }
    return product(of: event)?.app ?? 0
  }

  /// The product of an event: by `product_id`, else by its tier; nil where it names neither.
  ///
  /// A tier means its product with the event's price (the first in the catalogue), else its only
  /// product, else an unknown product whose id is the tier (Definitions, "Charges").
  package func product(of event: borrowing Event) -> ProductRule? {
    product(event.product, ofTier: event.tier, at: event.price)
  }

  func product(_ id: StringID, ofTier name: StringID, at price: Amount?) -> ProductRule? {
    if id != 0 { return product(id) }
    guard name != 0 else { return nil }
    guard let tier = tiers[name] else { return unknownProduct(name, group: defaultGroup) }
    if let price, let match = tier.byPrice[price] { return match }
    if let only = tier.only { return only }
    return unknownProduct(name, group: tier.group ?? defaultGroup)
  }

  /// The product with this id, of the catalogue, a base plan of one of its products, or unknown.
  package func product(_ id: StringID) -> ProductRule {
    if let known = productByString[id] { return products[known] }
    if let base = productByBasePlan[id] { return products[base].basePlan(id) }
    return unknownProduct(id, group: 0)
  }

  /// Whether two ids name one product: equal ones, and a base plan and its product (`premium` and
  /// `premium:monthly`, but not two base plans).
  func isSameProduct(_ a: StringID, _ b: StringID) -> Bool {
    if a == b { return true }
    let (one, other) = (strings.string(a), strings.string(b))
    return one.hasPrefix(other + ":") || other.hasPrefix(one + ":")
  }

  private static func basePlans(of catalogue: Catalogue, _ strings: StringTable)
    -> [StringID: Int]
  {
    let places = Dictionary(
      firstOf: catalogue.products.enumerated().map { ($1.id, $0) })
    guard !places.isEmpty else { return [:] }
    var plans: [StringID: Int] = [:]
    for (id, string) in strings.all.enumerated() {
      guard let colon = string.firstIndex(of: ":") else { continue }
      if let place = places[String(string[..<colon])] { plans[StringID(id)] = place }
    }
    return plans
  }

  /// By the strings of the log that mean the names: countries may be written by name or code, platforms
  /// in other letters.
  private static func byString<Value>(
    _ values: [String: Value], _ strings: StringTable, _ standard: (String) -> String
  ) -> [StringID: Value] {
    guard !values.isEmpty else { return [:] }
    let meant = Dictionary(
      firstOf: values.sorted { $0.key < $1.key }.map { (standard($0.key), $0.value) })
    return Dictionary(
      firstOf: strings.all.enumerated().compactMap { id, string in
        meant[standard(string)].map { (StringID(id), $0) }
      })
  }

  package func offer(of event: borrowing Event) -> OfferRule? {
    offer(event.offerID, event.offerCode)
  }

  func offer(_ id: StringID, _ code: StringID) -> OfferRule? { offers[id != 0 ? id : code] }

  /// Whether an event is a payment: by its kind and fields, or as the redemption of an offer that has
  /// a price (Definitions, "Charges").
  func isCharge(_ event: borrowing Event) -> Bool {
    if event.isCharge { return true }
    guard event.kind == .offerRedeemed, event.price == nil, !event.flags.contains(.familyShared)
    else { return false }
    return offer(of: event).map { !$0.isFree } ?? false
  }

  /// Whether an event begins a charge or a trial.
  func begins(_ event: borrowing Event) -> Bool {
    event.kind == .trialStarted ? true : isCharge(event)
  }

  package func window(ofExperiment name: StringID) -> TimeSpan {
    windows[name] ?? .days(Experiment.defaultWindowDays)
  }

  /// What an event says in its own words.
  func consent(_ word: StringID) -> ConsentState { ConsentState(strings.string(word)) }

  /// The inclusive tax rate of a country; zero where the configuration names none.
  package func tax(in country: StringID) -> Fraction { taxes[country] ?? .zero }

  /// Why somebody left, by the reason of the `expired` that ended the access (Definitions, "Churn and
  /// retention").
  func churnReason(toldBy reason: StringID) -> ChurnMeasure {
    guard reason != 0 else { return .other }
    let text = strings.string(reason).lowercased()
    if text.hasPrefix("billing") || text.hasPrefix("payment") { return .billing }
    if text.hasPrefix("refund") || text == "customer_support" { return .refund }
    let isVoluntary =
      text.hasPrefix("cancel")
      || ["voluntary", "unsubscribe", "price_increase", "paused"].contains(text)
    return isVoluntary ? .voluntary : .other
  }

  /// What a processor keeps on a platform; nil where a store does.
  func platformCommission(_ platform: StringID) -> Catalogue.PlatformCommission? {
    platformCommissions[platform]
  }

  private func unknownProduct(_ id: StringID, group: StringID) -> ProductRule {
    ProductRule(unknown: id, group: group, defaults: defaults)
  }
}

/// The products of a tier.
private struct Tier: Sendable {
  /// The first of each price.
  let byPrice: [Amount: ProductRule]
  /// Nil where there are several.
  let only: ProductRule?
  /// The only group of them; nil where there are several, or none.
  let group: StringID?

  init(_ products: [ProductRule]) {
    byPrice = Dictionary(
      firstOf: products.compactMap { product in product.price.map { ($0, product) } })
    only = products.count == 1 ? products[0] : nil
    let groups = Set(products.map(\.group)).subtracting([0])
    group = groups.count == 1 ? groups.first : nil
  }
}

/// A product with the defaults filled in.
package struct ProductRule: Sendable {
  package private(set) var id: StringID
  package let tier: StringID
  /// 0 for none.
  package let group: StringID
  package let period: Period?
  package let price: Amount?
  /// 0 where the catalogue says none.
  package let currency: StringID
  package let trialLength: TimeSpan
  package let graceLength: TimeSpan
  package let isKnown: Bool
  /// 0 where the catalogue says none.
  package let app: StringID
  /// How many it allows, by what is counted.
  let limits: [StringID: Int64]
  /// Nil for a plan.
  let addOn: Catalogue.AddOn?

  /// The same under the id of one of its base plans.
  func basePlan(_ id: StringID) -> ProductRule {
    var plan = self
    plan.id = id
    return plan
  }

  init(_ product: Catalogue.Product, _ defaults: Catalogue.Defaults, _ strings: StringTable) {
    id = strings.id(of: product.id)
    tier = strings.id(of: product.tier)
    group = strings.id(of: product.group)
    period = product.period
    price = product.price
    currency = strings.id(of: product.currency ?? "")
    trialLength = .days(product.trialDays ?? defaults.trialDays)
    graceLength = .days(product.graceDays ?? defaults.graceDays)
    isKnown = true
    app = strings.id(of: product.app ?? "")
    limits = Dictionary(
      firstOf: product.limits.map { (strings.id(of: $0), $1) })
    addOn = product.addOn
  }

  /// A product that the catalogue lacks: its tier is its id (Definitions, "Charges").
  init(unknown id: StringID, group: StringID, defaults: Catalogue.Defaults) {
    self.id = id
    tier = id
    self.group = group
    period = nil
    price = nil
    currency = 0
    trialLength = .days(defaults.trialDays)
    graceLength = .days(defaults.graceDays)
    isKnown = false
    app = 0
    limits = [:]
    addOn = nil
  }
}

/// What an offer of the catalogue costs, and for how long.
package struct OfferRule: Sendable {
  package let price: Amount
  package let period: Period?

  init(_ offer: Catalogue.Offer) {
    price = offer.isFree ? .zero : offer.price ?? .zero
    period = offer.period
  }

  package var isFree: Bool { price == .zero }
}

/// Exchange rates into the reporting currency, by currency and day.
package struct RateTable: Sendable {
  private var byCurrency: [StringID: [(day: Day, rate: Fraction)]] = [:]
  private let reportingCurrency: StringID

  /// `rows` in any order; one rate a currency and day.
  package init(reporting: StringID, rows: [(day: Day, currency: StringID, rate: Fraction)]) {
    reportingCurrency = reporting
    for row in rows { byCurrency[row.currency, default: []].append((row.day, row.rate)) }
    for currency in byCurrency.keys { byCurrency[currency]?.sort { $0.day < $1.day } }
  }

  /// The latest rate at or before `day`; 1 for the reporting currency, nil where there is none.
  package func rate(of currency: StringID, on day: Day) -> Fraction? {
    guard currency != reportingCurrency else { return .one }
    guard let rates = byCurrency[currency] else { return nil }
    let place = rates.partitioningIndex { $0.day > day }
    return place > 0 ? rates[place - 1].rate : nil
  }
}

/// One funnel (Definitions, "Funnels"), its steps as sets of event kinds, `charge` and custom
/// names.
package struct FunnelRule: Sendable {
  package let index: Int32
  package let steps: [FunnelStep]
  package let window: TimeSpan
  /// One bit for each step, from 2, that is told day by day.
  package let dailySteps: UInt64

  package init(
    index: Int32, steps: [FunnelStep], window: TimeSpan, dailySteps: Set<Int> = []
  ) {
    self.index = index
    self.steps = steps
    self.window = window
    self.dailySteps = dailySteps.reduce(0) { $0 | 1 << UInt64($1) }
  }
}

/// What a funnel's step matches.
package struct FunnelStep: Sendable {
  /// One bit for each ``EventKind`` by raw value.
  package var kinds: UInt64 = 0
  package var customNames: [StringID] = []
  /// A charge with a price above zero.
  package var matchesCharge = false

  package init() {}

  /// Whether an event of a kind is one; `name` is that of a custom one.
  package func matches(_ kind: EventKind, _ name: StringID) -> Bool {
    kind == .custom ? customNames.contains(name) : kinds & (1 << UInt64(kind.rawValue)) != 0
  }
}
