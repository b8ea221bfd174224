import Settings
import Values

/// Draws the facts of one customer's timeline. Pure: the same timeline gives the same facts.
package struct FactDrawing {
  let timeline: Timeline
  let rules: FoldRules
  let zone: Zone
  let tolerance: TimeSpan
  let steps: [RecurringStep]
  /// The steps at which more than the charges changed: what movements, churn and retention see.
  let changes: [RecurringStep]
  let customer: [Segment]

  package init(_ timeline: Timeline, _ rules: FoldRules) {
    self.timeline = timeline
    self.rules = rules
    zone = rules.zone
    tolerance = rules.defaults.renewalTolerance
    steps = timeline.recurringSteps(zone)
    changes = timeline.changes(among: steps)
    customer = timeline.customerSegments
  }

  /// Draws only what the log tells beside money and access.
  package init(logOf timeline: Timeline, _ rules: FoldRules) {
    self.timeline = timeline
    self.rules = rules
    zone = rules.zone
    tolerance = rules.defaults.renewalTolerance
    steps = []
    changes = []
    customer = timeline.customerSegments
  }

  /// Adds the facts that every event can change: funnels, operations, paywalls, features,
  /// experiments.
  package func drawLog(into sums: inout FactSums) {
    drawFunnels(&sums)
    drawOperations(&sums)
    drawPaywalls(&sums)
    drawEncounters(&sums)
    drawConversionTimes(&sums)
    drawFeatures(&sums)
    drawExperiments(&sums)
    drawPricePoints(&sums)
  }

  /// Adds all facts of the customer to `sums`, with its weight.
  package func draw(into sums: inout FactSums) {
    drawLog(into: &sums)
    drawValueCohort(&sums)
    drawAcquisition(&sums)
    drawGrants(&sums)
    guard !timeline.subscriptions.isEmpty else { return }
    drawMoney(&sums)
    drawValue(&sums)
    drawMovements(&sums)
    drawStates(&sums)
    drawTrials(&sums)
    drawChurn(&sums)
    drawRetention(&sums)
    drawActivity(&sums)
    drawRenewals(&sums)
    drawRenewalRuns(&sums)
    drawLifetime(&sums)
    drawCancellations(&sums)
    drawBilling(&sums)
    drawQuality(&sums)
    drawMissingRates(&sums)
    drawOffers(&sums)
    drawPlanChanges(&sums)
    drawPrices(&sums)
  }

  func day(_ instant: Instant) -> Int32 { zone.day(of: instant).number }
}

extension FactSums {
  /// Adds to a measure of ``FactTable/day``.
  mutating func add(_ measure: DayMeasure, _ day: Int32, _ segments: [Segment], _ value: Int64) {
    add(.day, day, 0, segments, measure.rawValue, value)
  }

  /// A state that holds at the end of each of `days`: +1 on the first, −1 after the last.
  mutating func add(
    state: DayMeasure, _ days: Range<Day>, _ segments: [Segment], _ value: Int64 = 1
  ) {
    add(state, days.lowerBound.number, segments, value)
    add(state, days.upperBound.number, segments, -value)
  }
}
