import CSimdJSON
import Values

// Prices: exact decimals, never through floating point.

extension LineReader {
  private enum Price {
    /// Nothing stands there: the next one is asked.
    case missing
    /// The price is not known, the currency may be.
    case unknown
    case micros(Int64)
    case bad
    case mistyped(LineValue)
  }

  /// Sets price and currency from the first that is there; false when the offer's id does not
  /// belong to it.
  mutating func putMoney(_ list: CodeRange, isFree: Bool) throws(Rejection) -> Bool {
    for i in list.indices {
      let money = machine.code.money[i]
      guard holds(money.when) else { continue }
      var price = try price(money)
      if case .missing = price {
        guard isFree, i == list.indices.upperBound - 1 else { continue }
        price = .unknown
      }
      if isFree { price = .micros(0) }
      put(money.isRefund ? refund(price) : price)
      if let currency = money.currency { put(.currency, try value(of: currency)) }
      return money.isOffer || isFree
    }
    if isFree { put(.price, exactly: 0) }
    return true
  }

  private mutating func put(_ price: Price) {
    switch price {
    case .missing, .unknown: present &= ~LogField.price.bit
    case .micros(let micros): put(.price, exactly: micros)
    case .bad: putBad(.price)
    case .mistyped(let value): put(.price, UInt32(RR_ARRAY), value.offset, 0)
    }
  }

  /// The size of what was given back; 0 is the whole charge.
  private func refund(_ price: Price) -> Price {
    guard case .micros(let micros) = price else { return price }
    return micros == 0 ? .unknown : .micros(abs(micros))
  }

  private mutating func price(_ money: DialectProgram.Money) throws(Rejection) -> Price {
    switch money.amount {
    case .zero: .micros(0)
    case .absent: .unknown
    case .shifted(let node, let places): shifted(at(node), Int(places))
    case .millionths(let node): shifted(at(node), at(node).isInteger ? 6 : 0)
    case .minor(let node, let less): try minor(at(node), less.map { at($0) }, money.currency)
    case .units(let amount, let units, let nanos): unitsAndNanos(at(amount), at(units), at(nanos))
    case .share(let price, let share): self.share(at(price), at(share))
    }
  }

  /// A number divided by ten to the power, in micro-units.
  private func shifted(_ value: LineValue, _ places: Int) -> Price {
    guard value.isThere else { return .missing }
    guard isScalarText(value) else { return .mistyped(value) }
    if let micros = plainMicros(value, places) { return .micros(micros) }
    guard var decimal = decimal(value) else { return .bad }
    decimal.exponent -= places
    return Amount(decimal: decimal).map { .micros($0.micros) } ?? .bad
  }

  /// The usual shapes: major units as they stand, and integers of minor ones; nil for all others.
  private func plainMicros(_ value: LineValue, _ places: Int) -> Int64? {
    if places == 0 { return NumberText.micros(base + Int(value.offset), Int(value.count)) }
    guard places <= 6, let number = plainInteger(value) else { return nil }
    let (micros, overflow) = number.multipliedReportingOverflow(by: powerOfTen(6 - places))
    return overflow || micros > Amount.largest.micros ? nil : micros
  }

  private mutating func minor(
    _ value: LineValue, _ less: LineValue?, _ currency: DialectProgram.Source?
  ) throws(Rejection) -> Price {
    var places = 2
    if let currency { places = minorPlaces(try self.value(of: currency)) }
    let price = shifted(value, places)
    guard let less, less.isThere, case .micros(let all) = price else { return price }
    let before = shifted(less, places)
    guard case .micros(let part) = before else { return before }
    return .micros(all - part)
  }

  /// The digits of a currency's minor unit; two for what is no code.
  private func minorPlaces(_ code: LineValue) -> Int {
    guard isScalarText(code), code.count == 3 else { return 2 }
    let letters = base + Int(code.offset)
    let packed = (0..<3).reduce(UInt32(0)) { $0 << 8 | UInt32(lowerCase(letters[$1])) }
    return MinorUnits.places(packed)
  }

  private func unitsAndNanos(_ amount: LineValue, _ units: LineValue, _ nanos: LineValue) -> Price {
    guard amount.isThere else { return .missing }
    guard amount.type == LineValue.object else { return .mistyped(amount) }
    for part in [units, nanos] where part.isThere && !isScalarText(part) { return .mistyped(part) }
    guard let whole = units.isThere ? wholeNumber(units) : 0,
      let part = nanos.isThere ? wholeNumber(nanos) : 0, whole.magnitude <= 1_000_000_000,
      part.magnitude < 1_000_000_000
    else { return .bad }
    let micros = whole * 1_000_000 + Int64(roundedHalfToEven(Int128(part), over: 1000))
    return micros.magnitude <= Amount.largest.micros.magnitude ? .micros(micros) : .bad
  }

  /// An integer as it stands; nil where something would have to be cut off.
  private func wholeNumber(_ value: LineValue) -> Int64? {
    decimal(value).flatMap { $0.exponent < 0 ? nil : $0.scaled(places: 0) }
  }

  /// A price in thousandths times a share in thousandths of a percent.
  private func share(_ value: LineValue, _ share: LineValue) -> Price {
    guard isScalarText(share) else { return share.isThere ? .mistyped(share) : .missing }
    let price = shifted(value, 3)
    guard case .micros(let micros) = price else { return price }
    guard let part = integer(share), part >= 0, part <= 100_000 else { return .bad }
    return .micros(Int64(roundedHalfToEven(Int128(micros) * Int128(part), over: 100_000)))
  }
}

/// How many digits a currency's minor unit has, as Stripe counts
/// (https://docs.stripe.com/currencies#zero-decimal).
enum MinorUnits {
  private static let none = [
    "bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "vnd", "vuv", "xaf",
    "xof", "xpf",
  ]
  private static let three = ["bhd", "jod", "kwd", "omr", "tnd"]

  /// Bits by a mixture of a code's letters: nearly all currencies miss them.
  private static let filter = (none + three).reduce(UInt64(0)) { $0 | bit(packed($1)) }

  /// Of a code in lower case, its letters packed from the first on.
  @inline(__always)
  static func places(_ code: UInt32) -> Int {
    filter & bit(code) == 0 ? 2 : unusualPlaces(code)
  }

  @inline(never)
  private static func unusualPlaces(_ code: UInt32) -> Int {
    if none.contains(where: { packed($0) == code }) { return 0 }
    return three.contains { packed($0) == code } ? 3 : 2
  }

  private static func packed(_ code: String) -> UInt32 {
    code.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }

  @inline(__always)
  private static func bit(_ code: UInt32) -> UInt64 { 1 << UInt64((code &* 0x9E37_79B1) >> 26) }
}
