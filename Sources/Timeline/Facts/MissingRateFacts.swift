import Values

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
