import SQLite
import Settings
import Values

/// When a product was sold at which price: phases of months, told from what was paid in them.
///
/// Months one after the other in which most paid the same price are a phase. A price that some pay
/// beside another, as in a test of prices, is no change of price. So a phase that follows another
/// stands only where three people paid its price at least, two thirds of those who paid in it, and
/// at most a third of those who paid in the phase before. The weakest that does not is taken into
/// the one before it.
struct PricePhases {
  /// Months one after the other at one price.
  struct Phase: Equatable {
    var months: [Month]
    /// In hundredths.
    var price: Int64
  }

  /// Who paid a price in a month.
  struct Payers: Equatable {
    let month: Month
    /// In hundredths.
    let price: Int64
    let count: Int64
  }

  /// Who has to pay a price before it is one.
  private static let fewest: Int64 = 3

  /// By price.
  private typealias Counts = [Int64: Int64]

  private let byMonth: [Month: Counts]
  /// The oldest first.
  private(set) var phases: [Phase] = []

  /// - Parameters:
  ///   - payers: in any order; who paid a price that is not known is left out.
  ///   - months: all there are, the oldest first. One in which nobody paid goes with those before it.
  init(_ payers: [Payers], months: [Month]) {
    byMonth = Dictionary(grouping: payers, by: \.month).mapValues { payers in
      Dictionary(payers.map { ($0.price, $0.count) }, uniquingKeysWith: +)
    }
    for month in months { append(month) }
    while let weakest { takeIn(weakest) }
  }

  private mutating func append(_ month: Month) {
    let price = Self.usualPrice(counts([month]))
    if let price, price != phases.last?.price {
      phases.append(Phase(months: [month], price: price))
    } else if !phases.isEmpty {
      phases[phases.count - 1].months.append(month)
    }
  }

  /// The phase that is no change with the fewest payers of its price; nil where all are changes.
  private var weakest: Int? {
    phases.indices.dropFirst().filter { !isChange($0) }.min { payers($0) < payers($1) }
  }

  private func isChange(_ index: Int) -> Bool {
    let price = phases[index].price
    let (before, after) = (counts(phases[index - 1].months), counts(phases[index].months))
    return after[price, default: 0] >= Self.fewest
      && after[price, default: 0] * 3 >= Self.all(after) * 2
      && before[price, default: 0] * 3 <= Self.all(before)
  }

  /// Makes a phase and the one before it one, at the price that most paid in both.
  private mutating func takeIn(_ index: Int) {
    let months = phases[index - 1].months + phases.remove(at: index).months
    phases[index - 1].months = months
    phases[index - 1].price = Self.usualPrice(counts(months)) ?? phases[index - 1].price
  }

  private func payers(_ index: Int) -> Int64 {
    counts(phases[index].months)[phases[index].price, default: 0]
  }

  private func counts(_ months: [Month]) -> Counts {
    months.reduce(into: [:]) { sum, month in
      sum.merge(byMonth[month, default: [:]], uniquingKeysWith: +)
    }
  }

  private static func all(_ counts: Counts) -> Int64 { counts.values.reduce(0, +) }

  /// What most paid; of equal ones the lower.
  private static func usualPrice(_ counts: Counts) -> Int64? {
    counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}

/// Products whose price changed: months by the price that most paid in them.
struct PriceHistory {
  private struct Row {
    let month: Month
    let product: String
    /// In hundredths; 0 for all viewers, −1 where it is not known.
    let price: Int64
    let outcome: VariantOutcome
  }

  private let viewers: [Row]
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
