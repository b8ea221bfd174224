import Values

/// The curve of trial conversion of whole cohorts. `trial_curve.csv` also counts cohorts of which
/// only a part is so old, each day another one: shares of them would rise and fall, though nobody
/// who has converted does not any more.
package struct MaturingCurve {
  private struct Key: Hashable {
    var cohort: Cell
    var day: Int
  }

  /// The ages to be shown: around the ends of trials, then every week's.
  package let days: [Int]
  private let rates: [Key: Cell]

  /// `grain` = `week` or `month`.
  package init(_ figures: Figures, grain: String) {
    let cohorts = figures.rows(of: TrialCohorts.self).totals.where(TrialCohorts.grain, is: grain)
    let trials = Dictionary(
      firstOf: cohorts.map { ($0.cell(TrialCohorts.cohort), $0.integer(TrialCohorts.trials)) })
    let rows = figures.rows(of: TrialCurve.self).totals.where(TrialCurve.grain, is: grain)
    let whole = rows.filter { row in
      let cohort = row.cell(TrialCurve.cohort)
      let eligible = row.integer(TrialCurve.eligible)
      let last = MaturingCurve.lastDay(cohort)
      return eligible > 0 && eligible == trials[cohort]
        && last.map { $0.advanced(by: row.age) <= figures.asOf } ?? false
    }
    rates = Dictionary(
      firstOf: whole.map { row in
        (Key(cohort: row.cell(TrialCurve.cohort), day: row.age), row.cell(TrialCurve.rate))
      })
    let oldest = rows.map(\.age).max() ?? -1
    let ages = MaturingCurve.ages(of: figures.trialLengths).filter { $0 <= oldest }
    let first = rows.filter { $0.integer(TrialCurve.converted) > 0 }.map(\.age).min()
    days = ages.filter { $0 >= first ?? (figures.trialLengths.min() ?? 1) - 1 }
  }

  /// The last day on which a trial of the cohort can begin.
  private static func lastDay(_ cohort: Cell) -> Day? {
    cohort.month?.lastDay ?? cohort.day?.advanced(by: 6)
  }

  /// Around the end of a trial and of the grace after it, and weekly from week 3 to 10.
  private static func ages(of lengths: [Int]) -> [Int] {
    let around = lengths.flatMap { [$0 - 1, $0, $0 + 1, $0 + 7] }
    let weeks = Array(stride(from: 21, through: 70, by: 7))
    return Set([0, 7] + around + weeks).filter { $0 >= 0 }.sorted()
  }

  /// The share that had converted by that age; nil while not all of the cohort are so old.
  package func rate(_ cohort: Cell, _ day: Int) -> Cell? { rates[Key(cohort: cohort, day: day)] }
}

extension Row<TrialCurve> {
  /// Whole days since the trials began.
  fileprivate var age: Int { Int(integer(TrialCurve.day)) }
}
