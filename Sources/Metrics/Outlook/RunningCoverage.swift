import SQLite
import Timeline
import Values

/// A paid coverage that runs at the end of the as-of day: what is at stake in it, and when.
struct RunningCoverage: Equatable {
  /// Nil where nobody knows how long a payment lasts.
  let period: Period?
  let ownEnd: Instant
  let mrr: Amount
  /// What the next renewal costs.
  let recurring: Amount
  let renews: Bool
  /// Past its own end, a failed payment behind it.
  let isInGrace: Bool

  /// All, in no order; the derived tables reach up to the as-of day.
  static func all(_ database: Database) throws -> [RunningCoverage] {
    try database.rows(
      """
      SELECT v.period, v.own_end_ms, v.mrr, v.recurring, v.auto_renew, v.stop,
        v.own_end_ms < r.end_ms AND coalesce(v.grace_end_ms, 0) >= r.end_ms
      FROM report_run AS r
      CROSS JOIN coverage AS v
      WHERE r.run = 1 AND v.kind = \(CoverageKind.paid.rawValue) AND v.own_end_ms IS NOT NULL
        AND v.start_day <= r.as_of_day AND v.end_day > r.as_of_day
      """
    ) { row in
      RunningCoverage(
        period: Period(packed: Int32(row.integer(0))),
        ownEnd: Instant(milliseconds: row.integer(1)), mrr: Amount(micros: row.integer(2)),
        recurring: Amount(micros: row.integer(3)),
        renews: row.integer(4) == 1 && row.integer(5) == 0, isInGrace: row.integer(6) == 1)
    }
  }

  /// The ends at which it renews after one day and up to another, each a period after the last.
  func renewals(after day: Day, to last: Day, _ zone: Zone) -> [Day] {
    var days: [Day] = []
    var due = ownEnd
    while renews, zone.day(of: due) <= last {
      if zone.day(of: due) > day { days.append(zone.day(of: due)) }
      guard let next = period?.end(from: due), next > due else { break }
      due = next
    }
    return days
  }
}
