import Foundation
import Testing
import Values

@testable import Reports

/// Compares with `Golden/<name>`. A missing file is recorded, and the test fails once; to accept
/// a change, delete the file and run the test twice.
func expectGolden(
  _ text: String, _ name: String, file: String = #filePath,
  at place: SourceLocation = #_sourceLocation
) throws {
  let path = (file as NSString).deletingLastPathComponent + "/Golden/\(name)"
  guard FileManager.default.fileExists(atPath: path) else {
    try writeFile(Array(text.utf8), to: path)
    Issue.record(
      "recorded Golden/\(name): look at it, then run the test again", sourceLocation: place)
    return
  }
  let golden = String(decoding: try readFile(path), as: UTF8.self)
  guard text != golden else { return }
  let (found, expected) = firstDifference(text, golden)
  Issue.record(
    """
    differs from Golden/\(name); if that is meant, delete the file and run the test twice
      expected: \(expected)
      found:    \(found)
    """,
    sourceLocation: place)
}

private func firstDifference(_ a: String, _ b: String) -> (String, String) {
  let a = a.split(separator: "\n", omittingEmptySubsequences: false)
  let b = b.split(separator: "\n", omittingEmptySubsequences: false)
  let line = zip(a, b).enumerated().first { $1.0 != $1.1 }?.offset ?? min(a.count, b.count)
  func at(_ lines: [Substring]) -> String { line < lines.count ? String(lines[line]) : "(end)" }
  return (at(a), at(b))
}
