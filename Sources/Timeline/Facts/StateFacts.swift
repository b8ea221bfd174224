import Values

/// States at the end of each day (Definitions, "When somebody has access"; Definitions, "MRR and
/// its movements").
extension FactEmitter {
  func emitStates(_ sums: inout FactSums) {
    for index in timeline.coverages.indices {
      let kind = timeline.coverages[index].kind
      if kind == .trial { emitRunningTrial(timeline.coverages[index], &sums) }
      if kind != .free { emitGrace(timeline.coverages[index], &sums) }
    }
    emitSetToCancel(&sums)
  }

  /// A trial runs up to its own end; past it, it is in grace.
  private func emitRunningTrial(_ trial: borrowing Coverage, _ sums: inout FactSums) {
    for piece in trial.pieces {
      guard let days = Coverage.days(piece.start, min(piece.end, piece.ownEnd), zone) else {
        continue
      }
      add(state: .trialsActive, days, sums.own(and: trial), &sums)
    }
  }

  private func emitGrace(_ coverage: borrowing Coverage, _ sums: inout FactSums) {
    for piece in coverage.pieces {
      guard let grace = piece.grace,
        let days = Coverage.days(grace.lowerBound, min(grace.upperBound, piece.end), zone)
      else { continue }
      add(state: .inGrace, days, sums.own(and: coverage), &sums)
    }
  }

  /// Paying customers with auto-renew off on any paid coverage, whether that has MRR or not, and
  /// the MRR of those coverages.
  private func emitSetToCancel(_ sums: inout FactSums) {
    var leaving = SmallArray<Range<Day>>()
    for subscription in timeline.subscriptions.indices {
      let off = daysOff(timeline.subscriptions[subscription])
      guard !off.stretches.isEmpty else { continue }
      for index in timeline.subscriptions[subscription].coverages
      where timeline.coverages[index].kind == .paid {
        for (days, mrr) in leavingDays(timeline.coverages[index], off) {
          add(state: .setToCancelMRR, days, sums.own, &sums, mrr.micros)
          leaving.append(days)
        }
      }
    }
    guard !leaving.isEmpty else { return }
    let off = DaySet(leaving)
    for days in off.subtracting(off.subtracting(payingDays)).stretches {
      add(state: .setToCancel, days, sums.own, &sums)
    }
  }

  /// The days from each switching off of auto-renew to the next switching on.
  private func daysOff(_ subscription: borrowing Timeline.Subscription) -> DaySet {
    var days = SmallArray<Range<Day>>()
    for off in subscription.autoRenew.offStretches {
      days.append(zone.day(of: off.lowerBound)..<zone.day(of: off.upperBound))
    }
    return DaySet(days)
  }

  /// The days at whose end the customer has MRR.
  var payingDays: DaySet {
    var days = SmallArray<Range<Day>>()
    for next in steps.indices.dropFirst() where steps[next - 1].total > .zero {
      days.append(steps[next - 1].day..<steps[next].day)
    }
    return DaySet(days)
  }

  /// The days at whose end the coverage is active with auto-renew off, each with its MRR.
  private func leavingDays(_ coverage: borrowing Coverage, _ off: DaySet)
    -> SmallArray<(days: Range<Day>, mrr: Amount)>
  {
    var leaving = SmallArray<(days: Range<Day>, mrr: Amount)>()
    for piece in coverage.pieces {
      guard let active = Coverage.days(piece.start, piece.end, zone) else { continue }
      let mrr = coverage.terms(in: piece).map { timeline.charges[$0].mrr } ?? .zero
      for stretch in off.overlapping(active) {
        leaving.append((stretch.clamped(to: active), mrr))
      }
    }
    return leaving
  }

  /// Customers with a grant and no MRR.
  func emitGrants(_ sums: inout FactSums) {
    guard !timeline.grants.isEmpty else { return }
    let granted = DaySet(
      timeline.grants.compactMap { Coverage.days($0.start, $0.end, zone) })
    for days in granted.subtracting(payingDays).stretches {
      add(state: .complimentary, days, sums.own, &sums)
    }
  }
}
