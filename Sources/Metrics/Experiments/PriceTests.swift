import SQLite
import Settings
import Statistics
import Values

/// Experiments whose variants sold the same product at different prices.
struct PriceTests {
  private struct Paid {
    let experiment: String
    let variant: String
    let product: String
    let sample: Sample
  }

  private let paid: [Paid]
  private let currency: String

  init(_ database: Database, currency: String) throws {
    self.currency = currency
    paid = try database.rows(
      """
      SELECT experiment, variant, product, buyers, price, squares_high, squares_low
      FROM experiment_prices ORDER BY experiment, variant, product
      """
    ) {
      Paid(
        experiment: Label.shortened($0.text(0)), variant: Label.shortened($0.text(1)),
        product: Label.shortened($0.text(2)),
        sample: Sample(
          count: $0.integer(3), sum: Double($0.integer(4)) / 1_000_000,
          squares: squareSum(high: $0.integer(5), low: $0.integer(6))))
    }
  }

  /// A group for each test of prices: known by its prices, or because the configuration judges it
  /// by revenue.
  func groups(_ experiments: [ExperimentCase]) -> [PriceGroup] {
    experiments.compactMap { experiment in
      let own = paid.filter { $0.experiment == experiment.settings.name }
      let products = Set(own.map(\.product)).filter { differs($0, own) }
      guard experiment.variants.count > 1,
        !products.isEmpty || experiment.settings.metric == .revenue
      else { return nil }
      return group(experiment, own.filter { products.contains($0.product) })
    }
  }

  private func group(_ experiment: ExperimentCase, _ paid: [Paid]) -> PriceGroup {
    let points = experiment.variants.map { variant in
      let prices = paid.filter { $0.variant == variant.name }.map {
        "\($0.product) \(ExperimentReason.amount($0.sample.mean, currency))"
      }
      return PriceGroup.Point(
        price: prices.joined(separator: ", "), scope: variant.name, outcome: variant.matured)
    }
    return PriceGroup(
      source: .experiment, name: experiment.settings.name, points: points, currency: currency)
  }

  /// Whether two variants sold the product at means that differ by more than 2 %, and by more than
  /// the payments of a variant differ among each other.
  private func differs(_ product: String, _ paid: [Paid]) -> Bool {
    let samples = paid.filter { $0.product == product && $0.sample.count >= 3 }.map(\.sample)
    return samples.indices.contains { a in
      samples[..<a].contains { other in Self.differ(samples[a], other) }
    }
  }

  private static func differ(_ a: Sample, _ b: Sample) -> Bool {
    guard abs(a.mean - b.mean) > 0.02 * b.mean else { return false }
    // Equal prices leave no more variance than rounding does.
    guard let test = Welch(a, against: b) else { return true }
    return test.pValue < 0.01
  }
}
