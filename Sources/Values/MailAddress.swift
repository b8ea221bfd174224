/// An address of mail, with the name that is shown beside it: `team@example.com`,
/// `Runrate <runrate@example.com>`.
package struct MailAddress: Sendable, Hashable, CustomStringConvertible {
  /// Empty: none. Without control characters.
  package let name: String
  /// As the protocol has it: ASCII without spaces, quotes or brackets (RFC 5321, dot-string).
  package let address: String

  /// Nil for anything that a mail server would not take as one address.
  package init?(_ text: String) {
    guard !text.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) else {
      return nil
    }
    var (name, address) = (text.prefix(0), text[...].trimmed)
    if address.hasSuffix(">"), let open = address.lastIndex(of: "<") {
      name = address[..<open].trimmed
      address = address[address.index(after: open)...].dropLast()
    }
    guard Self.isAddress(address) else { return nil }
    (self.name, self.address) = (String(name), String(address))
  }

  /// The part behind the `@`.
  package var domain: String { String(address.drop { $0 != "@" }.dropFirst()) }

  package var description: String { name.isEmpty ? address : "\(name) <\(address)>" }

  private static func isAddress(_ text: Substring) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, text.utf8.count <= 254, (1...64).contains(parts[0].utf8.count) else {
      return false
    }
    return isDotted(parts[0]) { isWord($0) || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
      && isDotted(parts[1]) { isWord($0) || $0 == UInt8(ascii: "-") }
  }

  /// One or several words between single dots.
  private static func isDotted(_ text: Substring, _ isAllowed: (UInt8) -> Bool) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false)
      .allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isAllowed) }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (byte | 32) &- 97 < 26 || byte &- 48 < 10
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
