import Feed
import Foundation

/// The keys of native lines, of which some may be fields under names that Runrate does not know.
package struct KeyProfile: Sendable {
  /// A key that is not read, and the field that it may well be.
  package struct Guess: Sendable, Equatable {
    package let key: String
    /// Its canonical name.
    package let field: String
    /// Lines that have the key and not the field.
    package let lines: Int
  }

  private(set) var lines = 0
  /// Lines by key that is not read, and by canonical field.
  private var unread: [String: Int] = [:]
  private var fields: [String: Int] = [:]
  /// Lines by the id that a store or an SDK gives an app.
  package private(set) var apps = Frequencies<String>()
  /// As stores and SDKs call it, besides the names of the field `app`.
  private static let appKeys: Set<String> = [
    "bundleid", "appid", "packagename", "appbundleid", "applicationid",
  ]

  init() {}

  /// Takes a line in, which is skipped where it is no JSON object.
  mutating func add(_ line: Data) {
    guard let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any] else {
      return
    }
    lines += 1
    var (seen, unreadHere): (Set<String>, Set<String>) = ([], [])
    func take(_ key: String, _ value: Any) {
      if value is NSNull { return }
      if let field = FieldNames.canonical(of: key) {
        seen.insert(field)
      } else if !(value is [String: Any]), !(value is [Any]) {
        unreadHere.insert(key)
      }
      takeApp(key, value)
    }
    for (key, value) in object {
      take(key, value)
      if FieldNames.isContainer(key) || ["event", "api"].contains(key),
        let inner = value as? [String: Any]
      {
        for (key, value) in inner { take(key, value) }
      }
    }
    for field in seen { fields[field, default: 0] += 1 }
    for key in unreadHere { unread[key, default: 0] += 1 }
  }

  private mutating func takeApp(_ key: String, _ value: Any) {
    let folded = key.lowercased().replacing("_", with: "")
    let isApp = Self.appKeys.contains(folded) || FieldNames.canonical(of: key) == "app"
    if isApp, let app = value as? String, !app.isEmpty { apps.add(app) }
  }

  /// One key a field, the one that stands in most lines: only for fields that most lines lack.
  package var guesses: [Guess] {
    var best: [String: Guess] = [:]
    for (key, count) in unread.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      guard let field = FieldNames.similar(to: key), best[field] == nil,
        fields[field, default: 0] * 2 < count
      else { continue }
      best[field] = Guess(key: key, field: field, lines: count)
    }
    return best.values.sorted { ($1.lines, $0.key) < ($0.lines, $1.key) }
  }
}
