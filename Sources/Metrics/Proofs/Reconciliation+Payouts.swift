import SQLite
import Settings
import Values

/// Proceeds by the stores' months come from the facts of platforms; here they come from the charges
/// and refunds of customers.
extension Reconciliation {
  var payoutsAddUp: [CheckDeclaration] {
    guard scope.payouts != nil else { return [] }
    return [
      .worst(
        "proceeds of a store's month = of its customers' charges and refunds", "every month",
        of: [Payouts.proceeds]
      ) {
        try figures.rows(of: Payouts.self).map { row in
          (row.integer(Payouts.proceeds), try proceeds(row))
        }
      }
    ]
  }

  private func proceeds(_ row: Row<Payouts>) throws -> Int64 {
    guard let store = PayoutCalendar.Store(rawValue: row.text(Payouts.store)),
      let first = row[Payouts.firstDay], let last = row[Payouts.lastDay]
    else { return 0 }
    let names = store.platforms.map { "'\($0)'" }.joined(separator: ", ")
    let days = "BETWEEN \(first.number) AND \(min(last, figures.asOf).number)"
    return try database.first(
      """
      SELECT coalesce(sum(amount), 0) FROM (
        SELECT coalesce(c.gross - c.tax - c.commission, 0) AS amount, c.customer
        FROM charge AS c WHERE c.day \(days)
        UNION ALL
        SELECT f.tax + f.commission - f.amount, f.customer FROM refund AS f WHERE f.day \(days)
      ) AS m
      INNER JOIN customer AS k ON k.id = m.customer
      INNER JOIN string AS s ON s.id = k.platform
      WHERE lower(s.value) IN (\(names))
      """
    ) { $0.integer(0) } ?? 0
  }
}
