import Values

/// The measures of ``FactTable/renewal``.
package enum RenewalMeasure: Int, CaseIterable, Sendable {
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

/// Paid coverages that fell due, and what came of them (SPEC 5.4, "Renewal rate").
extension FactDrawing {
  /// A charge this much before the own end is the renewal, not a change of plan.
  private static let earliness = TimeSpan.hours(24)
  private static let recoveryWindow = TimeSpan.days(60)

  func drawRenewals(_ sums: inout FactSums) {
    for subscription in timeline.subscriptions {
      let charges = Array(timeline.charges[subscription.charges])
      var number: Int32 = 0
      for coverage in timeline.coverages[subscription.coverages] where coverage.kind == .paid {
        number += 1
        draw(coverage, number: number, subscription, charges, &sums)
      }
    }
  }

  private func draw(
    _ coverage: Coverage, number: Int32, _ subscription: Timeline.Subscription,
    _ charges: [Charge], _ sums: inout FactSums
  ) {
    guard let index = coverage.charge, isDue(coverage) else { return }
    let segments = customer + coverage.segments
    let due = day(coverage.ownEnd)
    let month = zone.day(of: coverage.ownEnd).month.number
    func add(_ measure: RenewalMeasure, _ value: Int64) {
      sums.add(.renewal, due, 0, segments, measure.rawValue, value)
      if measure == .due || measure == .renewed {
        sums.add(.renewalNumber, month, number, coverage.segments, measure.rawValue, value)
      }
    }
    add(.due, 1)
    if coverage.stop == nil {
      let charge = timeline.charges[index]
      add(subscription.autoRenew.isOn ? .expected : .lapsing, 1)
      add(subscription.autoRenew.isOn ? .expectedMRR : .lapsingMRR, charge.mrr.micros)
      if subscription.autoRenew.isOn { add(.expectedAmount, (charge.gross ?? .zero).micros) }
    }
    let earliest = max(coverage.ownEnd - Self.earliness, coverage.start)
    guard let next = charges.first(where: { $0.time > coverage.start && $0.time >= earliest })
    else { return }
    if next.time <= waitsUntil(coverage) {
      add(.renewed, 1)
    } else if next.time <= coverage.ownEnd + Self.recoveryWindow {
      add(.recovered, 1)
    }
  }

  private func isDue(_ coverage: Coverage) -> Bool {
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
