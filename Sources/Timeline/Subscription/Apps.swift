import Feed
import Values

/// Which app each event of a customer belongs to, where the log tells of several (Definitions,
/// "Several apps").
final class Apps {
  private let rules: FoldRules
  /// Those that the customer was seen in, the earliest first.
  private var seen = KeyIndex<StringID>()
  private var transactions = KeyIndex<UInt64>()
  /// The app of each of `transactions`.
  private var appsOfTransactions = ShortList<StringID>()
  private var products = KeyIndex<StringID>()
  /// The app of each of `products`.
  private var appsOfProducts = ShortList<StringID>()

  init(_ customer: borrowing CustomerEvents, _ rules: FoldRules) {
    self.rules = rules
    var last: StringID = 0
    for index in customer.events.indices {
      let app = rules.app(namedBy: customer.events[index])
      if app != 0, app != last { seen.add(app) }
      last = app
    }
    // Who was seen in one app bought everything there.
    if count > 1 { noteWhatIsSold(customer) }
  }

  private func noteWhatIsSold(_ customer: borrowing CustomerEvents) {
    for index in customer.events.indices where customer.events[index].bearsOnMoney {
      let app = rules.app(namedBy: customer.events[index])
      if app != 0 { note(app, of: customer.events[index], in: customer) }
    }
  }

  private func note(
    _ app: StringID, of event: borrowing Event, in customer: borrowing CustomerEvents
  ) {
    let key = customer.key(event.originalTransactionID)
    if key != 0, transactions.add(key) == appsOfTransactions.count {
      appsOfTransactions.append(app)
    }
    if event.product != 0, products.add(event.product) == appsOfProducts.count {
      appsOfProducts.append(app)
    }
  }

  /// The app that the event names, else that of the earliest event about the same original
  /// transaction, or product, else the only one that the customer was seen in; 0 for none.
  func app(of event: borrowing Event, in customer: borrowing CustomerEvents) -> StringID {
    let named = rules.app(namedBy: event)
    if named != 0 { return named }
    let key = customer.key(event.originalTransactionID)
    if key != 0, let place = transactions.place(of: key) { return appsOfTransactions[place] }
    if event.product != 0, let place = products.place(of: event.product) {
      return appsOfProducts[place]
    }
    return count > 1 ? 0 : first
  }

  /// How many apps the customer was seen in.
  var count: Int { seen.keys.count }

  /// The app that the customer was seen in first; 0 for none.
  var first: StringID { seen.keys.first ?? 0 }

  /// Those that the customer was seen in, and 0 for what is of none of them.
  var all: [StringID] { Array(seen.keys) + [0] }

  /// The customer's events in an app.
  func events(of customer: CustomerEvents, in app: StringID) -> CustomerEvents {
    customer.filtered { self.app(of: $0, in: customer) == app }
  }
}

extension Event {
  /// Whether it decides about money or access, or says what others are about.
  fileprivate var bearsOnMoney: Bool { kind.has(.subscription) || product != 0 || tier != 0 }
}
