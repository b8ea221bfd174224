import Foundation

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

/// What is wrong with an address that the environment gives.
package enum AddressError: Error, Sendable, Equatable {
  /// The variable does not hold an address of HTTP.
  case noAddress(variable: String)
  /// The file that the variable names cannot be read.
  case unreadable(variable: String, path: String)
}

extension Address {
  /// The address of the variable `name`, or of the file that `name_FILE` names; nil where neither
  /// is set.
  package static func find(_ name: String, in environment: [String: String]) throws -> Address? {
    if let text = environment[name], !text.isEmpty {
      guard let address = Address(text) else { throw AddressError.noAddress(variable: name) }
      return address
    }
    let variable = name + "_FILE"
    guard let path = environment[variable], !path.isEmpty else { return nil }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw AddressError.unreadable(variable: variable, path: path)
    }
    guard let address = Address(String(decoding: data, as: UTF8.self)) else {
      throw AddressError.noAddress(variable: variable)
    }
    return address
  }
}
