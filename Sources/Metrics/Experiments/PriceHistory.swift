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

  /// A group for each product whose price changed.
  var groups: [PriceGroup] {
    paid.sorted { $0.key < $1.key }.compactMap { product, paid in
      let phases = phases(paid)
      guard phases.count > 1 else { return nil }
      return PriceGroup(
        source: .time, name: product, points: phases.map { point(product, paid, $0) },
        currency: currency)
    }
  }

  private func phases(_ paid: [Row]) -> [PricePhases.Phase] {
    let payers = paid.filter { $0.price > 0 }.map {
      PricePhases.Payers(month: $0.month, price: $0.price, count: $0.outcome.payers)
    }
    return PricePhases(payers, months: viewers.map(\.month)).phases
  }

  private func point(
    _ product: String, _ paid: [Row], _ phase: PricePhases.Phase
  ) -> PriceGroup.Point {
    let months = Set(phase.months)
    var sum = VariantOutcome()
    for row in viewers where months.contains(row.month) { sum.add(row.outcome) }
    for row in paid where months.contains(row.month) { sum.payers += row.outcome.payers }
    let ends = Set([phase.months.first, phase.months.last].compactMap { $0?.description })
    return PriceGroup.Point(
      price: "\(product) \(ExperimentReason.amount(Double(phase.price) / 100, currency))",
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
