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

  /// `.1`, or a date (`-20260403`, `-2026-04-03`) or an epoch second of at least eight digits. Without
  /// a regular expression: there can be a hundred thousand files.
  private static func removeRotation(_ name: inout Substring) {
    let tail = Array(name.utf8.reversed().prefix { isDigit($0) || $0 == hyphen }.reversed())
    let digits = tail.reversed().prefix(while: isDigit).count
    let hasNumber = digits > 0 && name.utf8.dropLast(digits).last == UInt8(ascii: ".")
    let date = tail.indices.first { tail[$0] == hyphen && isDate(tail[($0 + 1)...]) }
    guard let length = hasNumber ? digits + 1 : date.map({ tail.count - $0 }) else { return }
    name = name[..<name.utf8.index(name.endIndex, offsetBy: -length)]
  }

  private static let hyphen = UInt8(ascii: "-")

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }

  /// Whether the text begins with a year, a month and a day, with hyphens between them or without.
  private static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    for length in [4, 2, 2] {
      if length == 2, rest.first == hyphen { rest.removeFirst() }
      guard rest.prefix(length).count(where: isDigit) == length else { return false }
      rest.removeFirst(length)
    }
    return true
  }
}
