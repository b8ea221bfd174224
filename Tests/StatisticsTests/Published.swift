import Foundation

/// Tables that others have published. They stand outside of this repository, in `../shared`.
enum Published {
  private static let root =
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
  /// A worktree stands one level deeper.
  static let folder = ["/../shared", "/../../shared"].map { root + $0 + "/data/statistics" }
    .first { FileManager.default.fileExists(atPath: $0 + "/ab/ab_reference.json") }
  static let isMissing = "../shared/data/statistics is not there: nothing was compared with it"

  static func json<Value: Decodable>(_ file: String) throws -> Value {
    let data = try Data(contentsOf: URL(filePath: (folder ?? "") + "/" + file))
    return try JSONDecoder().decode(Value.self, from: data)
  }

  /// The rows of a CSV file, by column.
  static func rows(_ file: String) throws -> [[String: String]] {
    let text = try String(contentsOfFile: (folder ?? "") + "/" + file, encoding: .utf8)
    let lines = text.split(whereSeparator: \.isNewline).map { $0.components(separatedBy: ",") }
    return lines.dropFirst().map { line in
      Dictionary(zip(lines[0], line), uniquingKeysWith: { first, _ in first })
    }
  }
}

/// Whether two numbers agree to so many decimals.
func agree(_ a: Double, _ b: Double, places: Double) -> Bool {
  abs(a - b) <= 0.500_001 * pow(10, -places)
}
