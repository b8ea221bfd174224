import Foundation

/// What the `run.json` of a published report says (``RunFile`` writes it).
package struct PublishedRun: Decodable {
  /// Whether a run has written it.
  let isOurs: Bool
  /// The files of the folder; nil where the version that wrote it did not list them.
  let files: [String]?
  package let currency: String?
  package let trialGraceDays: Int?

  private enum CodingKeys: String, CodingKey {
    case program, files, currency
    case trialGraceDays = "trial_grace_days"
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    isOurs = try values.decode(String.self, forKey: .program) == RunFile.program
    files = try values.decodeIfPresent([String].self, forKey: .files)
    currency = try values.decodeIfPresent(String.self, forKey: .currency)
    trialGraceDays = try values.decodeIfPresent(Int.self, forKey: .trialGraceDays)
  }

  /// That of a report's folder; nil where it has none. Throws ``FileError`` for a file that cannot
  /// be read, and ``FileError/isNoRunFile(path:)`` for one that is none.
  package static func read(in folder: String) throws -> PublishedRun? {
    let path = "\(folder)/\(RunFile.fileName)"
    guard try kind(of: path) != .nothing else { return nil }
    let bytes = try readFile(path)
    do {
      return try JSONDecoder().decode(PublishedRun.self, from: Data(bytes))
    } catch {
      throw FileError.isNoRunFile(path: path)
    }
  }
}
