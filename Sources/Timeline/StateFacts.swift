import Values

/// States at the end of each day (SPEC 3, "Active"; SPEC 5.1).
extension FactDrawing {
  func drawStates(_ sums: inout FactSums) {
    for coverage in timeline.coverages {
      if coverage.kind == .trial { drawRunningTrial(coverage, &sums) }
      if coverage.kind != .free { drawGrace(coverage, &sums) }
    }
    drawSetToCancel(&sums)
  }

  /// A trial runs up to its own end; past it, it is in grace.
  private func drawRunningTrial(_ trial: Coverage, _ sums: inout FactSums) {
    for piece in trial.pieces {
      guard let days = Coverage.days(piece.start, min(piece.end, piece.ownEnd), zone) else {
        continue
      }
      sums.add(state: .trialsActive, days, customer + trial.segments)
    }
  }

  private func drawGrace(_ coverage: Coverage, _ sums: inout FactSums) {
    for piece in coverage.pieces {
      guard let grace = piece.grace,
        let days = Coverage.days(grace.lowerBound, min(grace.upperBound, piece.end), zone)
      else { continue }
      sums.add(state: .inGrace, days, customer + coverage.segments)
    }
  }

  /// Customers with auto-renew off on any paid coverage, and the MRR of those coverages.
  private func drawSetToCancel(_ sums: inout FactSums) {
    var changes: [(day: Day, mrr: Amount)] = []
    for subscription in timeline.subscriptions {
      for coverage in timeline.coverages[subscription.coverages] where coverage.kind == .paid {
        guard let charge = coverage.charge, timeline.charges[charge].mrr > .zero else { continue }
        let mrr = timeline.charges[charge].mrr
        for days in leavingDays(coverage, subscription.autoRenew) {
          changes.append((days.lowerBound, mrr))
          changes.append((days.upperBound, -mrr))
        }
      }
    }
    guard !changes.isEmpty else { return }
    changes.sort { $0.day < $1.day }
    drawSetToCancel(changes, &sums)
  }

  private func drawSetToCancel(
    _ changes: [(day: Day, mrr: Amount)], _ sums: inout FactSums
  ) {
    var before = Amount.zero
    var at = 0
    while at < changes.count {
      let day = changes[at].day
      var after = before
      while at < changes.count, changes[at].day == day {
        after += changes[at].mrr
        at += 1
      }
      sums.add(.setToCancelMRR, day.number, customer, (after - before).micros)
      let count = (after > .zero ? 1 : 0) - (before > .zero ? 1 : 0)
      sums.add(.setToCancel, day.number, customer, Int64(count))
      before = after
    }
  }

  /// The days at whose end the coverage is active with auto-renew off.
  private func leavingDays(_ coverage: Coverage, _ autoRenew: RenewalSwitch) -> [Range<Day>] {
    guard !autoRenew.changes.isEmpty else { return [] }
    return coverage.activeDays(zone).flatMap { active in
      autoRenew.offStretches.compactMap { off -> Range<Day>? in
        let days =
          zone.day(
            of: off.lowerBound)..<max(zone.day(of: off.lowerBound), zone.day(of: off.upperBound))
        let both = days.clamped(to: active)
        return both.isEmpty ? nil : both
      }
    }
  }

  /// Customers with a grant and no MRR.
  func drawGrants(_ sums: inout FactSums) {
    guard !timeline.grants.isEmpty else { return }
    let granted = DaySet(
      timeline.grants.compactMap {
        Coverage.days($0.lowerBound, $0.upperBound, zone)
      })
    let paying = DaySet(
      zip(steps, steps.dropFirst()).compactMap { step, next in
        step.total > .zero ? step.day..<next.day : nil
      })
    for days in granted.subtracting(paying).stretches {
      sums.add(state: .complimentary, days, customer)
    }
  }
}
