import Metrics
import Values

/// How the figures of a metric are written in sentences.
struct Units {
  enum Kind: Sendable { case share, hours, seconds, money, count, number }

  private let kind: Kind
  private let currency: String

  init(_ kind: Kind, currency: String) {
    self.kind = kind
    self.currency = currency
  }

  func text(_ value: Rate) -> String {
    switch kind {
    case .share: Units.percent(value)
    case .hours: "\(Units.short(value, places: 1)) hours"
    case .seconds: "\(Units.short(value, places: 2)) s"
    case .money: money(value)
    case .count: Units.short(value, places: 1)
    case .number: Units.plain(value)
    }
  }

  private func money(_ value: Rate) -> String {
    let minus = value.millionths < 0 ? "−" : ""
    let size = Rate(millionths: abs(value.millionths))
    return minus + currencySign(currency) + Units.decimal(size.millionths, places: 2)
  }

  /// One decimal, two below one percent; none where it is whole.
  static func percent(_ rate: Rate) -> String {
    let isSmall = abs(rate.millionths) < 10_000
    return short(Rate(millionths: rate.millionths * 100), places: isSmall ? 2 : 1) + "%"
  }

  /// `once in 180 nights`.
  static func once(in nights: Int64) -> String {
    nights > 1 ? "once in \(grouped(nights)) nights" : "every night"
  }

  /// With so many decimals, none where the number is whole.
  private static func short(_ value: Rate, places: Int) -> String {
    value.millionths % 1_000_000 == 0
      ? grouped(value.millionths / 1_000_000) : decimal(value.millionths, places: places)
  }

  /// Without trailing zeros: `3`, `2.5`.
  static func plain(_ rate: Rate) -> String {
    var text = decimal(rate.millionths, places: 6)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  /// A limit of deviations, which a correction makes uneven: `3`, `3.46`.
  static func limit(_ deviations: Fraction) -> String {
    let hundredths = roundedHalfToEven(
      Int128(deviations.numerator) * 100, over: Int128(deviations.denominator))
    return plain(Rate(millionths: Int64(clamping: hundredths * 10_000)))
  }

  /// Millionths with so many decimals, half to even, thousands apart.
  static func decimal(_ millionths: Int64, places: Int) -> String {
    var unit: Int128 = 1_000_000
    var scale = 1
    for _ in 0..<places { (unit, scale) = (unit / 10, scale * 10) }
    let scaled = Int64(roundedHalfToEven(Int128(millionths), over: unit))
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
    let sign = scaled < 0 ? "−" : ""
    return sign + grouped(Int64(whole)) + "." + padded(Int(rest), places)
  }
}

extension Units.Kind {
  /// How the cells of a column are written.
  init(_ kind: Table.Kind?) {
    switch kind {
    case .rate: self = .share
    case .money: self = .money
    case .count: self = .count
    default: self = .number
    }
  }
}

extension Instant {
  /// In UTC, to the minute: `2026-05-17 22:00 UTC`.
  var minuteText: String {
    let minutes = floorDivide(milliseconds, by: 60_000)
    let day = floorDivide(minutes, by: 1440)
    let inDay = Int(minutes - day * 1440)
    return "\(Day(Int(day))) \(padded(inDay / 60, 2)):\(padded(inDay % 60, 2)) UTC"
  }
}
