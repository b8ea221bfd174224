/// A sum of money in micro-units (10⁻⁶ of the currency's major unit), never floating point.
///
/// `4.99` is `Amount(micros: 4_990_000)`. The currency stands beside it, not in it. Sums trap on
/// overflow: at 9.2 × 10¹² major units that is a programmer's error, because `init(decimal:)`
/// refuses amounts a million times smaller.
public struct Amount: Hashable, Comparable, Sendable {
  public var micros: Int64

  public init(micros: Int64) { self.micros = micros }

  public static var zero: Amount { Amount(micros: 0) }

  /// The largest amount that a log or a configuration may write: 10⁹ major units.
  public static let largest = Amount(micros: 1_000_000_000_000_000)
  /// The largest that one of them may come to in another currency, a rupiah or a dong.
  public static let largestConverted = Amount(micros: 200 * largest.micros)

  public static func < (a: Amount, b: Amount) -> Bool { a.micros < b.micros }
  public static func + (a: Amount, b: Amount) -> Amount { Amount(micros: a.micros + b.micros) }
  public static func - (a: Amount, b: Amount) -> Amount { Amount(micros: a.micros - b.micros) }
  public static prefix func - (a: Amount) -> Amount { Amount(micros: -a.micros) }
  public static func += (a: inout Amount, b: Amount) { a.micros += b.micros }
  public static func -= (a: inout Amount, b: Amount) { a.micros -= b.micros }

  public var magnitude: Amount { Amount(micros: abs(micros)) }

  /// This amount times `fraction`, rounded once, half to even (Definitions, "Words"). Stops at the
  /// ends of Int64; whoever multiplies with something large compares with ``largest``.
  public func times(_ fraction: Fraction) -> Amount {
    let product = Int128(micros) * Int128(fraction.numerator)
    let quotient = roundedHalfToEven(product, over: Int128(fraction.denominator))
    return Amount(micros: Int64(clamping: quotient))
  }

  /// The share of this amount that `part` is of `whole`: `self × part ÷ whole`, rounded once.
  /// The share of a zero whole is zero.
  public func share(_ part: Amount, of whole: Amount) -> Amount {
    guard whole != .zero else { return .zero }
    let product = Int128(micros) * Int128(part.micros)
    return Amount(micros: Int64(roundedHalfToEven(product, over: Int128(whole.micros))))
  }
}

/// `dividend ÷ divisor`, rounded to the nearest integer, halves to the even one.
package func roundedHalfToEven(_ dividend: Int128, over divisor: Int128) -> Int128 {
  // Most fit into half of it, where a division takes a tenth of the time.
  guard let short = Int64(exactly: dividend), let by = Int64(exactly: divisor), by > 0 else {
    return halfToEven(dividend, divisor)
  }
  return Int128(halfToEven(short, by))
}

private func halfToEven<Number: FixedWidthInteger>(_ dividend: Number, _ divisor: Number) -> Number
{
  let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
  let twice = remainder.magnitude * 2
  let isNegative = (dividend < 0) != (divisor < 0)
  guard twice > divisor.magnitude || (twice == divisor.magnitude && quotient % 2 != 0) else {
    return quotient
  }
  return isNegative ? quotient - 1 : quotient + 1
}
