import SQLite
import Settings
import Values

/// Products whose price changed: months by the price that most paid in them.
struct PriceHistory {
  private struct Row {
    let month: Month
    let product: String
    /// In hundredths; 0 for all viewers, −1 where it is not known.
    let price: Int64
    let outcome: VariantOutcome
  }

  /// All viewers, by month.
  private let viewers: [Row]
  /// Those who paid, by product.
  private let paid: [String: [Row]]
  private let currency: String

  init(_ database: Database, currency: String) throws {
    self.currency = currency
    let rows = try database.rows(
      """
      SELECT month, product, price, viewers, buyers, revenue, squares_high, squares_low
      FROM price_views ORDER BY month, product, price
      """
    ) {
      Row(
        month: Month(Int($0.integer(0))), product: Label.shortened($0.text(1)),
        price: $0.integer(2),
        outcome: VariantOutcome(
          exposed: $0.integer(3), payers: $0.integer(4), revenue: Amount(micros: $0.integer(5)),
          squares: squareSum(high: $0.integer(6), low: $0.integer(7))))
    }
    viewers = rows.filter { $0.price == 0 }
    paid = Dictionary(grouping: rows.filter { !$0.product.isEmpty }, by: \.product)
  }

  /// A group for each product with more than one price.
  var groups: [PriceGroup] {
    paid.sorted { $0.key < $1.key }.compactMap { product, paid in
      let stretches = stretches(paid)
      guard stretches.count > 1 else { return nil }
      return PriceGroup(
        source: .time, name: product, points: stretches.map { point(product, paid, $0) },
        currency: currency)
    }
  }

  /// Months one after the other at one price; a month in which fewer than three paid a known price
  /// goes with those before it.
  private func stretches(_ paid: [Row]) -> [(price: Int64, months: [Month])] {
    let byMonth = Dictionary(grouping: paid, by: \.month)
    var stretches: [(price: Int64, months: [Month])] = []
    for month in viewers.map(\.month) {
      let price = usualPrice(byMonth[month] ?? [])
      if let price, price != stretches.last?.price {
        stretches.append((price, [month]))
      } else if !stretches.isEmpty {
        stretches[stretches.count - 1].months.append(month)
      }
    }
    return stretches
  }

  private func usualPrice(_ paid: [Row]) -> Int64? {
    paid.filter { $0.price > 0 }
      .max { ($0.outcome.payers, $1.price) < ($1.outcome.payers, $0.price) }
      .flatMap { $0.outcome.payers >= 3 ? $0.price : nil }
  }

  private func point(
    _ product: String, _ paid: [Row], _ stretch: (price: Int64, months: [Month])
  ) -> PriceGroup.Point {
    let months = Set(stretch.months)
    var sum = VariantOutcome()
    for row in viewers where months.contains(row.month) { sum.add(row.outcome) }
    for row in paid where months.contains(row.month) { sum.payers += row.outcome.payers }
    let ends = Set([stretch.months.first, stretch.months.last].compactMap { $0?.description })
    return PriceGroup.Point(
      price: "\(product) \(ExperimentReason.amount(Double(stretch.price) / 100, currency))",
      scope: ends.sorted().joined(separator: " to "), outcome: sum)
  }
}

extension VariantOutcome {
  fileprivate mutating func add(_ other: VariantOutcome) {
    exposed += other.exposed
    revenue = revenue + other.revenue
    squares += other.squares
  }
}
