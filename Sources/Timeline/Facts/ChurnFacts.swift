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
      let outcome = outcomes(opening, step, leavingReason(at: month.lastDay, endings))
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
        ? outcomes(opening, state(on: day), leavingReason(at: day, endings)) : []
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
    let segments: [Segment]
    let values: [(measure: Int, value: Int64)]
  }

  /// Takes the outcomes shown so far out, and puts the new ones in.
  private func add(
    _ table: FactTable, _ first: Int32, _ second: Int32, from old: [Outcome], to new: [Outcome],
    _ sums: inout FactSums
  ) {
    for (outcome, sign) in old.map({ ($0, Int64(-1)) }) + new.map({ ($0, Int64(1)) }) {
      sums.add(table, first, second, outcome.segments, outcome.values.map { ($0, $1 * sign) })
    }
  }

  /// The outcomes in the segments of the opening; none where nothing changed, as in most months.
  private func outcomes(
    _ opening: RecurringStep, _ close: RecurringStep, _ reason: @autoclosure () -> ChurnMeasure
  ) -> [Outcome] {
    guard opening.charges != close.charges else { return [] }
    let left = close.total == .zero ? reason() : nil
    let overall = outcome(customer, holding(opening), holding(close), left)
    let parts = productSegments(opening).map {
      outcome([$0], holding(opening, in: $0), holding(close, in: $0), left)
    }
    return ([overall] + parts).compactMap(\.self)
  }

  /// `left`: why the customer has gone; nil for one who stays.
  private func outcome(
    _ segments: [Segment], _ opening: Holding, _ close: Holding, _ left: ChurnMeasure?
  ) -> Outcome? {
    if let left {
      return Outcome(
        segments: segments,
        values: [
          (ChurnMeasure.churnedCustomers.rawValue, 1), (left.rawValue, 1),
          (ChurnMeasure.churnedMRR.rawValue, opening.total.micros),
        ])
    }
    guard close.total > .zero, !close.hasSameOriginals(as: opening) else { return nil }
    let change = (close.total - opening.total).micros
    let measure: ChurnMeasure = change > 0 ? .expansionMRR : .contractionMRR
    return Outcome(segments: segments, values: [(measure.rawValue, abs(change))])
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
    let piece = last.coverage.pieces[last.piece]
    if piece.stop == .refunded || piece.stop == .revoked { return .refund }
    if last.coverage.hadBillingTrouble(in: piece, before: close) { return .billing }
    return last.autoRenew.isOn(before: close) ? .other : .voluntary
  }
}

/// The pieces of paid coverages by their ends.
private struct PaidEndings {
  struct Ending {
    let coverage: Coverage
    let piece: Int
    let autoRenew: RenewalSwitch

    var end: Instant { coverage.pieces[piece].end }
    /// Whether the coverage was running again by `close`.
    func runsOn(at close: Instant) -> Bool {
      piece + 1 < coverage.pieces.count && coverage.pieces[piece + 1].start < close
    }
  }

  /// Of those that end at once, the one of the later coverage comes last.
  private let endings: [Ending]

  init(_ timeline: Timeline) {
    var endings: [Ending] = []
    for subscription in timeline.subscriptions {
      for coverage in timeline.coverages[subscription.coverages] where coverage.kind == .paid {
        for piece in coverage.pieces.indices {
          endings.append(
            Ending(coverage: coverage, piece: piece, autoRenew: subscription.autoRenew))
        }
      }
    }
    self.endings = endings.enumerated()
      .sorted { ($0.element.end, $0.offset) < ($1.element.end, $1.offset) }.map(\.element)
  }

  /// The last that ended before `close`, of the coverages that were over at it.
  func last(before close: Instant) -> Ending? {
    endings[..<endings.partitioningIndex { $0.end >= close }].last { !$0.runsOn(at: close) }
  }
}
