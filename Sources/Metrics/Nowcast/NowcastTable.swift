import SQLite
import Statistics
import Timeline
import Values

/// Fills `trial_nowcast.csv`: the trials of each week of which some are in play, and how trials went
/// in the newest nights, for all customers and by segment.
struct NowcastTable {
  /// Of a fall, two nights running: one night in 500.
  private static let chance = 0.002

  private let day: Int
  private let nowcast: TrialNowcast
  /// That of the night before: what one night tells alone is chance more often than what two do.
  private let before: TrialNowcast
  private let record: NowcastRecord
  private let segments: [NowcastSegment]

  init(_ database: Database, asOf: Day) throws {
    day = Int(asOf.number)
    let segments = try NowcastSegment.all(database, upTo: day)
    let all = segments.first { $0.isTotal }?.cohorts ?? []
    nowcast = TrialNowcast(all, day: day)
    before = TrialNowcast(all, day: day - 1)
    record = NowcastRecord(all, day: day)
    self.segments = NowcastSegment.pooled(segments, settledBy: day - TrialNowcast.newest)
  }

  var table: Table {
    let found = segments.map {
      (segment: $0, changes: nowcast.changes($0.cohorts, ratio: $0.ratio))
    }
    .filter { $0.segment.isTotal || ($0.changes.last?.trials ?? 0) > 0 }
    let tested = found.count {
      !$0.segment.isTotal && NightChanges.reliableFall($0.changes, outside: 1) != nil
    }
    return TrialNowcasts.table(
      found.flatMap { segment, changes in
        let outside = Self.chance / Double(segment.isTotal ? 1 : max(1, tested))
        return weeks(segment) + [nights(segment, changes, outside: outside)]
      })
  }

  private func weeks(_ segment: NowcastSegment) -> [RowBuilder<TrialNowcasts>] {
    TrialWeek.all(segment.cohorts).compactMap { week -> RowBuilder<TrialNowcasts>? in
      let found = nowcast.expectation(week.cohorts, ratio: segment.ratio)
      guard found.decided < found.trials else { return nil }
      let age = week.age(on: day)
      let half = NowcastRecord.z * record.width(age: age) * found.variance.squareRoot()
      var row = row(segment, Day(week.first).description)
      row[TrialNowcasts.trials] = Int64(found.trials)
      row[TrialNowcasts.paid] = Int64(found.paid)
      row[rounding: TrialNowcasts.decided] = found.decided / found.trials
      row[rounding: TrialNowcasts.expected] = found.expected / found.trials
      row[rounding: TrialNowcasts.low] = max(found.paid, found.expected - half) / found.trials
      row[rounding: TrialNowcasts.high] =
        min(found.trials - found.decided + found.paid, found.expected + half) / found.trials
      row[rounding: TrialNowcasts.usual] = found.usual / found.trials
      row[rounding: TrialNowcasts.held] = record.held(age: age)
      row[TrialNowcasts.fall] = nil
      return row
    }
  }

  /// `outside`: how often chance alone may make a fall.
  private func nights(
    _ segment: NowcastSegment, _ changes: [NightChanges], outside: Double
  ) -> RowBuilder<TrialNowcasts> {
    let newest = changes[changes.count - 1]
    let expected = newest.expected(NowcastRecord.z)
    var row = row(segment, TrialNowcasts.newestNights)
    row[TrialNowcasts.trials] = Int64(newest.trials)
    row[TrialNowcasts.paid] = nil
    row[TrialNowcasts.decided] = nil
    row[rounding: TrialNowcasts.expected] = expected?.share
    row[rounding: TrialNowcasts.low] = expected.map { max(0, $0.share - $0.half) }
    row[rounding: TrialNowcasts.high] = expected.map { min(1, $0.share + $0.half) }
    row[rounding: TrialNowcasts.usual] = newest.usual
    row[TrialNowcasts.held] = nil
    row[rounding: TrialNowcasts.fall] = fall(segment, changes, outside: outside)
    return row
  }

  /// As far as the night before told of it, too.
  private func fall(
    _ segment: NowcastSegment, _ changes: [NightChanges], outside: Double
  ) -> Double? {
    let fall = NightChanges.reliableFall(changes, outside: outside)
    guard let fall, fall > 0 else { return fall }
    let earlier = before.changes(segment.cohorts, ratio: segment.ratio)
    return min(fall, NightChanges.reliableFall(earlier, outside: outside) ?? 0)
  }

  private func row(_ segment: NowcastSegment, _ cohort: String) -> RowBuilder<TrialNowcasts> {
    var row = RowBuilder<TrialNowcasts>()
    row[TrialNowcasts.dimension] = segment.dimension
    row[TrialNowcasts.value] = Label.shortened(segment.value)
    row[TrialNowcasts.cohort] = cohort
    return row
  }
}

/// How far earlier nowcasts of trials were off, of what was known then, beside what came: of each
/// week's trials, at the ends of the weeks after it. Intervals are as wide as four of five of these
/// errors (normalized conformal prediction, by how old the week is).
struct NowcastRecord: Sendable {
  /// By the age of the week's trials in weeks: errors in half widths of the model's own 80 % interval.
  private var errors: [Int: [Double]] = [:]

  private static let quantile = ConformalQuantile(share: 0.8)
  private static let weeks = 20
  /// That of 80 % of a normal distribution.
  static let z = -Normal.quantile(0.1)

  /// `cohorts`: of all customers, up to the end of a day.
  init(_ cohorts: [TrialCohort], day: Int) {
    let weeks = TrialWeek.all(cohorts).filter { $0.isOver }
    for back in 1...Self.weeks {
      let known = day - 7 * back
      let nowcast = TrialNowcast(cohorts, day: known)
      for week in weeks where week.first + 6 <= known {
        guard week.cohorts.allSatisfy({ nowcast.knows($0.length) }) else { continue }
        let found = nowcast.expectation(week.cohorts)
        guard found.decided < found.trials, found.variance > 0 else { continue }
        let error = (week.paid - found.expected) / (Self.z * found.variance.squareRoot())
        errors[week.age(on: known), default: []].append(error)
      }
    }
  }

  /// The share of earlier intervals of weeks so old that held what came; nil of too few.
  func held(age: Int) -> Double? {
    guard let errors = errors[age], errors.count >= Self.quantile.needed else { return nil }
    return Double(errors.count { abs($0) <= 1 }) / Double(errors.count)
  }

  /// How many times as wide as the model's own an interval has to be.
  func width(age: Int) -> Double {
    errors[age].flatMap(Self.quantile.width) ?? 1
  }
}

/// The trials that began in a week, from Monday on.
struct TrialWeek: Sendable {
  /// The number of the Monday.
  let first: Int
  let cohorts: [TrialCohort]

  /// In the order of time. Day 0 was a Thursday.
  static func all(_ cohorts: [TrialCohort]) -> [TrialWeek] {
    Dictionary(grouping: cohorts) { $0.start - (($0.start + 3) % 7 + 7) % 7 }
      .sorted { $0.key < $1.key }.map(TrialWeek.init)
  }

  /// In whole weeks; 0 while it lasts.
  func age(on day: Int) -> Int { (day - first) / 7 }

  private var flows: some Sequence<TrialFlow> { cohorts.lazy.flatMap(\.flows) }

  /// Those that led to a payment, whenever it came.
  var paid: Double { flows.reduce(0) { $0 + ($1.step.to == .paid ? $1.trials : 0) } }

  /// Whether all of them are decided.
  var isOver: Bool {
    let decided = flows.reduce(0) { $0 + ([.paid, .over].contains($1.step.to) ? $1.trials : 0) }
    return decided > 0 && decided == cohorts.reduce(0) { $0 + $1.trials }
  }
}
