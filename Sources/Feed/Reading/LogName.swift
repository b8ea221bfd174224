/// Which files of a folder are logs, by their names (Definitions, "The log").
package enum LogName {
  private static let endings = [".ndjson", ".jsonl", ".json"]
  private static let archives = [".gz", ".zst"]

  /// The accepted endings in words.
  package static let described =
    ".ndjson, .jsonl and .json, also rotated (app.ndjson.1, app.ndjson-20260403), each also "
    + "with .gz or .zst"

  /// Whether a file's name has an ending of logs, as its writer or logrotate (its `dateext`, too)
  /// leaves it.
  static func isLog(_ name: [UInt8]) -> Bool {
    var name = String(decoding: name, as: UTF8.self).lowercased()[...]
    removeArchive(&name)
    removeRotation(&name)
    removeArchive(&name)
    return endings.contains { name.hasSuffix($0) && name.utf8.count > $0.utf8.count }
  }

  private static func removeArchive(_ name: inout Substring) {
    for ending in archives where name.hasSuffix(ending) { name.removeLast(ending.count) }
  }

  /// `.1`, or a date (`-20260403`, `-2026-04-03`) or an epoch second of at least eight digits.
  private static func removeRotation(_ name: inout Substring) {
    guard let match = name.firstMatch(of: /(\.[0-9]+|-[0-9]{4}-?[0-9]{2}-?[0-9]{2}[0-9-]*)$/) else {
      return
    }
    name.removeSubrange(match.range)
  }
}
