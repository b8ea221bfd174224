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
  mutating func putMoney(_ list: [DialectProgram.Money], isFree: Bool) throws(Rejection) -> Bool {
    for (i, money) in list.enumerated() where holds(money.when) {
      var price = price(money.amount, currency: money.currency)
      if case .missing = price {
        guard isFree, i == list.count - 1 else { continue }
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

  private mutating func price(
    _ amount: DialectProgram.Amount, currency: DialectProgram.Source?
  ) -> Price {
    switch amount {
    case .zero: .micros(0)
    case .absent: .unknown
    case .shifted(let node, let places): shifted(at(node), places)
    case .millionths(let node): shifted(at(node), at(node).isInteger ? 6 : 0)
    case .minor(let node, let less): minor(at(node), less.map { at($0) }, currency)
    case .units(let amount, let units, let nanos): unitsAndNanos(at(amount), at(units), at(nanos))
    case .share(let price, let share): self.share(at(price), at(share))
    }
  }

  /// A number divided by ten to the power, in micro-units.
  private func shifted(_ value: LineValue, _ places: Int) -> Price {
    guard value.isThere else { return .missing }
    guard isScalarText(value) else { return .mistyped(value) }
    guard var decimal = decimal(value) else { return .bad }
    decimal.exponent -= places
    return Amount(decimal: decimal).map { .micros($0.micros) } ?? .bad
  }

  private mutating func minor(
    _ value: LineValue, _ less: LineValue?, _ currency: DialectProgram.Source?
  ) -> Price {
    var places = 2
    if let currency, let code = try? self.value(of: currency), isScalarText(code) {
      places = MinorUnits.places(text(code.offset, code.count))
    }
    let price = shifted(value, places)
    guard let less, less.isThere, case .micros(let all) = price else { return price }
    let before = shifted(less, places)
    guard case .micros(let part) = before else { return before }
    return .micros(all - part)
  }

  private func unitsAndNanos(_ amount: LineValue, _ units: LineValue, _ nanos: LineValue) -> Price {
    guard amount.isThere else { return .missing }
    guard amount.type == LineValue.object else { return .mistyped(amount) }
    for part in [units, nanos] where part.isThere && !isScalarText(part) { return .mistyped(part) }
    guard let whole = units.isThere ? integer(units) : 0,
      let part = nanos.isThere ? integer(nanos) : 0, whole.magnitude <= 1_000_000_000,
      part.magnitude < 1_000_000_000
    else { return .bad }
    let micros = whole * 1_000_000 + Int64(roundedHalfToEven(Int128(part), over: 1000))
    return micros.magnitude <= Amount.largest.micros.magnitude ? .micros(micros) : .bad
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
  private static let none: Set<String> = [
    "BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV", "XAF",
    "XOF", "XPF",
  ]
  private static let three: Set<String> = ["BHD", "JOD", "KWD", "OMR", "TND"]

  static func places(_ currency: String) -> Int {
    let code = currency.uppercased()
    return none.contains(code) ? 0 : three.contains(code) ? 3 : 2
  }
}
