/// A mail address with the name shown beside it: `Runrate <runrate@example.com>`.
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

/// Where mail is handed in: `smtp://mail.example.com:587` begins in plain text and turns to TLS
/// (STARTTLS, RFC 3207), `smtps://mail.example.com` has TLS from the first byte (RFC 8314).
package struct MailServer: Sendable, Hashable, CustomStringConvertible {
  package let isImplicitTLS: Bool
  /// A name, an address of IPv4, or one of IPv6 in brackets.
  package let host: String
  package let port: Int

  /// Nil for anything else, also with a user or a path: a password does not belong there.
  package init?(_ text: String) {
    let schemes = ["smtp://", "smtps://"]
    guard let scheme = schemes.first(where: text.lowercased().hasPrefix) else { return nil }
    let rest = text.dropFirst(scheme.count)
    let colon = rest.lastIndex(of: ":").flatMap { rest[$0...].contains("]") ? nil : $0 }
    let host = String(rest[..<(colon ?? rest.endIndex)])
    guard Self.isHost(host) else { return nil }
    isImplicitTLS = scheme == "smtps://"
    self.host = host
    let usual = isImplicitTLS ? 465 : Self.locals.contains(host) ? 25 : 587
    port = colon.map { Int(rest[$0...].dropFirst()) ?? 0 } ?? usual
    guard (1...65_535).contains(port) else { return nil }
  }

  private init(isImplicitTLS: Bool, host: String, port: Int) {
    (self.isImplicitTLS, self.host, self.port) = (isImplicitTLS, host, port)
  }

  /// The relay of this machine, which takes mail without a password.
  package static let local = MailServer(isImplicitTLS: false, host: "localhost", port: 25)

  /// Whether what is sent there never leaves this machine.
  package var isLocal: Bool { Self.locals.contains(host) }

  package var description: String { "\(isImplicitTLS ? "smtps" : "smtp")://\(host):\(port)" }

  private static let locals = ["localhost", "127.0.0.1", "[::1]"]

  private static func isHost(_ text: String) -> Bool {
    if text.hasPrefix("["), text.hasSuffix("]") {
      let inside = text.dropFirst().dropLast().utf8
      return !inside.isEmpty
        && inside.allSatisfy {
          $0 &- 48 < 10 || ($0 | 32) &- 97 < 6 || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
        }
    }
    return !text.isEmpty
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy {
            ($0 | 32) &- 97 < 26 || $0 &- 48 < 10 || $0 == UInt8(ascii: "-")
          }
      }
  }
}

/// An address of the web that needs no escaping in any format: nothing in it is markup.
package struct WebAddress: Sendable, Hashable {
  package let text: String

  private static let longest = 1000

  /// Nil for what does not begin as one or goes no further, is longer than a thousand bytes, or
  /// holds anything but letters, digits and the marks of RFC 3986 without quotes and brackets.
  package init?(_ text: String) {
    guard let scheme = ["https://", "http://"].first(where: text.hasPrefix), text != scheme,
      text.utf8.count <= Self.longest, text.utf8.allSatisfy(Self.isPlain)
    else { return nil }
    self.text = text
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (byte | 32) &- 97 < 26 || byte &- 48 < 10 || "-._~:/?#@!$&*+,;=%".utf8.contains(byte)
  }
}
