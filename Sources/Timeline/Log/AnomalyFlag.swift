import Feed
package import Values

/// Something about one customer that a person should look at (Definitions, "Data quality"). Never
/// acted upon.
package struct AnomalyFlag: Sendable, Hashable {
  /// Raw values are stored in the database: never renumber.
  package enum Kind: Int64, CaseIterable, Sendable {
    /// One transaction told of again and again.
    case sameReceipt = 1
    /// Most of what was paid came back.
    case refundAbuse = 2
    /// Several trials of one group, under several ids.
    case trialHopping = 3
    /// More ids than one person has (`ManyIDs`): told by the users, not by the events.
    case manyIDs = 4
    /// The app says so (``IntegritySign``).
    case jailbreak = 5
    case tamperedReceipt = 6
    case trialBypass = 7
  }

  package let kind: Kind
  /// The transaction, as the rows of charges have it; 0 for none.
  package let transaction: UInt64
  /// Mentions, refunded charges, trials.
  package let count: Int
  package let amount: Amount
  package let last: Instant
}

extension AnomalyFlag {
  /// A store repeats a notification up to five times, and the app tells of it as well.
  private static let usualMentions = 9
  private static let usualRefunds = 2

  static func all(in customer: CustomerEvents, _ timeline: Timeline) -> [AnomalyFlag] {
    let signs = timeline.integritySigns.compactMap(AnomalyFlag.init)
    guard !timeline.subscriptions.isEmpty else { return signs }
    var flags = receipts(timeline)
    if !timeline.refunds.isEmpty { flags += refunds(timeline) }
    return flags + trials(customer, timeline) + signs
  }

  private init?(_ sign: IntegritySign) {
    switch sign.signal {
    case .jailbreak: kind = .jailbreak
    case .tamperedReceipt: kind = .tamperedReceipt
    case .trialBypass: kind = .trialBypass
    default: return nil
    }
    (transaction, count, amount, last) = (0, sign.count, .zero, sign.last)
  }

  private static func receipts(_ timeline: Timeline) -> [AnomalyFlag] {
    timeline.charges.filter { $0.mentions > usualMentions }.map {
      AnomalyFlag(
        kind: .sameReceipt, transaction: $0.transaction, count: $0.mentions,
        amount: $0.gross ?? .zero, last: $0.time)
    }
  }

  /// At least three charges paid back, and half of all.
  private static func refunds(_ timeline: Timeline) -> [AnomalyFlag] {
    let refunded = timeline.charges.filter { $0.refunded > .zero }
    let paid = timeline.charges.count { $0.isPaid }
    guard refunded.count > usualRefunds, refunded.count * 2 >= paid,
      let last = timeline.refunds.map(\.time).max()
    else { return [] }
    let amount = timeline.refunds.reduce(Amount.zero) { $0 + $1.amount }
    return [
      AnomalyFlag(
        kind: .refundAbuse, transaction: 0, count: refunded.count, amount: amount, last: last)
    ]
  }

  /// A store gives a person one trial of a group: two of them, under ids that were joined later.
  private static func trials(_ customer: CustomerEvents, _ timeline: Timeline) -> [AnomalyFlag] {
    guard customer.rules.contains(.identity), timeline.trials.count > 1 else { return [] }
    let starts = timeline.subscriptions.map { subscription in
      timeline.coverages[subscription.coverages].filter { $0.kind == .trial }.map(\.start)
    }
    guard let most = starts.max(by: { $0.count < $1.count }), most.count > 1, let last = most.max()
    else { return [] }
    let ids = Set(
      customer.events.filter { $0.kind == .userAliased }.map { customer.key($0.previousID) })
    guard !ids.isEmpty else { return [] }
    return [
      AnomalyFlag(
        kind: .trialHopping, transaction: 0, count: most.count, amount: .zero, last: last)
    ]
  }
}
