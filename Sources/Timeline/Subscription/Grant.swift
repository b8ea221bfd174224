package import Feed
package import Values

/// Complimentary access (Definitions, "When somebody has access"): from `access_granted` to its
/// `expires_at` or the next `access_revoked`.
package struct Grant: Sendable, Equatable {
  package let start: Instant
  package private(set) var end: Instant
  /// 0 where the log names none.
  package let product: StringID
  /// Why, and by whom, in the log's own words; 0 where it does not say.
  package let reason: StringID
  package let grantedBy: StringID
  package private(set) var isRevoked = false

  /// Whether it has no end that is known.
  package var isOpen: Bool { end == .distantFuture }

  private init(_ event: borrowing Event) {
    start = event.time
    end = max(event.time, event.expiresAt ?? .distantFuture)
    product = event.product
    (reason, grantedBy) = (event.reason, event.grantedBy)
  }

  private mutating func revoke(at time: Instant) {
    guard time < end else { return }
    end = time
    isRevoked = true
  }

  /// All that a customer was granted, in the order of time.
  static func all(in customer: borrowing CustomerEvents) -> [Grant] {
    guard customer.rules.contains(.access) else { return [] }
    var grants: [Grant] = []
    /// Those that nothing has revoked.
    var open: [Int] = []
    for index in customer.events.indices {
      switch customer.events[index].kind {
      case .accessGranted:
        open.append(grants.count)
        grants.append(Grant(customer.events[index]))
      case .accessRevoked:
        let time = customer.events[index].time
        for place in open { grants[place].revoke(at: time) }
        open.removeAll()
      default: break
      }
    }
    return grants
  }
}
