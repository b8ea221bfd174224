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
    if let first = timeline.firstPaid.map({ timeline.charges[$0] }), !timeline.isFromBefore {
      sums.add(.firstPayments, day(first.time), sums.own(and: first), 1)
    }
    for charge in timeline.charges where charge.isPayment {
      sums.add(.day, day(charge.time), 0, sums.own(and: charge)) { put in
        put(.charges, 1)
        put(.paidCharges, charge.isPaid ? 1 : 0)
        put(.grossRevenue, charge.gross?.micros ?? 0)
        put(.tax, charge.tax.micros)
        put(.commission, charge.commission.micros)
        put(.refundedCharges, charge.refunded > .zero ? 1 : 0)
      }
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

  private var cohortMonth: Int32 { zone.day(of: timeline.firstEvent).month.number }

  func emitValueCohort(_ sums: inout FactSums) {
    sums.add(.value, cohortMonth, 0, valuePlace(&sums), .customers, 1)
  }

  /// Net revenue and first payments by the smallest horizon that holds them.
  func emitValue(_ sums: inout FactSums) {
    let place = valuePlace(&sums)
    for charge in timeline.charges {
      addValue(charge.gross ?? .zero, at: charge.time, place, &sums)
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
    let trial = timeline.trials.min { $0.start < $1.start }
    let charge = timeline.charges.min { $0.time < $1.time }
    let product =
      switch (trial, charge) {
      case (let trial?, let charge?): trial.start <= charge.time ? trial.product : charge.product
      default: trial?.product ?? charge?.product ?? 0
      }
    let isReferred: Int32 = timeline.referrals.isEmpty ? 0 : 1
    return sums.own(
      and: Segment(.product, product), Segment(.referral, isReferred),
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
