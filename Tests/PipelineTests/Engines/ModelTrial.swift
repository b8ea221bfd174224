import SQLite
import Store
import Support
import Testing

@testable import Command
@testable import Metrics

/// Models on tables, with the rows that SQLite makes of them.
struct ModelTrial {
  let name: String
  let inputs: ModelInputs
  /// The rows of each model, in their order; none of a step, which others read.
  private let expected: [[[String?]]]

  /// All models on what a random log leads to.
  init(seed: UInt64) throws {
    self = try Self.withDatabase(seed: seed) { database in
      let models = Model.all.map { ModelInputs.Query($0, isStep: $0.table == nil) }
      let steps = Set(models.filter(\.isStep).map(\.name))
      let names = try database.tableNames().filter { name in
        !steps.contains(name) && models.contains { $0.sql.contains(name) }
      }
      return try ModelTrial("log \(seed)", database, names, ColumnTypes(of: database), models)
    }
  }

  /// A model on the given tables of a case.
  init(_ model: ModelCase, _ types: ColumnTypes) throws {
    let database = try Database(path: ":memory:")
    for statement in model.given { try database.execute(statement) }
    let found = try #require(Model.all.first { $0.name == model.model })
    let query = ModelInputs.Query(found, isStep: false)
    try self.init(model.description, database, database.tableNames(), types, [query])
  }

  private init(
    _ name: String, _ database: Database, _ tables: [String], _ types: ColumnTypes,
    _ models: [ModelInputs.Query]
  ) throws {
    self.name = name
    inputs = ModelInputs(
      tables: try tables.map { try ModelInputs.Table($0, in: database, types) }, models: models)
    expected = try models.map { $0.isStep ? [] : try database.rows($0.sql, \.cells) }
  }

  /// Looks into a database with the facts of a random log and all that models read.
  static func withDatabase<Result>(seed: UInt64, _ read: (Database) throws -> Result) throws
    -> Result
  {
    var log = RandomLog(seed: seed, [])
    let ledger = try Ledger(.random(seed: seed))
    defer { withExtendedLifetime(ledger) {} }
    try ledger.ingest([log.lines()])
    var options = ledger.options
    options.asOf = .day(log.lastDay)
    // A second connection has temporary tables of its own.
    options.threads = 1
    let session = try Session(options, .silent)
    let (asOf, extent) = try session.reportDay()
    try session.foldAlone(to: asOf)
    _ = try session.figures(asOf: asOf, extent: extent)
    return try read(session.folded.database)
  }

  /// Whether an engine gave the same rows in the same order. The rows of a step have none.
  func compare(with answers: [[[String?]]]) {
    #expect(answers.count == expected.count, "\(name)")
    for (model, (rows, wanted)) in zip(inputs.models, zip(answers, expected)) {
      let isOrdered = model.sql.contains("\nORDER BY")
      let (found, wanted) = isOrdered ? (rows, wanted) : (rows.ordered, wanted.ordered)
      #expect(found == wanted, "\(model.name) of \(name)")
    }
  }
}

extension ModelInputs.Query {
  fileprivate init(_ model: Model, isStep: Bool) {
    self.init(name: model.name, sql: String(decoding: model.sql, as: UTF8.self), isStep: isStep)
  }
}

extension [[String?]] {
  /// In an order of its own, where a query leaves it open.
  fileprivate var ordered: Self { sorted { "\($0)" < "\($1)" } }
}
