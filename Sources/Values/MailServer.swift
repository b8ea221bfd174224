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
      return text.dropFirst().dropLast().utf8.allSatisfy {
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
