import Feed
import Values

/// Which app each event of a customer belongs to, where the log tells of several (Definitions,
/// "Several apps").
struct Apps {
  private let rules: FoldRules
  /// The app that the customer was seen in first; 0 for none.
  let first: StringID
  /// Nil for a customer who was seen in one app, or in none.
  private let several: SeveralApps?

  init(_ customer: borrowing CustomerEvents, _ rules: FoldRules) {
    self.rules = rules
    var seen = KeyIndex<StringID>()
    var last: StringID = 0
    for index in customer.events.indices {
      let app = rules.app(namedBy: customer.events[index])
      if app != 0, app != last { seen.add(app) }
      last = app
    }
    first = seen.keys.first ?? 0
    several = seen.keys.count > 1 ? SeveralApps(Array(seen.keys), customer, rules) : nil
  }

  /// The app that the event names, else that of the earliest event about the same original
  /// transaction, or product, else the only one that the customer was seen in; 0 for none.
  func app(of event: borrowing Event, in customer: borrowing CustomerEvents) -> StringID {
    let named = rules.app(namedBy: event)
    if named != 0 { return named }
    guard let several else { return first }
    return several.app(of: event, in: customer) ?? 0
  }

  /// The apps of a customer who was seen in several, the earliest first, and 0 for what is of none
  /// of them; nil for all others.
  var all: [StringID]? { several.map { $0.seen + [0] } }

  /// The customer's events in an app.
  func events(of customer: CustomerEvents, in app: StringID) -> CustomerEvents {
    customer.filtered { self.app(of: $0, in: customer) == app }
  }
}

/// The apps of one customer: who was seen in one bought everything there, and needs none of this.
private final class SeveralApps: Sendable {
  let seen: [StringID]
  /// The app of each original transaction, and of each product.
  private let transactions: KeyMap<UInt64, StringID>
  private let products: KeyMap<StringID, StringID>

  init(_ seen: [StringID], _ customer: borrowing CustomerEvents, _ rules: FoldRules) {
    self.seen = seen
    var transactions = KeyMap<UInt64, StringID>()
    var products = KeyMap<StringID, StringID>()
    for index in customer.events.indices where customer.events[index].bearsOnMoney {
      let app = rules.app(namedBy: customer.events[index])
      guard app != 0 else { continue }
      let key = customer.key(customer.events[index].originalTransactionID)
      if key != 0 { transactions.add(key, app) }
      let product = customer.events[index].product
      if product != 0 { products.add(product, app) }
    }
    (self.transactions, self.products) = (transactions, products)
  }

  func app(of event: borrowing Event, in customer: borrowing CustomerEvents) -> StringID? {
    let key = customer.key(event.originalTransactionID)
    if key != 0, let known = transactions[key] { return known }
    return event.product != 0 ? products[event.product] : nil
  }
}

extension Event {
  /// Whether it decides about money or access, or says what others are about.
  fileprivate var bearsOnMoney: Bool { kind.has(.subscription) || product != 0 || tier != 0 }
}
