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
    if let text = environment[name], !text.isEmpty {
      guard let address = Address(text) else { throw noAddress(in: name) }
      return address
    }
    let variable = name + "_FILE"
    guard let path = environment[variable], !path.isEmpty else { return nil }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure(
        "\(path), which \(variable) names, cannot be read", hint: "no message was sent",
        exit: .noInput)
    }
    guard let address = Address(String(decoding: data, as: UTF8.self)) else {
      throw noAddress(in: variable)
    }
    return address
  }

  /// The address itself is a secret, so it is not shown.
  private static func noAddress(in variable: String) -> Failure {
    Failure(
      "\(variable) holds no address of http or https", hint: "no message was sent", exit: .badData)
  }
}
