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
    let known = Dictionary(firstOf: settings.map { (Label.shortened($0.name), $0) })
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
      var settings = known[name] ?? Experiment(name: name)
      settings.name = name
      return ExperimentCase(
        settings, sums.filter { $0.experiment == name }.map(\.variant))
    }
  }

  var table: Table { Experiments.table(experiments.flatMap(rows)) }

  private func rows(_ experiment: ExperimentCase) -> [RowBuilder<Experiments>] {
    let reason = ExperimentReason(experiment: experiment, currency: currency).text
    return ExperimentBasis.allCases.flatMap { basis in
      Experiment.Metric.allCases.flatMap { metric in
        let comparisons = [nil] + experiment.comparisons(metric, basis)
        let decides = basis == .matured && metric == experiment.settings.metric
        return zip(experiment.variants, comparisons).map { variant, comparison in
          var row = RowBuilder<Experiments>()
          row[Experiments.experiment] = experiment.settings.name
          row[Experiments.basis] = basis.rawValue
          row[Experiments.metric] = metric.rawValue
          row[rounding: Experiments.splitPValue] = experiment.splitPValue
          write(variant, basis.outcome(of: variant), metric, of: experiment, into: &row)
          write(comparison, into: &row)
          writeVerdict(of: decides ? experiment : nil, reason, into: &row)
          return row
        }
      }
    }
  }

  private func write(
    _ variant: Variant, _ outcome: VariantOutcome, _ metric: Experiment.Metric,
    of experiment: ExperimentCase, into row: inout RowBuilder<Experiments>
  ) {
    let interval = outcome.interval(metric)
    row[Experiments.variant] = variant.name
    row[Experiments.isControl] = variant.name == experiment.control.name
    row[Experiments.exposed] = outcome.exposed
    row[Experiments.leftOut] = variant.mixed
    row[Experiments.converted] = outcome.converted(metric)
    row[Experiments.revenue] = metric == .revenue ? outcome.revenue : nil
    row[rounding: Experiments.figure] = outcome.mean(metric)
    row[rounding: Experiments.low] = interval?.low
    row[rounding: Experiments.high] = interval?.high
  }

  /// Nothing of the control, which the others are compared with.
  private func write(_ comparison: VariantComparison?, into row: inout RowBuilder<Experiments>) {
    row[rounding: Experiments.difference] = comparison?.difference.effect
    row[rounding: Experiments.differenceLow] = comparison?.interval.low
    row[rounding: Experiments.differenceHigh] = comparison?.interval.high
    let relative = comparison?.relative
    row[rounding: Experiments.relative] = relative?.effect
    row[rounding: Experiments.relativeLow] = relative?.interval().low
    row[rounding: Experiments.relativeHigh] = relative?.interval().high
    row[rounding: Experiments.pValue] = comparison?.difference.pValue
    row[rounding: Experiments.relativePValue] = relative?.pValue
    row[rounding: Experiments.holmPValue] = comparison?.holm
    row[rounding: Experiments.judgingPValue] = comparison?.judgingHolm
    row[rounding: Experiments.chanceToWin] = comparison?.difference.chanceToWin
    row[rounding: Experiments.alwaysLow] = comparison?.alwaysValid.low
    row[rounding: Experiments.alwaysHigh] = comparison?.alwaysValid.high
    row[Experiments.moreCustomers] = comparison?.moreCustomers
  }

  /// Nil where the basis and the metric are not those that decide.
  private func writeVerdict(
    of experiment: ExperimentCase?, _ reason: String, into row: inout RowBuilder<Experiments>
  ) {
    row[Experiments.verdict] = experiment?.verdict.word.rawValue
    row[Experiments.winner] = experiment?.verdict.winner
    row[Experiments.verdictAnyDay] = experiment?.verdictOnAnyDay.word.rawValue
    row[Experiments.explanation] = experiment.map { _ in reason }
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
