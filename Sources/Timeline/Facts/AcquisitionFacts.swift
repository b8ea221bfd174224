import Settings
import Values

/// What customers brought, by the month and campaign that brought them, and by age (Definitions,
/// "Costs, plans, what falls due"): to be held against what was spent.
extension FactEmitter {
  func emitAcquisition(_ sums: inout FactSums) {
    add(at: timeline.firstEvent, [(0, 1)], &sums)
    if let first = timeline.charges.filter(\.isPaid).map(\.time).min() {
      add(at: first, [(1, 1)], &sums)
    }
    for charge in timeline.charges {
      let net = (charge.gross ?? .zero).micros
      add(at: charge.time, [(2, net), (3, charge.proceeds.micros)], &sums)
    }
    for refund in timeline.refunds {
      let proceeds = refund.amount - refund.tax - refund.commission
      add(at: refund.time, [(2, -refund.amount.micros), (3, -proceeds.micros)], &sums)
    }
  }

  private func add(
    at time: Instant, _ values: [(measure: Int, value: Int64)], _ sums: inout FactSums
  ) {
    let position = AcquisitionPosition.packed(
      cohort: zone.day(of: timeline.firstEvent).month.number, age: time - timeline.firstEvent)
    let campaign = [Segment(.campaign, timeline.campaign)]
    sums.add(.acquisition, position, timeline.channel, campaign, values)
  }
}

/// A cohort's month and an age in months of thirty days as one integer.
package enum AcquisitionPosition {
  package static let base: Int32 = 64

  static func packed(cohort: Int32, age: TimeSpan) -> Int32 {
    cohort * base + Int32(min(Int(base) - 1, max(0, age.wholeDays / 30)))
  }
}
