import Support
import Testing

@testable import Metrics

/// The SQL models speak no dialect: other engines give the same rows of the same tables.
struct EngineTests {
  @Test(
    "Every model gives the same rows on PostgreSQL as on SQLite",
    .enabled(if: Postgres.isInstalled, "PostgreSQL 15 is not installed: make engines"))
  func postgres() throws {
    let postgres = try Postgres()
    defer { postgres.stop() }
    let trials = try Self.givenRows() + Self.logs(isThorough ? cases : 3)
    for trial in trials { try trial.compare(with: postgres.answers(to: trial.inputs)) }
  }

  /// A query takes Spark as long whether it has few rows or many.
  @Test(
    "Every model gives the same rows on Spark as on SQLite",
    .enabled(if: Spark.hasPython, "PySpark is not installed in .build/engines: make engines"),
    .enabled(if: Spark.hasJava, "There is no Java, which Spark needs: make engines"))
  func spark() throws {
    let trials = try Self.givenRows() + Self.logs(isThorough ? min(cases, 10) : 1)
    let answers = try Spark.answers(to: trials.map(\.inputs))
    for (trial, rows) in zip(trials, answers) { trial.compare(with: rows) }
    #expect(answers.count == trials.count)
  }

  private static func logs(_ count: UInt64) throws -> [ModelTrial] {
    try (firstSeed..<firstSeed + count).map { try ModelTrial(seed: $0) }
  }

  /// The cases of all models: these reach what a few random logs do not.
  private static func givenRows() throws -> [ModelTrial] {
    let types = try ModelTrial.withDatabase(seed: 1, ColumnTypes.init)
    return try ModelCase.all().map { try ModelTrial($0, types) }
  }
}
