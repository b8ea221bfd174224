import SQLite
import Values

/// What is told of some of the customers at some times is never more than all that there is.
extension Reconciliation {
  func phasesAgree() throws -> [Check] {
    let payments = try firstPayments()
    return [
      rolloutPayersHavePaid(payments), rolloutCrashesHappened, consentPayersHavePaid(payments),
      phasePayersHavePaid(payments),
    ]
  }

  private typealias DayRange = ClosedRange<Day>

  /// Customers by the day of their first payment, from the rows of charges; nothing where no table
  /// asks for it.
  private func firstPayments() throws -> [Day: Int64] {
    let tables: [any ReportTable.Type] = [Rollouts.self, Consent.self, FreeAccess.self]
    guard tables.contains(where: { !figures.table($0.schema.name).rows.isEmpty }) else {
      return [:]
    }
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

  private func sum(_ counts: [Day: Int64], _ days: DayRange?) -> Int64 {
    counts.reduce(0) { days?.contains($1.key) ?? false ? $0 + $1.value : $0 }
  }

  /// A part, and the nearest that it can be: nothing, or all that it is a part of.
  private func part(_ part: Int64, of whole: Int64) -> (Int64, Int64) {
    (part, min(max(part, 0), whole))
  }

  private func rolloutPayersHavePaid(_ payments: [Day: Int64]) -> Check {
    let rows = figures.rows(of: Rollouts.self).where(
      Rollouts.metric, is: RolloutFigure.conversion.rawValue)
    return .worst(
      "payers of a rollout's step ≤ first payments of its days", "every step",
      rows.map { row in
        part(
          row.integer(Rollouts.casesIn) + row.integer(Rollouts.casesOut),
          of: sum(payments, days(from: row[Rollouts.from], to: row[Rollouts.until])))
      }, isMoney: false, of: [Rollouts.casesIn, Rollouts.casesOut])
  }

  private var rolloutCrashesHappened: Check {
    let rows = figures.rows(of: Rollouts.self).where(
      Rollouts.metric, is: RolloutFigure.crash.rawValue)
    let operations = figures.rows(of: Operations.self).totals
    return .worst(
      "customers with a crash in a rollout's step ≤ crashes of its days", "every step",
      rows.map { row in
        let days = days(from: row[Rollouts.from], to: row[Rollouts.until])
        let crashes = operations.filter {
          $0[Operations.date].map { days?.contains($0) ?? false } ?? false
        }
        .reduce(0) { $0 + $1.integer(Operations.crashes) }
        return part(
          row.integer(Rollouts.casesIn) + row.integer(Rollouts.casesOut), of: crashes)
      }, isMoney: false, of: [Rollouts.casesIn, Rollouts.casesOut, Operations.crashes])
  }

  private func consentPayersHavePaid(_ payments: [Day: Int64]) -> Check {
    let all = sum(payments, days(from: nil, to: nil))
    return .worst(
      "payers of a state of consent ≤ first payments", "all days",
      figures.rows(of: Consent.self).map { part($0.integer(Consent.payers), of: all) },
      isMoney: false, of: [Consent.payers])
  }

  private func phasePayersHavePaid(_ payments: [Day: Int64]) -> Check {
    .worst(
      "payers after everybody had access ≤ first payments of these days", "every phase",
      figures.rows(of: FreeAccess.self).map { row in
        let after = row[FreeAccess.to]?.advanced(by: 1) ?? scope.asOf.advanced(by: 1)
        return part(
          row.integer(FreeAccess.payers), of: sum(payments, days(from: after, to: nil)))
      }, isMoney: false, of: [FreeAccess.payers])
  }
}
