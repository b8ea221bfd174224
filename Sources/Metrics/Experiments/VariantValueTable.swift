import SQLite
import Settings
import Statistics
import Values

/// Fills `variant_ltv.csv` from the sums by variant and age.
struct VariantValueTable {
  private let rows: [RowBuilder<VariantLTV>]

  init(_ database: Database) throws {
    rows = try database.rows(
      """
      SELECT experiment, variant, days, customers, net_revenue, squares_high, squares_low
      FROM variant_value ORDER BY experiment, variant, days
      """
    ) { Self.row($0) }
  }

  var table: Table { VariantLTV.table(rows) }

  private static func row(_ sums: Statement) -> RowBuilder<VariantLTV> {
    let outcome = VariantOutcome(
      exposed: sums.integer(3), revenue: Amount(micros: sums.integer(4)),
      squares: squareSum(high: sums.integer(5), low: sums.integer(6)))
    let interval = outcome.interval(.revenue)
    var row = RowBuilder<VariantLTV>()
    row[VariantLTV.experiment] = Label.shortened(sums.text(0))
    row[VariantLTV.variant] = Label.shortened(sums.text(1))
    row[VariantLTV.days] = sums.integer(2)
    row[VariantLTV.customers] = outcome.exposed
    row[VariantLTV.netRevenue] = outcome.revenue
    row[VariantLTV.perCustomer] = outcome.revenue.times(Fraction(1, over: outcome.exposed))
    row[rounding: VariantLTV.low] = interval?.low
    row[rounding: VariantLTV.high] = interval?.high
    return row
  }
}
