import Values

/// What the customers of an opening had become by the close (SPEC 5.4), by calendar month and
/// over 30 days to any day.
extension FactDrawing {
  private static let trailingDays = 30

  func drawChurn(_ sums: inout FactSums) {
    guard let first = steps.first, let last = steps.last else { return }
    var month = first.day.month.advanced(by: 1)
    while month <= last.day.month {
      drawMonth(month, &sums)
      month = month.advanced(by: 1)
    }
    drawTrailing(&sums)
  }

  private func drawMonth(_ month: Month, _ sums: inout FactSums) {
    let opening = state(on: month.firstDay.advanced(by: -1))
    guard opening.total > .zero else { return }
    let reason = leavingReason(at: month.lastDay)
    var shown: [Segment: [Int64]] = [:]
    for step in steps where step.day >= month.firstDay && step.day <= month.lastDay {
      let outcome = outcomes(opening, step, reason)
      add(.churnMonth, month.number, step.day.number, from: shown, to: outcome, &sums)
      shown = outcome
    }
  }

  private func drawTrailing(_ sums: inout FactSums) {
    let days = Set(steps.flatMap { [$0.day, $0.day.advanced(by: Self.trailingDays)] }).sorted()
    var shown: [Segment: [Int64]] = [:]
    for day in days {
      let opening = state(on: day.advanced(by: -Self.trailingDays))
      let outcome =
        opening.total > .zero ? outcomes(opening, state(on: day), leavingReason(at: day)) : [:]
      add(.churnTrailing, day.number, 0, from: shown, to: outcome, &sums)
      shown = outcome
    }
  }

  /// Adds the difference between two outcomes, measure by measure.
  private func add(
    _ table: FactTable, _ first: Int32, _ second: Int32, from old: [Segment: [Int64]],
    to new: [Segment: [Int64]], _ sums: inout FactSums
  ) {
    for segment in Set(old.keys).union(new.keys) {
      for measure in ChurnMeasure.allCases {
        let before = old[segment]?[measure.rawValue] ?? 0
        let after = new[segment]?[measure.rawValue] ?? 0
        sums.add(table, first, second, [segment], measure.rawValue, after - before)
      }
    }
  }

  /// The outcome in each segment of the opening.
  private func outcomes(_ opening: RecurringStep, _ close: RecurringStep, _ reason: ChurnMeasure)
    -> [Segment: [Int64]]
  {
    var outcomes: [Segment: [Int64]] = [:]
    let overall = outcome(holding(opening), holding(close), hasLeft: close.total == .zero, reason)
    for segment in customer { outcomes[segment] = overall }
    for segment in productSegments(opening) {
      outcomes[segment] = outcome(
        holding(opening, in: segment), holding(close, in: segment),
        hasLeft: close.total == .zero, reason)
    }
    return outcomes
  }

  private func outcome(
    _ opening: Holding, _ close: Holding, hasLeft: Bool, _ reason: ChurnMeasure
  ) -> [Int64] {
    var outcome = [Int64](repeating: 0, count: ChurnMeasure.allCases.count)
    if hasLeft {
      outcome[ChurnMeasure.churnedCustomers.rawValue] = 1
      outcome[reason.rawValue] = 1
      outcome[ChurnMeasure.churnedMRR.rawValue] = opening.total.micros
    } else if close.total > .zero, close.originals != opening.originals {
      let change = (close.total - opening.total).micros
      outcome[ChurnMeasure.expansionMRR.rawValue] = max(0, change)
      outcome[ChurnMeasure.contractionMRR.rawValue] = max(0, -change)
    }
    return outcome
  }

  private func state(on day: Day) -> RecurringStep {
    steps.last { $0.day <= day } ?? .before(day)
  }

  /// How the coverage that ended last by the close of `day` ended.
  private func leavingReason(at day: Day) -> ChurnMeasure {
    let close = zone.end(of: day)
    var latest: (end: Instant, reason: ChurnMeasure)?
    for subscription in timeline.subscriptions {
      for coverage in timeline.coverages[subscription.coverages] where coverage.kind == .paid {
        guard coverage.end <= close, latest.map({ coverage.end >= $0.end }) ?? true else {
          continue
        }
        latest = (coverage.end, reason(coverage, subscription.autoRenew, close))
      }
    }
    return latest?.reason ?? .other
  }

  private func reason(_ coverage: Coverage, _ autoRenew: RenewalSwitch, _ close: Instant)
    -> ChurnMeasure
  {
    if coverage.stop == .refunded || coverage.stop == .revoked { return .refund }
    if coverage.hadBillingTrouble { return .billing }
    return autoRenew.isOn(before: close) ? .other : .voluntary
  }
}
