/// An exact factor: tax and commission rates, exchange rates, months in a period.
public struct Fraction: Hashable, Sendable {
  public let numerator: Int64
  /// Always positive.
  public let denominator: Int64

  public init(_ numerator: Int64, over denominator: Int64) {
    precondition(denominator > 0, "a fraction's denominator is positive")
    self.numerator = numerator
    self.denominator = denominator
  }

  /// A decimal rate, exact up to twelve places (`0.00681801` yen to the dollar); nil beyond.
  package init?(decimal: ExactDecimal) {
    guard decimal.exponent >= -12, let scaled = decimal.scaled(places: max(0, -decimal.exponent))
    else { return nil }
    self.init(scaled, over: powerOfTen(max(0, -decimal.exponent)))
  }

  /// A decimal rate with twelve places at most, the last rounded half to even.
  package init?(rounding decimal: ExactDecimal) {
    guard decimal.exponent < -12 else {
      self.init(decimal: decimal)
      return
    }
    guard let scaled = decimal.scaled(places: 12) else { return nil }
    self.init(scaled, over: powerOfTen(12))
  }

  public static let zero = Fraction(0, over: 1)
  public static let one = Fraction(1, over: 1)

  public var inverse: Fraction? {
    numerator > 0 ? Fraction(denominator, over: numerator) : nil
  }

  /// All digits of what a decimal number made, such as `0.05`; of others the first eighteen.
  public var decimalText: String {
    var (rest, digits) = (numerator.magnitude % denominator.magnitude, "")
    while rest > 0, digits.utf8.count < 18 {
      digits += String(rest * 10 / denominator.magnitude)
      rest = rest * 10 % denominator.magnitude
    }
    let sign = numerator < 0 ? "-" : ""
    let whole = numerator.magnitude / denominator.magnitude
    return digits.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(digits)"
  }

  /// 1 + this: what a price with an inclusive rate is divided by.
  public var plusOne: Fraction { Fraction(numerator + denominator, over: denominator) }
}

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
