import Feed
import Settings
import Values

/// The measures of ``FactTable/value``.
package enum ValueMeasure: Int, FactMeasure {
  case customers
  case payers
  case netRevenue
}

/// Charges and refunds by their day (Definitions, "Revenue"), and by age of the customer
/// (Definitions, "Revenue").
extension FactEmitter {
  func emitMoney(_ sums: inout FactSums) {
    if let first = timeline.firstPaid, !timeline.isFromBefore {
      let place = sums.own(and: timeline.charges[first])
      sums.add(.firstPayments, day(timeline.charges[first].time), place, 1)
    }
    for index in timeline.charges.indices where timeline.charges[index].isPayment {
      emit(timeline.charges[index], &sums)
    }
    for refund in timeline.refunds {
      sums.add(.day, day(refund.time), 0, sums.own(and: timeline.charges[refund.charge])) { put in
        put(.refunds, refund.isReversal ? 0 : 1)
        put(.refunded, refund.amount.micros)
        put(.reversals, refund.isReversal ? 1 : 0)
        put(.reversed, refund.isReversal ? -refund.amount.micros : 0)
        put(.tax, -refund.tax.micros)
        put(.commission, -refund.commission.micros)
      }
    }
  }

  private func emit(_ charge: Charge, _ sums: inout FactSums) {
    sums.add(.day, day(charge.time), 0, sums.own(and: charge)) { put in
      put(.charges, 1)
      put(.paidCharges, charge.isPaid ? 1 : 0)
      put(.grossRevenue, charge.gross?.micros ?? 0)
      put(.tax, charge.tax.micros)
      put(.commission, charge.commission.micros)
      put(.refundedCharges, charge.refunded > .zero ? 1 : 0)
    }
  }

  private var cohortMonth: Int32 { zone.day(of: timeline.firstEvent).month.number }

  func emitValueCohort(_ sums: inout FactSums) {
    sums.add(.value, cohortMonth, 0, valuePlace(&sums), .customers, 1)
  }

  /// Net revenue and first payments by the smallest horizon that holds them.
  func emitValue(_ sums: inout FactSums) {
    let place = valuePlace(&sums)
    for index in timeline.charges.indices {
      let gross = timeline.charges[index].gross ?? .zero
      addValue(gross, at: timeline.charges[index].time, place, &sums)
    }
    for refund in timeline.refunds { addValue(-refund.amount, at: refund.time, place, &sums) }
    let firstPayment = timeline.firstPaid.map { timeline.charges[$0].time }
    if let firstPayment, let horizon = ValueHorizon.holding(firstPayment - timeline.firstEvent) {
      sums.add(.value, cohortMonth, horizon, place, .payers, 1)
    }
  }

  private func addValue(
    _ amount: Amount, at time: Instant, _ place: Place, _ sums: inout FactSums
  ) {
    guard let horizon = ValueHorizon.holding(time - timeline.firstEvent) else { return }
    sums.add(.value, cohortMonth, horizon, place, .netRevenue, amount.micros)
  }

  /// Besides the customer's own: the product of the first trial or charge, and whether somebody
  /// referred the customer.
  private func valuePlace(_ sums: inout FactSums) -> Place {
    var first: (time: Instant, product: StringID)?
    for index in timeline.trials.indices {
      let start = timeline.trials[index].start
      if first.map({ start < $0.time }) ?? true { first = (start, timeline.trials[index].product) }
    }
    for index in timeline.charges.indices {
      let time = timeline.charges[index].time
      if first.map({ time < $0.time }) ?? true { first = (time, timeline.charges[index].product) }
    }
    let isReferred: Int32 = timeline.referrals.isEmpty ? 0 : 1
    return sums.own(
      and: Segment(.product, first?.product ?? 0), Segment(.referral, isReferred),
      timeline.app.map { Segment(.app, $0) })
  }
}

/// The ages at which realised value is reported (Definitions, "Revenue").
package enum ValueHorizon {
  package static let all: [Int32] = [7, 14, 30, 60, 90, 180, 365]

  /// The smallest horizon of at least this age in whole 24-hour days; nil past the last.
  static func holding(_ age: TimeSpan) -> Int32? {
    let days = age.wholeDays
    return all.first { days <= $0 }
  }
}
