package import Feed
package import Settings

/// What is known of a customer: one value for each of ``Dimension/ofCustomers``, the first that any
/// of his events gives (Definitions, "Who is one customer"). 0 where none does.
package struct CustomerAttributes: Equatable, Sendable {
  /// By the places of ``Dimension/ofCustomers``.
  package private(set) var values = SIMD8<StringID>.zero

  init() {}

  init(_ events: [Event]) {
    for (place, dimension) in Dimension.ofCustomers.enumerated() {
      values[place] = Self.first(dimension, in: events)
    }
  }

  /// The first value that events in the order of time give of a dimension; 0 for none.
  static func first(_ dimension: Dimension, in events: [Event]) -> StringID {
    for index in events.indices {
      if let value = events[index].value(of: dimension), value != 0 { return value }
    }
    return 0
  }

  /// The value of a dimension of customers.
  package subscript(_ dimension: Dimension) -> StringID {
    guard let place = Dimension.ofCustomers.firstIndex(of: dimension) else {
      preconditionFailure("\(dimension.name) is nothing that is known of customers")
    }
    return values[place]
  }

  func segment(_ dimension: Dimension) -> Segment { Segment(dimension, self[dimension]) }
}

extension Event {
  /// What the event says of its customer; nil for a dimension of something else.
  package func value(of dimension: Dimension) -> StringID? {
    switch dimension {
    case .country: country
    case .channel: channel
    case .campaign: campaign
    case .platform: platform
    case .all, .tier, .product, .period, .app, .paywall, .trigger, .variant, .appVersion, .offer,
      .offerCode, .feature, .referral, .reason, .doubt, .price:
      nil
    }
  }
}
