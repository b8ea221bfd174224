import Values

/// Values from the log as reports name them: no longer than a line of a table can bear.
enum Label {
  /// In characters.
  static let limit = 64

  /// `text`, or its beginning with a mark of the whole where it is too long: two long values that
  /// begin alike stay two, and a value has the same name in every file of every report.
  static func shortened(_ text: String) -> String {
    guard text.utf8.count > limit, isLong(text) else { return text }
    let mark = String(UInt32(truncatingIfNeeded: hash(text)), radix: 16)
    let start = text.unicodeScalars.prefix(limit * 2)
    return String(start).prefix(limit - 9) + "…" + padding(mark) + mark
  }

  /// A character can be made of any number of scalars.
  private static func isLong(_ text: String) -> Bool {
    text.count > limit || text.unicodeScalars.count > limit * 2
  }

  private static func hash(_ text: String) -> UInt64 {
    Array(text.utf8).withUnsafeBytes { stableHash($0) }
  }

  private static func padding(_ mark: String) -> String {
    String(repeating: "0", count: 8 - mark.count)
  }
}
