import Settings
package import Values

/// The measures of ``FactTable/planChange``.
package enum PlanChangeMeasure: Int, FactMeasure {
  case changes
  case mrrBefore
  case mrrAfter
}

/// The measures of ``FactTable/price``.
package enum PriceMeasure: Int, FactMeasure {
  case charges
  case grossRevenue
  case mrr
}

/// Changes of plan, and what a month of access cost (Definitions, "Costs, plans, what falls due").
extension FactEmitter {
  /// One paid plan following another of a different product without a gap: by another coverage, or
  /// within one by a change without money.
  func emitPlanChanges(_ sums: inout FactSums) {
    for subscription in timeline.subscriptions.indices {
      var before: (charge: Int, end: Instant)?
      for index in timeline.subscriptions[subscription].coverages
      where timeline.coverages[index].kind == .paid {
        for piece in timeline.coverages[index].pieces {
          guard let terms = timeline.coverages[index].terms(in: piece) else { continue }
          if let before, before.charge != terms, piece.start <= before.end {
            emitChange(timeline.charges[before.charge], timeline.charges[terms], piece.start, &sums)
          }
          before = (terms, piece.end)
        }
      }
    }
  }

  private func emitChange(
    _ before: borrowing Charge, _ after: borrowing Charge, _ start: Instant,
    _ sums: inout FactSums
  ) {
    guard before.product != after.product else { return }
    let day = zone.day(of: start)
    guard known(day) == day else { return }
    let (old, new) = (before.mrr.micros, after.mrr.micros)
    let place = Place(Segment(.product, after.product))
    sums.add(.planChange, day.month.number, before.product, place) { put in
      put(.changes, 1)
      put(.mrrBefore, old)
      put(.mrrAfter, new)
    }
  }

  /// Charges by currency and monthly-equivalent price, in hundredths of the currency.
  func emitPrices(_ sums: inout FactSums) {
    for index in timeline.charges.indices where timeline.charges[index].mrr > .zero {
      if timeline.charges[index].isPayment { emitPrice(timeline.charges[index], &sums) }
    }
  }

  private func emitPrice(_ charge: Charge, _ sums: inout FactSums) {
    let cents = Int32(clamping: roundedHalfToEven(Int128(charge.originalMRR.micros), over: 10_000))
    let month = zone.day(of: charge.time).month.number
    sums.add(.price, month, charge.currency, Place(Segment(.price, cents))) { put in
      put(.charges, 1)
      put(.grossRevenue, (charge.gross ?? .zero).micros)
      put(.mrr, charge.mrr.micros)
    }
  }
}

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
