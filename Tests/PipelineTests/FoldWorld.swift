import SQLite
import Support
import Values

@testable import Command
@testable import Store

/// A log that was taken in, to be folded again and again: what a fold wrote is rolled back.
final class FoldWorld {
  let name: String
  /// How many mutants it has killed so far.
  var kills = 0
  private let ledger: Ledger
  private let options: Options
  private let asOf: Day
  /// What the log's tables have to be; without any, what they are.
  private let expectations: [Expectation]
  private var facts = 0
  private var tables: [String: String] = [:]

  /// - Parameter expectations: those of `asOf`; none where every byte of the tables counts.
  init(
    _ name: String, _ ledger: Ledger, asOf: Day, expectations: [Expectation] = []
  ) throws {
    self.name = name
    self.asOf = asOf
    self.expectations = expectations
    self.ledger = ledger
    var options = ledger.options
    options.asOf = .day(asOf)
    self.options = options
    (facts, tables) = try folded { session in
      (try hash(session.store), try tables(session))
    }
  }

  /// Whether a test that looks at the tables would see what is different in the fold now; also
  /// where the fold fails.
  func notices() -> Bool {
    do {
      return try folded { session in
        try hash(session.store) != facts && isWrong(tables(session))
      }
    } catch {
      return true
    }
  }

  private func isWrong(_ found: [String: String]) -> Bool {
    guard !expectations.isEmpty else { return tables.contains { found[$0.key] != $0.value } }
    return expectations.contains { expectation in
      guard let csv = found[expectation.table] else { return true }
      return !expectation.problems(in: TextTable(csv: csv)).isEmpty
    }
  }
}

// MARK: - A fold

extension FoldWorld {
  /// What is seen of a fold of everything. The connection ends with the transaction open.
  private func folded<Result>(_ look: (Session) throws -> Result) throws -> Result {
    let session = try Session(options, .silent)
    try session.store.database.execute("BEGIN IMMEDIATE")
    try session.fold(to: asOf)
    return try look(session)
  }

  private func tables(_ session: Session) throws -> [String: String] {
    let (asOf, extent) = try session.reportDay()
    return try session.figures(asOf: asOf, extent: extent).csv
  }

  /// A number that tells the rows of the derived tables apart, and their order.
  private func hash(_ store: Store) throws -> Int {
    var hasher = Hasher()
    for table in Derived.tables {
      let statement = try store.database.prepare("SELECT * FROM \(table)")
      let columns = statement.columnNames.indices.map(Int32.init)
      while try statement.step() {
        for column in columns { hasher.combine(statement.integer(column)) }
      }
    }
    for name in try store.database.rows("SELECT value FROM segment ORDER BY id", { $0.text(0) }) {
      hasher.combine(name)
    }
    return hasher.finalize()
  }
}
