import Foundation
import Testing
import Values

@testable import Feed

/// Material that stands beside the project, not in it.
enum Shared {
  static func path(_ name: String) -> String? {
    var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("../shared/" + name).standardizedFileURL.path
      if FileManager.default.fileExists(atPath: candidate) { return candidate }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  static let json = path("data/json")
  static let conformance = path("conformance")
}

@Suite struct ConformanceTests {
  @Test(
    "One bad line costs only itself: all lines of JSONTestSuite (skipped where ../shared is absent)",
    .enabled(if: Shared.json != nil))
  func mixedLines() throws {
    let folder = try #require(Shared.json)
    let reading = try read([folder + "/mixed_lines.ndjson"])
    let index = try String(contentsOfFile: folder + "/mixed_lines_index.tsv", encoding: .utf8)
    var reasons: [Int64: Reject.Reason] = [:]
    for reject in reading.rejects { reasons[reject.lineNumber] = reject.reason }
    for row in index.split(separator: "\n").dropFirst() {
      let cells = row.split(separator: "\t", omittingEmptySubsequences: false)
      guard let line = Int64(cells[0]) else { continue }
      let isObject = cells[4] == "dict"
      switch cells[1] {
      case "y": #expect(reasons[line] == (isObject ? .missingField : .notAnObject), "\(row)")
      case "n":
        #expect(
          reasons[line] == .notJSON || reasons[line] == nil || reasons[line] == .tooDeep, "\(row)")
      default: break
      }
    }
    #expect(reading.counts.accepted == 0)
  }

  @Test(
    "The lines of every conformance case are counted as expected (skipped where ../shared is absent)",
    .enabled(if: Shared.conformance != nil))
  func lineCounts() throws {
    let root = try #require(Shared.conformance)
    for name in try FileManager.default.contentsOfDirectory(atPath: root).sorted() {
      let counts = root + "/" + name + "/line-counts.json"
      guard let data = FileManager.default.contents(atPath: counts) else { continue }
      let expected = try JSONDecoder().decode([String: Int].self, from: data)
      let reading = try read(
        [root + "/" + name + "/logs"], threads: 2, timesWithoutZone: zone(of: root + "/" + name))
      let accepted = (expected["accepted"] ?? 0) + (expected["duplicate"] ?? 0)
      #expect(reading.counts.accepted == accepted, "\(name)")
      #expect(reading.ignored == expected["ignored"], "\(name)")
      #expect(reading.counts.rejectedTotal == expected["rejected"], "\(name)")
    }
  }

  /// That of times without any, as a case's configuration names it.
  private func zone(of folder: String) throws -> Zone? {
    let configuration = try String(contentsOfFile: folder + "/runrate.json5", encoding: .utf8)
    let named = configuration.firstMatch(of: /"timesWithoutZone": "([^"]+)"/)
    return named.flatMap { Zone(named: String($0.output.1)) }
  }
}
