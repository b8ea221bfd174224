import Feed
import Values

/// Which group each event of a customer belongs to (Definitions, "Who is one customer").
struct Groups {
  private let rules: FoldRules
  /// The group of each original transaction.
  private var groups = KeyMap<UInt64, StringID>()
  /// The only group among the customer's events with products; 0 for none or several.
  private var onlyGroup: StringID = 0
  private var hasSeveral = false

  init(_ customer: borrowing CustomerEvents, _ rules: FoldRules) {
    self.rules = rules
    for index in customer.events.indices {
      guard let product = rules.product(of: customer.events[index]) else { continue }
      note(product.group)
      let key = customer.key(customer.events[index].originalTransactionID)
      if key != 0 { groups.add(key, product.group) }
    }
  }

  private mutating func note(_ group: StringID) {
    if onlyGroup == 0 { onlyGroup = group } else if onlyGroup != group { hasSeveral = true }
  }

  func group(of event: borrowing Event, in customer: borrowing CustomerEvents) -> StringID {
    if let product = rules.product(of: event) { return product.group }
    let key = customer.key(event.originalTransactionID)
    if key != 0, let known = groups[key] { return known }
    if onlyGroup != 0, !hasSeveral { return onlyGroup }
    return rules.onlyGroup != 0 ? rules.onlyGroup : rules.defaultGroup
  }
}
