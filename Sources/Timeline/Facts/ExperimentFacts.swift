import Settings
import Values

/// Customers by the variant that they met first, and what they did within the window (Definitions,
/// "Experiments").
extension FactEmitter {
  func emitExperiments(_ sums: inout FactSums) {
    for exposure in timeline.exposures {
      let matures = Instant(milliseconds: exposure.end.milliseconds - 1)
      let place = Place(Segment(.variant, exposure.variant))
      sums.add(.experiment, day(matures), exposure.experiment, place) {
        if exposure.isMixed {
          $0.put(ExperimentMeasure.mixed, 1)
        } else {
          put(outcomeOf: exposure, into: &$0)
        }
      }
      if !exposure.isMixed {
        emitPrices(exposure, &sums)
        emitValue(exposure, place, &sums)
      }
    }
  }

  private func put(outcomeOf exposure: Exposure, into record: inout FactRecord) {
    let window = exposure.start...exposure.end
    let money = timeline.netRevenue(in: window)
    let squares = SquareSum(money)
    let hasTrial = timeline.trials.contains { window.contains($0.start) }
    record.put(ExperimentMeasure.exposed, 1)
    record.put(ExperimentMeasure.trials, hasTrial ? 1 : 0)
    record.put(ExperimentMeasure.payers, timeline.firstPayment(in: window) == nil ? 0 : 1)
    record.put(ExperimentMeasure.revenue, money.micros)
    record.put(ExperimentMeasure.squaresHigh, squares.high)
    record.put(ExperimentMeasure.squaresLow, squares.low)
  }

  /// What a customer has brought by each age, on the day on which he is so old.
  private func emitValue(_ exposure: Exposure, _ place: Place, _ sums: inout FactSums) {
    for age in VariantAge.allCases {
      let end = exposure.start + .days(age.days)
      let isOld = day(Instant(milliseconds: end.milliseconds - 1))
      let money = timeline.netRevenue(in: exposure.start...end)
      let squares = SquareSum(money)
      sums.add(.experiment, isOld, exposure.experiment, place) {
        $0.put(age.measure(.customers), 1)
        $0.put(age.measure(.netRevenue), money.micros)
        $0.put(age.measure(.squaresHigh), squares.high)
        $0.put(age.measure(.squaresLow), squares.low)
      }
    }
  }

  /// What the first payment within the window cost in the reporting currency, by product: a test of
  /// prices shows in it.
  private func emitPrices(_ exposure: Exposure, _ sums: inout FactSums) {
    let first = timeline.firstPayment(in: exposure.start...exposure.end)
    guard let first, first.currency == rules.reportingCurrency, let price = first.price else {
      return
    }
    let squares = SquareSum(price)
    sums.add(
      .experimentPrice, exposure.experiment, exposure.variant, [Segment(.product, first.product)],
      [(0, 1), (1, price.micros), (2, squares.high), (3, squares.low)])
  }
}

/// The measures of ``FactTable/experiment``.
package enum ExperimentMeasure: Int, CaseIterable, Sendable {
  case exposed
  /// Seen in several variants; in no other measure.
  case mixed
  case trials
  case payers
  case revenue
  case squaresHigh
  case squaresLow

  /// The name of its column in the database.
  package var name: String {
    switch self {
    case .exposed: "exposed"
    case .mixed: "mixed"
    case .trials: "trials"
    case .payers: "payers"
    case .revenue: "revenue"
    case .squaresHigh: "squares_high"
    case .squaresLow: "squares_low"
    }
  }
}

/// Whole days since a customer met a variant, at which his lifetime value is told (Definitions,
/// "Experiments"). Its measures of ``FactTable/experiment`` stand behind ``ExperimentMeasure``.
package enum VariantAge: Int, CaseIterable, Sendable {
  case month, twoMonths, threeMonths

  package var days: Int { 30 * (rawValue + 1) }

  enum Part: Int, CaseIterable {
    case customers, netRevenue, squaresHigh, squaresLow

    var name: String {
      switch self {
      case .customers: "customers"
      case .netRevenue: "net_revenue"
      case .squaresHigh: "value_squares_high"
      case .squaresLow: "value_squares_low"
      }
    }
  }

  func measure(_ part: Part) -> Int {
    ExperimentMeasure.allCases.count + rawValue * Part.allCases.count + part.rawValue
  }

  /// The names of their columns in the database, in the order of their measures.
  static let names = allCases.flatMap { age in Part.allCases.map { "\($0.name)_\(age.days)" } }
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
