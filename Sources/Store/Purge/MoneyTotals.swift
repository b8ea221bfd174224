import SQLite
package import Values

extension Store {
  /// What all charges and refunds of the last fold come to; zeros before the first.
  package func moneyTotals() throws -> [Amount] {
    try database.first("SELECT gross, refunded FROM main.control_total") { row in
      (0..<2).map { Amount(micros: row.integer($0)) }
    } ?? []
  }
}
