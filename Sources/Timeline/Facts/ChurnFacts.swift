import Values

/// The measures of ``FactTable/churnMonth`` and ``FactTable/churnTrailing``: what became of the
/// customers of the opening; amounts positive.
package enum ChurnMeasure: Int, FactMeasure {
  case churnedCustomers
  case voluntary
  case billing
  case refund
  case other
  case churnedMRR
  case contractionMRR
  case expansionMRR
}

/// What the customers of an opening had become by the close (Definitions, "Churn and retention"),
/// by calendar month and over 30 days to any day.
extension FactEmitter {
  private static let trailingDays = 30

  func emitChurn(_ sums: inout FactSums) {
    guard !changedSteps.isEmpty else { return }
    let endings = PaidEndings(timeline)
    var rest = changedSteps[...]
    while let month = rest.first?.day.month {
      let next = rest.partitioningIndex { $0.day > month.lastDay }
      emitMonth(month, rest[..<next], endings, &sums)
      rest = rest[next...]
    }
    emitTrailing(endings, &sums)
  }

  /// `steps` are all changes of the month.
  private func emitMonth(
    _ month: Month, _ steps: ArraySlice<RecurringStep>, _ endings: PaidEndings,
    _ sums: inout FactSums
  ) {
    let opening = state(on: month.firstDay.advanced(by: -1))
    guard opening.total > .zero else { return }
    var shown = SmallArray<Outcome>()
    for step in steps {
      let outcome = outcomes(opening, step, by: month.lastDay, endings, &sums)
      add(.churnMonth, month.number, step.day.number, from: shown, to: outcome, &sums)
      shown = outcome
    }
  }

  private func emitTrailing(_ endings: PaidEndings, _ sums: inout FactSums) {
    var shown = SmallArray<Outcome>()
    var last: Day?
    for day in trailingDays where day != last {
      last = day
      let opening = state(on: day.advanced(by: -Self.trailingDays))
      let outcome =
        opening.total > .zero
        ? outcomes(opening, state(on: day), by: day, endings, &sums) : SmallArray()
      add(.churnTrailing, day.number, 0, from: shown, to: outcome, &sums)
      shown = outcome
    }
  }

  /// The days on which it may be told otherwise what became of the customers of 30 days before, in
  /// order: those of changes and 30 days later, those on which auto-renew changed, which can change
  /// why somebody is gone, and those on which a paid coverage ended while the customer had no MRR
  /// any more: it ended last.
  private var trailingDays: [Day] {
    var days: [Day] = []
    days.reserveCapacity(changedSteps.count * 2 + timeline.coverages.count)
    for change in changedSteps {
      days.append(change.day)
      days.append(change.day.advanced(by: Self.trailingDays))
    }
    for index in timeline.subscriptions.indices {
      for change in timeline.subscriptions[index].autoRenew.changes {
        days.append(zone.day(of: change.time))
      }
    }
    for index in timeline.coverages.indices where timeline.coverages[index].kind == .paid {
      for piece in timeline.coverages[index].pieces {
        let day = zone.day(of: piece.end)
        if state(on: day).total == .zero { days.append(day) }
      }
    }
    days.sort()
    return days
  }

  /// What became of an opening in some segments.
  private struct Outcome {
    let place: Place
    /// Why the customer has gone; nil for one who stays.
    let left: ChurnMeasure?
    /// What MRR was lost, or how it changed.
    let measure: ChurnMeasure
    let amount: Int64

    @inline(__always)
    func put(_ sign: Int64, _ put: FactPut<ChurnMeasure>) {
      if let left {
        put(.churnedCustomers, sign)
        put(left, sign)
      }
      put(measure, amount * sign)
    }
  }

  /// Takes the outcomes shown so far out, and puts the new ones in.
  private func add(
    _ table: Facts<ChurnMeasure>, _ first: Int32, _ second: Int32, from old: SmallArray<Outcome>,
    to new: SmallArray<Outcome>, _ sums: inout FactSums
  ) {
    for outcome in old {
      sums.add(table, first, second, outcome.place) { outcome.put(-1, $0) }
    }
    for outcome in new {
      sums.add(table, first, second, outcome.place) { outcome.put(1, $0) }
    }
  }

  /// The outcomes by the close of `day` in the segments of the opening; none where nothing changed,
  /// as in most months.
  private func outcomes(
    _ opening: RecurringStep, _ close: RecurringStep, by day: Day, _ endings: PaidEndings,
    _ sums: inout FactSums
  ) -> SmallArray<Outcome> {
    var outcomes = SmallArray<Outcome>()
    guard opening.charges != close.charges else { return outcomes }
    let left = close.total == .zero ? leavingReason(at: day, endings) : nil
    if let whole = outcome(sums.own, holding(opening), holding(close), left) {
      outcomes.append(whole)
    }
    for part in productParts(&sums, of: opening, beside: close) {
      let (before, after) = (holding(opening, in: part.segment), holding(close, in: part.segment))
      if let outcome = outcome(part.place, before, after, left) { outcomes.append(outcome) }
    }
    return outcomes
  }

  /// `left`: why the customer has gone; nil for one who stays.
  private func outcome(
    _ place: Place, _ opening: Holding, _ close: Holding, _ left: ChurnMeasure?
  ) -> Outcome? {
    if let left {
      return Outcome(
        place: place, left: left, measure: .churnedMRR, amount: opening.total.micros)
    }
    guard close.total > .zero, !close.hasSameOriginals(as: opening) else { return nil }
    let change = (close.total - opening.total).micros
    let measure: ChurnMeasure = change > 0 ? .expansionMRR : .contractionMRR
    return Outcome(place: place, left: nil, measure: measure, amount: abs(change))
  }

  private func state(on day: Day) -> RecurringStep {
    let next = changedSteps.partitioningIndex { $0.day > day }
    return next > 0 ? changedSteps[next - 1] : .before(day)
  }

  /// How the coverage that ended last by the close of `day` ended. What a coverage that resumed
  /// later looked like at the close is told by its pieces.
  private func leavingReason(at day: Day, _ endings: PaidEndings) -> ChurnMeasure {
    let close = zone.end(of: day)
    guard let last = endings.last(before: close) else { return .other }
    let piece = timeline.coverages[last.coverage].pieces[last.piece]
    if piece.stop == .refunded || piece.stop == .revoked { return .refund }
    if timeline.coverages[last.coverage].hadBillingTrouble(in: piece, before: close) {
      return .billing
    }
    if !timeline.subscriptions[last.subscription].autoRenew.isOn(before: close) {
      let switchedOff = timeline.subscriptions[last.subscription].cancellations.last {
        $0.time < close
      }
      let told = rules.churnReason(toldBy: switchedOff?.reason ?? 0)
      return told == .billing ? .billing : .voluntary
    }
    return piece.stop == .expired
      ? rules.churnReason(toldBy: timeline.coverages[last.coverage].endReason) : .other
  }
}

/// The pieces of paid coverages by their ends.
private struct PaidEndings {
  struct Ending {
    let subscription: Int
    let coverage: Int
    let piece: Int
    let end: Instant
    /// When the coverage's next piece begins.
    let resumes: Instant?
  }

  /// Of those that end at once, the one of the later coverage comes last.
  private let endings: [Ending]

  init(_ timeline: borrowing Timeline) {
    var endings: [Ending] = []
    for subscription in timeline.subscriptions.indices {
      for coverage in timeline.subscriptions[subscription].coverages
      where timeline.coverages[coverage].kind == .paid {
        let pieces = timeline.coverages[coverage].pieces
        for piece in pieces.indices {
          let resumes = piece + 1 < pieces.count ? pieces[piece + 1].start : nil
          endings.append(
            Ending(
              subscription: subscription, coverage: coverage, piece: piece, end: pieces[piece].end,
              resumes: resumes))
        }
      }
    }
    endings.sort { ($0.end, $0.coverage, $0.piece) < ($1.end, $1.coverage, $1.piece) }
    self.endings = endings
  }

  /// The last that ended before `close`, of the coverages that were over at it.
  func last(before close: Instant) -> Ending? {
    endings[..<endings.partitioningIndex { $0.end >= close }].last {
      $0.resumes.map { $0 >= close } ?? true
    }
  }
}
