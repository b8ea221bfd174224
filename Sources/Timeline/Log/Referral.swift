import Feed
package import Values

/// That a customer was referred by another (Definitions, "Offers and referrals"): the first word of
/// each referrer.
package struct Referral: Sendable {
  /// The hash of the referrer's id as the log writes it.
  package let referrer: UInt64
  package let recorded: Instant
  package fileprivate(set) var completed: Instant?

  /// All referrals of a customer. One that is completed without having been recorded counts as
  /// recorded then; a completion that names no referrer is that of the latest.
  static func all(in customer: CustomerEvents) -> [Referral] {
    guard customer.rules.contains(.referral) else { return [] }
    var referrals: [Referral] = []
    var referrers = KeyIndex<UInt64>()
    for index in customer.events.indices where customer.events[index].kind.has(.referral) {
      let time = customer.events[index].time
      let key = customer.key(customer.events[index].referrerID)
      let isCompletion = customer.events[index].kind == .referralCompleted
      let isLatest = key == 0 && !referrals.isEmpty
      let at = isLatest ? referrals.count - 1 : referrers.add(key)
      if at == referrals.count { referrals.append(Referral(referrer: key, recorded: time)) }
      if isCompletion { referrals[at].completed = referrals[at].completed ?? time }
    }
    return referrals
  }

  private init(referrer: UInt64, recorded: Instant) {
    self.referrer = referrer
    self.recorded = recorded
  }
}
