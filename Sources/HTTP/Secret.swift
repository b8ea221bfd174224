import Foundation
import Values

/// An address or a password: in the environment alone, and never printed, stored or part of an
/// error.
package struct Secret: Sendable, CustomStringConvertible {
  package let text: String
  /// The variable that holds it, or names its file.
  package let variable: String

  package var description: String { "(a secret of \(variable))" }

  /// The secret of the variable `name`, or of the file that `name_FILE` names; nil where neither is
  /// set. The line break at the end of a file is none of it.
  package static func find(_ name: String, in environment: [String: String]) throws -> Secret? {
    if let text = environment[name], !text.isEmpty { return Secret(text: text, variable: name) }
    let variable = name + "_FILE"
    guard let path = environment[variable], !path.isEmpty else { return nil }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Failure(
        "\(path), which \(variable) names, cannot be read", hint: "no message was sent",
        exit: .noInput)
    }
    let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
    return Secret(text: text, variable: variable)
  }
}
