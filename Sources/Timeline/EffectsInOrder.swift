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
  /// apps, with a country that is told of late, or of payments that are told of twice or without a
  /// transaction.
  init?(_ customer: CustomerEvents, _ rules: FoldRules) {
    let money = customer.events.indices.filter { customer.events[$0].kind.has(.subscription) }
    addGrants(customer)
    guard let first = money.first else { return }
    guard let group = Self.onlyGroup(customer, rules, from: first),
      let app = Self.onlyApp(customer, rules)
    else { return nil }
    let country = CustomerAttributes(customer.events)[.country]
    guard CustomerAttributes(Array(customer.events[...first]))[.country] == country else {
      return nil
    }
    var fold = SubscriptionFold(
      group: group, app: rules.tellsAppsApart ? app : nil,
      pricing: Pricing(rules: rules, country: country))
    guard fold.tellsEachChargeOnce(customer, money) else { return nil }
    fold.run(customer, money) { index, found in effects[index] = found + (effects[index] ?? []) }
  }

  /// The group of all subscription events; nil where the first of them does not say it, or another
  /// event says another.
  private static func onlyGroup(_ customer: CustomerEvents, _ rules: FoldRules, from first: Int)
    -> StringID?
  {
    guard let group = rules.product(of: customer.events[first])?.group else { return nil }
    let isOnly = customer.events.allSatisfy {
      rules.product(of: $0).map { $0.group == group } ?? true
    }
    return isOnly ? group : nil
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
