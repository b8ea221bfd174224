import Settings
import Feed
import Values

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
