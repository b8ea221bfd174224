import Settings
import Values

/// Changes of plan, and what a month of access cost (Definitions, "Costs, plans, what falls due").
extension FactEmitter {
  /// One paid coverage following another of a different product without a gap.
  func emitPlanChanges(_ sums: inout FactSums) {
    for subscription in timeline.subscriptions {
      var before: Int?
      for index in subscription.coverages where timeline.coverages[index].kind == .paid {
        if let before { emitChange(timeline.coverages[before], timeline.coverages[index], &sums) }
        before = index
      }
    }
  }

  private func emitChange(
    _ before: borrowing Coverage, _ after: borrowing Coverage, _ sums: inout FactSums
  ) {
    guard before.product != after.product, after.start <= before.end else { return }
    let day = zone.day(of: after.start)
    guard known(day) == day else { return }
    let (old, new) = (mrr(before).micros, mrr(after).micros)
    let place = Place(Segment(.product, after.product))
    sums.add(.planChange, day.month.number, before.product, place) {
      $0.put(0, 1)
      $0.put(1, old)
      $0.put(2, new)
    }
  }

  private func mrr(_ coverage: borrowing Coverage) -> Amount {
    let charge = coverage.charge
    return charge.map { timeline.charges[$0].mrr } ?? .zero
  }

  /// Charges by currency and monthly-equivalent price, in hundredths of the currency.
  func emitPrices(_ sums: inout FactSums) {
    for index in timeline.charges.indices where timeline.charges[index].mrr > .zero {
      let charge = timeline.charges[index]
      if charge.isOpening { continue }
      let cents = Int32(
        clamping: roundedHalfToEven(Int128(charge.originalMRR.micros), over: 10_000))
      let month = zone.day(of: charge.time).month.number
      sums.add(.price, month, charge.currency, Place(Segment(.price, cents))) {
        $0.put(0, 1)
        $0.put(1, (charge.gross ?? .zero).micros)
        $0.put(2, charge.mrr.micros)
      }
    }
  }
}
