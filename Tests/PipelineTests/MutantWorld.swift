import CSQLite
import Foundation
import Reports
import Store
import Support
import Values

@testable import Command
@testable import Metrics
@testable import SQLite

/// A log that was folded, with all temporary tables that models read: models can be tried on it
/// without folding again.
final class MutantWorld {
  private let session: Session
  private let scope: ReportScope
  private let currency: String
  /// What the log's tables have to be; without any, what they are.
  private let expectations: [Expectation]
  private var right: [String: String] = [:]

  /// - Parameters:
  ///   - expectations: those of `asOf`; none where every byte of the tables counts.
  init(log: String, configuration: String, asOf: Day, expectations: [Expectation] = []) throws {
    let ledger = try Ledger(configuration: configuration)
    try ledger.ingest(path: log)
    var options = ledger.options
    options.asOf = .day(asOf)
    let session = try Session(options, .silent)
    let extent = try session.reportDay().extent
    try session.store.database.transaction { try session.fold(to: asOf) }
    self.session = session
    scope = session.scope(asOf, extent)
    currency = try session.figures(asOf: asOf, extent: extent).currency
    self.expectations = expectations
    right = try tables()
  }

  private var database: Database { session.store.database }

  /// Whether a test that looks at the tables would see the difference; also where the statement
  /// fails, or does not come to an end.
  func notices(_ mutant: ModelMutant) throws -> Bool {
    let answer = Result { try limited { try differs(mutant) } }
    if mutant.model.file == nil { try rebuild(mutant.model) }
    if case .failure(let error) = answer, error is SQLiteError { return true }
    return try answer.get()
  }

  private func differs(_ mutant: ModelMutant) throws -> Bool {
    let model = mutant.model
    let sql = Array(mutant.sql.utf8)
    guard let file = model.file else {
      try rebuild(Model(model.name, sql, grain: model.grain))
      return try isWrong(tables())
    }
    let changed = Model(model.name, sql, fills: file, model.computed)
    return try isWrong([file.name: csv(changed, file)])
  }

  private func isWrong(_ tables: [String: String]) -> Bool {
    guard !expectations.isEmpty else { return tables.contains { right[$0.key] != $0.value } }
    return expectations.contains { expectation in
      guard let found = tables[expectation.table] else { return false }
      return !expectation.problems(in: TextTable(csv: found)).isEmpty
    }
  }
}

// MARK: - Tables

extension MutantWorld {
  /// All tables that follow from the models, steps on the way made anew.
  private func tables() throws -> [String: String] {
    var tables: [String: String] = [:]
    for model in Model.all {
      guard let file = model.file else { continue }
      tables[file.name] = try csv(model, file)
    }
    for table in try FiguresBuilder(database, scope).fitted(currency) {
      tables[table.name] = text(table)
    }
    return tables
  }

  private func csv(_ model: Model, _ file: Contract.File) throws -> String {
    text(file.table(try ModelReader(model, file, database).rows()))
  }

  private func text(_ table: Table) -> String {
    String(decoding: CSVWriter().bytes(of: table), as: UTF8.self)
  }

  /// Makes a step on the way, and those after it, which may read it.
  private func rebuild(_ model: Model) throws {
    let steps = Model.all.filter { $0.file == nil }
    for step in steps.drop(while: { $0.name != model.name }) {
      try database.execute("DROP TABLE IF EXISTS temp.\(step.name)")
      try FiguresBuilder(database, scope).build(step.name == model.name ? model : step)
    }
  }

  /// Ends statements that take a thousand times as long as they should.
  private func limited<Result>(_ body: () throws -> Result) throws -> Result {
    var left = 300
    return try withUnsafeMutablePointer(to: &left) { pointer in
      sqlite3_progress_handler(
        database.handle, 1_000_000,
        { context in
          guard let left = context?.assumingMemoryBound(to: Int.self) else { return 1 }
          left.pointee -= 1
          return left.pointee < 0 ? 1 : 0
        }, pointer)
      defer { sqlite3_progress_handler(database.handle, 0, nil, nil) }
      return try body()
    }
  }
}
