package import Values

/// The charges of one customer come to so much that their sums could leave the integers of
/// micro-units. No shop charges that much: a log says so.
package struct AmountOverflow: Error, Hashable, Sendable {
  /// How many there are.
  package let charges: Int
  /// The largest price of them, in its own currency.
  package let largest: Amount
  /// When that was charged.
  package let time: Instant
}

extension Timeline {
  /// So far from the ends of the integers that what was paid, less what was paid back, less what
  /// it was before, still is one.
  private static var mostMoney: Int64 { .max / 4 }

  /// Refuses charges of which a sum in this customer's fold might be no integer: each sum there is
  /// one of charges, of their refunds or of their monthly share.
  func checkMoney() throws(AmountOverflow) {
    var money: Int64 = 0
    for charge in charges {
      // None is above 31 × ``Amount/largestConverted``, but for what is larger than that already:
      // this stops before it could overflow.
      let most = max(charge.gross ?? .zero, charge.mrr, charge.originalMRR).micros
      guard most < .max, money + most <= Self.mostMoney else { throw absurdMoney }
      money += most
    }
  }

  private var absurdMoney: AmountOverflow {
    let largest = charges.max { ($0.price ?? .zero) < ($1.price ?? .zero) }
    return AmountOverflow(
      charges: charges.count, largest: largest?.price ?? .zero, time: largest?.time ?? firstEvent)
  }
}
