import Settings
import SQLite
import Statistics
import Values

/// Fills `experiments.csv` from the sums by variant.
struct ExperimentTable {
  let experiments: [ExperimentCase]
  let currency: String

  /// `settings` are those that the configuration names.
  init(_ database: Database, _ settings: [Experiment], currency: String) throws {
    self.currency = currency
    let known = Dictionary(settings.map { ($0.name, $0) }) { first, _ in first }
    let sums = try database.rows(
      """
      SELECT experiment, variant, mixed, exposed, trials, payers, revenue, squares_high,
        squares_low, matured_exposed, matured_trials, matured_payers, matured_revenue,
        matured_squares_high, matured_squares_low
      FROM experiment_sums ORDER BY experiment, variant
      """
    ) { (experiment: Label.shortened($0.text(0)), variant: Variant($0)) }
    let names = Set(sums.map(\.experiment)).sorted()
    experiments = names.map { name in
      ExperimentCase(
        known[name] ?? Experiment(name: name),
        sums.filter { $0.experiment == name }.map(\.variant))
    }
  }

  var table: Table { Experiments.schema.table(experiments.flatMap(rows)) }

  private func rows(_ experiment: ExperimentCase) -> [[Cell]] {
    let reason = ExperimentReason(experiment: experiment, currency: currency).text
    return ExperimentBasis.allCases.flatMap { basis in
      Experiment.Metric.allCases.flatMap { metric in
        let comparisons = [nil] + experiment.comparisons(metric, basis)
        let decides = basis == .matured && metric == experiment.settings.metric
        let ending = decides ? verdict(experiment, reason) : Array(repeating: .missing, count: 4)
        return zip(experiment.variants, comparisons).map { variant, comparison in
          head(experiment, basis, metric, variant) + difference(comparison) + ending
        }
      }
    }
  }

  private func head(
    _ experiment: ExperimentCase, _ basis: ExperimentBasis, _ metric: Experiment.Metric,
    _ variant: Variant
  ) -> [Cell] {
    let outcome = basis.outcome(of: variant)
    let interval = outcome.interval(metric)
    let names = [experiment.settings.name, basis.rawValue, metric.rawValue, variant.name]
    return names.map(Cell.text) + [
      .flag(variant.name == experiment.control.name), .count(outcome.exposed),
      .count(variant.mixed), .number(experiment.splitPValue),
      outcome.converted(metric).map(Cell.count) ?? .missing,
      metric == .revenue ? .money(outcome.revenue) : .missing,
      outcome.exposed > 0 ? .number(outcome.sample(metric).mean) : .missing,
      .number(interval?.low), .number(interval?.high),
    ]
  }

  private func difference(_ comparison: VariantComparison?) -> [Cell] {
    let relative = comparison?.relative
    return [
      .number(comparison?.difference.effect), .number(comparison?.interval.low),
      .number(comparison?.interval.high), .number(relative?.effect),
      .number(relative?.interval().low), .number(relative?.interval().high),
      .number(comparison?.difference.pValue), .number(relative?.pValue),
      .number(comparison?.holm), .number(comparison?.judgingHolm),
      .number(comparison?.difference.chanceToWin),
      .number(comparison?.alwaysValid.low), .number(comparison?.alwaysValid.high),
      comparison?.moreCustomers.map(Cell.count) ?? .missing,
    ]
  }

  private func verdict(_ experiment: ExperimentCase, _ reason: String) -> [Cell] {
    let verdict = experiment.verdict
    return [
      .text(verdict.word.rawValue), verdict.winner.map(Cell.text) ?? .missing,
      .text(experiment.verdictOnAnyDay.word.rawValue), .text(reason),
    ]
  }
}

extension Variant {
  fileprivate init(_ row: Statement) {
    self.init(
      name: Label.shortened(row.text(1)), mixed: row.integer(2),
      soFar: VariantOutcome(row, from: 3),
      matured: VariantOutcome(row, from: 9))
  }
}

extension VariantOutcome {
  fileprivate init(_ row: Statement, from column: Int32) {
    self.init(
      exposed: row.integer(column), trials: row.integer(column + 1),
      payers: row.integer(column + 2), revenue: Amount(micros: row.integer(column + 3)),
      squares: squareSum(high: row.integer(column + 4), low: row.integer(column + 5)))
  }
}

/// A sum of squares of hundredths, kept in two parts, in units squared.
func squareSum(high: Int64, low: Int64) -> Double {
  (Double(high) * 1_099_511_627_776 + Double(low)) / 10_000
}

extension Cell {
  /// A statistic in millionths; missing where there is none.
  static func number(_ value: Double?) -> Cell {
    value.flatMap { Rate($0) }.map(Cell.rate) ?? .missing
  }
}
