import Feed
import Values

/// What can be said of a customer's new events without folding them.
extension CustomerEvents {
  /// Whether these events, and the earlier ones that they hold, make the same subscriptions,
  /// grants, referrals and dimensions: whatever came concerns neither, and names no product. Most
  /// nights bring most customers only that.
  package func differsInLogOnly(from earlier: CustomerEvents) -> Bool {
    bearing == earlier.bearing && Origin(self) == Origin(earlier)
  }

  /// How many events bear on money, access and who a customer is; an event with a product helps to
  /// find the group of others.
  private var bearing: Int {
    events.count { event in
      event.kind.has([.subscription, .access, .identity, .referral, .integrity, .offer])
        || event.product != 0 || event.tier != 0
    }
  }
}

/// What is known of a customer from the first events on.
private struct Origin: Equatable {
  var first: Instant?
  var attributes = CustomerAttributes()
  /// In the order in which they were named: what names none belongs to the only one.
  var apps: [StringID] = []

  init(_ customer: CustomerEvents) {
    attributes = CustomerAttributes(customer.events)
    for event in customer.events {
      first = min(first ?? event.time, event.time)
      if event.app != 0, event.app != apps.last, !apps.contains(event.app) {
        apps.append(event.app)
      }
    }
  }
}
