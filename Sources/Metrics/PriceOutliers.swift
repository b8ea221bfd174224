package import SQLite
package import Settings
import Values

/// Prices in another unit than their currency's (Definitions, "Data quality").
package struct PriceOutliers: Sendable {
  package struct Finding: Sendable {
    package let charges: Int64
    /// `99900000 USD in all, such as 9990000 USD for pro.monthly on 2026-04-02T10:00:00.000Z`; empty
    /// without any.
    package let text: String
  }

  /// About 100, 1,000 or 10⁶ times what is usual for their product: hundredths or millionths that were
  /// logged as whole units.
  package let tooLarge: Finding
  /// In a currency without hundredths, with some, or a hundredth of the list price: divided by 100.
  package let tooSmall: Finding

  fileprivate struct Price {
    let product: (id: Int64, name: String)
    let currency: (id: Int64, code: String)
    let amount: Amount
    let charges: Int64
  }

  fileprivate struct Outlier {
    let price: Price
    let usual: Amount
    /// In the reporting currency.
    let gross: Amount
    let first: Instant
  }

  /// Looks through all charges of the last report.
  package init(_ database: Database, _ catalogue: Catalogue) throws {
    var (large, small): ([Outlier], [Outlier]) = ([], [])
    let prices = try Self.prices(database)
    for prices in Dictionary(grouping: prices, by: { [$0.product.id, $0.currency.id] }).values {
      let list = Self.listPrice(prices[0], catalogue)
      guard let usual = list ?? Self.median(prices) else { continue }
      for price in prices {
        if Self.isTooLarge(price.amount, usual) {
          large.append(try Self.outlier(price, usual, database))
        } else if Self.isTooSmall(price, list) {
          small.append(try Self.outlier(price, usual, database))
        }
      }
    }
    let currency = catalogue.reportingCurrency
    tooLarge = Finding(large, in: currency) { ", where \($0.usual.decimalText) is usual" }
    tooSmall = Finding(small, in: currency) { _ in "" }
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
    -> Outlier
  {
    let sums = try database.first(
      """
      SELECT coalesce(sum(gross), 0), min(time_ms) FROM charge
      WHERE product = \(price.product.id) AND currency = \(price.currency.id)
        AND original_price = \(price.amount.micros) AND original_price > 0
      """
    ) { (gross: Amount(micros: $0.integer(0)), first: Instant(milliseconds: $0.integer(1))) }
    return Outlier(
      price: price, usual: usual, gross: sums?.gross ?? .zero,
      first: sums?.first ?? Instant(milliseconds: 0))
  }

  private static func listPrice(_ price: Price, _ catalogue: Catalogue) -> Amount? {
    let product = catalogue.products.first { $0.id == price.product.name }
    guard let list = product?.price, list > .zero,
      product?.currency ?? catalogue.reportingCurrency == price.currency.code
    else { return nil }
    return list
  }

  /// The lower of two.
  private static func median(_ prices: [Price]) -> Amount? {
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

  private static func isTooLarge(_ price: Amount, _ usual: Amount) -> Bool {
    let hundredths = price.micros * 100 / usual.micros
    return scales.contains { $0.contains(hundredths) }
  }

  private static func isTooSmall(_ price: Price, _ list: Amount?) -> Bool {
    guard currenciesWithoutHundredths.contains(price.currency.code) else { return false }
    let hundredths = list.map { $0.micros * 100 / price.amount.micros } ?? 0
    return scales[0].contains(hundredths) || price.amount.micros % 1_000_000 != 0
  }

  private static let currenciesWithoutHundredths = Set(
    MinorUnits.none.map { $0.description.uppercased() })
}

extension PriceOutliers.Finding {
  /// `end`: what the example goes on with.
  fileprivate init(
    _ outliers: [PriceOutliers.Outlier], in currency: String,
    end: (PriceOutliers.Outlier) -> String
  ) {
    charges = outliers.reduce(0) { $0 + $1.price.charges }
    let example = outliers.min {
      ($1.gross, $0.price.product.name, $0.price.amount)
        < ($0.gross, $1.price.product.name, $1.price.amount)
    }
    let gross = outliers.reduce(Amount.zero) { $0 + $1.gross }
    text =
      example.map { example in
        "\(gross.decimalText) \(currency) in all, such as \(example.price.amount.decimalText) "
          + "\(example.price.currency.code) for \(example.price.product.name) on "
          + "\(example.first.iso8601)\(end(example))"
      } ?? ""
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
