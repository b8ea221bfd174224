import SQLite
import Timeline
import Values

/// Expected of running trials: by product, matured rate × average MRR.
struct RunningTrials {
  typealias Line = OutlookTable.Line

  private let trials: [String: [Row<Subscribers>]]
  /// A subscriber's MRR by product.
  private let usual: [String: Amount]
  private let cohorts: Rows<TrialCohorts>

  init(_ figures: Figures) {
    let subscribers = figures.rows(of: Subscribers.self)
    trials = Dictionary(grouping: subscribers.where(Subscribers.state, is: "trial")) {
      $0.text(Subscribers.product)
    }
    usual = TodoTable.averages(subscribers)
    cohorts = figures.rows(of: TrialCohorts.self).where(TrialCohorts.grain, is: "month")
  }

  var lines: [Line] {
    let parts = lines { _ in true }
    var all = Line(item: .trials, cases: parts.reduce(0) { $0 + ($1.cases ?? 0) })
    all.amount = parts.reduce(Amount.zero) { $0 + ($1.amount ?? .zero) }
    let isUnknown = !parts.isEmpty && parts.allSatisfy { $0.expected == nil }
    all.expected = isUnknown ? nil : parts.reduce(Amount.zero) { $0 + ($1.expected ?? .zero) }
    let unknown = parts.filter { $0.expected == nil }.map(\.part)
    if !unknown.isEmpty { all.note = "Without \(unknown.joined(separator: ", "))." }
    return [all] + parts
  }

  func expected(by day: Day) -> Amount {
    lines { row in row[Subscribers.ends].map { $0 <= day } ?? false }
      .reduce(.zero) { $0 + ($1.expected ?? .zero) }
  }

  private func lines(_ isMeant: (Row<Subscribers>) -> Bool) -> [Line] {
    trials.sorted { $0.key < $1.key }.map { product, rows in
      line(product, Int64(rows.count(where: isMeant)))
    }
  }

  private func line(_ product: String, _ count: Int64) -> Line {
    var line = Line(item: .trials, part: product, cases: count)
    line.amount = usual[product].map { $0.times(Fraction(count, over: 1)) }
    let rate = matured("product", product) ?? matured("all", "all")
    line.expected = line.amount.flatMap { amount in rate.map { amount.times($0.fraction) } }
    if usual[product] == nil { line.note = "Nobody pays for the product yet." }
    if rate == nil { line.note = "No trial is over yet." }
    return line
  }

  /// Of all trials of a segment that are over.
  private func matured(_ dimension: String, _ value: String) -> Rate? {
    let rows = cohorts.where(TrialCohorts.dimension, is: dimension)
      .where(TrialCohorts.value, is: value)
    return Rate(
      rows.sum(TrialCohorts.maturedConverted), over: rows.sum(TrialCohorts.maturedTrials))
  }
}

extension Figures {
  /// Failed payments are over so many days after.
  static let recoveryDays = Int(BillingRecovery.window.wholeDays)
  private static let recoveryMonths = 6

  /// Of the failed payments of six months, the newest of which are over.
  var recoveryRate: Rate? {
    let settled = asOf.advanced(by: -Self.recoveryDays)
    let months = rows(of: Billing.self).totals
      .filter { row in row[Billing.month].map { $0.lastDay <= settled } ?? false }
      .suffix(Self.recoveryMonths)
    return Rate(months.sum(Billing.recovered), over: months.sum(Billing.failures))
  }
}

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
