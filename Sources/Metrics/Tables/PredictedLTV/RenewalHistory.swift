import SQLite
package import Statistics
package import Values

/// What is known of the renewals of one product and period, and since when.
package struct RenewalHistory {
  let product: String
  let period: Period?
  /// Decisions by their number, and by how many months ago they were known (0, 3, 6 or 12).
  var decisions: [(row: RenewalCounts.Row, monthsAgo: Int)] = []

  package init(
    product: String, period: Period?,
    decisions: [(row: RenewalCounts.Row, monthsAgo: Int)] = []
  ) {
    self.product = product
    self.period = period
    self.decisions = decisions
  }

  static func all(_ database: Database) throws -> [RenewalHistory] {
    let rows = try database.rows(
      """
      SELECT product, period, number, months_ago, due, renewed FROM renewal_runs
      ORDER BY product, period, number, months_ago
      """
    ) { row in
      (
        product: Label.shortened(row.text(0)), period: Period(packed: Int32(row.integer(1))),
        row: RenewalCounts.Row(
          number: Int(row.integer(2)), due: row.integer(4), renewed: row.integer(5)),
        monthsAgo: Int(row.integer(3))
      )
    }
    var all: [RenewalHistory] = []
    for row in rows {
      if all.last?.product != row.product || all.last?.period != row.period {
        all.append(RenewalHistory(product: row.product, period: row.period))
      }
      all[all.count - 1].decisions.append((row.row, row.monthsAgo))
    }
    return all
  }

  var known: RenewalCounts { counts { _ in true } }

  /// What was known so many months ago (3, 6 or 12), and what has come since.
  func known(before months: Int) -> RenewalCounts { counts { $0 >= months } }
  func known(since months: Int) -> RenewalCounts { counts { $0 < months } }

  private func counts(_ isMeant: (Int) -> Bool) -> RenewalCounts {
    let meant = Dictionary(grouping: decisions.filter { isMeant($0.monthsAgo) }, by: \.row.number)
    return RenewalCounts(
      meant.sorted { $0.key < $1.key }.map { number, rows in
        RenewalCounts.Row(
          number: number, due: rows.reduce(0) { $0 + $1.row.due },
          renewed: rows.reduce(0) { $0 + $1.row.renewed })
      })
  }
}
