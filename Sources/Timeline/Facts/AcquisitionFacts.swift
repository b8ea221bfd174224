import Settings
import Values

/// The measures of ``FactTable/acquisition``.
package enum AcquisitionMeasure: Int, FactMeasure {
  case customers
  case payers
  case netRevenue
  case proceeds
}

/// What customers brought, by the month and campaign that brought them, and by age (Definitions,
/// "Costs, plans, what falls due"): to be held against what was spent.
extension FactEmitter {
  func emitAcquisition(_ sums: inout FactSums) {
    add(at: timeline.firstEvent, &sums) { $0(.customers, 1) }
    if let first = timeline.firstPaid {
      add(at: timeline.charges[first].time, &sums) { $0(.payers, 1) }
    }
    for index in timeline.charges.indices {
      add(at: timeline.charges[index].time, &sums) { put in
        put(.netRevenue, (timeline.charges[index].gross ?? .zero).micros)
        put(.proceeds, timeline.charges[index].proceeds.micros)
      }
    }
    for refund in timeline.refunds {
      let proceeds = refund.amount - refund.tax - refund.commission
      add(at: refund.time, &sums) { put in
        put(.netRevenue, -refund.amount.micros)
        put(.proceeds, -proceeds.micros)
      }
    }
  }

  /// Who was there before the log is of no month of it.
  private var acquisitionMonth: Int32 {
    let month = zone.day(of: timeline.firstEvent).month
    guard timeline.isFromBefore, let first = rules.firstDay?.month else { return month.number }
    return first.number - 1
  }

  private func add(
    at time: Instant, _ sums: inout FactSums, _ draw: (FactPut<AcquisitionMeasure>) -> Void
  ) {
    let position = AcquisitionPosition.packed(
      cohort: acquisitionMonth, age: time - timeline.firstEvent)
    let campaign = Place(timeline.attributes.segment(.campaign))
    sums.add(.acquisition, position, timeline.attributes[.channel], campaign, draw)
  }
}

/// A cohort's month and an age in months of thirty days as one integer.
package enum AcquisitionPosition {
  package static let base: Int32 = 64

  static func packed(cohort: Int32, age: TimeSpan) -> Int32 {
    cohort * base + Int32(min(Int(base) - 1, max(0, age.wholeDays / 30)))
  }
}
