/// What the trials that began in a week are expected to come to, with its 80 % interval; nil once all
/// are decided.
package struct WeekNowcast: Sendable {
  /// The number of the Monday.
  package let first: Int
  /// In whole weeks.
  let age: Int
  let found: TrialNowcast.Expectation
  private let half: Double

  /// `ratio`: how much more of the trials pay than of all.
  init?(_ week: TrialWeek, _ nowcast: TrialNowcast, _ record: NowcastRecord, ratio: Double = 1) {
    first = week.first
    age = week.age(on: nowcast.day)
    found = nowcast.expectation(week.cohorts, ratio: ratio)
    guard found.decided < found.trials else { return nil }
    half = NowcastRecord.z * record.width(age: age) * found.variance.squareRoot()
  }

  /// Of all trials, by what was known of them at the end of a day.
  package static func all(_ flows: [TrialFlow], day: Int) -> [WeekNowcast] {
    let cohorts = TrialCohort.all(flows.filter { $0.day <= day })
    let (nowcast, record) = (TrialNowcast(cohorts, day: day), NowcastRecord(cohorts, day: day))
    return TrialWeek.all(cohorts).compactMap { WeekNowcast($0, nowcast, record) }
  }

  /// Payments: at least those that came, at most one of each trial that is not over.
  package var low: Double { max(found.paid, found.expected - half) }
  package var high: Double { min(found.trials - found.decided + found.paid, found.expected + half) }
}
