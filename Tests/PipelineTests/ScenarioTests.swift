import Foundation
import Support
import Testing
import Values

@testable import Command

/// The stories in `Tests/Scenarios` (``Scenario``).
struct ScenarioTests {
  @Test("The figures are those that the story leads to", arguments: try Scenario.all())
  func figures(scenario: Scenario) throws {
    #expect(!scenario.expectations.isEmpty, "no table is expected")
    for (asOf, expectations) in Dictionary(grouping: scenario.expectations, by: \.asOf) {
      let ledger = try Ledger(scenario)
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
      try Scenario.all().first { $0.testDescription == "trials/trial-then-paid" })
    let scratch = try Scratch()
    let files = try scenario.unpack(into: scratch)
    let code = Program.run(
      [
        "run", files.log, "--config", files.configuration, "--database",
        scratch("runrate.db"), "--reports", scratch("reports"), "--as-of", "2024-04-20",
      ], on: .silent)
    #expect(code.rawValue <= 3)
    try ExcelRules.check(folder: scratch("reports"))
    let ledger = try Ledger(scenario)
    for (name, csv) in try ledger.report(try #require(Day("2024-04-20"))) {
      #expect(try scratch.read("reports/2024-04-20/csv/\(name).csv") == csv, "\(name)")
    }
  }

  @Test("Every scenario tells its story")
  func stories() throws {
    for scenario in try Scenario.all() {
      #expect(scenario.story.hasPrefix("# "), "\(scenario.testDescription)")
      #expect(scenario.story.split(separator: "\n").count >= 2, "\(scenario.testDescription)")
    }
  }
}
