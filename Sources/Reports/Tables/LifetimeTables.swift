import Metrics
import Values

/// How long customers pay, and what they will have paid.
extension Figures {
  /// Everybody, and the largest products and channels, at most so many of each.
  func lifetimes(_ count: Int) -> [Row<Lifetimes>] {
    ["all", "product", "channel"].flatMap {
      rows(of: Lifetimes.self).where(Lifetimes.dimension, is: $0)
        .largest(count, by: Lifetimes.customers)
    }
  }

  func lifetimeTable(_ count: Int) -> FigureTable {
    FigureTable(
      lifetimes(count), self,
      [
        .text("") { row in
          let dimension = row.text(Lifetimes.dimension)
          return dimension == "all" ? "all" : "\(dimension) \(row.text(Lifetimes.value))"
        },
        .of("Subscribers", Lifetimes.customers), .of("Never stopped", Lifetimes.paying),
        .text("Median lifetime") { row in
          row[Lifetimes.customers] == nil
            ? DisplayFormat.unknown
            : row[Lifetimes.medianDays].map { "\(shown($0)) days" } ?? "not reached"
        },
        .text("95% interval") { row in
          row[Lifetimes.medianLow].map { low in
            "\(shown(low)) to \(row[Lifetimes.medianHigh].map { shown($0) } ?? "…")"
          } ?? ""
        },
      ])
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

  /// By product and period, each value with its interval.
  var predictionTable: FigureTable {
    typealias P = PredictedLTV
    return FigureTable(
      rows(of: P.self).filter { $0[P.value24Months] != nil }, self, words: 2,
      [
        .words("", P.product), .text("Period") { PeriodWords.title($0.text(P.period)) },
        .of("Subscribers", P.subscribers),
        .text("12 months") { estimate($0, P.value12Months, P.low12Months, P.high12Months) },
        .text("24 months") { estimate($0, P.value24Months, P.low24Months, P.high24Months) },
        .text("For life, at most 5 years") { estimate($0, P.valueLife, P.lowLife, P.highLife) },
        .text("Backtest error, 3 / 6 months", errors),
        .text("A trial is worth") { estimate($0, P.trialValue, P.trialValueLow, P.trialValueHigh) },
      ])
  }

  /// `$44.15 ($32.96 to $79.61)`: never without its interval, if one is known.
  private func estimate(
    _ row: Row<PredictedLTV>, _ value: Column<PredictedLTV, Amount>,
    _ low: Column<PredictedLTV, Amount>, _ high: Column<PredictedLTV, Amount>
  ) -> String {
    guard let low = row[low], let high = row[high] else { return shown(row[value]) }
    return "\(shown(row[value])) (\(shown(low)) to \(shown(high)))"
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
