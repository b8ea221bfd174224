import Values

/// An exact quotient: what was measured, and what it is compared with. Amounts and counts up to
/// 10¹⁵ and fractions with twelve decimals compare without rounding.
struct Ratio: Comparable, Sendable {
  let numerator: Int128
  /// Always positive.
  let denominator: Int128

  /// Nil without a denominator.
  init?(_ numerator: Int64, over denominator: Int64) {
    guard denominator > 0 else { return nil }
    self.init(Int128(numerator), Int128(denominator))
  }

  private init(_ numerator: Int128, _ denominator: Int128) {
    self.numerator = numerator
    self.denominator = denominator
  }

  init(_ fraction: Fraction) {
    self.init(Int128(fraction.numerator), Int128(fraction.denominator))
  }

  init(_ rate: Rate) { self.init(Int128(rate.millionths), 1_000_000) }

  static func < (a: Ratio, b: Ratio) -> Bool {
    a.numerator * b.denominator < b.numerator * a.denominator
  }

  static func == (a: Ratio, b: Ratio) -> Bool {
    a.numerator * b.denominator == b.numerator * a.denominator
  }

  /// This much less a part of it, or with a part more: what a drop or rise is measured by.
  func reduced(by part: Fraction) -> Ratio {
    scaled(Int128(part.denominator - part.numerator), part)
  }
  func raised(by part: Fraction) -> Ratio {
    scaled(Int128(part.denominator + part.numerator), part)
  }

  private func scaled(_ factor: Int128, _ part: Fraction) -> Ratio {
    Ratio(numerator * factor, denominator * Int128(part.denominator))
  }

  /// As reports print it.
  var rate: Rate {
    Rate(millionths: Int64(clamping: roundedHalfToEven(numerator * 1_000_000, over: denominator)))
  }

  var value: Double { Double(numerator) / Double(denominator) }
}
