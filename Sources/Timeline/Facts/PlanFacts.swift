import Settings
import Values

/// Changes of plan, and what a month of access cost (Definitions, "Costs, plans, what falls due").
extension FactEmitter {
  /// One paid coverage following another of a different product without a gap.
  func emitPlanChanges(_ sums: inout FactSums) {
    for subscription in timeline.subscriptions {
      let paid = timeline.coverages[subscription.coverages].filter { $0.kind == .paid }
      for (before, after) in zip(paid, paid.dropFirst())
      where before.product != after.product && after.start <= before.end
        && known(zone.day(of: after.start)) == zone.day(of: after.start)
      {
        sums.add(
          .planChange, zone.day(of: after.start).month.number, before.product,
          [Segment(.product, after.product)],
          [(0, 1), (1, mrr(before).micros), (2, mrr(after).micros)])
      }
    }
  }

  private func mrr(_ coverage: Coverage) -> Amount {
    coverage.charge.map { timeline.charges[$0].mrr } ?? .zero
  }

  /// Charges by currency and monthly-equivalent price, in hundredths of the currency.
  func emitPrices(_ sums: inout FactSums) {
    for charge in timeline.charges where charge.mrr > .zero && !charge.isOpening {
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
