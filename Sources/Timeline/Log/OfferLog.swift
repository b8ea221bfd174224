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
  /// The last time that the offer was readable of: a discount of three months is told of thrice.
  fileprivate(set) var lastMention: Instant

  package var isOffer: Bool { offer != Segment.without }
}

/// Redemptions of offers, and behind them the accesses that began without one, to compare with.
///
/// A redemption is an `offer_redeemed`, or a trial or charge that names an offer or code. What
/// names the same offer before anything else was paid continues it.
enum OfferLog {
  private static let echoDistance = TimeSpan.hours(24)

  static func add(_ customer: CustomerEvents, _ timeline: Timeline, to starts: inout [OfferStart]) {
    let hasMentions = customer.events.contains(where: isMention)
    guard hasMentions || !timeline.coverages.isEmpty else { return }
    let access = AccessBefore(timeline)
    for index in customer.events.indices where isMention(customer.events[index]) {
      take(customer.events[index], timeline, access, &starts)
    }
    let offers = starts.count
    for start in timeline.accessBeginnings where !hasOffer(start, starts[..<offers]) {
      starts.append(
        OfferStart(
          time: start, audience: access.audience(at: start), offer: Segment.without,
          code: Segment.without, lastMention: start))
    }
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

  /// Whether an access began with one of `offers`, within a day.
  private static func hasOffer(_ start: Instant, _ offers: ArraySlice<OfferStart>) -> Bool {
    let near = offers.partitioningIndex { $0.time + echoDistance >= start }
    return near < offers.count && offers[near].time <= start + echoDistance
  }
}

/// Who somebody was by the access before.
private struct AccessBefore {
  private let first: Instant?
  private let access: Stretches<Instant>

  init(_ timeline: borrowing Timeline) {
    var first: Instant?
    for index in timeline.coverages.indices {
      first = min(first ?? .distantFuture, timeline.coverages[index].start)
    }
    self.first = first
    access = timeline.access()
  }

  func audience(at time: Instant) -> OfferStart.Audience {
    guard let first, first < time else { return .new }
    return access.leads(upTo: time) ? .running : .returning
  }
}
