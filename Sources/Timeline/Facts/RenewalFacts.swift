import Values

/// The measures of ``FactTable/renewal``.
package enum RenewalMeasure: Int, CaseIterable, Sendable {
  case due
  case renewed
  case recovered
  /// Auto-renew is on, and nothing has ended the coverage; by the day of each renewal of the 30
  /// days from the own end on, for a weekly plan renews four times in them.
  case expected
  /// By the day of the next renewal alone.
  case expectedMRR
  /// What the renewals will charge, were it as much as last time.
  case expectedAmount
  /// Auto-renew is off.
  case lapsing
  case lapsingMRR

  /// The name of its column in the database.
  package var name: String {
    switch self {
    case .due, .renewed, .recovered, .expected, .lapsing: String(describing: self)
    case .expectedMRR: "expected_mrr"
    case .expectedAmount: "expected_amount"
    case .lapsingMRR: "lapsing_mrr"
    }
  }
}

/// Paid coverages that fell due, and what came of them (Definitions, "Churn and retention").
extension FactEmitter {
  /// A charge this much before the own end is the renewal, not a change of plan.
  static let earliness = TimeSpan.hours(24)
  private static let recoveryWindow = TimeSpan.days(60)
  /// How far reports look ahead.
  private static let lookAhead = TimeSpan.days(30)

  func emitRenewals(_ sums: inout FactSums) {
    for subscription in timeline.subscriptions {
      let charges = timeline.charges[subscription.charges]
      var number: Int32 = 0
      for coverage in timeline.coverages[subscription.coverages] where coverage.kind == .paid {
        number += 1
        emit(coverage, number: number, subscription, charges, &sums)
      }
    }
  }

  private func emit(
    _ coverage: Coverage, number: Int32, _ subscription: Timeline.Subscription,
    _ charges: ArraySlice<Charge>, _ sums: inout FactSums
  ) {
    guard let index = coverage.charge, isDue(coverage) else { return }
    var values: [(RenewalMeasure, Int64)] = [(.due, 1)]
    switch renewal(of: coverage, among: charges) {
    case .inTime: values.append((.renewed, 1))
    case .late: values.append((.recovered, 1))
    case nil: break
    }
    let dueDay = zone.day(of: coverage.ownEnd)
    guard known(dueDay) == dueDay else { return }
    emit(number: timeline.isFromBefore ? 0 : number, dueDay, values, of: coverage, &sums)
    let charge = timeline.charges[index]
    if coverage.stop == nil {
      values += awaited(charge, renews: subscription.autoRenew.isOn)
    }
    add(values, on: dueDay, of: coverage, &sums)
    guard coverage.stop == nil, subscription.autoRenew.isOn else { return }
    for day in laterRenewals(of: coverage) {
      add(renewing(charge), on: day, of: coverage, &sums)
    }
  }

  /// By how often it was renewed before; under 0 where nobody knows, for it began before the log.
  private func emit(
    number: Int32, _ dueDay: Day, _ values: [(RenewalMeasure, Int64)], of coverage: Coverage,
    _ sums: inout FactSums
  ) {
    sums.add(.renewalNumber, dueDay.month.number, number, sums.place(of: coverage)) {
      for (measure, value) in values where measure != .recovered { $0.put(measure, value) }
    }
  }

  private func add(
    _ values: [(RenewalMeasure, Int64)], on day: Day, of coverage: Coverage, _ sums: inout FactSums
  ) {
    sums.add(.renewal, day.number, 0, sums.own(and: coverage)) { record in
      for (measure, value) in values { record.put(measure, value) }
    }
  }

  /// What is to be expected of a coverage that nothing has ended.
  private func awaited(_ charge: Charge, renews: Bool) -> [(RenewalMeasure, Int64)] {
    guard renews else { return [(.lapsing, 1), (.lapsingMRR, charge.mrr.micros)] }
    return renewing(charge) + [(.expectedMRR, charge.mrr.micros)]
  }

  private func renewing(_ charge: Charge) -> [(RenewalMeasure, Int64)] {
    [(.expected, 1), (.expectedAmount, (charge.gross ?? .zero).micros)]
  }

  /// The days of the renewals after the next, as far as a report looks ahead from before it.
  private func laterRenewals(of coverage: Coverage) -> [Day] {
    guard let period = coverage.period else { return [] }
    var days: [Day] = []
    var due = coverage.ownEnd
    while days.count < Self.lookAhead.wholeDays {
      let next = period.end(from: due)
      guard next > due, next < coverage.ownEnd + Self.lookAhead else { break }
      due = next
      days.append(zone.day(of: due))
    }
    return days
  }

  /// What came after a coverage that was due.
  enum Renewal { case inTime, late }

  /// Whether the next charge came up to 24 h early or by the end of tolerance or grace, or else
  /// within 60 days after; nil for neither.
  func renewal(of coverage: Coverage, among charges: ArraySlice<Charge>) -> Renewal? {
    let earliest = max(coverage.ownEnd - Self.earliness, coverage.start)
    let place = charges.partitioningIndex { $0.time > coverage.start && $0.time >= earliest }
    guard place < charges.endIndex else { return nil }
    let next = charges[place]
    if next.time <= waitsUntil(coverage) { return .inTime }
    return next.time <= coverage.ownEnd + Self.recoveryWindow ? .late : nil
  }

  func isDue(_ coverage: Coverage) -> Bool {
    switch coverage.stop {
    case .refunded, .revoked: false
    case .replaced: coverage.end >= coverage.ownEnd - Self.earliness
    case .expired, nil: true
    }
  }

  /// The end of tolerance or grace.
  private func waitsUntil(_ coverage: Coverage) -> Instant {
    max(coverage.ownEnd + tolerance, coverage.graceEnd ?? coverage.ownEnd)
  }
}
