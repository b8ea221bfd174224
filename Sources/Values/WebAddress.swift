/// An address of the web that needs no escaping in any format: nothing in it is markup.
package struct WebAddress: Sendable, Hashable {
  package let text: String

  private static let longest = 1000

  /// Nil for what does not begin as one, is longer than a thousand bytes, or holds anything but
  /// letters, digits and the marks of RFC 3986 without quotes and brackets.
  package init?(_ text: String) {
    guard ["https://", "http://"].contains(where: text.hasPrefix),
      text.utf8.count <= Self.longest, text.utf8.allSatisfy(Self.isPlain)
    else { return nil }
    self.text = text
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (byte | 32) &- 97 < 26 || byte &- 48 < 10 || "-._~:/?#@!$&*+,;=%".utf8.contains(byte)
  }
}
