import Metrics
import Values

/// How long customers pay, and what they will have paid.
extension Figures {
  /// Everybody, and the largest products and channels, at most so many of each.
  func lifetimeTable(_ count: Int) -> FigureTable {
    var table = FigureTable(
      header: ["", "Subscribers", "Still paying", "Median lifetime", "95% interval"])
    let groups = self.table("lifetimes")
    let rows = ["all", "product", "channel"].flatMap { dimension in
      groups.only("dimension", dimension).named.largest(count, by: "customers")
    }
    table.rows = rows.map { row in
      [
        row.text("dimension") == "all"
          ? "all" : "\(row.text("dimension")) \(row.text("value"))",
        shown(row["customers"]), shown(row["paying"]),
        row["median_days"] == .missing ? "not reached" : "\(shown(row["median_days"])) days",
        row["median_low"] == .missing
          ? "" : "\(shown(row["median_low"])) to \(open(row["median_high"]))",
      ]
    }
    return table
  }

  private func open(_ end: Cell) -> String { end == .missing ? "…" : shown(end) }

  /// Whether products, channels and cohorts last alike, a sentence each.
  var lifetimeSentences: [String] {
    let rows = table("lifetimes").named.filter { $0["log_rank_p_value"] != .missing }
    return ["product", "channel", "cohort"].compactMap { dimension in
      guard let row = rows.first(where: { $0.text("dimension") == dimension }),
        let p = row.double("log_rank_p_value")
      else { return nil }
      let chance = p < 0.001 ? "below 0.001" : Human.fixed(p, 2)
      return p < 0.05
        ? "Subscribers of different \(dimension)s last differently (log-rank p \(chance))."
        : "No difference between \(dimension)s is seen (log-rank p \(chance))."
    }
  }

  /// What a new subscriber is expected to pay, by product and period; every value with its interval.
  var predictionTable: FigureTable {
    var table = FigureTable(
      header: [
        "", "Period", "Subscribers", "12 months", "24 months", "For life, at most 5 years",
        "Backtest error, 3 / 6 months", "A trial is worth",
      ], words: 2)
    table.rows = self.table("ltv_predicted").named.filter { $0["value_24_months"] != .missing }
      .map { row in
        [row.text("product"), row.text("period"), shown(row["subscribers"])]
          + ["12_months", "24_months", "life"].map {
            estimate(row["value_\($0)"], row["low_\($0)"], row["high_\($0)"])
          } + [
            errors(row),
            estimate(row["trial_value"], row["trial_value_low"], row["trial_value_high"]),
          ]
      }
    return table
  }

  /// `$44.15 ($32.96 to $79.61)`: never without its interval, if one is known.
  private func estimate(_ value: Cell, _ low: Cell, _ high: Cell) -> String {
    guard low != .missing, high != .missing else { return shown(value) }
    return "\(shown(value)) (\(shown(low)) to \(shown(high)))"
  }

  /// `+3.1%, −0.4%`: of what was predicted 3 and 6 months ago.
  private func errors(_ row: Row) -> String {
    let errors = [3, 6].map { row.double("held_out_error_\($0)") }
    guard errors.contains(where: { $0 != nil }) else { return Human.unknown }
    return errors.map { $0.map { "\(Human.points($0))%" } ?? Human.unknown }
      .joined(separator: ", ")
  }

  /// Products without a prediction, and why.
  var refusedPredictions: [(product: String, reason: String)] {
    table("ltv_predicted").named.filter { $0["note"] != .missing }.map {
      ($0.text("product"), $0.text("note"))
    }
  }
}
