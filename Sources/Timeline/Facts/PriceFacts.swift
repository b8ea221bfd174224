import Settings
package import Values

/// The measures of ``FactTable/pricePoint``.
package enum PricePointMeasure: Int, FactMeasure {
  case viewers
  case buyers
  /// What the viewers brought, and its square: see ``SquareSum``.
  case revenue
  case squaresHigh
  case squaresLow
}

/// Who saw a paywall in a month, and what they came to pay within 30 days (Definitions,
/// "Experiments", price sensitivity). What a price was is known from those who paid it in the
/// reporting currency.
extension FactEmitter {
  func emitPricePoints(_ sums: inout FactSums) {
    guard let seen = timeline.firstPaywall else { return }
    let month = zone.day(of: seen).month.number
    let window = seen...(seen + PricePosition.window)
    let money = timeline.netRevenue(in: window)
    let squares = SquareSum(money)
    sums.add(.pricePoint, month, PricePosition.viewers, Place(.all)) { put in
      put(.viewers, 1)
      put(.revenue, money.micros)
      put(.squaresHigh, squares.high)
      put(.squaresLow, squares.low)
    }
    if let first = timeline.firstPayment(in: window) {
      sums.add(
        .pricePoint, month, PricePosition.of(timeline.charges[first], rules.reportingCurrency),
        Place(Segment(.product, timeline.charges[first].product)), .buyers, 1)
    }
  }
}

/// A price in hundredths as a position of ``FactTable/pricePoint``.
package enum PricePosition {
  /// How long after the first paywall a payment still counts as its.
  package static let window = TimeSpan.days(30)
  /// All who saw a paywall, whether they paid or not.
  package static let viewers: Int32 = 0
  /// Paid in another currency, or more than fits.
  package static let unknown: Int32 = -1

  static func of(_ charge: borrowing Charge, _ currency: Int32) -> Int32 {
    guard charge.currency == currency, let price = charge.price else { return unknown }
    let hundredths = roundedHalfToEven(Int128(price.micros), over: 10_000)
    return hundredths > 0 ? Int32(exactly: hundredths) ?? unknown : unknown
  }
}
