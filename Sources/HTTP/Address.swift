import Foundation
import Values

/// Where messages go. The address is a secret: whoever knows it can post in the channel, so it is
/// never printed, stored or part of an error.
package struct Address: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  let url: String

  /// Nil unless it is an address of HTTP or HTTPS.
  package init?(_ text: String) {
    let url = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let scheme = url.prefix { $0 != ":" }.lowercased()
    guard scheme == "http" || scheme == "https", url.dropFirst(scheme.count).hasPrefix("://"),
      url.utf8.count > scheme.count + 3, !url.utf8.contains(where: { $0 <= 32 || $0 == 127 })
    else { return nil }
    self.url = url
  }

  package var description: String { "(an address that is not shown)" }
  package var debugDescription: String { description }

  /// The same address with something behind its path: `…/start`.
  package func appending(_ step: String) -> Address {
    let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts[0].hasSuffix("/") ? parts[0].dropLast() : parts[0]
    let query = parts.count == 2 ? "?" + parts[1] : ""
    return Address(trusted: "\(path)/\(step)\(query)")
  }

  private init(trusted url: String) { self.url = url }
}

extension Address {
  /// The address of the variable `name`, or of the file that `name_FILE` names; nil where neither
  /// is set.
  package static func find(_ name: String, in environment: [String: String]) throws -> Address? {
    guard let secret = try Secret.find(name, in: environment) else { return nil }
    guard let address = Address(secret.text) else {
      // The address itself is a secret, so it is not shown.
      throw Failure(
        "\(secret.variable) holds no address of http or https", hint: "no message was sent",
        exit: .badData)
    }
    return address
  }
}
