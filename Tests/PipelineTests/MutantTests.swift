import Foundation
import SQLite
import Support
import Testing
import Values

@testable import Metrics

/// Of how many mutants one is tried; 0 where none is asked for.
private let oneMutantOf =
  Int(ProcessInfo.processInfo.environment["RUNRATE_MUTANTS"] ?? "") ?? 0

/// How good the tests of the tables are: each model, with one operator changed at a time, has to
/// fail one of them. `make mutants` tries all, `RUNRATE_MUTANTS=50` one of fifty.
@Suite(.enabled(if: oneMutantOf > 0, "it takes some minutes: see make mutants"))
struct MutantTests {
  @Test("A model with one operator changed fails a test")
  func models() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let home = tests.deletingLastPathComponent().path
    let sample = try MutantWorld(
      log: home + "/sample-data/events", configuration: home + "/sample-data/runrate.json5",
      asOf: try #require(Day("2026-06-30")))
    let scenarios = try Scenario.all().flatMap { try worlds(of: $0) }
    let cases = try ModelCase.all()
    let equivalent = try EquivalentMutants()
    let all = try Model.all.flatMap(ModelMutant.all)
    let different = all.filter { !equivalent.contains($0) }
    var fates: [String: Int] = [:]
    let tried = stride(from: 0, to: different.count, by: oneMutantOf).map { different[$0] }
    for mutant in tried {
      let fate =
        try cases.contains { try fails(mutant, $0) }
        ? "by the models' cases"
        : try scenarios.contains { try $0.notices(mutant) }
          ? "by scenarios"
          : try sample.notices(mutant) ? "by the sample" : "not"
      fates[fate, default: 0] += 1
      if fate == "not" { Issue.record("no test notices \(mutant.description)") }
    }
    print(
      "\(all.count) mutants, \(all.count - different.count) of them equivalent; \(tried.count) "
        + "tried, killed "
        + fates.sorted { $0.key < $1.key }.map { "\($0): \($1)" }.joined(separator: ", "))
  }

  private func worlds(of scenario: Scenario) throws -> [MutantWorld] {
    try Dictionary(grouping: scenario.expectations, by: \.asOf).sorted { $0.key < $1.key }.map {
      try MutantWorld(
        log: scenario.file("events.ndjson"), configuration: scenario.configuration,
        asOf: try #require(Day($0)), expectations: $1)
    }
  }

  private func fails(_ mutant: ModelMutant, _ test: ModelCase) throws -> Bool {
    guard test.model == mutant.model.name else { return false }
    let database = try Database(path: ":memory:")
    for statement in test.given { try database.execute(statement) }
    let columns = test.expected.columns.joined(separator: ", ")
    do {
      let found = try database.rows("SELECT \(columns) FROM (\(mutant.sql))") { row in
        test.expected.columns.indices.map {
          row.isNull(Int32($0)) ? "-" : row.text(Int32($0))
        }
      }
      return found != test.expected.rows
    } catch is SQLiteError {
      return true
    }
  }
}
