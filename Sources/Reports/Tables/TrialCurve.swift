import Metrics
import Values

/// The curve of trial conversion of whole cohorts. `trial_curve.csv` also counts cohorts of which
/// only a part is so old, each day another one: shares of them would rise and fall, though nobody
/// who has converted does not any more.
struct MaturingCurve {
  private struct Key: Hashable {
    var cohort: Cell
    var day: Int
  }

  /// The ages to be shown: around the ends of trials, then every week's.
  let days: [Int]
  private let rates: [Key: Cell]

  /// `grain` = `week` or `month`.
  init(_ figures: Figures, grain: String) {
    let cohorts = figures.totals("trial_cohorts").only(grain)
    let trials = Dictionary(cohorts.map { ($0["cohort"], $0.int("trials")) }) { first, _ in first }
    let rows = figures.totals("trial_curve").only(grain)
    let whole = rows.filter { row in
      let last = MaturingCurve.lastDay(row["cohort"])
      return row.int("eligible") > 0 && row.int("eligible") == trials[row["cohort"]]
        && last.map { $0.advanced(by: row.int("day")) <= figures.asOf } ?? false
    }
    rates = Dictionary(whole.map { (Key(cohort: $0["cohort"], day: $0.int("day")), $0["rate"]) }) {
      first, _ in first
    }
    let oldest = rows.map { $0.int("day") }.max() ?? -1
    let ages = MaturingCurve.ages(of: figures.trialLengths).filter { $0 <= oldest }
    let first = rows.filter { $0.int("converted") > 0 }.map { $0.int("day") }.min()
    days = ages.filter { $0 >= first ?? (figures.trialLengths.min() ?? 1) - 1 }
  }

  /// The last day on which a trial of the cohort can begin.
  private static func lastDay(_ cohort: Cell) -> Day? {
    cohort.month?.lastDay ?? cohort.day?.advanced(by: 6)
  }

  /// The days before, at and after the end of a trial, that of the grace after it, and every week
  /// from the third to the tenth.
  private static func ages(of lengths: [Int]) -> [Int] {
    let around = lengths.flatMap { [$0 - 1, $0, $0 + 1, $0 + 7] }
    let weeks = Array(stride(from: 21, through: 70, by: 7))
    return Set([0, 7] + around + weeks).filter { $0 >= 0 }.sorted()
  }

  /// The share that had converted by that age; nil while not all of the cohort are so old.
  func rate(_ cohort: Cell, _ day: Int) -> Cell? { rates[Key(cohort: cohort, day: day)] }
}

extension [Row] {
  /// Those of one grain.
  fileprivate func only(_ grain: String) -> [Row] { filter { $0.text("grain") == grain } }
}
