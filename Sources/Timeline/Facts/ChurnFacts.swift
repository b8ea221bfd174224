import Values

/// What the customers of an opening had become by the close (Definitions, "Churn and retention"),
/// by calendar month and over 30 days to any day.
extension FactEmitter {
  private static let trailingDays = 30

  func emitChurn(_ sums: inout FactSums) {
    guard !changes.isEmpty else { return }
    let endings = PaidEndings(timeline)
    var rest = changes[...]
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
    var shown: [Outcome] = []
    for step in steps {
      let outcome = outcomes(opening, step, leavingReason(at: month.lastDay, endings), &sums)
      add(.churnMonth, month.number, step.day.number, from: shown, to: outcome, &sums)
      shown = outcome
    }
  }

  private func emitTrailing(_ endings: PaidEndings, _ sums: inout FactSums) {
    let days = Set(changes.flatMap { [$0.day, $0.day.advanced(by: Self.trailingDays)] })
      .union(switchDays).union(lateEndDays).sorted()
    var shown: [Outcome] = []
    for day in days {
      let opening = state(on: day.advanced(by: -Self.trailingDays))
      let outcome =
        opening.total > .zero
        ? outcomes(opening, state(on: day), leavingReason(at: day, endings), &sums) : []
      add(.churnTrailing, day.number, 0, from: shown, to: outcome, &sums)
      shown = outcome
    }
  }

  /// The days on which auto-renew changed: that can change why somebody is gone.
  private var switchDays: [Day] {
    timeline.subscriptions.flatMap { $0.autoRenew.changes.map { zone.day(of: $0.time) } }
  }

  /// The days on which a paid coverage ended while the customer had no MRR any more: it ended last.
  private var lateEndDays: [Day] {
    timeline.coverages.filter { $0.kind == .paid }.flatMap(\.pieces).map { zone.day(of: $0.end) }
      .filter { state(on: $0).total == .zero }
  }

  /// What became of an opening in some segments, by measure.
  private struct Outcome {
    let place: Place
    let values: [(measure: ChurnMeasure, value: Int64)]
  }

  /// Takes the outcomes shown so far out, and puts the new ones in.
  private func add(
    _ table: FactTable, _ first: Int32, _ second: Int32, from old: [Outcome], to new: [Outcome],
    _ sums: inout FactSums
  ) {
    for (outcomes, sign) in [(old, Int64(-1)), (new, 1)] {
      for outcome in outcomes {
        sums.add(table, first, second, outcome.place) { record in
          for (measure, value) in outcome.values { record.put(measure, value * sign) }
        }
      }
    }
  }

  /// The outcomes in the segments of the opening; none where nothing changed, as in most months.
  private func outcomes(
    _ opening: RecurringStep, _ close: RecurringStep, _ reason: @autoclosure () -> ChurnMeasure,
    _ sums: inout FactSums
  ) -> [Outcome] {
    guard opening.charges != close.charges else { return [] }
    let left = close.total == .zero ? reason() : nil
    let overall = outcome(sums.own, holding(opening), holding(close), left)
    let parts = productParts(&sums, of: [opening], beside: close).map {
      outcome($0.place, holding(opening, in: $0.segment), holding(close, in: $0.segment), left)
    }
    return ([overall] + parts).compactMap(\.self)
  }

  /// `left`: why the customer has gone; nil for one who stays.
  private func outcome(
    _ place: Place, _ opening: Holding, _ close: Holding, _ left: ChurnMeasure?
  ) -> Outcome? {
    if let left {
      return Outcome(
        place: place,
        values: [(.churnedCustomers, 1), (left, 1), (.churnedMRR, opening.total.micros)])
    }
    guard close.total > .zero, !close.hasSameOriginals(as: opening) else { return nil }
    let change = (close.total - opening.total).micros
    let measure: ChurnMeasure = change > 0 ? .expansionMRR : .contractionMRR
    return Outcome(place: place, values: [(measure, abs(change))])
  }

  private func state(on day: Day) -> RecurringStep {
    let next = changes.partitioningIndex { $0.day > day }
    return next > 0 ? changes[next - 1] : .before(day)
  }

  /// How the coverage that ended last by the close of `day` ended. What a coverage that resumed
  /// later looked like at the close is told by its pieces.
  private func leavingReason(at day: Day, _ endings: PaidEndings) -> ChurnMeasure {
    let close = zone.end(of: day)
    guard let last = endings.last(before: close) else { return .other }
    let coverage = timeline.coverages[last.coverage]
    let piece = coverage.pieces[last.piece]
    if piece.stop == .refunded || piece.stop == .revoked { return .refund }
    if coverage.hadBillingTrouble(in: piece, before: close) { return .billing }
    let autoRenew = timeline.subscriptions[last.subscription].autoRenew
    return autoRenew.isOn(before: close) ? .other : .voluntary
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

  init(_ timeline: Timeline) {
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
