import SQLite
import Values

/// Keeps `shared_transaction`: the transactions that charges and trials of several customers have.
/// One that is no longer shared may stay: a report looks at the charges again.
struct SharedTransactions {
  /// Nil while there is no index: a fold of everything then finds them at its end.
  private let find: Statement?
  private let recheck: Statement

  /// What customers have transactions of.
  private static let tables = [CustomerTable.charge, .trialTransaction].map(\.name)

  init(_ database: Database, _ place: Derived.Place) throws {
    let hasIndex =
      try database.first(
        "SELECT 1 FROM \(place == .main ? "main.sqlite_schema" : "temp.sqlite_temp_schema") "
          + "WHERE name = 'charge_transaction'"
      ) { _ in true } ?? false
    let isOther = "WHERE transaction_hash = ?1 AND transaction_hash <> 0 AND customer <> ?2"
    find =
      hasIndex
      ? try database.prepare(
        """
        INSERT INTO \(place).shared_transaction
        SELECT transaction_hash, 0 FROM (\(Self.all(place, isOther))) WHERE true LIMIT 1
        ON CONFLICT DO UPDATE SET is_checked = 0
        """) : nil
    recheck = try database.prepare(
      """
      UPDATE \(place).shared_transaction SET is_checked = 0 WHERE transaction_hash IN (
        SELECT transaction_hash FROM (\(Self.all(place, "WHERE customer = ?1")))
      )
      """)
  }

  /// The transactions of customers, of whom `condition` holds.
  static func all(_ place: Derived.Place, _ condition: String) -> String {
    tables.map { "SELECT transaction_hash, customer FROM \(place).\($0) \(condition)" }
      .joined(separator: " UNION ALL ")
  }

  /// Looks whether somebody else has the transaction of a customer's charge or trial, too.
  func note(_ transaction: Int64, of customer: UserID) throws {
    guard let find, transaction != 0 else { return }
    try find.run(transaction, customer)
  }

  /// Call before the rows of a customer go.
  func noteRemoval(of customer: UserID) throws { try recheck.run(customer) }

  /// Makes the indexes, and finds them all.
  static func index(_ place: Derived.Place, in database: Database) throws {
    for table in tables {
      try database.execute(
        """
        CREATE INDEX \(place).\(table)_transaction ON \(table) (transaction_hash, customer)
          WHERE transaction_hash <> 0
        """)
    }
    try database.execute(
      """
      INSERT INTO \(place).shared_transaction
      SELECT transaction_hash, 0 FROM (\(all(place, "WHERE transaction_hash <> 0")))
      GROUP BY transaction_hash HAVING min(customer) < max(customer);
      """)
  }
}
