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

  private struct Sum {
    struct Key: Hashable {
      let product: Int64
      let currency: Int64
      /// In micro-units.
      let price: Int64
    }

    var charges: Int64 = 0
    var gross: Int64 = 0
    var first = Int64.max

    /// Wrapping: the models have refused sums that leave the integers.
    mutating func add(gross amount: Int64, at time: Int64) {
      charges += 1
      gross &+= amount
      first = min(first, time)
    }
  }

  private let catalogue: Catalogue
  private var found: [(price: Price, usual: Amount)] = []

  /// Looks through all charges of the last report.
  package init(_ database: Database, _ catalogue: Catalogue) throws {
    self.catalogue = catalogue
    let prices = try Self.prices(database)
    for prices in Dictionary(grouping: prices, by: { [$0.product, $0.currency] }).values {
      guard let usual = usual(prices) else { continue }
      found += prices.filter { Self.isOutlier($0.amount, usual) }.map { ($0, usual) }
    }
    found.sort { ($1.price.gross, $0.price.product) < ($0.price.gross, $1.price.product) }
  }

  /// The prices of all charges, those of a product and currency ascending. They are added up here, because
  /// SQLite would sort all charges to group them.
  private static func prices(_ database: Database) throws -> [Price] {
    var sums: [Sum.Key: Sum] = [:]
    let charges = try database.prepare(
      """
      SELECT product, coalesce(currency, 0), original_price, coalesce(gross, 0), time_ms FROM charge
      WHERE original_price > 0
      """)
    while try charges.step() {
      let key = Sum.Key(
        product: charges.integer(0), currency: charges.integer(1), price: charges.integer(2))
      sums[key, default: Sum()].add(gross: charges.integer(3), at: charges.integer(4))
    }
    let ids = Set(sums.keys.flatMap { [$0.product, $0.currency] }).map { "\($0)" }
    let names = Dictionary(
      uniqueKeysWithValues: try database.rows(
        "SELECT id, value FROM string WHERE id IN (\(ids.joined(separator: ", ")))"
      ) { ($0.integer(0), $0.text(1)) })
    return sums.compactMap { key, sum in
      names[key.product].map { product in
        Price(
          product: product, currency: names[key.currency] ?? "",
          amount: Amount(micros: key.price), charges: sum.charges,
          gross: Amount(micros: sum.gross), first: Instant(milliseconds: sum.first))
      }
    }.sorted { $0.amount < $1.amount }
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
