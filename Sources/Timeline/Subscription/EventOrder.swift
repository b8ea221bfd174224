import Feed
import Values

// The order of a customer's events (Definitions, "Who is one customer").

extension Event {
  /// Whether `a` precedes `b` within a customer: by time, then rank, then identity, which an event of
  /// another kind may share.
  static func comes(
    _ a: borrowing Event, before b: borrowing Event, in bytes: UnsafeRawBufferPointer
  )
    -> Bool
  {
    if a.time != b.time { return a.time < b.time }
    let ranks = (a.rank, b.rank)
    if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
    let (one, other) = (bytes[a.identity.range], bytes[b.identity.range])
    return one.elementsEqual(other)
      ? a.kind.rawValue < b.kind.rawValue : one.lexicographicallyPrecedes(other)
  }

  /// The place among events of the same instant (Definitions, "Who is one customer").
  var rank: Int {
    switch kind {
    // A log is no finer than its clock: what begins something comes before what it led to.
    case .paywallShown: -2
    case .purchaseStarted: -1
    case .expired: 0
    case .trialStarted: 1
    case .purchased, .renewed, .offerRedeemed: 2
    case .trialConverted: isCharge ? 2 : 11
    case .productChanged: isCharge ? 2 : 3
    case .subscriptionExtended: 4
    case .gracePeriodEntered, .billingFailed: 5
    case .cancelled: 6
    case .uncancelled: 7
    case .refunded: 8
    case .refundReversed: 9
    case .revoked: 10
    default: 11
    }
  }
}
