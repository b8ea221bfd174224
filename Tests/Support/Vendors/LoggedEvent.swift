import Foundation

/// The fields of a canonical line of a simulated log.
struct LoggedEvent {
  let name: String
  /// Milliseconds.
  let time: Int64
  /// Everything else, values as JSON.
  let fields: [(key: String, json: String)]

  /// Nil for a line that is broken or in another spelling: that stays as it is.
  init?(_ line: some StringProtocol) {
    guard line.hasPrefix("{\"event_id\":"), line.hasSuffix("}"), !line.contains("\"properties\":")
    else { return nil }
    let members = Self.members(String(line.dropFirst().dropLast()))
    let json = { key in members.last { $0.key == key }?.json }
    guard let name = json("event"), name.hasPrefix("\""),
      let time = json("timestamp").flatMap(Self.milliseconds)
    else { return nil }
    (self.name, self.time) = (Self.unquoted(name), time)
    fields = members.filter { $0.key != "event" && $0.key != "timestamp" }
  }

  init(name: String, time: Int64, fields: [(key: String, json: String)]) {
    (self.name, self.time, self.fields) = (name, time, fields)
  }

  /// The last value of a key, as JSON.
  func json(_ key: String) -> String? { fields.last { $0.key == key }?.json }

  /// The last value of a key, without quotes.
  subscript(key: String) -> String? { json(key).map(Self.unquoted) }

  /// The milliseconds of a time field.
  func time(_ key: String) -> Int64? { json(key).flatMap(Self.milliseconds) }

  /// Whether it speaks of a subscription's term.
  var isOfTerm: Bool { self["transaction_id"] != nil }

  private static func unquoted(_ json: String) -> String {
    json.hasPrefix("\"") ? String(json.dropFirst().dropLast()) : json
  }

  /// Members of an object whose texts hold neither quotes nor commas.
  private static func members(_ object: String) -> [(key: String, json: String)] {
    object.utf8.split(separator: UInt8(ascii: ",")).compactMap { member in
      let parts = member.split(separator: UInt8(ascii: ":"), maxSplits: 1)
      return parts.count == 2
        ? (unquoted(String(Substring(parts[0]))), String(Substring(parts[1]))) : nil
    }
  }

  /// Of `"2026-01-01T09:00:00.000Z"`; nil for a time that cannot be.
  private static func milliseconds(_ json: String) -> Int64? {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let date = try? style.parse(unquoted(json))
    return date.map { Int64(($0.timeIntervalSince1970 * 1000).rounded()) }
  }
}

// The two apps and nine countries of the simulated world, as stores and analytics call them.
extension LoggedEvent {
  static let apps = [
    (name: "screentime", bundle: "com.example.screentime", products: "st."),
    (name: "griptrack", bundle: "com.example.griptrack", products: "grip."),
  ]

  /// The bundle id of the app that its product is of, as JSON; nil for none.
  var bundle: String? {
    guard let product = self["product_id"] else { return nil }
    return Self.apps.first { product.hasPrefix($0.products) }.map { quoted($0.bundle) }
  }

  private static let countries: [String: (alpha3: String, name: String)] = [
    "US": ("USA", "United States"), "DE": ("DEU", "Germany"), "GB": ("GBR", "United Kingdom"),
    "JP": ("JPN", "Japan"), "IN": ("IND", "India"), "BR": ("BRA", "Brazil"),
    "FR": ("FRA", "France"), "CA": ("CAN", "Canada"), "AU": ("AUS", "Australia"),
  ]

  var countryName: String? { self["country"].map { Self.countries[$0]?.name ?? $0 } }
  var countryAlpha3: String? { self["country"].flatMap { Self.countries[$0]?.alpha3 } }
}
