import Settings
import Statistics
import Values

/// The same thing at several prices: variants of an experiment, or months (Definitions,
/// "Experiments").
struct PriceGroup {
  enum Source: String { case experiment, time }

  struct Point {
    /// The prices, in words: `st.family 12.99, st.solo 7.99`.
    let price: String
    /// The variant, or from when to when: `2026-01 to 2026-03`.
    let scope: String
    /// What those who could see the price did; for months payers are those of the product.
    let outcome: VariantOutcome
  }

  let source: Source
  /// The experiment, or the product.
  let name: String
  /// The first is what the others are compared with.
  let points: [Point]
  let currency: String

  /// Revenue of each point but the first against the first.
  var comparisons: [VariantComparison?] {
    points.dropFirst().map {
      VariantComparison(
        $0.outcome, against: points[0].outcome, Experiment(name: name), metric: .revenue,
        rivals: points.count - 1)
    }.corrected
  }

  /// What to make of a point, in a sentence.
  func statement(_ point: Point, _ comparison: VariantComparison?) -> String {
    guard let comparison, hasEnoughData else {
      return "Too few have paid to tell.\(caution)"
    }
    let range = ExperimentReason.amounts(comparison.interval, currency) + " per viewer"
    guard comparison.judgingHolm < 0.05 else {
      let more =
        comparison.moreCustomers.map {
          "; \(grouped($0)) more viewers are needed to detect 20%"
        } ?? ""
      return "The data cannot tell which price brings more: \(range)\(more).\(caution)"
    }
    let word = comparison.difference.effect > 0 ? "more" : "less"
    return "This price brings \(word) than the first: \(range).\(caution)"
  }

  private var caution: String {
    source == .time
      ? " That is of all products together, and other things changed over these months, too." : ""
  }

  /// As for experiments: 100 viewers and more than five payers at each price.
  private var hasEnoughData: Bool {
    points.allSatisfy {
      $0.outcome.exposed >= ExperimentCase.smallestSample
        && Double($0.outcome.payers) > ExperimentCase.smallestCount
    }
  }
}

/// Fills `price_sensitivity.csv`.
struct PriceTable {
  let groups: [PriceGroup]

  var table: Table { PriceSensitivity.table(groups.flatMap(rows)) }

  private func rows(_ group: PriceGroup) -> [RowBuilder<PriceSensitivity>] {
    zip(group.points, [nil] + group.comparisons).enumerated().map { index, pair in
      let (point, comparison) = pair
      var row = RowBuilder<PriceSensitivity>()
      row[PriceSensitivity.source] = group.source.rawValue
      row[PriceSensitivity.name] = group.name
      row[PriceSensitivity.scope] = point.scope
      row[PriceSensitivity.price] = point.price
      row[PriceSensitivity.statement] = index == 0 ? nil : group.statement(point, comparison)
      write(point.outcome, into: &row)
      write(comparison, into: &row)
      return row
    }
  }

  private func write(_ outcome: VariantOutcome, into row: inout RowBuilder<PriceSensitivity>) {
    let (paid, money) = (outcome.interval(.paid), outcome.interval(.revenue))
    row[PriceSensitivity.viewers] = outcome.exposed
    row[PriceSensitivity.payers] = outcome.payers
    row[PriceSensitivity.conversion] = Rate(outcome.payers, over: outcome.exposed)
    row[rounding: PriceSensitivity.conversionLow] = paid?.low
    row[rounding: PriceSensitivity.conversionHigh] = paid?.high
    row[PriceSensitivity.revenue] = outcome.revenue
    row[rounding: PriceSensitivity.perViewer] = outcome.mean(.revenue)
    row[rounding: PriceSensitivity.perViewerLow] = money?.low
    row[rounding: PriceSensitivity.perViewerHigh] = money?.high
  }

  /// Nothing of the first price, which the others are compared with.
  private func write(
    _ comparison: VariantComparison?, into row: inout RowBuilder<PriceSensitivity>
  ) {
    row[rounding: PriceSensitivity.difference] = comparison?.difference.effect
    row[rounding: PriceSensitivity.differenceLow] = comparison?.interval.low
    row[rounding: PriceSensitivity.differenceHigh] = comparison?.interval.high
    row[rounding: PriceSensitivity.pValue] = comparison?.difference.pValue
  }
}
