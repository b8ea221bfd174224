import SQLite
import Settings
import Statistics
import Values

/// Experiments whose variants sold the same product at different prices.
struct PriceTests {
  /// First payments in the reporting currency, of one product by customers of one variant.
  struct Paid {
    let experiment: String
    let variant: String
    let product: String
    let sample: Sample
  }

  private let paid: [Paid]
  private let currency: String

  init(_ paid: [Paid], currency: String) {
    self.paid = paid
    self.currency = currency
  }

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

  /// Experiments that have several prices, or are judged by revenue.
  func groups(_ experiments: [ExperimentCase]) -> [PriceGroup] {
    experiments.compactMap { experiment in
      let own = paid.filter { $0.experiment == experiment.settings.name }
      let isTestOfPrices = own.contains { differs($0.product, own) }
      guard experiment.variants.count > 1,
        isTestOfPrices || experiment.settings.metric == .revenue
      else { return nil }
      let products = telling(own)
      return group(experiment, own.filter { products.contains($0.product) })
    }
  }

  private func group(_ experiment: ExperimentCase, _ paid: [Paid]) -> PriceGroup {
    PriceGroup(
      source: .experiment, name: experiment.settings.name,
      points: experiment.variants.map { variant in
        PriceGroup.Point(
          price: price(paid.filter { $0.variant == variant.name }), scope: variant.name,
          outcome: variant.matured)
      }, currency: currency)
  }

  /// What each product cost on average, one after the other. Without any payment in the reporting
  /// currency nothing is known of the variant's prices, and it says so.
  private func price(_ paid: [Paid]) -> String {
    guard !paid.isEmpty else { return "not paid in \(currency)" }
    return paid.map { "\($0.product) \(ExperimentReason.amount($0.sample.mean, currency))" }
      .joined(separator: ", ")
  }

  /// The products whose prices tell the variants apart: those that are known to differ; else,
  /// where few have paid, those whose means differ at all; else, all that were paid for.
  private func telling(_ paid: [Paid]) -> Set<String> {
    let products = Set(paid.map(\.product))
    let known = products.filter { differs($0, paid) }
    let apart = known.isEmpty ? products.filter { hasSeveralMeans($0, paid) } : known
    return apart.isEmpty ? products : apart
  }

  private func hasSeveralMeans(_ product: String, _ paid: [Paid]) -> Bool {
    let means = paid.filter { $0.product == product }.map(\.sample.mean)
    guard let least = means.min(), let most = means.max() else { return false }
    return most - least > 0.02 * least
  }

  /// Whether means differ by over 2 %, and by more than payments of one variant do.
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
