import Foundation
import Support
import Testing

/// The definitions are the contract: the code cites them by heading.
struct CitationTests {
  private static let home = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardized.path

  /// The text of all Swift files, by path, with the lines of comments joined.
  private static func sources() throws -> [String: String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: home + "/Sources")
      .filter { $0.hasSuffix(".swift") }
    return try Dictionary(
      uniqueKeysWithValues: paths.map { path in
        let text = try String(contentsOfFile: "\(home)/Sources/\(path)", encoding: .utf8)
        return (path, text.replacing(#/\n *///? /#, with: " "))
      })
  }

  @Test("Every definition that the code cites is a heading of the definitions")
  func headings() throws {
    let guide = try String(
      contentsOfFile: Self.home + "/Sources/Command/Runrate.docc/Definitions.md", encoding: .utf8)
    var cited = 0
    for (path, text) in try Self.sources() {
      for citation in text.matches(of: #/Definitions, "([^"]+)"/#) {
        cited += 1
        #expect(guide.contains("\n## \(citation.1)\n"), "\(path): \(citation.1)")
      }
    }
    #expect(cited > 50)
  }
}
