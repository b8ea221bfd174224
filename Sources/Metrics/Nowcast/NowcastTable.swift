import SQLite
import Statistics
import Timeline
import Values

/// Fills `trial_nowcast.csv`: the trials of each week of which some are in play, and how trials went
/// in the newest nights, for all customers and by segment.
struct NowcastTable {
  /// In so many nights chance alone may make one fall.
  private static let nights = 180.0
  /// More is not told apart.
  private static let mostNights = 1_000_000.0

  private let nowcast: TrialNowcast
  private let record: NowcastRecord
  private let segments: [NowcastSegment]

  /// `untold`: days without a log, ascending.
  init(_ database: Database, asOf: Day, untold: [Day]) throws {
    let day = Int(asOf.number)
    let segments = try NowcastSegment.all(database, upTo: day)
    let all = segments.first { $0.isTotal }?.cohorts ?? []
    nowcast = TrialNowcast(all, day: day, untold: untold.map { Int($0.number) })
    record = NowcastRecord(all, day: day)
    self.segments = NowcastSegment.pooled(segments, settledBy: day - TrialNowcast.newest)
  }

  /// A segment with its newest nights, and what such nights are usually.
  private struct Newest {
    let segment: NowcastSegment
    let nights: [NightChanges]
    let sum: NightChanges
    var usual: UsualNights
  }

  var table: Table {
    let found = newest.filter { $0.segment.isTotal || $0.sum.trials > 0 }
    return TrialNowcasts.table(found.flatMap { weeks($0.segment) + [nights($0)] })
  }

  private var newest: [Newest] {
    let changes = segments.map { nowcast.changes($0.cohorts, ratio: $0.ratio) }
    var found = zip(segments, changes).map { segment, changes in
      Newest(
        segment: segment, nights: changes.newest,
        sum: changes.newest.dropFirst().reduce(changes.newest[0]) { $0 + $1 },
        usual: nowcast.usual)
    }
    for places in Dictionary(grouping: segments.indices, by: { segments[$0].dimension }).values {
      let usual = nowcast.usual.ofSegments(places.map { changes[$0].usual })
      for (place, usual) in zip(places, usual) { found[place].usual = usual }
    }
    return found
  }

  private func weeks(_ segment: NowcastSegment) -> [RowBuilder<TrialNowcasts>] {
    TrialWeek.all(segment.cohorts).compactMap { week -> RowBuilder<TrialNowcasts>? in
      guard let week = WeekNowcast(week, nowcast, record, ratio: segment.ratio) else { return nil }
      let found = week.found
      var row = row(segment, Day(week.first).description)
      row[TrialNowcasts.trials] = Int64(found.trials)
      row[TrialNowcasts.paid] = Int64(found.paid)
      row[rounding: TrialNowcasts.decided] = found.decided / found.trials
      row[rounding: TrialNowcasts.expected] = found.expected / found.trials
      row[rounding: TrialNowcasts.low] = week.low / found.trials
      row[rounding: TrialNowcasts.high] = week.high / found.trials
      row[rounding: TrialNowcasts.usual] = found.usual / found.trials
      row[rounding: TrialNowcasts.held] = record.held(age: week.age)
      row[TrialNowcasts.fall] = nil
      row[TrialNowcasts.fallIn] = nil
      row[TrialNowcasts.fallSince] = nil
      row[TrialNowcasts.nights] = nil
      return row
    }
  }

  private func nights(_ newest: Newest) -> RowBuilder<TrialNowcasts> {
    let fall = NowcastFall(newest.nights, usual: newest.usual)
    let expected = newest.sum.expected(
      NowcastRecord.z, usual: newest.usual, nights: newest.nights.count)
    var row = row(newest.segment, TrialNowcasts.newestNights)
    row[TrialNowcasts.trials] = Int64(newest.sum.trials)
    row[TrialNowcasts.paid] = nil
    row[TrialNowcasts.decided] = nil
    row[rounding: TrialNowcasts.expected] = expected?.share
    row[rounding: TrialNowcasts.low] = expected.map { max(0, $0.share - $0.half) }
    row[rounding: TrialNowcasts.high] = expected.map { min(1, $0.share + $0.half) }
    row[rounding: TrialNowcasts.usual] = newest.sum.usualShare
    row[TrialNowcasts.held] = nil
    let told = fall.flatMap { $0.nights >= Self.nights && $0.share > 0 ? $0 : nil }
    row[rounding: TrialNowcasts.fall] = fall.map { _ in told?.share ?? 0 }
    row[TrialNowcasts.fallIn] = told?.part.text
    row[TrialNowcasts.fallSince] = told.map { Day(nowcast.day + 1 - $0.length) }
    row[TrialNowcasts.nights] = fall.map { Int64(min(Self.mostNights, $0.nights)) }
    return row
  }

  private func row(_ segment: NowcastSegment, _ cohort: String) -> RowBuilder<TrialNowcasts> {
    var row = RowBuilder<TrialNowcasts>()
    row[TrialNowcasts.dimension] = segment.dimension
    row[TrialNowcasts.value] = Label.shortened(segment.value)
    row[TrialNowcasts.cohort] = cohort
    return row
  }
}
