import SQLite
import Values

/// What is told of some of the customers at some times is never more than all that there is.
extension Reconciliation {
  var phasesAgree: [CheckDeclaration] {
    [rolloutPayersHavePaid, rolloutCrashesHappened, consentPayersHavePaid, phasePayersHavePaid]
  }

  private typealias DayRange = ClosedRange<Day>

  /// Customers by the day of their first payment, from the rows of charges.
  static func firstPayments(_ database: Database) throws -> [Day: Int64] {
    let rows = try database.rows(
      """
      SELECT p.day, count(*) FROM (
        SELECT min(c.day) AS day FROM charge AS c WHERE c.original_price > 0 GROUP BY c.customer
      ) AS p GROUP BY p.day
      """
    ) { (Day(Int($0.integer(0))), $0.integer(1)) }
    return Dictionary(rows, uniquingKeysWith: +)
  }

  /// The days of the report from one on up to another, the as-of day at the latest.
  private func days(from first: Day?, to last: Day?) -> DayRange? {
    let first = first ?? scope.firstDay
    let end = min(last ?? scope.asOf, scope.asOf)
    return first <= end ? first...end : nil
  }

  private func payments(_ days: DayRange?) throws -> Int64 {
    guard let days else { return 0 }
    return try firstPayments.value.reduce(0) { days.contains($1.key) ? $0 + $1.value : $0 }
  }

  /// A part, and the nearest that it can be: nothing, or all that it is a part of.
  private func part(_ part: Int64, of whole: Int64) -> (Int64, Int64) {
    (part, min(max(part, 0), whole))
  }

  private var rolloutPayersHavePaid: CheckDeclaration {
    .worst(
      "payers of a rollout's step ≤ first payments of its days", "every step",
      of: [Rollouts.casesIn, Rollouts.casesOut]
    ) {
      let rows = figures.rows(of: Rollouts.self).where(
        Rollouts.metric, is: RolloutFigure.conversion.rawValue)
      return try rows.map { row in
        try part(
          row.integer(Rollouts.casesIn) + row.integer(Rollouts.casesOut),
          of: payments(days(from: row[Rollouts.from], to: row[Rollouts.until])))
      }
    }
  }

  private var rolloutCrashesHappened: CheckDeclaration {
    .worst(
      "customers with a crash in a rollout's step ≤ crashes of its days", "every step",
      of: [Rollouts.casesIn, Rollouts.casesOut, Operations.crashes]
    ) {
      let rows = figures.rows(of: Rollouts.self).where(
        Rollouts.metric, is: RolloutFigure.crash.rawValue)
      let operations = figures.rows(of: Operations.self).totals
      return rows.map { row in
        let days = days(from: row[Rollouts.from], to: row[Rollouts.until])
        let crashes = operations.filter {
          $0[Operations.date].map { days?.contains($0) ?? false } ?? false
        }.sum(Operations.crashes)
        return part(
          row.integer(Rollouts.casesIn) + row.integer(Rollouts.casesOut), of: crashes)
      }
    }
  }

  private var consentPayersHavePaid: CheckDeclaration {
    .worst(
      "payers of a state of consent ≤ first payments", "all days",
      of: [Consent.payers]
    ) {
      try figures.rows(of: Consent.self).map { row in
        try part(row.integer(Consent.payers), of: payments(days(from: nil, to: nil)))
      }
    }
  }

  private var phasePayersHavePaid: CheckDeclaration {
    .worst(
      "payers after everybody had access ≤ first payments of these days", "every phase",
      of: [FreeAccess.payers]
    ) {
      try figures.rows(of: FreeAccess.self).map { row in
        let after = row[FreeAccess.to]?.advanced(by: 1) ?? scope.asOf.advanced(by: 1)
        return try part(
          row.integer(FreeAccess.payers), of: payments(days(from: after, to: nil)))
      }
    }
  }
}
