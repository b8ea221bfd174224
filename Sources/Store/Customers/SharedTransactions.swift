import SQLite
import Values

/// Keeps `shared_transaction`: the transactions that charges of several customers have. One that
/// is no longer shared may stay: a report looks at the charges again.
struct SharedTransactions {
  /// Nil while there is no index: a fold of everything then finds them at its end.
  private let find: Statement?
  private let recheck: Statement

  init(_ database: Database, _ place: Derived.Place) throws {
    let hasIndex =
      try database.first(
        "SELECT 1 FROM \(place == .main ? "main.sqlite_schema" : "temp.sqlite_temp_schema") "
          + "WHERE name = 'charge_transaction'"
      ) { _ in true } ?? false
    find =
      hasIndex
      ? try database.prepare(
        """
        INSERT INTO \(place).shared_transaction
        SELECT transaction_hash, 0 FROM \(place).charge
        WHERE transaction_hash = ? AND transaction_hash <> 0 AND customer <> ? LIMIT 1
        ON CONFLICT DO UPDATE SET is_checked = 0
        """) : nil
    recheck = try database.prepare(
      """
      UPDATE \(place).shared_transaction SET is_checked = 0 WHERE transaction_hash IN (
        SELECT transaction_hash FROM \(place).charge WHERE customer = ?
      )
      """)
  }

  /// Looks whether somebody else has the transaction of a charge's row, too.
  func note(_ row: ArraySlice<Int64>) throws {
    guard let find else { return }
    let transaction = row[row.startIndex + CustomerTable.Charge.transaction]
    guard transaction != 0 else { return }
    try find.run(transaction, row[row.startIndex])
  }

  /// Call before the rows of a customer go.
  func noteRemoval(of customer: UserID) throws { try recheck.run(customer) }

  /// Makes the index, and finds them all.
  static func index(_ place: Derived.Place, in database: Database) throws {
    try database.execute(
      """
      CREATE INDEX \(place).charge_transaction ON charge (transaction_hash, customer)
        WHERE transaction_hash <> 0;
      INSERT INTO \(place).shared_transaction
      SELECT transaction_hash, 0 FROM \(place).charge
      WHERE transaction_hash <> 0
      GROUP BY transaction_hash HAVING min(customer) < max(customer);
      """)
  }
}
