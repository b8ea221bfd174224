package import Feed
package import Values

/// The beginning of an access, with an offer or without (Definitions, "Offers and referrals").
package struct OfferStart: Sendable {
  /// Who began. Raw values are stored: never renumber.
  package enum Audience: Int32, Sendable { case new = 1, returning = 2, running = 3 }

  package let time: Instant
  package let audience: Audience
  /// ``Segment/without`` in both for an access that began at the price that everybody pays.
  package let offer: StringID
  package let code: StringID
  /// The last time that the offer was spoken of: a discount of three months is told of thrice.
  fileprivate(set) var lastMention: Instant

  package var isOffer: Bool { offer != Segment.without }
}

/// Redemptions of offers, and the accesses that began without one, to compare with.
///
/// A redemption is an `offer_redeemed`, or a trial or charge that names an offer or code. What
/// names the same offer before anything else was paid continues it.
enum OfferLog {
  private static let echoDistance = TimeSpan.hours(24)

  static func starts(_ customer: CustomerEvents, _ timeline: Timeline) -> [OfferStart] {
    var starts: [OfferStart] = []
    let hasMentions = customer.events.contains(where: isMention)
    guard hasMentions || !timeline.coverages.isEmpty else { return [] }
    let access = AccessBefore(timeline)
    for index in customer.events.indices where isMention(customer.events[index]) {
      take(customer.events[index], timeline, access, &starts)
    }
    return starts + beginnings(timeline, access, besides: starts)
  }

  private static func isMention(_ event: Event) -> Bool {
    guard !event.flags.contains(.familyShared) else { return false }
    if event.kind == .offerRedeemed { return true }
    return (event.offerID != 0 || event.offerCode != 0)
      && (event.kind == .trialStarted || event.isCharge)
  }

  private static func take(
    _ event: Event, _ timeline: Timeline, _ access: AccessBefore, _ starts: inout [OfferStart]
  ) {
    if let last = starts.last, last.offer == event.offerID, last.code == event.offerCode {
      let isEcho = event.time - last.lastMention <= echoDistance
      let wasPaid = timeline.fullPrice(after: last.lastMention, upTo: event.time) != nil
      if isEcho || event.kind != .offerRedeemed && !wasPaid {
        starts[starts.count - 1].lastMention = event.time
        return
      }
    }
    starts.append(
      OfferStart(
        time: event.time, audience: access.audience(at: event.time), offer: event.offerID,
        code: event.offerCode, lastMention: event.time))
  }

  /// The accesses that began without an offer within a day.
  private static func beginnings(
    _ timeline: Timeline, _ access: AccessBefore, besides offers: [OfferStart]
  ) -> [OfferStart] {
    timeline.accessBeginnings.compactMap { start in
      let near = offers.partitioningIndex { $0.time + echoDistance >= start }
      let hasOffer = near < offers.count && offers[near].time <= start + echoDistance
      guard !hasOffer else { return nil }
      return OfferStart(
        time: start, audience: access.audience(at: start), offer: Segment.without,
        code: Segment.without, lastMention: start)
    }
  }
}

/// Who somebody was by the access before.
private struct AccessBefore {
  private let first: Instant?
  private let access: Stretches<Instant>

  init(_ timeline: Timeline) {
    first = timeline.coverages.indices.lazy.map { timeline.coverages[$0].start }.min()
    access = timeline.access()
  }

  func audience(at time: Instant) -> OfferStart.Audience {
    guard let first, first < time else { return .new }
    return access.leads(upTo: time) ? .running : .returning
  }
}
