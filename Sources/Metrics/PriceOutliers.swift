package import SQLite
package import Settings
import Values

/// Prices that are about 100, 1,000 or 10⁶ times what is usual for their product: hundredths or
/// millionths that were logged as whole units (Definitions, "Data quality").
package struct PriceOutliers: Sendable {
  private struct Price {
    let product: String
    let currency: String
    let amount: Amount
    let charges: Int64
    /// In the reporting currency.
    let gross: Amount
    let first: Instant
  }

  private let catalogue: Catalogue
  private var found: [(price: Price, usual: Amount)] = []

  /// Looks through all charges of the last report.
  package init(_ database: Database, _ catalogue: Catalogue) throws {
    self.catalogue = catalogue
    let prices = try database.rows(
      """
      SELECT p.value, coalesce(c.value, ''), k.original_price, count(*), coalesce(sum(k.gross), 0),
        min(k.time_ms)
      FROM charge AS k
      INNER JOIN string AS p ON p.id = k.product
      LEFT JOIN string AS c ON c.id = k.currency
      WHERE k.original_price > 0
      GROUP BY k.product, k.currency, k.original_price
      ORDER BY p.value, c.value, k.original_price
      """
    ) { row in
      Price(
        product: row.text(0), currency: row.text(1), amount: Amount(micros: row.integer(2)),
        charges: row.integer(3), gross: Amount(micros: row.integer(4)),
        first: Instant(milliseconds: row.integer(5)))
    }
    for prices in Dictionary(grouping: prices, by: { [$0.product, $0.currency] }).values {
      guard let usual = usual(prices) else { continue }
      found += prices.filter { Self.isOutlier($0.amount, usual) }.map { ($0, usual) }
    }
    found.sort { ($1.price.gross, $0.price.product) < ($0.price.gross, $1.price.product) }
  }

  /// What a product costs in one currency: its list price, else the median of its `prices`, the lower
  /// of two.
  private func usual(_ prices: [Price]) -> Amount? {
    guard let first = prices.first else { return nil }
    let product = catalogue.products.first { $0.id == first.product }
    if let list = product?.price, list > .zero,
      product?.currency ?? catalogue.reportingCurrency == first.currency
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
    let (price, usual) = example
    let gross = found.reduce(Amount.zero) { $0 + $1.price.gross }
    return "\(gross.decimalText) \(catalogue.reportingCurrency) in all, such as "
      + "\(price.amount.decimalText) \(price.currency) for \(price.product) on "
      + "\(price.first.iso8601), where \(usual.decimalText) is usual"
  }
}
