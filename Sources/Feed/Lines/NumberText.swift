import Values

/// Numbers as the line writes them.
enum NumberText {
  /// An integer without fraction or exponent; nil beyond Int64.
  @inline(__always)
  static func integer(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int64? {
    let isNegative = count > 0 && text[0] == 45
    var at = isNegative ? 1 : 0
    guard count > at, count - at <= 18 else { return longInteger(text, count) }
    var value: Int64 = 0
    while at < count {
      let digit = text[at] &- 48
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int64(digit)
      at += 1
    }
    return isNegative ? -value : value
  }

  /// An amount in micro-units: a decimal number, or the same as text; nil when it is none, or is
  /// larger than ``Amount/largest``.
  @inline(__always)
  static func micros(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int64? {
    plainMicros(text, count)
      ?? ExactDecimal(UnsafeRawBufferPointer(start: text, count: count)).flatMap {
        Amount(decimal: $0)?.micros
      }
  }

  /// A non-negative number rounded to an integer, halves to even; nil for anything else.
  static func rounded(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int64? {
    let decimal = ExactDecimal(UnsafeRawBufferPointer(start: text, count: count))
    guard let decimal, decimal.mantissa >= 0 else { return nil }
    return decimal.scaled(places: 0)
  }

  /// The common shape, up to nine digits, a point, up to six digits; nil for all others.
  @inline(__always)
  private static func plainMicros(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int64? {
    guard count > 0, count <= 16, text[0] &- 49 < 9 || (count > 1 && text[1] == 46) else {
      return nil
    }
    var at = 0
    var value: Int64 = 0
    while at < count, text[at] &- 48 < 10 {
      value = value &* 10 &+ Int64(text[at] &- 48)
      at += 1
    }
    guard at > 0, at <= 9 else { return nil }
    guard at < count else { return value * 1_000_000 }
    guard text[at] == 46, count - at >= 2, count - at <= 7 else { return nil }
    return fraction(text + at + 1, count - at - 1, value)
  }

  @inline(__always)
  private static func fraction(_ text: UnsafePointer<UInt8>, _ count: Int, _ whole: Int64) -> Int64?
  {
    var value = whole
    for at in 0..<6 {
      let digit = at < count ? text[at] &- 48 : 0
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int64(digit)
    }
    return value
  }

  private static func longInteger(_ text: UnsafePointer<UInt8>, _ count: Int) -> Int64? {
    guard count <= 20 else { return nil }
    let text = String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    return text.first == "+" ? nil : Int64(text)
  }
}
