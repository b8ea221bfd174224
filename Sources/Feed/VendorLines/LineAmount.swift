import CSimdJSON
import Values

/// An amount that a line states, in micro-units, or why there is none. Exact decimals throughout:
/// what cannot be kept is rounded once, half to even.
enum LineAmount {
  /// Nothing stands there.
  case absent
  case micros(Int64)
  /// What stands there is no number, or too large a one.
  case bad
  /// What stands there is neither a number nor a text.
  case mistyped

  static let zero = LineAmount.micros(0)

  var isAbsent: Bool { if case .absent = self { true } else { false } }
  var isZero: Bool { if case .micros(0) = self { true } else { false } }
  var isNegative: Bool { if case .micros(..<0) = self { true } else { false } }
  var isPositive: Bool { if case .micros(1...) = self { true } else { false } }

  func isLess(than other: LineAmount) -> Bool {
    if case .micros(let a) = self, case .micros(let b) = other { a < b } else { false }
  }

  /// Nothing is 0 in a sum.
  static func + (a: LineAmount, b: LineAmount) -> LineAmount { a.combined(with: b) { $0 + $1 } }
  static func - (a: LineAmount, b: LineAmount) -> LineAmount { a.combined(with: b) { $0 - $1 } }

  private func combined(
    with other: LineAmount, _ operation: (Int64, Int64) -> Int64
  ) -> LineAmount {
    switch (self, other) {
    case (.micros(let a), .micros(let b)): LineAmount(Int128(operation(a, b)))
    case (.absent, .micros(let b)): LineAmount(Int128(operation(0, b)))
    case (.micros, .absent), (.absent, .absent): self
    case (.micros, _), (.absent, _): other
    default: self
    }
  }

  /// Not below 0.
  var floored: LineAmount {
    if case .micros(let micros) = self { .micros(max(0, micros)) } else { self }
  }

  /// The size of what was given back; 0 is the whole payment, which needs no amount.
  var refunded: LineAmount {
    guard case .micros(let micros) = self else { return self }
    return micros == 0 ? .absent : .micros(abs(micros))
  }

  init(_ micros: Int128) {
    let isKept = micros.magnitude <= Int128(Amount.largest.micros).magnitude
    self = isKept ? .micros(Int64(micros)) : .bad
  }
}

extension LineValue {
  /// A number in units of 10^-`places`: 2 for cents, 6 for micro-units.
  func amount(places: Int = 0) -> LineAmount {
    guard isPresent else { return .absent }
    guard isScalar, let digits = bytes.baseAddress else { return .mistyped }
    if let micros = plainMicros(digits, places) { return .micros(micros) }
    guard var decimal else { return .bad }
    decimal.exponent -= places
    return Amount(decimal: decimal).map { .micros($0.micros) } ?? .bad
  }

  /// The same times an integer, of that the share that `part` is of `whole`.
  func amount(
    places: Int, times quantity: Int64 = 1, share part: Int64 = 1, of whole: Int64 = 1
  ) -> LineAmount {
    guard isPresent else { return .absent }
    guard isScalar else { return .mistyped }
    guard let decimal else { return .bad }
    return decimal.shifted(by: -places).amount(times: quantity, share: part, of: whole)
  }

  /// The usual shapes: major units as they stand, and integers of minor ones; nil for all others.
  private func plainMicros(_ digits: UnsafePointer<UInt8>, _ places: Int) -> Int64? {
    if places == 0 { return NumberText.micros(digits, bytes.count) }
    guard places <= 6, let number = plainInteger else { return nil }
    let (micros, overflow) = number.multipliedReportingOverflow(by: powerOfTen(6 - places))
    return overflow || micros > Amount.largest.micros ? nil : micros
  }

  /// An object of `units` and `nanos`, as Google writes money.
  var unitsAndNanos: LineAmount {
    guard isPresent else { return .absent }
    let (units, nanos) = (self["units"], self["nanos"])
    guard isObject, !units.isPresent || units.isScalar, !nanos.isPresent || nanos.isScalar else {
      return .mistyped
    }
    guard let whole = units.isPresent ? units.wholeNumber : 0,
      let part = nanos.isPresent ? nanos.wholeNumber : 0, whole.magnitude <= 1_000_000_000,
      part.magnitude < 1_000_000_000
    else { return .bad }
    return LineAmount(
      Int128(whole) * 1_000_000 + roundedHalfToEven(Int128(part), over: 1000))
  }

  /// An integer as it stands; nil where something would have to be cut off.
  private var wholeNumber: Int64? {
    decimal.flatMap { $0.exponent < 0 ? nil : $0.scaled(places: 0) }
  }
}

extension ExactDecimal {
  fileprivate func shifted(by places: Int) -> ExactDecimal {
    ExactDecimal(mantissa: mantissa, exponent: exponent + places)
  }

  /// This number times an integer, of that the share that `part` is of `whole`, which is not 0.
  fileprivate func amount(times quantity: Int64, share part: Int64, of whole: Int64) -> LineAmount {
    let power = exponent + 6
    guard power <= 18, power >= -18,
      let scaled = product(Int128(mantissa) * Int128(powerOfTen(max(0, power))), quantity),
      let dividend = product(scaled, part)
    else { return .bad }
    let divisor = Int128(whole) * Int128(powerOfTen(max(0, -power)))
    return LineAmount(roundedHalfToEven(dividend, over: divisor))
  }

  private func product(_ a: Int128, _ b: Int64) -> Int128? {
    let (product, overflow) = a.multipliedReportingOverflow(by: Int128(b))
    return overflow ? nil : product
  }
}

extension MinorUnits {
  /// Two for what is no code.
  static func places(of currency: LineValue) -> Int {
    if none.contains(where: { currency.isWord($0) }) { return 0 }
    return three.contains { currency.isWord($0) } ? 3 : 2
  }
}

extension EventDraft {
  /// Sets an amount; nothing where the line states none.
  mutating func put(_ field: LogField, _ amount: LineAmount) {
    switch amount {
    case .absent: break
    case .micros(let micros): put(field, exactly: micros)
    case .bad: putBad(field)
    case .mistyped: putMistyped(field)
    }
  }
}
