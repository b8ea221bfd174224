/// Split-conformal prediction (Vovk, Gammerman and Shafer 2005): whatever made a forecast, an
/// interval as wide as the errors of held-out forecasts holds the next value with the share asked
/// for, as long as the errors to come are like those that were.
package struct ConformalQuantile: Sendable {
  /// Of the values, how many the interval is to hold: 0.8.
  package let share: Double

  package init(share: Double) { self.share = share }

  /// With fewer errors no finite interval has the share: ⌈(n + 1) × share⌉ is beyond n.
  package var needed: Int {
    var count = 1
    while rank(count) > count { count += 1 }
    return count
  }

  /// The ⌈(n + 1) × share⌉th smallest of n errors without their signs; nil with fewer than
  /// ``needed``.
  package func width(_ errors: [Double]) -> Double? {
    let rank = rank(errors.count)
    return rank <= errors.count ? errors.map(abs).sorted()[rank - 1] : nil
  }

  private func rank(_ count: Int) -> Int {
    Int((Double(count + 1) * share - 1e-9).rounded(.up))
  }
}
