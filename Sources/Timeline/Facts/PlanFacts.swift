import Settings
import Values

/// The measures of ``FactTable/planChange``.
package enum PlanChangeMeasure: Int, FactMeasure {
  case changes
  case mrrBefore
  case mrrAfter
}

/// The measures of ``FactTable/price``.
package enum PriceMeasure: Int, FactMeasure {
  case charges
  case grossRevenue
  case mrr
}

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
    sums.add(.planChange, day.month.number, before.product, place) { put in
      put(.changes, 1)
      put(.mrrBefore, old)
      put(.mrrAfter, new)
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
      sums.add(.price, month, charge.currency, Place(Segment(.price, cents))) { put in
        put(.charges, 1)
        put(.grossRevenue, (charge.gross ?? .zero).micros)
        put(.mrr, charge.mrr.micros)
      }
    }
  }
}
