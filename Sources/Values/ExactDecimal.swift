/// Exact decimal numbers as text writes them: `-12.5e3` is a mantissa and a power of ten.
///
/// Reads the JSON number grammar (RFC 8259 §6), optionally with a leading `+`.
package struct ExactDecimal: Hashable, Sendable {
  /// The digits without a point, with the sign.
  package var mantissa: Int64
  /// The power of ten that `mantissa` is multiplied with.
  package var exponent: Int

  package init(mantissa: Int64, exponent: Int) {
    self.mantissa = mantissa
    self.exponent = exponent
  }

  /// Nil when the text is no decimal number, or has more than 18 digits before the point. Of more
  /// than 18 significant digits the last ones of the fraction are left out, as `Decimal(8.99)` of
  /// Swift writes them (8.990000000000002048); halves are still told from what is above them.
  package init?(_ text: UnsafeRawBufferPointer) {
    var scanner = DecimalScanner(text: text)
    guard let decimal = scanner.decimal() else { return nil }
    self = decimal
  }

  package init?(_ text: String) {
    var text = text
    guard let decimal = text.withUTF8({ ExactDecimal(UnsafeRawBufferPointer($0)) }) else {
      return nil
    }
    self = decimal
  }

  /// The number in units of 10^-`places`, rounded half to even; nil when it does not fit Int64.
  package func scaled(places: Int) -> Int64? {
    let shift = exponent + places
    guard mantissa != 0 else { return 0 }
    guard shift < 19 else { return nil }
    if shift >= 0 {
      let (product, overflow) = mantissa.multipliedReportingOverflow(by: powerOfTen(shift))
      return overflow ? nil : product
    }
    guard shift >= -19 else { return 0 }
    return Int64(roundedHalfToEven(Int128(mantissa), over: power128(-shift)))
  }
}

extension Amount {
  /// The amount of a decimal number in major units; digits past the sixth are rounded half to
  /// even. Nil when it is larger than ``Amount/largest``.
  package init?(decimal: ExactDecimal) {
    guard let micros = decimal.scaled(places: 6),
      micros.magnitude <= Amount.largest.micros.magnitude
    else { return nil }
    self.init(micros: micros)
  }
}

/// 10 to the `exponent`, which is 0…18.
package func powerOfTen(_ exponent: Int) -> Int64 {
  var power: Int64 = 1
  for _ in 0..<exponent { power *= 10 }
  return power
}

private func power128(_ exponent: Int) -> Int128 {
  var power: Int128 = 1
  for _ in 0..<exponent { power *= 10 }
  return power
}

/// A cursor over the bytes of a decimal number.
private struct DecimalScanner {
  let text: UnsafeRawBufferPointer
  var at = 0
  var mantissa: Int64 = 0
  /// Significant ones, at most ``most``.
  var digits = 0
  static let most = 18

  mutating func decimal() -> ExactDecimal? {
    let isNegative = sign()
    let wholeStart = at
    guard integer() else { return nil }
    let wholeDigits = at - wholeStart
    if wholeDigits > 1, text[wholeStart] == UInt8(ascii: "0") { return nil }
    guard let fraction = fractionDigits(), let power = exponent(), at == text.count else {
      return nil
    }
    return ExactDecimal(mantissa: isNegative ? -mantissa : mantissa, exponent: power - fraction)
  }

  private mutating func sign() -> Bool {
    guard at < text.count else { return false }
    let isNegative = text[at] == UInt8(ascii: "-")
    if isNegative || text[at] == UInt8(ascii: "+") { at += 1 }
    return isNegative
  }

  /// Takes digits into the mantissa; false where there is none, or are too many.
  private mutating func integer() -> Bool {
    let start = at
    while at < text.count, text[at] &- 48 < 10 {
      guard takeDigit() else { return false }
    }
    return at > start
  }

  /// Takes one digit into the mantissa; false where there is no room for it.
  private mutating func takeDigit() -> Bool {
    guard digits < Self.most else { return false }
    mantissa = mantissa * 10 + Int64(text[at] &- 48)
    if mantissa != 0 { digits += 1 }
    at += 1
    return true
  }

  /// How many digits of the mantissa follow the point; nil for a point without digits.
  private mutating func fractionDigits() -> Int? {
    guard at < text.count, text[at] == UInt8(ascii: ".") else { return 0 }
    at += 1
    var end = at
    while end < text.count, text[end] &- 48 < 10 { end += 1 }
    guard end > at else { return nil }
    var last = end
    while last > at, text[last - 1] == UInt8(ascii: "0") { last -= 1 }
    let start = at
    while at < last, takeDigit() {}
    let taken = at - start
    // What is left out is not zero: a last digit that could be half of something says so.
    if at < last, mantissa % 5 == 0 { mantissa += 1 }
    at = end
    return taken
  }

  private mutating func exponent() -> Int? {
    guard at < text.count, text[at] | 32 == UInt8(ascii: "e") else { return 0 }
    at += 1
    let isNegative = sign()
    let start = at
    var power = 0
    while at < text.count, text[at] &- 48 < 10 {
      power = min(power * 10 + Int(text[at] &- 48), 100_000)
      at += 1
    }
    return at > start ? (isNegative ? -power : power) : nil
  }
}
