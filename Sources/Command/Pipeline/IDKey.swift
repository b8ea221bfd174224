import Foundation
import Settings
import Store
import Values

/// The key of hashed ids, which stands outside the database: in a file, or in the environment. It
/// is never an argument, and no message says it.
enum IDKey {
  static let variable = "RUNRATE_ID_KEY"
  /// Fewer could be tried out.
  private static let smallest = 16

  /// Nil where ids are kept as they are.
  static func load(_ privacy: PrivacySettings) throws -> HashedIDs? {
    guard privacy.userIDs == .hashed else { return nil }
    let (text, place) = try text(privacy.keyFile)
    let key = Array(text.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
    guard key.count >= smallest else {
      throw Failure(
        "the key in \(place) is too short",
        hint: "take 16 characters or more that nobody can guess: openssl rand -hex 32",
        exit: .badData)
    }
    return HashedIDs(key: key)
  }

  private static func text(_ file: String?) throws -> (text: String, place: String) {
    if let file {
      guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
        throw Failure(
          "\(file), the key of user ids, is not there or cannot be read as text",
          hint:
            "privacy.keyFile names it, from the configuration's folder; ls -l says who may read it",
          exit: .noInput)
      }
      return (text, file)
    }
    guard let text = ProcessInfo.processInfo.environment[variable] else {
      throw Failure(
        "privacy.userIDs is \"hashed\", but there is no key",
        hint: "put it into a file that privacy.keyFile names, or into \(variable)", exit: .badData)
    }
    return (text, variable)
  }
}
