import Feed
import Settings
import Values

/// The measures of ``FactTable/offer``: by the month and audience of the beginning, and the day on
/// which each became known.
package enum OfferMeasure: Int, FactMeasure {
  case starts
  /// Followed by a payment at the full price.
  case converted
  /// Those for which the time to convert is over.
  case matured
  case maturedConverted
  /// Those that began ninety days ago.
  case aged
  /// Those of them with MRR on that day.
  case agedRetained
  /// What they paid within these ninety days, less refunds.
  case agedRevenue
}

/// What became of offers, and of accesses that began without one.
extension FactEmitter {
  /// How long after the offer's own end a payment still counts as its fruit.
  private static let conversionWindow = TimeSpan.days(30)
  private static let age = TimeSpan.days(90)

  func emitOffers(_ sums: inout FactSums) {
    guard !timeline.offers.isEmpty else { return }
    let recurring = recurringAccess
    let net = NetPayments(timeline)
    for start in timeline.offers {
      let place = sums.place(Segment(.offer, start.offer), Segment(.offerCode, start.code))
      let position = OfferPosition.packed(
        month: zone.day(of: start.time).month.number, audience: start.audience.rawValue)
      sums.add(.offer, position, day(start.time), place, .starts, 1)
      emitConversion(of: start, position, place, &sums)
      let aged = start.time + Self.age
      let revenue = net.amount(in: start.time...aged).micros
      sums.add(.offer, position, day(aged), place) { put in
        put(.aged, 1)
        put(.agedRetained, recurring.contains(aged) ? 1 : 0)
        put(.agedRevenue, revenue)
      }
    }
  }

  private func emitConversion(
    of start: OfferStart, _ position: Int32, _ place: Place, _ sums: inout FactSums
  ) {
    let end = timeline.ownEnd(ofAccessFrom: start.lastMention) ?? start.lastMention
    let deadline = end + Self.conversionWindow
    let from = start.isOffer ? start.time : start.time - TimeSpan(milliseconds: 1)
    let paid = timeline.fullPrice(after: from, upTo: deadline)
    sums.add(.offer, position, day(deadline), place) { put in
      put(.matured, 1)
      put(.maturedConverted, paid == nil ? 0 : 1)
    }
    if let paid { sums.add(.offer, position, day(paid), place, .converted, 1) }
  }

  /// When the customer has MRR.
  private var recurringAccess: Stretches<Instant> {
    timeline.access { coverage in
      guard coverage.kind == .paid, let charge = coverage.charge else { return false }
      return timeline.charges[charge].mrr > .zero
    }
  }
}

extension Timeline {
  /// The own end of the coverage that began with, or shortly after, something said at `time`.
  fileprivate func ownEnd(ofAccessFrom time: Instant) -> Instant? {
    for index in subscriptions.indices {
      let own = coverages[subscriptions[index].coverages]
      let next = own.partitioningIndex { $0.start >= time }
      if next < own.endIndex, own[next].start <= time + .hours(24) { return own[next].ownEnd }
    }
    for index in subscriptions.indices.reversed() {
      let own = coverages[subscriptions[index].coverages]
      let begun = own[..<own.partitioningIndex { $0.start > time }]
      if let running = begun.lastIndex(where: { time < $0.ownEnd }) { return own[running].ownEnd }
    }
    return nil
  }
}

/// A month and an audience as one integer.
package enum OfferPosition {
  package static let base: Int32 = 4

  package static func packed(month: Int32, audience: Int32) -> Int32 { month * base + audience }
}

/// The measures of ``FactTable/code``.
package enum CodeMeasure: Int, FactMeasure {
  case assigned
  case redeemed
}

/// One-time codes of offers: when each was handed to the customer, and when it was redeemed
/// (Definitions, "Offers and referrals").
extension FactEmitter {
  func emitCodes(_ sums: inout FactSums) {
    for assigned in timeline.assignedCodes {
      let place = Place(Segment(.offer, assigned.offer))
      sums.add(.code, day(assigned.time), assigned.code, place, .assigned, 1)
    }
    var redeemed: Set<OfferCode> = []
    for start in timeline.offers where start.isOffer && start.code > 0 {
      let code = OfferCode(offer: start.offer, code: start.code)
      guard redeemed.insert(code).inserted else { continue }
      let place = Place(Segment(.offer, start.offer))
      sums.add(.code, day(start.time), start.code, place, .redeemed, 1)
    }
  }
}

/// A code of an offer: what says it without the offer is another.
private struct OfferCode: Hashable {
  let offer: StringID
  let code: StringID
}

/// A code that was handed to a customer.
struct AssignedCode: Sendable {
  let offer: StringID
  let code: StringID
  let time: Instant

  /// Each code of an offer once.
  static func all(in customer: CustomerEvents) -> [AssignedCode] {
    guard customer.rules.contains(.offer) else { return [] }
    var known: Set<OfferCode> = []
    return customer.events.filter { $0.kind == .offerCodeAssigned && $0.offerCode != 0 }
      .compactMap { event in
        let code = OfferCode(offer: event.offerID, code: event.offerCode)
        guard known.insert(code).inserted else { return nil }
        return AssignedCode(offer: event.offerID, code: event.offerCode, time: event.time)
      }
  }
}
