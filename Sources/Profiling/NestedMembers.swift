import Foundation

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
