package import SQLite
package import Settings
import Values

/// Prices that are about 100, 1,000 or 10⁶ times what is usual for their product: hundredths or
/// millionths that were logged as whole units (Definitions, "Data quality").
package struct PriceOutliers: Sendable {
  private struct Price {
    let product: (id: Int64, name: String)
    let currency: (id: Int64, code: String)
    let amount: Amount
    let charges: Int64
  }

  private struct Outlier {
    let price: Price
    let usual: Amount
    /// In the reporting currency.
    let gross: Amount
    let first: Instant
  }

  private let catalogue: Catalogue
  private var found: [Outlier] = []

  /// Looks through all charges of the last report.
  package init(_ database: Database, _ catalogue: Catalogue) throws {
    self.catalogue = catalogue
    let prices = try Self.prices(database)
    for prices in Dictionary(grouping: prices, by: { [$0.product.id, $0.currency.id] }).values {
      guard let usual = usual(prices) else { continue }
      found += try prices.filter { Self.isOutlier($0.amount, usual) }.flatMap {
        try Self.outlier($0, usual, database)
      }
    }
    found.sort { ($1.gross, $0.price.product.name) < ($0.gross, $1.price.product.name) }
  }

  /// The prices of all charges, those of a product and currency ascending: the index has them in
  /// that order.
  private static func prices(_ database: Database) throws -> [Price] {
    try database.rows(
      """
      WITH price AS (
        SELECT product, currency, original_price, count(*) AS charges
        FROM charge
        WHERE original_price > 0
        GROUP BY product, currency, original_price
      )
      SELECT p.product, s.value, p.currency, coalesce(c.value, ''), p.original_price, p.charges
      FROM price AS p
      INNER JOIN string AS s ON s.id = p.product
      LEFT JOIN string AS c ON c.id = p.currency
      ORDER BY p.product, p.currency, p.original_price
      """
    ) { row in
      Price(
        product: (row.integer(0), row.text(1)), currency: (row.integer(2), row.text(3)),
        amount: Amount(micros: row.integer(4)), charges: row.integer(5))
    }
  }

  private static func outlier(_ price: Price, _ usual: Amount, _ database: Database) throws
    -> [Outlier]
  {
    try database.rows(
      """
      SELECT coalesce(sum(gross), 0), min(time_ms) FROM charge
      WHERE product = \(price.product.id) AND currency = \(price.currency.id)
        AND original_price = \(price.amount.micros) AND original_price > 0
      """
    ) { row in
      Outlier(
        price: price, usual: usual, gross: Amount(micros: row.integer(0)),
        first: Instant(milliseconds: row.integer(1)))
    }
  }

  /// What a product costs in one currency: its list price, else the median of its `prices`, the lower
  /// of two.
  private func usual(_ prices: [Price]) -> Amount? {
    guard let first = prices.first else { return nil }
    let product = catalogue.products.first { $0.id == first.product.name }
    if let list = product?.price, list > .zero,
      product?.currency ?? catalogue.reportingCurrency == first.currency.code
    {
      return list
    }
    var left = (prices.reduce(0) { $0 + $1.charges } + 1) / 2
    return prices.first { price in
      left -= price.charges
      return left <= 0
    }?.amount
  }

  /// In hundredths of what is usual: 100 times to one part in a hundred, since a yearly plan may cost
  /// so much more than its first week; 1,000 and 10⁶ times to a factor of two and of five, which
  /// nothing does.
  private static let scales: [ClosedRange<Int64>] = [
    9_900...10_099, 50_000...200_000, 20_000_000...500_000_000,
  ]

  private static func isOutlier(_ price: Amount, _ usual: Amount) -> Bool {
    let hundredths = price.micros * 100 / usual.micros
    return scales.contains { $0.contains(hundredths) }
  }

  package var charges: Int64 { found.reduce(0) { $0 + $1.price.charges } }

  /// `99900000 USD in all, such as 9990000 USD for pro.monthly on 2026-04-02T10:00:00.000Z, where 9.99 is
  /// usual`; empty without any.
  package var text: String {
    guard let example = found.first else { return "" }
    let price = example.price
    let gross = found.reduce(Amount.zero) { $0 + $1.gross }
    return "\(gross.decimalText) \(catalogue.reportingCurrency) in all, such as "
      + "\(price.amount.decimalText) \(price.currency.code) for \(price.product.name) on "
      + "\(example.first.iso8601), where \(example.usual.decimalText) is usual"
  }
}

/// Days on which a job seems to have told of refunds long after they were given: half of a day's
/// refunds, ten of them or more, within one hour (Definitions, "Data quality").
package struct RefundBursts: Sendable {
  private struct Burst {
    let day: Day
    let start: Instant
    let refunds: Int64
    let amount: Amount
  }

  private static let fewest = 10

  private let currency: String
  private let bursts: [Burst]

  /// Those of the last report. `currency`: the reporting currency.
  package init(_ database: Database, in currency: String) throws {
    self.currency = currency
    bursts = try database.rows(
      """
      WITH hour AS (
        SELECT day, time_ms / 3600000 AS hour, count(*) AS refunds, sum(amount) AS amount
        FROM refund WHERE is_reversal = 0 GROUP BY day, time_ms / 3600000
      ), share AS (
        SELECT day, hour, refunds, amount, sum(refunds) OVER (PARTITION BY day) AS of_day,
          row_number() OVER (PARTITION BY day ORDER BY refunds DESC, hour) AS place
        FROM hour
      )
      SELECT day, hour, refunds, amount FROM share
      WHERE place = 1 AND of_day >= \(Self.fewest) AND refunds * 2 >= of_day
      ORDER BY refunds DESC, day
      """
    ) { row in
      Burst(
        day: Day(Int(row.integer(0))), start: Instant(milliseconds: row.integer(1) * 3_600_000),
        refunds: row.integer(2), amount: Amount(micros: row.integer(3)))
    }
  }

  package var days: Int64 { Int64(bursts.count) }

  /// `312.40 USD in 24 refunds from 2026-03-05T03:00:00.000Z on: …`; empty without any.
  package var text: String {
    guard let largest = bursts.first else { return "" }
    return "\(largest.amount.roundedText) \(currency) in \(counted(largest.refunds, "refund")) "
      + "in the hour from \(largest.start.iso8601) on: if a job sent them, log when each was given"
  }
}
