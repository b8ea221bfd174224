import Foundation
import Support
import Testing
import Values

@testable import Command

/// The stories in `Tests/Scenarios`: what was logged, and the figures that a person worked out
/// from SPEC.md. A scenario is a folder with
///
///     story.md        what happened, and why the figures are what they are
///     events.ndjson   the log
///     runrate.json5   the configuration, where the shared one does not do
///     rates.csv       exchange rates, where there are any
///     expected.md     tables under headings like "## daily.csv as of 2024-03-31"
///
/// Each expected row must be found in the file once: a row with all the cells given. Where the
/// file has segments and the table does not say which, the total is meant.
struct ScenarioTests {
  @Test("The figures are those that the story leads to", arguments: try Scenario.all())
  func figures(scenario: Scenario) throws {
    #expect(!scenario.expectations.isEmpty, "expected.md has no table")
    for (asOf, expectations) in Dictionary(grouping: scenario.expectations, by: \.asOf) {
      let ledger = try Ledger(configuration: scenario.configuration)
      try ledger.ingest(path: scenario.file("events.ndjson"))
      let tables = try ledger.tables(try #require(Day(asOf)))
      for expectation in expectations {
        let table = TextTable(csv: try #require(tables[expectation.table]))
        for problem in expectation.problems(in: table) {
          Issue.record("\(expectation.table).csv as of \(asOf): \(problem)")
        }
      }
    }
  }

  @Test("The program publishes the same tables")
  func published() throws {
    let scenario = try #require(
      try Scenario.all().first { $0.testDescription == "trial-then-paid" })
    let scratch = try Scratch()
    let code = Program.run(
      [
        "run", scenario.file("events.ndjson"), "--config", scenario.configuration, "--database",
        scratch("runrate.db"), "--reports", scratch("reports"), "--as-of", "2024-04-20",
      ], on: .silent)
    #expect(code.rawValue <= 3)
    let ledger = try Ledger(configuration: scenario.configuration)
    try ledger.ingest(path: scenario.file("events.ndjson"))
    for (name, csv) in try ledger.report(try #require(Day("2024-04-20"))) {
      #expect(try scratch.read("reports/2024-04-20/csv/\(name).csv") == csv, "\(name)")
    }
  }

  @Test("Every scenario tells its story")
  func stories() throws {
    for scenario in try Scenario.all() {
      let story = try String(contentsOfFile: scenario.file("story.md"), encoding: .utf8)
      #expect(story.split(separator: "\n").count >= 3, "\(scenario.testDescription)")
    }
  }
}

/// One folder of `Tests/Scenarios`.
struct Scenario: Sendable, CustomTestStringConvertible {
  let folder: String
  let expectations: [Expectation]

  static let root =
    ((#filePath as NSString).deletingLastPathComponent as NSString)
    .deletingLastPathComponent + "/Scenarios"

  static func all() throws -> [Scenario] {
    try FileManager.default.contentsOfDirectory(atPath: root).sorted()
      .filter { FileManager.default.fileExists(atPath: "\(root)/\($0)/expected.md") }
      .map { name in
        let text = try String(contentsOfFile: "\(root)/\(name)/expected.md", encoding: .utf8)
        return Scenario(folder: "\(root)/\(name)", expectations: Expectation.all(in: text))
      }
  }

  var testDescription: String { (folder as NSString).lastPathComponent }

  func file(_ name: String) -> String { "\(folder)/\(name)" }

  /// Its own configuration, or the one that scenarios share.
  var configuration: String {
    let own = file("runrate.json5")
    return FileManager.default.fileExists(atPath: own) ? own : "\(Self.root)/runrate.json5"
  }
}
