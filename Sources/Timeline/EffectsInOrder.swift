import Feed
import Settings
import Values

/// What each event of a customer led to, as one fold tells it event by event: the same that folding
/// the events up to each tells, where no event changes what earlier ones were taken for.
struct EffectsInOrder {
  private var effects: [Int: [CustomerHistory.Effect]] = [:]

  /// Those of the event at a place.
  subscript(_ event: Int) -> [CustomerHistory.Effect] { effects[event] ?? [] }

  /// Nil where a later event may change what an earlier one led to: of several subscriptions or
  /// apps, with a country or platform that is told of late, or of payments that are told of twice,
  /// without a transaction or after their time began.
  init?(_ customer: CustomerEvents, _ rules: FoldRules) {
    let money = customer.events.indices.filter { customer.events[$0].kind.has(.subscription) }
    addGrants(customer)
    guard let first = money.first else { return }
    guard let key = Self.onlyKey(customer, rules, money),
      let app = Self.onlyApp(customer, rules)
    else { return nil }
    let attributes = CustomerAttributes(customer.events)
    let known = CustomerAttributes(Array(customer.events[...first]))
    guard known[.country] == attributes[.country], known[.platform] == attributes[.platform],
      !customer.namesLinks, money.allSatisfy({ customer.events[$0].startsAt == nil })
    else { return nil }
    var fold = SubscriptionFold(
      key: key, app: rules.tellsAppsApart ? app : nil,
      pricing: Pricing(
        rules: rules, country: attributes[.country], platform: attributes[.platform]))
    guard fold.tellsEachChargeOnce(customer, money) else { return nil }
    fold.run(customer, money) { index, found in effects[index] = found + (effects[index] ?? []) }
  }

  /// The subscription of all events at `places`; nil where the first of them alone does not say it,
  /// or another event belongs to another.
  private static func onlyKey(_ customer: CustomerEvents, _ rules: FoldRules, _ places: [Int])
    -> SubscriptionKey?
  {
    var all = SubscriptionKeys(customer, rules)
    let keys = all.keys(of: places)
    var alone = SubscriptionKeys(customer.first(places[0] + 1), rules)
    guard let first = keys.first, alone.keys(of: [places[0]]) == [first],
      rules.product(of: customer.events[places[0]]) != nil
    else { return nil }
    return keys.allSatisfy { $0 == first } ? first : nil
  }

  /// The app of all events, 0 where apps are not told apart; nil for several, or where some name
  /// none.
  private static func onlyApp(_ customer: CustomerEvents, _ rules: FoldRules) -> StringID? {
    guard rules.tellsAppsApart else { return 0 }
    let app = customer.events.first.map { rules.app(namedBy: $0) } ?? 0
    let isOnly = app != 0 && customer.events.allSatisfy { rules.app(namedBy: $0) == app }
    return isOnly ? app : nil
  }

  private mutating func addGrants(_ customer: CustomerEvents) {
    let places = customer.events.indices.filter { customer.events[$0].kind.has(.access) }
    guard !places.isEmpty else { return }
    let access = customer.filtered { $0.kind.has(.access) }
    var before: [Grant] = []
    for (count, place) in places.enumerated() {
      let grants = Grant.all(in: access.first(count + 1))
      if grants != before, let last = grants.last { effects[place] = [.granted(until: last.end)] }
      before = grants
    }
  }
}
