import SQLite
package import Values

/// Up to where the derived tables go, and under which rules.
package struct FoldState: Sendable, Equatable {
  /// Tells apart everything that decides about the fold besides events and exchange rates.
  package var rules: String
  /// Tells apart the exchange rates up to `asOf`.
  package var rates: String
  package var asOf: Day
  /// E: the fold took in the events before it.
  package var end: Instant
  /// The newest run whose events it took in.
  package var run: Int64

  static func read(_ database: Database) throws -> FoldState? {
    try database.first("SELECT rules, rates, as_of_day, end_ms, run FROM main.fold_state") {
      FoldState(
        rules: $0.text(0), rates: $0.text(1), asOf: Day(Int($0.integer(2))),
        end: Instant(milliseconds: $0.integer(3)), run: $0.integer(4))
    }
  }

  func write(_ database: Database) throws {
    try database.prepare("INSERT OR REPLACE INTO main.fold_state VALUES (1, ?, ?, ?, ?, ?)").run(
      rules, rates, asOf.number, end.milliseconds, run)
  }
}

extension Store {
  /// Up to where the derived tables go; nil where nothing was folded yet.
  package func foldState() throws -> FoldState? { try FoldState.read(database) }

  /// Makes the derived tables those of a database of which nothing was folded yet. Call inside a
  /// transaction.
  package func unfold() throws {
    try Derived.create(.main, in: database)
    try database.execute("DELETE FROM main.fold_state; DELETE FROM main.segment")
  }
}
