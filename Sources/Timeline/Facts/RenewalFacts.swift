import Values

/// The measures of ``FactTable/renewal``.
package enum RenewalMeasure: Int, FactMeasure {
  case due
  case renewed
  case recovered
  /// Auto-renew is on, and nothing has ended the coverage.
  case expected
  case expectedMRR
  /// What the renewals will charge, were it as much as last time.
  case expectedAmount
  /// Auto-renew is off.
  case lapsing
  case lapsingMRR
}

/// The measures of ``FactTable/laterRenewal``: the renewals after the next one, up to 30 days from
/// it, for a weekly plan renews four times in them.
package enum LaterRenewalMeasure: Int, FactMeasure {
  case expected
  case expectedAmount
}

/// The measures of ``FactTable/renewalNumber`` and ``FactTable/renewalRun``.
package enum RenewalCount: Int, FactMeasure {
  case due
  case renewed
}

/// Paid coverages that fell due, and what came of them (Definitions, "Churn and retention").
extension FactEmitter {
  /// A charge this much before the own end is the renewal, unless the log calls it a change of
  /// plan.
  static let earlyRenewalWindow = TimeSpan.hours(24)

  func emitRenewals(_ sums: inout FactSums) {
    for subscription in timeline.subscriptions {
      let charges = timeline.charges[subscription.charges]
      var number: Int32 = 0
      for index in subscription.coverages where timeline.coverages[index].kind == .paid {
        number += 1
        emit(index, number: number, subscription, charges, &sums)
      }
    }
  }

  private func emit(
    _ position: Int, number: Int32, _ subscription: Timeline.Subscription,
    _ charges: ArraySlice<Charge>, _ sums: inout FactSums
  ) {
    let coverage = timeline.coverages[position]
    guard let index = coverage.charge, isDue(coverage, among: charges) else { return }
    let dueDay = zone.day(of: coverage.ownEnd)
    guard known(dueDay) == dueDay else { return }
    let renewal = renewal(of: position, in: subscription, among: charges)
    emit(number: timeline.isFromBefore ? 0 : number, dueDay, renewal, of: coverage, &sums)
    let (terms, renews) = (coverage.pieces.last?.terms ?? index, subscription.autoRenew.isOn)
    let (amount, mrr) = (timeline.charges[terms].recurringGross, timeline.charges[terms].mrr)
    let place = sums.own(and: coverage)
    sums.add(.renewal, dueDay.number, 0, place) { put in
      put(.due, 1)
      if let renewal { put(renewal.measure, 1) }
      if coverage.stop == nil { expect(amount, mrr, renews: renews, put) }
    }
    guard coverage.stop == nil, renews else { return }
    // The last day at whose end the first is still to come: once that is overdue, none after it is
    // due.
    let last = dueDay.advanced(by: -1).number
    for due in laterRenewals(of: coverage, after: dueDay) {
      sums.add(.laterRenewal, due.number, last, place) { put in
        put(.expected, 1)
        put(.expectedAmount, amount.micros)
      }
    }
  }

  /// By how often it was renewed before; under 0 where nobody knows, for it began before the log.
  private func emit(
    number: Int32, _ dueDay: Day, _ renewal: Renewal?, of coverage: Coverage,
    _ sums: inout FactSums
  ) {
    sums.add(.renewalNumber, dueDay.month.number, number, sums.place(of: coverage)) { put in
      put(.due, 1)
      put(.renewed, renewal == .inTime ? 1 : 0)
    }
  }

  /// What is to be expected of a coverage that nothing has ended.
  private func expect(
    _ amount: Amount, _ mrr: Amount, renews: Bool, _ put: FactPut<RenewalMeasure>
  ) {
    if renews {
      put(.expected, 1)
      put(.expectedAmount, amount.micros)
      put(.expectedMRR, mrr.micros)
    } else {
      put(.lapsing, 1)
      put(.lapsingMRR, mrr.micros)
    }
  }

  /// The days of the renewals after the next, as far as a report of the day before that looks ahead:
  /// by days of the zone, which are not all of 24 hours.
  private func laterRenewals(of coverage: Coverage, after first: Day) -> [Day] {
    guard let period = coverage.period else { return [] }
    let last = first.advanced(by: LookAhead.farthest - 1)
    var days: [Day] = []
    var due = coverage.ownEnd
    while days.count < LookAhead.farthest {
      let next = period.end(from: due)
      guard next > due, zone.day(of: next) <= last else { break }
      due = next
      days.append(zone.day(of: due))
    }
    return days
  }

  /// What came after a coverage that was due.
  enum Renewal {
    case inTime, late

    var measure: RenewalMeasure { self == .inTime ? .renewed : .recovered }
  }

  /// Whether the next charge came up to 24 h early or by the end of tolerance or grace, or else
  /// within 60 days after; nil for neither.
  func renewal(
    of index: Int, in subscription: Timeline.Subscription, among charges: ArraySlice<Charge>
  ) -> Renewal? {
    let coverage = timeline.coverages[index]
    let earliest = max(coverage.ownEnd - Self.earlyRenewalWindow, coverage.start)
    if let next = nextCovered(index, subscription), next < earliest { return nil }
    let place = charges.partitioningIndex { $0.time > coverage.start && $0.time >= earliest }
    guard place < charges.endIndex else { return nil }
    let next = charges[place]
    if next.time <= waitsUntil(coverage) { return .inTime }
    return next.time <= coverage.ownEnd + BillingRecovery.window ? .late : nil
  }

  /// When the next charge with coverage came. Before that of a coverage is due only where it had
  /// ended early, and then neither this one nor those after it renew it.
  private func nextCovered(_ index: Int, _ subscription: Timeline.Subscription) -> Instant? {
    let start = timeline.coverages[index].start
    let later = (index + 1)..<max(index + 1, subscription.coverages.upperBound)
    let next = later.first {
      timeline.coverages[$0].charge != nil && timeline.coverages[$0].start > start
    }
    return next.map { timeline.coverages[$0].start }
  }

  /// Whether it was to be renewed: not where it was taken back, or cut before its own end by a
  /// change of plan or, more than 24 h early, by any later charge.
  func isDue(_ coverage: Coverage, among charges: ArraySlice<Charge>) -> Bool {
    switch coverage.stop {
    case .refunded, .revoked: false
    case .replaced: !isCutByChange(coverage, among: charges)
    case .expired, nil: true
    }
  }

  /// Whether another charge cut it, and was no renewal.
  func isCutByChange(_ coverage: Coverage, among charges: ArraySlice<Charge>) -> Bool {
    guard coverage.stop == .replaced, coverage.end < coverage.ownEnd else { return false }
    if coverage.end < coverage.ownEnd - Self.earlyRenewalWindow { return true }
    let later = charges[charges.partitioningIndex { $0.time >= coverage.end }...]
    return later.prefix { $0.time == coverage.end }.contains(where: \.isPlanChange)
  }

  /// The end of tolerance or grace.
  private func waitsUntil(_ coverage: Coverage) -> Instant {
    max(coverage.ownEnd + tolerance, coverage.graceEnd ?? coverage.ownEnd)
  }
}
