import Feed
import Settings
import Values

/// The measures of ``FactTable/day``. Money in micro-units of the reporting currency.
package enum DayMeasure: Int, FactMeasure {
  case newMRR
  case reactivationMRR
  case expansionMRR
  /// Negative.
  case contractionMRR
  /// Negative.
  case churnMRR
  case fxMRR
  case movedInMRR
  /// Negative.
  case movedOutMRR
  case newSubscribers
  case reactivatedSubscribers
  case churnedSubscribers
  case movedInSubscribers
  case movedOutSubscribers
  /// Change of net MRR.
  case netMRR
  /// Change; counts coverages.
  case trialsActive
  case trialsStarted
  /// By the day of the converting charge.
  case trialsConverted
  /// Change; counts coverages.
  case inGrace
  /// Change; counts customers.
  case setToCancel
  /// Change.
  case setToCancelMRR
  /// Change; counts customers.
  case complimentary
  case charges
  /// Charges with a price above zero.
  case paidCharges
  case refunds
  case grossRevenue
  /// Negative on the day a refund is undone.
  case refunded
  /// Less what refunds took back.
  case tax
  /// Less what refunds took back.
  case commission
  /// By the day of the charge: those with a refund that stands.
  case refundedCharges
  /// First charges with a price above zero, one for each customer.
  case firstPayments
  /// Refunds that were undone.
  case reversals
  /// What the customers paid again by them; ``refunded`` is what was paid back less this.
  case reversed
  /// MRR of subscriptions from before the log, on its first day.
  case openingMRR
  case openingSubscribers
}

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

/// The measures of ``FactTable/missingRate``.
package enum MissingRateMeasure: Int, FactMeasure {
  /// Charges with a price above zero whose currency has no exchange rate.
  case charges
  /// Customers with such a charge, by the day of their first.
  case customers
  /// What was charged, in micro-units of the currency itself; none for all currencies together.
  case amount
  /// Change; customers with access that such a charge paid for, and without any MRR.
  case payersLeftOut
}

/// Charges that count no money because no exchange rate is known (Definitions, "Revenue"), by
/// currency, and for all together under currency 0.
extension FactEmitter {
  func emitMissingRates(_ sums: inout FactSums) {
    guard timeline.charges.indices.contains(where: { timeline.charges[$0].lacksRate }) else {
      return
    }
    var currencies = KeyIndex<Int32>()
    for index in timeline.charges.indices where timeline.charges[index].lacksRate {
      currencies.add(timeline.charges[index].currency)
    }
    let all = leftOut(of: 0)
    emit(currency: 0, leftOut: all, &sums)
    for currency in currencies.keys {
      emit(
        currency: currency, leftOut: currencies.keys.count == 1 ? all : leftOut(of: currency),
        &sums)
    }
  }

  private func emit(currency: Int32, leftOut: DaySet, _ sums: inout FactSums) {
    func add(_ measure: MissingRateMeasure, _ day: Int32, _ value: Int64) {
      sums.add(.missingRate, day, currency, Place(.all), measure, value)
    }
    var first: Instant?
    for index in timeline.charges.indices where isUnrated(index, of: currency) {
      let time = timeline.charges[index].time
      first = min(first ?? time, time)
      add(.charges, day(time), 1)
      if currency != 0 { add(.amount, day(time), (timeline.charges[index].price ?? .zero).micros) }
    }
    if let first { add(.customers, day(first), 1) }
    for stretch in leftOut.stretches {
      guard let days = known(stretch) else { continue }
      add(.payersLeftOut, days.lowerBound.number, 1)
      add(.payersLeftOut, days.upperBound.number, -1)
    }
  }

  private func isUnrated(_ charge: Int, of currency: Int32) -> Bool {
    timeline.charges[charge].lacksRate && timeline.charges[charge].isPayment
      && (currency == 0 || timeline.charges[charge].currency == currency)
  }

  /// The days at whose end charges without a rate give access that would have MRR, and none has.
  private func leftOut(of currency: Int32) -> DaySet {
    var days: [Range<Day>] = []
    days.reserveCapacity(timeline.coverages.count)
    for index in timeline.coverages.indices {
      guard let charge = timeline.coverages[index].charge, isLeftOut(charge, of: currency) else {
        continue
      }
      for active in timeline.coverages[index].activeDays(zone) { days.append(active) }
    }
    return DaySet(days).subtracting(payingDays)
  }

  private func isLeftOut(_ charge: Int, of currency: Int32) -> Bool {
    timeline.charges[charge].lacksRate && timeline.charges[charge].period != nil
      && (currency == 0 || timeline.charges[charge].currency == currency)
  }
}
