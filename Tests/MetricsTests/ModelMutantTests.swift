import CSQLite
import Foundation
import Support
import Testing

@testable import Metrics
@testable import SQLite

/// How good the models' cases are: each model, with one operator changed at a time, has to fail
/// one. Those that can change no figure, and why: `Mutants.md`.
struct ModelMutantTests {
  @Test("A model with one operator changed fails a case", arguments: Model.all.map(\.name))
  func mutants(of name: String) throws {
    let model = try #require(Model.all.first { $0.name == name })
    let cases = try ModelCase.all().filter { $0.model == name }.map(PreparedCase.init)
    let equivalent = try EquivalentMutants()
    for mutant in try ModelMutant.all(of: model) {
      let isKilled = cases.contains { !$0.passes(mutant.sql) }
      let isEquivalent = equivalent.contains(mutant)
      #expect(isKilled || isEquivalent, "no case notices \(mutant.description)")
      #expect(!isKilled || !isEquivalent, "Mutants.md is wrong of \(mutant.description)")
    }
  }

  @Test("Every mutant that changes no figure is one, and the score is what the guide says")
  func score() throws {
    let all = try Model.all.flatMap(ModelMutant.all)
    let equivalent = try EquivalentMutants()
    #expect(equivalent.rows.filter { row in !all.contains { $0.isThat(of: row) } } == [])
    let different = all.filter { !equivalent.contains($0) }.count
    let guide = Document("Sources/Command/Runrate.docc/Reliability.md")
    var lines = try guide.text().components(separatedBy: "\n")
    let row = try #require(lines.firstIndex { $0.hasPrefix("| SQL models |") })
    lines[row] =
      "| SQL models | \(all.count) | \(different) | \(different) | 0 | "
      + "\(equivalent.rows.count): `Tests/MetricsTests/Mutants.md` |"
    let isCurrent = try guide.says(lines.joined(separator: "\n"))
    #expect(isCurrent, "\"make guides\" writes: \(lines[row])")
  }
}

/// The given rows of a case, on which any query can be tried.
private struct PreparedCase {
  private let database: Database
  private let expected: TextTable

  init(_ model: ModelCase) throws {
    database = try Database(path: ":memory:")
    expected = model.expected
    for statement in model.given { try database.execute(statement) }
    // A mutant may look for ever.
    sqlite3_progress_handler(database.handle, 1_000_000, { _ in 1 }, nil)
  }

  /// Whether a query makes the expected rows; not where it fails, or does not come to an end.
  func passes(_ sql: String) -> Bool {
    let columns = expected.columns.joined(separator: ", ")
    let found = Result {
      try database.rows("SELECT \(columns) FROM (\(sql))") { row in
        expected.columns.indices.map { row.isNull(Int32($0)) ? "-" : row.text(Int32($0)) }
      }
    }
    return (try? found.get()) == expected.rows
  }
}
