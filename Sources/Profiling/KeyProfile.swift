import Feed
import Foundation
import Values

/// The keys of native lines, of which some may be fields under names that Runrate does not know.
package struct KeyProfile: Sendable {
  /// A key that is not read, and the field that it may well be.
  package struct Guess: Sendable, Equatable {
    package let key: String
    /// Its canonical name.
    package let field: String
    /// Lines that have the key and not the field.
    package let lines: Int
    /// Whether its values alone are those of the field; else the key's name is one of the field's.
    package var isByValues = false
  }

  private(set) var lines = 0
  /// Keys that are not read, and lines by canonical field.
  private var unread: [String: ValueProfile] = [:]
  private var fields: [String: Int] = [:]
  /// Paths to fields of a payment inside objects that are not read, with their lines.
  private var paths: [String: Int] = [:]
  /// Lines by the id that a store or an SDK gives an app.
  package private(set) var apps = Frequencies<String>()
  /// As stores and SDKs call it, besides the names of the field `app`.
  private static let appKeys: Set<String> = [
    "bundleid", "appid", "packagename", "appbundleid", "applicationid",
  ]

  /// Whether lines are an analytics tool's, whose properties alone may be fields.
  private let isOfTool: Bool
  /// What an analytics tool's envelope says.
  private static let ofEnvelope: Set<String> = [
    "event", "timestamp", "event_id", "user_id", "previous_id", "device_id",
  ]
  /// Of formats that are not read: lines by format.
  package private(set) var unreadFormats = Frequencies<UnreadFormat>()

  init(isOfTool: Bool = false) { self.isOfTool = isOfTool }

  /// Takes a line in, which is skipped where it is no JSON object.
  mutating func add(_ line: Data) {
    guard let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any] else {
      return
    }
    lines += 1
    if let format = UnreadFormat(of: line) { unreadFormats.add(format) }
    let members = Self.members(of: object, innerOnly: isOfTool)
    for (key, value) in members { takeApp(key, value) }
    let seen = Set(members.compactMap { FieldNames.canonical(of: $0.key) })
    for field in seen { fields[field, default: 0] += 1 }
    if !isOfTool { for path in Self.paths(in: object) { paths[path, default: 0] += 1 } }
    let others = members.filter { FieldNames.canonical(of: $0.key) == nil }
    let hasMoney = seen.contains("price") || others.contains { ValueProfile.isMoney($0.value) }
    for (key, value) in Dictionary(firstOf: others) {
      unread[key, default: ValueProfile()].add(value, hasMoney: hasMoney)
    }
  }

  /// The values of a line and of the objects that fields may stand in; no lists and no objects.
  private static func members(
    of object: [String: Any], innerOnly: Bool = false
  ) -> [(key: String, value: Any)] {
    let inner = object.filter {
      FieldNames.isContainer($0.key) || ["event", "api", "event_properties"].contains($0.key)
        || $0.key.hasPrefix("unstruct_event")
    }
    .compactMap { NestedMembers($0.value)?.members }
    return ((innerOnly ? [] : [object]) + inner).flatMap {
      $0.map { (key: $0.key, value: $0.value) }
    }.filter {
      !($0.value is NSNull) && !($0.value is [Any])
        && (!($0.value is [String: Any]) || FieldNames.canonical(of: $0.key) != nil)
    }
  }

  /// The fields that a line has, by their canonical names; `guessed`: the log's own names of some.
  static func fields(
    of line: Data, _ guessed: [String: String]
  ) -> (object: [String: Any], fields: Set<String>)? {
    guard let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any] else {
      return nil
    }
    let names = members(of: object).compactMap {
      FieldNames.canonical(of: $0.key) ?? guessed[$0.key]
    }
    return (object, Set(names + paths(in: object).compactMap { guessed[$0] }))
  }

  /// `purchase.productId` of `{"purchase": {"productId": "pro"}}`.
  private static func paths(in object: [String: Any]) -> [String] {
    object.flatMap { key, value -> [String] in
      guard let inner = value as? [String: Any], !key.contains("."),
        FieldNames.canonical(of: key) == nil, !FieldNames.isContainer(key)
      else { return [] }
      return inner.filter {
        field(at: $0.key) != nil && ($0.value is String || $0.value is NSNumber)
      }
      .map { "\(key).\($0.key)" }
    }
  }

  /// The field of a payment that the end of a path names: by one of its names, or a long one of
  /// those that other systems give it.
  private static func field(at end: some StringProtocol) -> String? {
    let name = String(end)
    let field =
      FieldNames.canonical(of: name) ?? (name.count < 8 ? nil : FieldNames.similar(to: name))
    return field.flatMap { ofPayment.contains($0) && !name.contains(".") ? $0 : nil }
  }

  private static let ofPayment: Set<String> = [
    "product_id", "transaction_id", "original_transaction_id", "price", "currency", "expires_at",
    "environment", "offer_id", "country", "subscription_group",
  ]

  private mutating func takeApp(_ key: String, _ value: Any) {
    let folded = key.lowercased().replacing("_", with: "")
    let isApp = Self.appKeys.contains(folded) || FieldNames.canonical(of: key) == "app"
    if isApp, let app = value as? String, !app.isEmpty { apps.add(app) }
  }

  /// Keys that are not read, with their lines, those of most lines first.
  private var ranked: [(key: String, values: ValueProfile)] {
    unread.map { ($0.key, $0.value) }
      .sorted { ($1.values.lines, $0.key) < ($0.values.lines, $1.key) }
  }

  /// Keys that are neither read nor guessed to be a field, those of most lines first.
  package var unknown: [(key: String, lines: Int)] {
    let guessed = Set(guesses.map(\.key))
    return ranked.filter { !guessed.contains($0.key) }.map { ($0.key, $0.values.lines) }
  }
}

// MARK: - What they may stand for

extension KeyProfile {
  /// One key a field: by its name, else by its values; only for fields that most lines lack.
  package var guesses: [Guess] {
    allGuesses.filter { !isOfTool || !Self.ofEnvelope.contains($0.field) }
  }

  private var allGuesses: [Guess] {
    var best: [String: Guess] = [:]
    for (key, values) in ranked {
      guard let field = FieldNames.similar(to: key), best[field] == nil,
        fields[field, default: 0] * 2 < values.lines
      else { continue }
      best[field] = Guess(key: key, field: field, lines: values.lines)
    }
    for (path, count) in paths.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      guard let field = path.split(separator: ".").last.flatMap(Self.field), best[field] == nil,
        fields[field, default: 0] * 2 < count
      else { continue }
      best[field] = Guess(key: path, field: field, lines: count)
    }
    for (field, fits) in rules where best[field] == nil && fields[field] == nil {
      let taken = Set(best.values.map(\.key))
      let found = ranked.filter { !taken.contains($0.key) && fits($0.values) }
      guard let (key, values) = found.max(by: { $0.values.variety < $1.values.variety }) else {
        continue
      }
      best[field] = Guess(key: key, field: field, lines: values.lines, isByValues: true)
    }
    return best.values.sorted { ($1.lines, $0.key) < ($0.lines, $1.key) }
  }

  /// Which values a field has, in the order in which keys are given to fields: what is told by its
  /// form first, ids last. Of several keys the one with most different values is taken.
  private var rules: [(field: String, fits: (ValueProfile) -> Bool)] {
    func isInMost(_ values: ValueProfile) -> Bool { values.lines * 10 >= lines * 9 }
    return [
      ("timestamp", { isInMost($0) && $0.isMostly(.time) }),
      ("event", { isInMost($0) && $0.variety <= 500 && $0.share(of: .event, isAtLeast: 30) }),
      ("currency", { $0.isMostly(.currency) }),
      ("country", { $0.isMostly(.country) }),
      ("product_id", { $0.repeats && $0.share(of: .product, isAtLeast: 50) && !isInMost($0) }),
      ("price", { !isInMost($0) && $0.share(of: .price, isAtLeast: 50) }),
      (
        "user_id",
        { isInMost($0) && $0.isMostly(.id) && $0.repeatAsIDs && $0.variety * 50 >= lines }
      ),
      (
        "transaction_id",
        { !isInMost($0) && $0.isMostly(.id) && !$0.repeats && $0.linesWithMoney == $0.lines }
      ),
    ]
  }
}

/// The members of a value that fields may stand in, in each of the forms that analytics tools give
/// it: an object, JSON in a text (PostHog), self-describing data (Snowplow) and a list of typed
/// parameters (Firebase).
struct NestedMembers {
  let members: [String: Any]

  /// Nil for anything else.
  init?(_ value: Any) {
    if let text = value as? String {
      guard text.hasPrefix("{"),
        let parsed = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      else { return nil }
      members = parsed
    } else if let list = value as? [[String: Any]] {
      members = Self.parameters(list)
    } else if let object = value as? [String: Any] {
      members = Self.described(object)
    } else {
      return nil
    }
  }

  /// `{"schema": …, "data": {…}}` without what describes it.
  private static func described(_ object: [String: Any]) -> [String: Any] {
    guard object["schema"] != nil, let data = object["data"] as? [String: Any] else {
      return object
    }
    return described(data)
  }

  /// `[{"key": "price", "value": {"double_value": 9.99, "string_value": null}}]` as members.
  private static func parameters(_ list: [[String: Any]]) -> [String: Any] {
    let named = list.compactMap { parameter -> (String, Any)? in
      guard let key = parameter["key"] as? String, let typed = parameter["value"] as? [String: Any],
        let value = typed.values.first(where: { !($0 is NSNull) })
      else { return nil }
      return (key, value)
    }
    return Dictionary(named, uniquingKeysWith: { _, last in last })
  }
}
