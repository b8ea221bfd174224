import Feed
package import Foundation
import Values

/// What the values of one key look like: what it may stand for where its name says nothing.
struct ValueProfile {
  /// What a value can be taken for.
  enum Shape: CaseIterable {
    /// A time of ISO 8601, or seconds or milliseconds since 1970 between 2008 and 2035.
    case time
    case currency, country
    /// The name of an event, or one that is like it.
    case event
    /// An amount with a fraction of a unit, above nothing.
    case price
    /// An id with the length of a subscription in it, or the name of a domain backwards.
    case product
    /// A text or a whole number.
    case id
  }

  private(set) var lines = 0
  /// Lines that have a price or a currency, too.
  private(set) var linesWithMoney = 0
  private var shapes: [Shape: Int] = [:]
  /// How often each was seen.
  private var values: [String: Int] = [:]

  /// More different values than this are not told apart.
  private static let mostValues = 50_000

  /// `hasMoney`: whether its line has a price or a currency.
  mutating func add(_ value: Any, hasMoney: Bool) {
    lines += 1
    if hasMoney { linesWithMoney += 1 }
    let text = Self.text(of: value)
    if values.count < Self.mostValues || values[text] != nil { values[text, default: 0] += 1 }
    for shape in Shape.allCases where shape.fits(text, isNumber: value is NSNumber) {
      shapes[shape, default: 0] += 1
    }
  }

  private static func text(of value: Any) -> String {
    (value as? String) ?? (value as? NSNumber)?.stringValue ?? ""
  }

  static func isMoney(_ value: Any) -> Bool {
    [Shape.price, .currency].contains { $0.fits(text(of: value), isNumber: value is NSNumber) }
  }

  /// How many different values it has.
  var variety: Int { values.count }

  /// Whether nearly all its values have a shape.
  func isMostly(_ shape: Shape) -> Bool { share(of: shape, isAtLeast: 95) }

  /// Whether so many of a hundred values have a shape.
  func share(of shape: Shape, isAtLeast percent: Int) -> Bool {
    lines > 0 && shapes[shape, default: 0] * 100 >= lines * percent
  }

  /// Whether enough different values come again to be the ids of people.
  var repeatAsIDs: Bool { repeats && values.values.count { $0 > 1 } >= 50 }

  /// Whether values come again and again: in at least a fifth of the lines.
  var repeats: Bool { variety * 5 <= lines * 4 }
}

extension ValueProfile.Shape {
  fileprivate func fits(_ text: String, isNumber: Bool) -> Bool {
    switch self {
    case .time: isNumber ? Self.isEpoch(text) : Self.isDate(text)
    case .currency: !isNumber && CurrencyCodes.all.contains(text)
    case .country: !isNumber && text.count == 2 && text.allSatisfy { $0.isASCII && $0.isUppercase }
    case .event: !isNumber && EventNameGuess(text) != nil
    case .price: Self.isPrice(text)
    case .product: !isNumber && ProductWords(text).isProduct
    case .id: !text.isEmpty && (!isNumber || Int64(text) != nil)
    }
  }

  private static func isEpoch(_ text: String) -> Bool {
    guard let number = Double(text) else { return false }
    return (1.2e9..<2.06e9).contains(number) || (1.2e12..<2.06e12).contains(number)
  }

  private static func isDate(_ text: String) -> Bool {
    text.prefixMatch(of: /(19|20)\d\d-[01]\d-[0-3]\d([T ][0-2]\d:[0-5]\d|$)/) != nil
  }

  private static func isPrice(_ text: String) -> Bool {
    guard let amount = ExactDecimal(text).flatMap(Amount.init(decimal:)), amount > .zero else {
      return false
    }
    return amount.micros % 1_000_000 != 0 && amount < Amount(micros: 100_000_000_000)
  }
}

/// How often each value was seen.
package struct Frequencies<Value: Hashable & Sendable & CustomStringConvertible>: Sendable {
  private var counts: [Value: Int] = [:]

  package init() {}

  package mutating func add(_ value: Value, times count: Int = 1) {
    counts[value, default: 0] += count
  }

  package var total: Int { counts.values.reduce(0, +) }
  package var isEmpty: Bool { counts.isEmpty }

  /// The most frequent first; of equally frequent ones in the order of their texts.
  package var ranked: [(value: Value, count: Int)] {
    counts.sorted { ($1.value, $0.key.description) < ($0.value, $1.key.description) }
      .map { ($0.key, $0.value) }
  }

  package var mostFrequent: Value? { ranked.first?.value }
}

/// Lines that are told by their shape and not read.
package enum UnreadFormat: String, CaseIterable, Sendable,
  CustomStringConvertible
{
  case braintree = "Braintree webhooks"
  case recurly = "Recurly webhooks"
  case paddleClassic = "Paddle Classic alerts"
  case fastSpring = "FastSpring webhooks"
  case payPal = "PayPal webhooks"
  case razorpay = "Razorpay webhooks"

  package var description: String { rawValue }

  /// Nil for a line that is none of them.
  package init?(of line: Data) {
    guard let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any],
      let found = Self.allCases.first(where: { $0.fits(object) })
    else { return nil }
    self = found
  }

  private func fits(_ line: [String: Any]) -> Bool {
    let has = { (keys: String...) in keys.allSatisfy { line[$0] != nil } }
    switch self {
    case .braintree: return has("bt_payload") || has("kind", "subject", "timestamp")
    case .recurly: return has("object_type", "event_type", "site_id")
    case .paddleClassic: return has("alert_name", "alert_id")
    case .fastSpring: return (line["events"] as? [[String: Any]])?.first?["live"] != nil
    case .payPal: return has("resource_type", "resource", "event_type")
    case .razorpay: return line["entity"] as? String == "event" && has("payload")
    }
  }

  /// What is said of so many lines of it.
  package func sentence(lines: String) -> String {
    "\(lines) like \(rawValue), which are not read: log payments and subscriptions as lines of "
      + "your own (guide Log)"
  }
}
