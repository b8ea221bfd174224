import Settings
import SQLite
import Statistics
import Values

/// Fills `rollouts.csv` from the sums by step.
struct RolloutTable {
  private let steps: [RolloutStep]

  init(_ database: Database, _ scope: ReportScope) throws {
    steps = try RolloutStep.all(database, scope.settings.rollouts, asOf: scope.asOf)
  }

  var table: Table { Rollouts.table(steps.flatMap(rows)) }

  private func rows(_ step: RolloutStep) -> [RowBuilder<Rollouts>] {
    let isNewest =
      steps.last { $0.place.rollout.name == step.place.rollout.name }?.place.number
      == step.place.number
    let compared = zip(RolloutFigure.compared, step.comparisons).map { figure, comparison in
      var row = start(step, figure)
      let verdict = step.verdict(figure, comparison)
      write(step, figure, into: &row)
      write(comparison, into: &row)
      row[Rollouts.verdict] = verdict.rawValue
      row[Rollouts.worse] = isNewest && verdict == .worse ? 1 : 0
      return row
    }
    return [adoption(step)] + compared
  }

  private func start(_ step: RolloutStep, _ figure: RolloutFigure) -> RowBuilder<Rollouts> {
    var row = RowBuilder<Rollouts>()
    row[Rollouts.rollout] = step.place.rollout.name
    row[Rollouts.step] = Int64(step.place.number)
    row[Rollouts.metric] = figure.rawValue
    row[Rollouts.from] = step.place.step.from
    row[Rollouts.until] = step.place.lastDay
    row[rounding: Rollouts.plannedShare] = step.place.step.share.approximate
    return row
  }

  private func adoption(_ step: RolloutStep) -> RowBuilder<Rollouts> {
    var row = start(step, .adoption)
    let planned = step.place.step.share.approximate
    let share = step.active > 0 ? Double(step.adopters) / Double(step.active) : nil
    write(step, .adoption, into: &row)
    write(nil, into: &row)
    row[Rollouts.customersIn] = step.adopters
    (row[Rollouts.casesIn], row[Rollouts.casesOut]) = (nil, nil)
    row[rounding: Rollouts.figureIn] = share
    row[rounding: Rollouts.figureOut] = share.map { 1 - $0 }
    row[rounding: Rollouts.difference] = share.map { $0 - planned }
    row[rounding: Rollouts.low] = step.adoption.map { $0.low - planned }
    row[rounding: Rollouts.high] = step.adoption.map { $0.high - planned }
    row[Rollouts.verdict] = step.planVerdict?.rawValue
    row[Rollouts.worse] = 0
    return row
  }

  private func write(
    _ step: RolloutStep, _ figure: RolloutFigure, into row: inout RowBuilder<Rollouts>
  ) {
    let (own, other) = (step.inside.outcome(figure), step.outside.outcome(figure))
    row[Rollouts.customersIn] = own.exposed
    row[Rollouts.customersOut] = other.exposed
    row[Rollouts.casesIn] = own.converted(figure.metric)
    row[Rollouts.casesOut] = other.converted(figure.metric)
    row[Rollouts.revenueIn] = figure == .revenue ? own.revenue : nil
    row[Rollouts.revenueOut] = figure == .revenue ? other.revenue : nil
    row[rounding: Rollouts.figureIn] = own.mean(figure.metric)
    row[rounding: Rollouts.figureOut] = other.mean(figure.metric)
  }

  private func write(_ comparison: VariantComparison?, into row: inout RowBuilder<Rollouts>) {
    row[rounding: Rollouts.difference] = comparison?.difference.effect
    row[rounding: Rollouts.low] = comparison?.interval.low
    row[rounding: Rollouts.high] = comparison?.interval.high
    row[rounding: Rollouts.pValue] = comparison?.judgingHolm
    row[rounding: Rollouts.alwaysLow] = comparison?.alwaysValid.low
    row[rounding: Rollouts.alwaysHigh] = comparison?.alwaysValid.high
  }
}
