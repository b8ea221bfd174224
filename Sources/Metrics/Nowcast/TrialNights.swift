import SQLite
import Timeline
package import Values

/// How trials that were to renew went through nights, by the part of their days: what the cause of a
/// fall of the nowcast is looked for in. No file of the report.
package enum TrialNights: ReportTable, BySegment {
  package static let date = time(day: "date", "The night's day.")
  static let trials = NightChanges.Part.allCases.map {
    count("trials_\($0.column)", "Trials that were to renew before the night, or began in it.")
  }
  static let kept = NightChanges.Part.allCases.map {
    count("kept_\($0.column)", "Of these, those that were to renew after it, or paid.")
  }

  package static let schema = TableSchema(
    "trial_nights", "One row for every night and segment with trials that were to renew.",
    question: "How did running trials go on?", topic: .trials,
    columns: [date, dimension, value] + trials + kept, isWatchable: false)

  /// The columns of those that went on and of all, in the part of which a row of ``TrialNowcasts`` tells.
  package static func share(in part: String) -> (part: SumTerm, whole: SumTerm)? {
    NightChanges.Part.allCases.first { $0.text == part }.map {
      (SumTerm([kept[$0.rawValue].name]), SumTerm([trials[$0.rawValue].name]))
    }
  }

  /// Of all segments but the total, from a day up to another.
  static func table(_ database: Database, _ days: ClosedRange<Day>) throws -> Table {
    let nights = Int(days.lowerBound.number)...Int(days.upperBound.number)
    let segments = try NowcastSegment.all(database, upTo: nights.upperBound)
    return table(segments.filter { !$0.isTotal }.flatMap { rows($0, nights) })
  }

  private static func rows(_ segment: NowcastSegment, _ nights: ClosedRange<Int>)
    -> [RowBuilder<TrialNights>]
  {
    var counts: [Int: [(trials: Double, kept: Double)]] = [:]
    for cohort in segment.cohorts {
      cohort.forEachNight(of: nights) { night in
        let part = NightChanges.Part(age: night.age, of: cohort.length)
        // What has not paid at its end is no longer to renew.
        guard night.age <= cohort.length else { return }
        let none = NightChanges.Part.allCases.map { _ in (trials: 0.0, kept: 0.0) }
        counts[cohort.start + night.age, default: none][part.rawValue] +=
          (night.toRenew, night.kept(atEnd: part == .ending))
      }
    }
    return counts.sorted { $0.key < $1.key }.map { row(segment, Day($0), $1) }
  }

  private static func row(
    _ segment: NowcastSegment, _ day: Day, _ counts: [(trials: Double, kept: Double)]
  ) -> RowBuilder<TrialNights> {
    var row = RowBuilder<TrialNights>()
    row[date] = day
    row[dimension] = segment.dimension
    row[value] = segment.value
    for (part, count) in counts.enumerated() {
      row[trials[part]] = Int64(count.trials)
      row[kept[part]] = Int64(count.kept)
    }
    return row
  }
}

private func += (sum: inout (trials: Double, kept: Double), more: (Double, Double)) {
  sum = (sum.trials + more.0, sum.kept + more.1)
}

extension TrialCohort.Night {
  /// Trials that were to renew before it, or began in it.
  fileprivate var toRenew: Double {
    flows.reduce(before[.on]) { $0 + ($1.isBeginning ? $1.trials : 0) }
  }

  /// Those of them that still are, or paid; at their end only these.
  fileprivate func kept(atEnd: Bool) -> Double {
    let paid = flows.reduce(0) {
      $0 + ($1.step.to == .paid && $1.step.from ?? .on == .on ? $1.trials : 0)
    }
    let begun = flows.reduce(0) { $0 + ($1.isBeginning && $1.step.to == .on ? $1.trials : 0) }
    return paid + (atEnd ? 0 : stayed(.on) + begun)
  }
}
