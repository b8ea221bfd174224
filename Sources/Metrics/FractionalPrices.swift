package import SQLite
package import Settings
import Values

/// Prices in a currency without hundredths that have some, or are a hundredth of the list price: they
/// were divided by 100, or are in another currency (Definitions, "Data quality").
package struct FractionalPrices: Sendable {
  private struct Price {
    let product: String
    let currency: String
    let amount: Amount
    let charges: Int64
    /// In the reporting currency.
    let gross: Amount
    let first: Instant
  }

  private let currency: String
  private var found: [Price] = []

  /// Looks through all charges of the last report.
  package init(_ database: Database, _ catalogue: Catalogue) throws {
    currency = catalogue.reportingCurrency
    let lists = Dictionary(firstOf: catalogue.products.map { ($0.id, $0) })
    found = try Self.prices(database).filter { price in
      let product = lists[price.product]
      let isOfList = product?.currency ?? catalogue.reportingCurrency == price.currency
      return !price.amount.isWhole || isOfList && price.amount.isHundredth(of: product?.price)
    }
  }

  private static func prices(_ database: Database) throws -> [Price] {
    let currencies = MinorUnits.none.map { "'\($0.description.uppercased())'" }
      .joined(separator: ", ")
    return try database.rows(
      """
      SELECT s.value, c.value, h.original_price, count(*), coalesce(sum(h.gross), 0), min(h.time_ms)
      FROM charge AS h
      INNER JOIN string AS s ON s.id = h.product
      INNER JOIN string AS c ON c.id = h.currency
      WHERE c.value IN (\(currencies)) AND h.original_price > 0 AND h.is_estimated = 0
      GROUP BY h.product, h.currency, h.original_price
      ORDER BY 5 DESC, s.value, h.original_price
      """
    ) { row in
      Price(
        product: row.text(0), currency: row.text(1), amount: Amount(micros: row.integer(2)),
        charges: row.integer(3), gross: Amount(micros: row.integer(4)),
        first: Instant(milliseconds: row.integer(5)))
    }
  }

  package var charges: Int64 { found.reduce(0) { $0 + $1.charges } }

  /// `0.15 USD in all, such as 15 JPY for pro.monthly on 2026-04-02T10:00:00.000Z`; empty without any.
  package var text: String {
    guard let example = found.first else { return "" }
    let gross = found.reduce(Amount.zero) { $0 + $1.gross }
    return "\(gross.decimalText) \(currency) in all, such as \(example.amount.decimalText) "
      + "\(example.currency) for \(example.product) on \(example.first.iso8601)"
  }
}

extension Amount {
  fileprivate var isWhole: Bool { micros % 1_000_000 == 0 }

  /// To one part in a hundred.
  fileprivate func isHundredth(of list: Amount?) -> Bool {
    guard let list, list > .zero else { return false }
    return (9_900...10_099).contains(list.micros * 100 / micros)
  }
}
