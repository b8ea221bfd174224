import Settings
import Values

/// Customers by the variant that they met first, and what they did within the window (Definitions,
/// "Experiments").
extension FactEmitter {
  func emitExperiments(_ sums: inout FactSums) {
    for exposure in timeline.exposures {
      let matures = Instant(milliseconds: exposure.end.milliseconds - 1)
      let place = Place(Segment(.variant, exposure.variant))
      sums.add(.experiment, day(matures), exposure.experiment, place) { put in
        if exposure.isMixed {
          put(.mixed, 1)
        } else {
          draw(outcomeOf: exposure, put)
        }
      }
      if !exposure.isMixed {
        emitPrices(exposure, &sums)
        emitValue(exposure, place, &sums)
      }
    }
  }

  private func draw(outcomeOf exposure: Exposure, _ put: FactPut<ExperimentMeasure>) {
    let window = exposure.start...exposure.end
    let money = timeline.netRevenue(in: window)
    let squares = SquareSum(money)
    let hasTrial = timeline.trials.contains { window.contains($0.start) }
    put(.exposed, 1)
    put(.trials, hasTrial ? 1 : 0)
    put(.payers, timeline.firstPayment(in: window) == nil ? 0 : 1)
    put(.revenue, money.micros)
    put(.squaresHigh, squares.high)
    put(.squaresLow, squares.low)
  }

  /// What a customer has brought by each age, on the day on which he is so old.
  private func emitValue(_ exposure: Exposure, _ place: Place, _ sums: inout FactSums) {
    for age in VariantAge.allCases {
      let end = exposure.start + .days(age.days)
      let isOld = day(Instant(milliseconds: end.milliseconds - 1))
      let money = timeline.netRevenue(in: exposure.start...end)
      let squares = SquareSum(money)
      let measures = age.measures
      sums.add(.experiment, isOld, exposure.experiment, place) { put in
        put(measures.customers, 1)
        put(measures.netRevenue, money.micros)
        put(measures.squaresHigh, squares.high)
        put(measures.squaresLow, squares.low)
      }
    }
  }

  /// What the first payment within the window cost in the reporting currency, by product: a test of
  /// prices shows in it.
  private func emitPrices(_ exposure: Exposure, _ sums: inout FactSums) {
    let first = timeline.firstPayment(in: exposure.start...exposure.end)
    guard let first, timeline.charges[first].currency == rules.reportingCurrency,
      let price = timeline.charges[first].price
    else { return }
    let squares = SquareSum(price)
    let place = Place(Segment(.product, timeline.charges[first].product))
    sums.add(.experimentPrice, exposure.experiment, exposure.variant, place) { put in
      put(.buyers, 1)
      put(.price, price.micros)
      put(.squaresHigh, squares.high)
      put(.squaresLow, squares.low)
    }
  }
}

/// The measures of ``FactTable/experiment``.
package enum ExperimentMeasure: Int, FactMeasure {
  case exposed
  /// Seen in several variants; in no other measure.
  case mixed
  case trials
  case payers
  case revenue
  case squaresHigh
  case squaresLow
  // What customers have brought by each age: see ``VariantAge``.
  case customers30, netRevenue30, valueSquaresHigh30, valueSquaresLow30
  case customers60, netRevenue60, valueSquaresHigh60, valueSquaresLow60
  case customers90, netRevenue90, valueSquaresHigh90, valueSquaresLow90
}

/// The measures of ``FactTable/experimentPrice``.
package enum ExperimentPriceMeasure: Int, FactMeasure {
  case buyers
  case price
  case squaresHigh
  case squaresLow
}

/// Whole days since a customer met a variant, at which his lifetime value is told (Definitions,
/// "Experiments").
package enum VariantAge: Int, CaseIterable, Sendable {
  case month, twoMonths, threeMonths

  package var days: Int { 30 * (rawValue + 1) }

  /// What is told of the customers of the age.
  var measures:
    (
      customers: ExperimentMeasure, netRevenue: ExperimentMeasure, squaresHigh: ExperimentMeasure,
      squaresLow: ExperimentMeasure
    )
  {
    switch self {
    case .month: (.customers30, .netRevenue30, .valueSquaresHigh30, .valueSquaresLow30)
    case .twoMonths: (.customers60, .netRevenue60, .valueSquaresHigh60, .valueSquaresLow60)
    case .threeMonths: (.customers90, .netRevenue90, .valueSquaresHigh90, .valueSquaresLow90)
    }
  }
}

/// The square of an amount in hundredths, in two parts that can be added up without end:
/// high × 2⁴⁰ + low. What an amount varies by is found from the sum of its squares.
struct SquareSum {
  let high: Int64
  let low: Int64

  init(_ amount: Amount) {
    // As of most customers, and the division takes its time.
    guard amount != .zero else {
      (high, low) = (0, 0)
      return
    }
    let hundredths = roundedHalfToEven(Int128(amount.micros), over: 10_000)
    let square = hundredths * hundredths
    high = Int64(square >> 40)
    low = Int64(square & (1 << 40 - 1))
  }
}
