import Values

/// The measures of ``FactTable/missingRate``.
package enum MissingRateMeasure: Int, CaseIterable, Sendable {
  /// Charges with a price above zero whose currency has no exchange rate.
  case charges
  /// Customers with such a charge, by the day of their first.
  case customers
  /// What was charged, in micro-units of the currency itself; none for all currencies together.
  case amount
  /// Change; customers with access that such a charge paid for, and without any MRR.
  case payersLeftOut

  /// The name of its column in the database.
  package var name: String {
    switch self {
    case .charges: "charges"
    case .customers: "customers"
    case .amount: "amount"
    case .payersLeftOut: "payers_left_out"
    }
  }
}

/// Charges that count no money because no exchange rate is known (Definitions, "Revenue"), by
/// currency, and for all together under currency 0.
extension FactEmitter {
  func emitMissingRates(_ sums: inout FactSums) {
    let unrated = timeline.charges.indices.filter { timeline.charges[$0].lacksRate }
    guard !unrated.isEmpty else { return }
    emit(unrated, currency: 0, &sums)
    for currency in unrated.map({ timeline.charges[$0].currency }).distinct {
      emit(
        unrated.filter { timeline.charges[$0].currency == currency }, currency: currency, &sums)
    }
  }

  private func emit(_ unrated: [Int], currency: Int32, _ sums: inout FactSums) {
    func add(_ measure: MissingRateMeasure, _ day: Int32, _ value: Int64) {
      sums.add(.missingRate, day, currency, Place(.all), measure.rawValue, value)
    }
    let charged = unrated.filter { !timeline.charges[$0].isOpening }
    for index in charged {
      let charge = timeline.charges[index]
      add(.charges, day(charge.time), 1)
      if currency != 0 { add(.amount, day(charge.time), (charge.price ?? .zero).micros) }
    }
    if let first = charged.map({ timeline.charges[$0].time }).min() {
      add(.customers, day(first), 1)
    }
    for days in leftOut(of: currency).stretches.compactMap({ known($0) }) {
      add(.payersLeftOut, days.lowerBound.number, 1)
      add(.payersLeftOut, days.upperBound.number, -1)
    }
  }

  /// The days at whose end charges without a rate give access that would have MRR, and none has.
  private func leftOut(of currency: Int32) -> DaySet {
    let covered = timeline.coverages.filter { coverage in
      guard let charge = coverage.charge.map({ timeline.charges[$0] }) else { return false }
      return charge.lacksRate && charge.period != nil
        && (currency == 0 || charge.currency == currency)
    }
    return DaySet(covered.flatMap { $0.activeDays(zone) }).subtracting(payingDays)
  }
}
