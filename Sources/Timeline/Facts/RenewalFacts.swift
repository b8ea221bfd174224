import Settings
package import Values

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
    for index in timeline.subscriptions.indices {
      emit(timeline.subscriptions[index], &sums)
    }
  }

  private func emit(_ subscription: borrowing Timeline.Subscription, _ sums: inout FactSums) {
    let charges = timeline.charges[subscription.charges]
    var number: Int32 = 0
    for index in subscription.coverages where timeline.coverages[index].kind == .paid {
      number += 1
      guard isDue(timeline.coverages[index], among: charges) else { continue }
      let renewal = renewal(of: index, before: subscription.coverages.upperBound, among: charges)
      emit(
        timeline.coverages[index], number: timeline.isFromBefore ? 0 : number, renewal,
        renews: subscription.autoRenew.isOn, &sums)
    }
  }

  /// `number`: how often it was renewed before, and once more; 0 where nobody knows, for it began
  /// before the log.
  private func emit(
    _ coverage: borrowing Coverage, number: Int32, _ renewal: Renewal?, renews: Bool,
    _ sums: inout FactSums
  ) {
    let dueDay = zone.day(of: coverage.ownEnd)
    guard let index = coverage.charge, known(dueDay) == dueDay else { return }
    let place = sums.own(and: coverage)
    sums.add(.renewalNumber, dueDay.month.number, number, sums.place(of: coverage)) { put in
      put(.due, 1)
      put(.renewed, renewal == .inTime ? 1 : 0)
    }
    let terms = coverage.pieces[coverage.pieces.count - 1].terms ?? index
    let (amount, mrr) = (timeline.charges[terms].recurringGross, timeline.charges[terms].mrr)
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
  private func laterRenewals(of coverage: borrowing Coverage, after first: Day) -> [Day] {
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
  /// `end`: behind the coverages of the subscription.
  func renewal(of index: Int, before end: Int, among charges: ArraySlice<Charge>) -> Renewal? {
    let (start, ownEnd) = (timeline.coverages[index].start, timeline.coverages[index].ownEnd)
    let earliest = max(ownEnd - Self.earlyRenewalWindow, start)
    if let next = nextCovered(index, before: end), next < earliest { return nil }
    let place = charges.partitioningIndex { $0.time > start && $0.time >= earliest }
    guard place < charges.endIndex else { return nil }
    let next = charges[place].time
    if next <= waitsUntil(timeline.coverages[index]) { return .inTime }
    return next <= ownEnd + BillingRecovery.window ? .late : nil
  }

  /// When the next charge with coverage came. Before that of a coverage is due only where it had
  /// ended early, and then neither this one nor those after it renew it.
  private func nextCovered(_ index: Int, before end: Int) -> Instant? {
    let start = timeline.coverages[index].start
    let next = ((index + 1)..<max(index + 1, end)).first {
      timeline.coverages[$0].charge != nil && timeline.coverages[$0].start > start
    }
    return next.map { timeline.coverages[$0].start }
  }

  /// Whether it was to be renewed: not where it was taken back, or cut before its own end by a
  /// change of plan or, more than 24 h early, by any later charge.
  func isDue(_ coverage: borrowing Coverage, among charges: ArraySlice<Charge>) -> Bool {
    switch coverage.stop {
    case .refunded, .revoked: false
    case .replaced: !isCutByChange(coverage, among: charges)
    case .expired, nil: true
    }
  }

  /// Whether another charge cut it, and was no renewal.
  func isCutByChange(_ coverage: borrowing Coverage, among charges: ArraySlice<Charge>) -> Bool {
    let end = coverage.end
    guard coverage.stop == .replaced, end < coverage.ownEnd else { return false }
    if end < coverage.ownEnd - Self.earlyRenewalWindow { return true }
    var next = charges.partitioningIndex { $0.time >= end }
    while next < charges.endIndex, charges[next].time == end {
      if charges[next].isPlanChange { return true }
      next += 1
    }
    return false
  }

  /// The end of tolerance or grace.
  private func waitsUntil(_ coverage: borrowing Coverage) -> Instant {
    max(coverage.ownEnd + tolerance, coverage.graceEnd ?? coverage.ownEnd)
  }
}

/// How often subscribers of a product renewed before they first did not: what predicted lifetime
/// value is fitted to (Definitions, "Lifetime value").
///
/// A run begins with a subscription's first payment, or with a change to another product, and ends
/// with the first renewal that does not come in time; who comes back later has no other. A decision
/// counts on the day by which everybody's is known, so that those who renew are not seen before
/// those who do not.
extension FactEmitter {
  func emitRenewalRuns(_ sums: inout FactSums) {
    for index in timeline.subscriptions.indices {
      emitRuns(of: timeline.subscriptions[index], &sums)
    }
  }

  private func emitRuns(
    of subscription: borrowing Timeline.Subscription, _ sums: inout FactSums
  ) {
    let charges = timeline.charges[subscription.charges]
    let end = subscription.coverages.upperBound
    var run: RenewalRun?
    for index in subscription.coverages where timeline.coverages[index].kind == .paid {
      run = RenewalRun(timeline.coverages[index], after: run)
      if isCutByChange(timeline.coverages[index], among: charges) { continue }
      guard isDue(timeline.coverages[index], among: charges), let run else { break }
      let isRenewed = renewal(of: index, before: end, among: charges) == .inTime
      let wait = max(tolerance, timeline.coverages[index].graceLength)
      sums.add(
        .renewalRun, day(timeline.coverages[index].ownEnd + wait), run.position,
        Place(Segment(.product, run.product))
      ) { put in
        put(.due, 1)
        put(.renewed, isRenewed ? 1 : 0)
      }
      if !isRenewed { break }
    }
  }
}

/// Where a subscriber stands: which product, for which period, and how often they have paid.
struct RenewalRun {
  let product: Int32
  let period: Int32
  let number: Int32

  init(_ coverage: borrowing Coverage, after last: RenewalRun?) {
    product = coverage.product
    period = coverage.period?.packed ?? 0
    let goesOn = last?.product == product && last?.period == period
    number = goesOn ? (last?.number ?? 0) + 1 : 1
  }

  var position: Int32 { RenewalPosition.packed(period: period, number: number) }
}

/// A packed period and a number of payments as one integer.
package enum RenewalPosition {
  /// More payments than anybody makes: a week's in 78 years.
  package static let base: Int32 = 4096

  package static func packed(period: Int32, number: Int32) -> Int32 {
    period * base + min(number, base - 1)
  }
}

/// How long customers pay without a gap, from their first day with MRR to the first without
/// (Definitions, "Lifetime value", survival). Grace and tolerance belong to it, a change of plan
/// does not end it, and a refund does where it takes the last coverage; who comes back does not
/// begin again.
extension FactEmitter {
  func emitLifetime(_ sums: inout FactSums) {
    guard let begin = changedSteps.firstIndex(where: { $0.total > .zero }),
      let end = changedSteps[begin...].first(where: { $0.total == .zero }),
      let charge = changedSteps[begin].charges.min()
    else { return }
    let days = end.day.number - changedSteps[begin].day.number
    let place = sums.place(
      .all, Segment(.product, timeline.charges[charge].product),
      timeline.attributes.segment(.channel),
      timeline.charges[charge].app.map { Segment(.app, $0) })
    sums.add(.lifetime, changedSteps[begin].day.number, days, place, .customers, 1)
  }
}

/// How many days ahead reports tell what is to come: trials that end, renewals that fall due
/// (Definitions, "Costs, plans, what falls due").
package enum LookAhead {
  package static let days: [Int32] = [1, 3, 7, 30]

  /// The farthest of them.
  static let farthest = Int(days.max() ?? 0)
}

/// Until when a payment that failed can be made good (Definitions, "Churn and retention"): stores
/// try for up to 60 days.
package enum BillingRecovery {
  package static let window = TimeSpan.days(60)
}
