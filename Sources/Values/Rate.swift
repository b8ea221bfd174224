/// A proportion or a quotient in millionths: what a report prints with six decimals.
package struct Rate: Hashable, Comparable, Sendable {
  package var millionths: Int64

  package init(millionths: Int64) { self.millionths = millionths }

  /// `numerator ÷ denominator`, rounded half to even; nil without a denominator (a rate
  /// without a denominator is empty, never 0), and for a quotient beyond nine trillion.
  package init?(_ numerator: Int64, over denominator: Int64) {
    guard denominator != 0 else { return nil }
    let scaled = roundedHalfToEven(Int128(numerator) * 1_000_000, over: Int128(denominator))
    guard let millionths = Int64(exactly: scaled) else { return nil }
    self.init(millionths: millionths)
  }

  /// The nearest millionth of a computed statistic; nil unless it is finite.
  package init?(_ value: Double) {
    guard value.isFinite, abs(value) < 9e12 else { return nil }
    self.init(millionths: Int64((value * 1_000_000).rounded(.toNearestOrEven)))
  }

  package var value: Double { Double(millionths) / 1_000_000 }

  package static func < (a: Rate, b: Rate) -> Bool { a.millionths < b.millionths }
}
