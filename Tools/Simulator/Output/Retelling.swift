import Values

/// The language that a simulated log is told in.
package enum LogDialect: String, CaseIterable, Sendable {
  case native
  case appStore = "app-store"
  case googlePlay = "google-play"
  case revenueCat = "revenuecat"
  case firebase, stripe
}

/// Tells a canonical line as a store or vendor would. What a vendor cannot tell stays as it is: the
/// app's own log stands beside the vendor's, as it does where both are kept.
struct Retelling {
  let dialect: LogDialect
  /// For the App Store's notifications; nil tells them decoded.
  let signer: ThrowawaySigner?

  /// The line in the dialect, with its newline; nil where it stays as it is.
  func told(_ line: UnsafeRawBufferPointer) -> [UInt8]? {
    guard dialect != .native, let event = LoggedEvent(line) else { return nil }
    let text =
      switch dialect {
      case .native: nil as String?
      case .appStore: appStore(event)
      case .googlePlay: googlePlay(event)
      case .revenueCat: revenueCat(event)
      case .firebase: firebase(event)
      case .stripe: stripe(event)
      }
    return text.map { Array($0.utf8) + [10] }
  }
}

/// The fields of a canonical line.
struct LoggedEvent {
  let name: String
  /// Milliseconds.
  let time: Int64
  /// Everything else, values as JSON.
  private(set) var fields: [(key: String, json: String)] = []

  /// Nil for a line that is no flat object with a name and a time.
  init?(_ line: UnsafeRawBufferPointer) {
    var name: String?
    var time: Int64?
    for (key, json) in LoggedEvent.members(String(decoding: line, as: UTF8.self)) {
      switch key {
      case "event": name = LoggedEvent.unquoted(json)
      case "timestamp": time = LoggedEvent.milliseconds(json)
      default: fields.append((key, json))
      }
    }
    guard let name, let time else { return nil }
    (self.name, self.time) = (name, time)
  }

  /// The last value of a key, as JSON.
  func json(_ key: String) -> String? { fields.last { $0.key == key }?.json }

  /// The last value of a key, without quotes.
  subscript(key: String) -> String? { json(key).map(LoggedEvent.unquoted) }

  /// The milliseconds of a time field.
  func time(_ key: String) -> Int64? { json(key).flatMap(LoggedEvent.milliseconds) }

  /// The bundle id of the app that its product is of; nil for none.
  var bundle: String? {
    let product = self["product_id"]
    return Product.all.first { "\($0.id)" == product }.map { quoted($0.app.bundle) }
  }

  /// Whether it speaks of a subscription's term.
  var isOfTerm: Bool { self["transaction_id"] != nil }

  static func unquoted(_ json: String) -> String {
    json.hasPrefix("\"") ? String(json.dropFirst().dropLast()) : json
  }

  /// Members of an object whose texts hold neither quotes nor commas.
  private static func members(_ line: String) -> [(String, String)] {
    line.drop { $0 == "{" }.prefix { $0 != "}" }.split(separator: ",").compactMap { member in
      let parts = member.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      return (unquoted(String(parts[0])), String(parts[1]))
    }
  }

  /// Of `"2026-01-01T09:00:00.000Z"`.
  private static func milliseconds(_ json: String) -> Int64? {
    let digits = unquoted(json).utf8.filter { $0 &- 48 < 10 }.map { Int64($0) - 48 }
    guard digits.count == 17 else { return nil }
    let number = { (range: Range<Int>) in Int(digits[range].reduce(0) { $0 * 10 + $1 }) }
    let day = Day.number(year: number(0..<4), month: number(4..<6), day: number(6..<8))
    let seconds = (number(8..<10) * 60 + number(10..<12)) * 60 + number(12..<14)
    return Int64(day) * Clock.day + Int64(seconds * 1000 + number(14..<17))
  }
}

/// An object of the members that are there, values as JSON.
func object(_ members: [(String, String?)]) -> String {
  let parts = members.compactMap { key, value in value.map { "\"\(key)\":\($0)" } }
  return "{" + parts.joined(separator: ",") + "}"
}

func quoted(_ text: String) -> String { "\"\(text)\"" }
