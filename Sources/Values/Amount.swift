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

  /// `self × part ÷ whole`, rounded once; zero where `whole` is.
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

extension Amount {
  /// The exact decimal number in major units, without needless zeros: `4.99`, `-0.000001`, `12`.
  package var decimalText: String {
    let (whole, fraction) = micros.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let sign = micros < 0 ? "-" : ""
    return fraction == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(decimals(Int(fraction)))"
  }

  /// As people read sums: to the hundredth, half to even.
  package var roundedText: String {
    let cents = roundedHalfToEven(Int128(micros), over: 10_000)
    let (whole, rest) = cents.magnitude.quotientAndRemainder(dividingBy: 100)
    return "\(cents < 0 ? "-" : "")\(whole).\(padded(Int(rest), 2))"
  }
}

/// The decimals of 0 to 999,999 millionths, without needless zeros behind the first `fewest`:
/// `990000` is `99`, and `500000` with at least two is `50`.
package func decimals(_ millionths: Int, fewest: Int = 1) -> String {
  var (rest, count) = (millionths, 6)
  while count > fewest, rest.isMultiple(of: 10) { (rest, count) = (rest / 10, count - 1) }
  return padded(rest, count)
}

/// Digits of minor units: https://docs.stripe.com/currencies#zero-decimal
package enum MinorUnits {
  /// Codes in lower case.
  package static let none: [StaticString] = [
    "bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "vnd", "vuv", "xaf",
    "xof", "xpf",
  ]
  package static let three: [StaticString] = ["bhd", "jod", "kwd", "omr", "tnd"]

  /// Two for what is no code.
  package static func places(of code: String) -> Int {
    let code = code.lowercased()
    if none.contains(where: { $0.description == code }) { return 0 }
    return three.contains { $0.description == code } ? 3 : 2
  }
}

/// The currency codes of ISO 4217: the current list, and those withdrawn since the App Store opened
/// in 2008, because old logs still hold them.
///
/// A list of our own, because what Foundation knows differs between systems and releases, and a
/// line must be accepted or rejected alike everywhere.
package enum CurrencyCodes {
  package static let all: Set<String> = Set(
    text.split(whereSeparator: \.isWhitespace).map(String.init))

  private static let text = """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN
    BWP BYN BYR BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD
    EEK EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR
    IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LTL LVL LYD
    MAD MDL MGA MKD MMK MNT MOP MRO MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR
    PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SKK SLE SLL SOS
    SRD SSP STD STN SVC SYP SZL THB TJS TMM TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU
    UYW UZS VED VEF VES VND VUV WST XAD XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD XPF XPT
    XSU XTS XUA XXX YER ZAR ZMK ZMW ZWD ZWG ZWL ZWR
    """
}
