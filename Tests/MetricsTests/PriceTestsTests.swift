import Settings
import Statistics
import Testing
import Values

@testable import Metrics

/// The prices beside the variants of an experiment.
struct PriceTestsTests {
  private func variant(_ name: String) -> Variant {
    let outcome = VariantOutcome(
      exposed: 400, trials: 20, payers: 20, revenue: Amount(micros: 400_000_000), squares: 8000)
    return Variant(name: name, mixed: 0, soFar: outcome, matured: outcome)
  }

  private func paid(
    _ variant: String, _ product: String, _ price: Double, _ count: Int64
  ) -> PriceTests.Paid {
    PriceTests.Paid(
      experiment: "e", variant: variant, product: product,
      sample: Sample(
        count: count, sum: price * Double(count), squares: price * price * Double(count)))
  }

  /// The prices of `control` and `plus` as the file tells them; nil where it has no such test.
  private func prices(
    _ paid: [PriceTests.Paid], judgedBy metric: Experiment.Metric = .revenue
  ) -> [String]? {
    var settings = Experiment(name: "e")
    settings.metric = metric
    let test = ExperimentCase(settings, [variant("control"), variant("plus")])
    return PriceTests(paid, currency: "USD").groups([test]).first?.points.map(\.price)
  }

  @Test("A test that few have paid in has its prices, too, of the products that tell it apart")
  func few() {
    let paid = [
      paid("control", "month", 4.99, 3), paid("control", "year", 29.99, 2),
      paid("plus", "month", 4.99, 6), paid("plus", "year", 35.98, 1),
      paid("plus", "family", 71.98, 2),
    ]
    #expect(prices(paid) == ["year $29.99", "year $35.98"])
    #expect(prices(paid, judgedBy: .paid) == nil, "one payment more is no test of prices")
  }

  @Test("Products that are known to differ stand alone, by their mean")
  func known() {
    let paid = [
      paid("control", "month", 4.99, 9), paid("control", "year", 30, 9),
      paid("control", "odd", 1, 1), paid("plus", "month", 5.99, 9), paid("plus", "year", 36, 9),
      paid("plus", "odd", 2, 1),
    ]
    #expect(
      prices(paid, judgedBy: .paid) == ["month $4.99, year $30.00", "month $5.99, year $36.00"])
  }

  @Test("Where no price differs, all that was paid is told; where nothing was, that")
  func nothingDiffers() {
    #expect(prices([paid("control", "month", 5, 3)]) == ["month $5.00", "not paid in USD"])
    #expect(prices([]) == ["not paid in USD", "not paid in USD"])
  }
}
