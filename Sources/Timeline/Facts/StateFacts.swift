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

// What a subscription from before the log looks like from its first day on (Definitions, "Before
// the log").

extension FactEmitter {
  /// Makes one step of everything before `firstDay`: how it stood when the log began. Until then it
  /// has always stood so.
  static func open(_ steps: inout [RecurringStep], on firstDay: Day?) {
    guard let firstDay, let first = steps.first, first.day < firstDay else { return }
    let place = steps.partitioningIndex { $0.day >= firstDay }
    let last = steps[place - 1]
    let before = RecurringStep(day: longBefore, charges: last.charges, total: last.total)
    steps.replaceSubrange(..<place, with: CollectionOfOne(before))
  }

  /// A day before all logs, far from the first of each.
  private static let longBefore = Day(Day.number(year: 1971, month: 1, day: 1))

  /// The day on which a change counts: what was before the log counts on its first day.
  func known(_ day: Day) -> Day { max(day, rules.firstDay ?? day) }

  /// The days of the log among `days`; nil for none.
  func known(_ days: Range<Day>) -> Range<Day>? {
    let (lower, upper) = (known(days.lowerBound), known(days.upperBound))
    return lower < upper ? lower..<upper : nil
  }

  /// Adds a state for the days of the log.
  func add(
    state: DayMeasure, _ days: Range<Day>, _ place: Place, _ sums: inout FactSums,
    _ value: Int64 = 1
  ) {
    if let days = known(days) { sums.add(state: state, days, place, value) }
  }

  /// What customers held when the log began: the balance that movements go on from.
  func emitOpening(_ step: RecurringStep, _ sums: inout FactSums) {
    guard let day = rules.firstDay?.number, step.total > .zero else { return }
    func add(_ place: Place, _ holding: Holding) {
      sums.add(.day, day, 0, place) { put in
        put(.openingMRR, holding.total.micros)
        put(.openingSubscribers, 1)
      }
    }
    add(sums.own, holding(step))
    for part in productParts(&sums, of: step) { add(part.place, holding(step, in: part.segment)) }
  }
}
