import Metrics
import Values

/// How long customers pay, and what they will have paid.
extension Figures {
  /// Everybody, and the largest products and channels, at most so many of each.
  func lifetimeTable(_ count: Int) -> FigureTable {
    var table = FigureTable(
      header: ["", "Subscribers", "Never stopped", "Median lifetime", "95% interval"])
    let groups = rows(of: Lifetimes.self)
    let rows = ["all", "product", "channel"].flatMap { dimension in
      groups.where(Lifetimes.dimension, is: dimension).largest(count, by: Lifetimes.customers)
    }
    table.rows = rows.map { row in
      let (dimension, value) = (row.text(Lifetimes.dimension), row.text(Lifetimes.value))
      return [
        dimension == "all" ? "all" : "\(dimension) \(value)",
        shown(row.cell(Lifetimes.customers)), shown(row.cell(Lifetimes.paying)),
        row[Lifetimes.customers] == nil
          ? DisplayFormat.unknown
          : row[Lifetimes.medianDays].map { "\(shown($0)) days" } ?? "not reached",
        row[Lifetimes.medianLow].map { low in
          "\(shown(low)) to \(row[Lifetimes.medianHigh].map { shown($0) } ?? "…")"
        } ?? "",
      ]
    }
    return table
  }

  /// Whether products, channels and cohorts last alike, a sentence each.
  var lifetimeSentences: [String] {
    let rows = rows(of: Lifetimes.self)
    return ["product", "channel", "cohort"].compactMap { dimension in
      let group = rows.where(Lifetimes.dimension, is: dimension)
      guard let p = group.lazy.compactMap({ $0.magnitude(Lifetimes.logRankPValue) }).first else {
        return nil
      }
      let chance = p < 0.001 ? "below 0.001" : DisplayFormat.fixed(p, 3)
      return p < 0.05
        ? "Lifetimes differ between \(dimension)s (log-rank p \(chance))."
        : "No difference between \(dimension)s is detected (log-rank p \(chance))."
    }
  }

  /// What a new subscriber is expected to pay, by product and period; every value with its
  /// interval.
  var predictionTable: FigureTable {
    var table = FigureTable(
      header: [
        "", "Period", "Subscribers", "12 months", "24 months", "For life, at most 5 years",
        "Backtest error, 3 / 6 months", "A trial is worth",
      ], words: 2)
    let predicted = rows(of: PredictedLTV.self).filter { $0[PredictedLTV.value24Months] != nil }
    table.rows = predicted.map { row in
      [
        row.text(PredictedLTV.product), PeriodWords.title(row.text(PredictedLTV.period)),
        shown(row.cell(PredictedLTV.subscribers)),
        estimate(
          row[PredictedLTV.value12Months], row[PredictedLTV.low12Months],
          row[PredictedLTV.high12Months]),
        estimate(
          row[PredictedLTV.value24Months], row[PredictedLTV.low24Months],
          row[PredictedLTV.high24Months]),
        estimate(
          row[PredictedLTV.valueLife], row[PredictedLTV.lowLife], row[PredictedLTV.highLife]),
        errors(row),
        estimate(
          row[PredictedLTV.trialValue], row[PredictedLTV.trialValueLow],
          row[PredictedLTV.trialValueHigh]),
      ]
    }
    return table
  }

  /// `$44.15 ($32.96 to $79.61)`: never without its interval, if one is known.
  private func estimate(_ value: Amount?, _ low: Amount?, _ high: Amount?) -> String {
    guard let low, let high else { return shown(value) }
    return "\(shown(value)) (\(shown(low)) to \(shown(high)))"
  }

  /// `+3.1%, −0.4%`: of what was predicted 3 and 6 months ago.
  private func errors(_ row: Row<PredictedLTV>) -> String {
    let errors = [PredictedLTV.heldOutError3, PredictedLTV.heldOutError6].map { row.magnitude($0) }
    guard errors.contains(where: { $0 != nil }) else { return DisplayFormat.unknown }
    return errors.map { $0.map { "\(DisplayFormat.points($0))%" } ?? DisplayFormat.unknown }
      .joined(separator: ", ")
  }

  /// Products without a prediction, and why.
  var refusedPredictions: [(product: String, reason: String)] {
    rows(of: PredictedLTV.self).compactMap { row in
      row[PredictedLTV.note].map { (row.text(PredictedLTV.product), $0) }
    }
  }
}
