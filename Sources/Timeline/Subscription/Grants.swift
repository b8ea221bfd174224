import Feed
import Values

/// Complimentary access (SPEC 3, rule 8): from `access_granted` to its `expires_at` or the next
/// `access_revoked`.
enum Grants {
  static func stretches(in customer: borrowing CustomerEvents) -> [Range<Instant>] {
    var grants: [Range<Instant>] = []
    for index in customer.events.indices {
      let time = customer.events[index].time
      switch customer.events[index].kind {
      case .accessGranted:
        let end = customer.events[index].expiresAt ?? .distantFuture
        grants.append(time..<max(time, end))
      case .accessRevoked:
        grants = grants.map { $0.lowerBound..<max($0.lowerBound, min($0.upperBound, time)) }
      default: break
      }
    }
    return grants
  }
}
