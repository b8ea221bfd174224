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
