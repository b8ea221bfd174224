import Foundation
import Values

@testable import Feed

/// The canonical fields once more, as plainly as Foundation allows: a dictionary for each object,
/// dates by a calendar, amounts by `Decimal`. Slow, and written without a look at the fast one,
/// whose answers it is compared with.
struct PlainReader {
  /// What becomes of a line, in words.
  func answer(to line: String) -> String {
    guard
      let json = try? JSONSerialization.jsonObject(
        with: Data(line.utf8), options: .fragmentsAllowed)
    else { return "rejected not-json" }
    guard let object = json as? [String: Any] else { return "rejected not-an-object" }
    let found = Members(object)
    do {
      return try accepted(found)
    } catch {
      return error.words
    }
  }

  private func accepted(_ found: Members) throws(Answer) -> String {
    guard let event = found["event"] else { throw .rejected("missing-field", "event") }
    guard let name = event as? String else { throw .rejected("mistyped-field", "event") }
    let known = EventKind.allCases.first {
      $0.names.contains(name.lowercased()) && $0 != .custom
    }
    guard let kind = known else { throw .ignored(name) }
    let environment = (found["environment"] as? String)?.lowercased() ?? ""
    if ["sandbox", "test", "staging", "xcode"].contains(environment) { throw .ignored("sandbox") }
    let time = try self.time(found, "timestamp")
    guard let time else { throw .rejected("missing-field", "timestamp") }
    if time < 1_215_648_000_000 { throw .rejected("time-before-app-store", "timestamp") }
    if time > now.milliseconds + 48 * 3_600_000 { throw .rejected("time-in-future", "timestamp") }
    if kind == .annotation { return try annotation(found) }
    let customer = try customer(found, kind)
    if kind == .userAliased {
      if customer.hasPrefix("txn:") { throw .rejected("missing-field", "user_id") }
      guard try required(found, "previous_id") != nil else {
        throw .rejected("missing-field", "previous_id")
      }
    }
    let ends = try (end(found, "expires_at"), end(found, "grace_expires_at"))
    let price = try price(found, kind)
    let texts = ["product_id", "country", "channel", "tier", "offer_id", "reason"].map {
      (found[$0] as? String) ?? ""
    }
    let ids = ["event_id", "transaction_id", "original_transaction_id"].map {
      identifier(found[$0]) ?? ""
    }
    return words(
      kind, time, customer, [ends.0, ends.1, price, period(found)], try currency(found),
      texts, ids)
  }

  private func annotation(_ found: Members) throws(Answer) -> String {
    guard let text = found["text"] else { throw .rejected("missing-field", "text") }
    guard let words = text as? String else { throw .rejected("mistyped-field", "text") }
    guard words.contains(where: { !$0.isWhitespace }) else {
      throw .rejected("missing-field", "text")
    }
    return "annotated"
  }

  private func customer(_ found: Members, _ kind: EventKind) throws(Answer) -> String {
    for field in ["user_id", "device_id", "family_id", "app_account_token", "user_pseudo_id"] {
      if let id = try required(found, field) { return id }
    }
    let isOfPayment = [.refunded, .refundReversed, .paymentLinked].contains(kind)
    let payments = isOfPayment ? ["transaction_id", "payment_id"] : []
    for field in ["original_transaction_id"] + payments {
      if let id = try required(found, field) { return "txn:" + id }
    }
    throw .rejected("missing-field", "user_id")
  }

  /// Nil where there is none; a customer's id of another type cannot be trusted.
  private func required(_ found: Members, _ field: String) throws(Answer) -> String? {
    guard let value = found[field] else { return nil }
    guard let id = identifier(value) else { throw .rejected("mistyped-field", field) }
    return id.isEmpty ? nil : id
  }

  private func identifier(_ value: Any?) -> String? {
    if let text = value as? String { return text }
    guard let number = value as? NSNumber, isInteger(number) else { return nil }
    return number.stringValue
  }

  /// Milliseconds; text, an integer, or seconds and nanoseconds.
  private func time(_ found: Members, _ field: String) throws(Answer) -> Int64? {
    guard let value = found[field] else { return nil }
    let time: Int64?
    switch value {
    case let text as String: time = milliseconds(text)
    case let number as NSNumber where !isBoolean(number):
      time = isInteger(number) ? milliseconds(number.int64Value) : nil
    case let object as [String: Any]: time = milliseconds(object)
    default: throw .rejected("mistyped-field", field)
    }
    guard let time else { throw .rejected("bad-time", field) }
    return time
  }

  /// What languages write for no time is none.
  private func end(_ found: Members, _ field: String) throws(Answer) -> Int64? {
    let end = try time(found, field)
    return end ?? 0 < 604_800_000 ? nil : end
  }

  private func milliseconds(_ number: Int64) -> Int64 {
    if abs(number) < 100_000_000_000 { return number * 1000 }
    if abs(number) < 100_000_000_000_000 { return number }
    return Int64((Double(number) / 1000).rounded(.down))
  }

  private func milliseconds(_ object: [String: Any]) -> Int64? {
    let folded = Dictionary(
      object.map { ($0.key.replacing("_", with: "").lowercased(), $0.value) },
      uniquingKeysWith: { $1 })
    guard let seconds = folded["seconds"] as? NSNumber, isInteger(seconds) else { return nil }
    let nanoseconds = folded["nanoseconds"] as? NSNumber ?? 0
    return seconds.int64Value * 1000 + nanoseconds.int64Value / 1_000_000
  }

  /// RFC 3339 and what databases make of it by a regular expression and a calendar.
  private func milliseconds(_ text: String) -> Int64? {
    let form =
      /([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]+)?( ?(?:[Zz]|[Uu][Tt][Cc]|([+-])([0-9]{2})(?::?([0-9]{2}))?))/
    guard let match = text.wholeMatch(of: form)?.output else { return nil }
    var parts = DateComponents()
    (parts.year, parts.month, parts.day) = (Int(match.1), Int(match.2), Int(match.3))
    (parts.hour, parts.minute, parts.second) = (Int(match.4), Int(match.5), Int(match.6))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    guard parts.isValidDate(in: calendar), let date = calendar.date(from: parts) else { return nil }
    let offset = (Int(match.10 ?? "0") ?? 0) * 60 + (Int(match.11 ?? "0") ?? 0)
    guard Int(match.10 ?? "0") ?? 0 < 24, Int(match.11 ?? "0") ?? 0 < 60 else { return nil }
    let fraction = String((match.7 ?? ".0").dropFirst().prefix(3))
    let cut = Int64(fraction.padding(toLength: 3, withPad: "0", startingAt: 0)) ?? 0
    let minutes = match.9 == "-" ? -offset : offset
    return Int64(date.timeIntervalSince1970) * 1000 - Int64(minutes) * 60_000 + cut
  }

  private func price(_ found: Members, _ kind: EventKind) throws(Answer) -> Int64? {
    guard let value = found["price"] else { return nil }
    var text = value as? String
    if let number = value as? NSNumber, !isBoolean(number) { text = number.stringValue }
    guard let text else { throw .rejected("mistyped-field", "price") }
    guard text.wholeMatch(of: /[+-]?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil,
      let decimal = Decimal(string: text), abs(decimal) <= 1_000_000_000
    else { throw .rejected("bad-amount", "price") }
    if decimal < 0, kind != .refunded, kind != .refundReversed {
      throw .rejected("negative-price", "price")
    }
    var (micros, rounded) = (abs(decimal) * 1_000_000, Decimal())
    NSDecimalRound(&rounded, &micros, 0, .bankers)
    return NSDecimalNumber(decimal: rounded).int64Value
  }

  private func currency(_ found: Members) throws(Answer) -> String {
    guard let code = found["currency"] as? String, !code.isEmpty else { return "" }
    guard ["USD", "EUR", "JPY", "GBP"].contains(code.uppercased()) else {
      throw .rejected("unknown-currency", "currency")
    }
    return code.uppercased()
  }

  private func period(_ found: Members) -> Int64? {
    guard let text = found["period"] as? String,
      let match = text.wholeMatch(of: /[Pp]([0-9]{1,4})([DWMYdwmy])/)?.output,
      let count = Int(match.1), count > 0
    else { return nil }
    let unit = ["D", "W", "M", "Y"].firstIndex(of: match.2.uppercased()) ?? 0
    return Int64(count * 4 + unit)
  }

  /// Numbers and booleans are told apart by the letter of their type.
  private func isBoolean(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }

  private func isInteger(_ number: NSNumber) -> Bool {
    !isBoolean(number) && !["d", "f"].contains(String(cString: number.objCType))
  }
}

/// What a line is not accepted with.
private enum Answer: Error {
  case rejected(String, String)
  case ignored(String)

  var words: String {
    switch self {
    case .rejected(let reason, let field): "rejected \(reason) \(field)"
    case .ignored(let name): "ignored \(name)"
    }
  }
}

/// The members of a line by canonical name: exact names before other spellings, the top before
/// what is nested, null is absent.
private struct Members {
  private var values: [String: (rank: Int, value: Any)] = [:]

  init(_ object: [String: Any]) {
    take(object, rank: 0)
    for (key, value) in object
    where ["properties", "parameters", "eventparams"].contains(Self.folded(key)) {
      if let nested = value as? [String: Any] { take(nested, rank: 100) }
    }
  }

  private mutating func take(_ object: [String: Any], rank: Int) {
    for (key, value) in object where !(value is NSNull) {
      for field in LogField.allCases {
        guard let at = field.names.firstIndex(where: { Self.folded($0) == Self.folded(key) }) else {
          continue
        }
        let isNothing = (value as? String).map { saysNothing($0, field) } ?? false
        let rank = rank + 2 * at + (field.names[at] == key ? 0 : 1) + (isNothing ? 1000 : 0)
        if values[field.name].map({ rank < $0.rank }) ?? true { values[field.name] = (rank, value) }
      }
    }
  }

  /// An empty text, and of an id a word for nobody: any other spelling goes before it.
  private func saysNothing(_ text: String, _ field: LogField) -> Bool {
    let ids: Set<LogField> = [
      .userID, .deviceID, .familyID, .appAccountToken, .userPseudoID, .previousID,
    ]
    return text.isEmpty
      || ids.contains(field)
        && Array(text.utf8).withUnsafeBufferPointer { PlaceholderIDs().contains($0) }
  }

  private static func folded(_ key: String) -> String {
    key.replacing("_", with: "").lowercased()
  }

  subscript(field: String) -> Any? { values[field]?.value }
}

/// An accepted event in words.
func words(
  _ kind: EventKind, _ time: Int64, _ customer: String, _ numbers: [Int64?], _ currency: String,
  _ texts: [String], _ ids: [String]
) -> String {
  let numbers = numbers.map { $0.map { "\($0)" } ?? "-" }
  return (["\(kind)", "\(time)", customer] + numbers + [currency] + texts + ids)
    .joined(separator: "|")
}
