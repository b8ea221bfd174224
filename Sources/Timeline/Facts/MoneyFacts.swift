import Settings
import Values

/// Charges and refunds by their day (Definitions, "Revenue"), and by age of the customer
/// (Definitions, "Revenue").
extension FactEmitter {
  func emitMoney(_ sums: inout FactSums) {
    if let first = timeline.charges.filter(\.isPaid).min(by: { $0.time < $1.time }) {
      sums.add(.firstPayments, day(first.time), customer + first.segments, 1)
    }
    for charge in timeline.charges {
      sums.add(
        .day, day(charge.time), 0, customer + charge.segments,
        [
          (DayMeasure.charges.rawValue, 1),
          (DayMeasure.paidCharges.rawValue, charge.isPaid ? 1 : 0),
          (DayMeasure.grossRevenue.rawValue, charge.gross?.micros ?? 0),
          (DayMeasure.tax.rawValue, charge.tax.micros),
          (DayMeasure.commission.rawValue, charge.commission.micros),
          (DayMeasure.refundedCharges.rawValue, charge.refunded > .zero ? 1 : 0),
        ])
    }
    for refund in timeline.refunds {
      sums.add(
        .day, day(refund.time), 0, customer + timeline.charges[refund.charge].segments,
        [
          (DayMeasure.refunds.rawValue, refund.isReversal ? 0 : 1),
          (DayMeasure.refunded.rawValue, refund.amount.micros),
          (DayMeasure.reversals.rawValue, refund.isReversal ? 1 : 0),
          (DayMeasure.reversed.rawValue, refund.isReversal ? -refund.amount.micros : 0),
          (DayMeasure.tax.rawValue, -refund.tax.micros),
          (DayMeasure.commission.rawValue, -refund.commission.micros),
        ])
    }
  }

  private var cohortMonth: Int32 { zone.day(of: timeline.firstEvent).month.number }

  func emitValueCohort(_ sums: inout FactSums) {
    sums.add(.value, cohortMonth, 0, valueSegments, 0, 1)
  }

  /// Net revenue and first payments by the smallest horizon that holds them.
  func emitValue(_ sums: inout FactSums) {
    let segments = valueSegments
    for charge in timeline.charges {
      addValue(charge.gross ?? .zero, at: charge.time, segments, &sums)
    }
    for refund in timeline.refunds { addValue(-refund.amount, at: refund.time, segments, &sums) }
    let firstPayment = timeline.charges.filter(\.isPaid).map(\.time).min()
    if let firstPayment, let horizon = ValueHorizon.holding(firstPayment - timeline.firstEvent) {
      sums.add(.value, cohortMonth, horizon, segments, 1, 1)
    }
  }

  private func addValue(
    _ amount: Amount, at time: Instant, _ segments: [Segment], _ sums: inout FactSums
  ) {
    guard let horizon = ValueHorizon.holding(time - timeline.firstEvent) else { return }
    sums.add(.value, cohortMonth, horizon, segments, 2, amount.micros)
  }

  /// Besides the customer's own: the product of the first trial or charge, and whether somebody
  /// referred the customer.
  private var valueSegments: [Segment] {
    let trial = timeline.trials.min { $0.start < $1.start }
    let charge = timeline.charges.min { $0.time < $1.time }
    let product =
      switch (trial, charge) {
      case (let trial?, let charge?): trial.start <= charge.time ? trial.product : charge.product
      default: trial?.product ?? charge?.product ?? 0
      }
    let isReferred: Int32 = timeline.referrals.isEmpty ? 0 : 1
    return customer + [Segment(.product, product), Segment(.referral, isReferred)]
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
