import Settings
import Values

/// Draws the facts of one customer's timeline. Pure: the same timeline gives the same facts.
package struct FactEmitter: Sendable {
  package private(set) var timeline: Timeline
  let rules: FoldRules
  let zone: Zone
  let tolerance: TimeSpan
  private(set) var steps: [RecurringStep] = []
  /// The steps at which more than the charges changed: what movements, churn and retention see.
  private(set) var changedSteps: [RecurringStep] = []
  private var recurringChanges: [RecurringChange] = []

  package init(_ timeline: Timeline, _ rules: FoldRules) {
    self.timeline = timeline
    self.rules = rules
    zone = rules.zone
    tolerance = rules.defaults.renewalTolerance
    findSteps()
  }

  /// Folds the events of a customer in the place of another, whose memory is used again.
  package mutating func fold(_ customer: borrowing CustomerEvents) throws(AmountOverflow) {
    try timeline.fold(customer, rules)
    findSteps()
  }

  /// Folds earlier events of the same customer, where ``CustomerEvents/differsInLogOnly(from:)``
  /// holds. Draw ``emitLog(into:)`` alone from it.
  package mutating func foldLog(_ earlier: borrowing CustomerEvents) {
    timeline.foldLog(earlier, rules)
  }

  private mutating func findSteps() {
    steps.empty()
    changedSteps.empty()
    timeline.addRecurringSteps(zone, to: &steps, noting: &recurringChanges)
    Self.open(&steps, on: rules.firstDay)
    timeline.addChanges(among: steps, to: &changedSteps)
  }

  /// Adds the facts that every event can change: funnels, operations, paywalls and what they led to,
  /// features, experiments.
  package func emitLog(into sums: inout FactSums) {
    sums.begin(customer: timeline)
    emitFunnels(&sums)
    emitOperations(&sums)
    emitSignals(&sums)
    emitPaywalls(&sums)
    emitTrialSteps(&sums)
    if !timeline.isFromBefore {
      emitEncounters(&sums)
      emitConversionTimes(&sums)
    }
    emitFeatures(&sums)
    emitLimits(&sums)
    emitRollouts(&sums)
    emitConsent(&sums)
    emitFreePhases(&sums)
    emitExperiments(&sums)
    emitPricePoints(&sums)
  }

  /// Adds all facts of the customer to `sums`, with its weight.
  package func emit(into sums: inout FactSums) {
    emitLog(into: &sums)
    emitBeginnings(&sums)
    emitAcquisition(&sums)
    emitGrants(&sums)
    emitIntegrity(&sums)
    emitCodes(&sums)
    guard !timeline.subscriptions.isEmpty else { return }
    emitMoney(&sums)
    emitMovements(&sums)
    emitStates(&sums)
    emitTrials(&sums)
    emitChurn(&sums)
    emitActivity(&sums)
    emitRenewals(&sums)
    emitCancellations(&sums)
    emitBilling(&sums)
    emitQuality(&sums)
    emitMissingRates(&sums)
    emitOffers(&sums)
    emitPlanChanges(&sums)
    emitPrices(&sums)
  }

  /// What customers come to from their beginning on, which is not known of those from before the
  /// log.
  private func emitBeginnings(_ sums: inout FactSums) {
    guard !timeline.isFromBefore else { return }
    emitValueCohort(&sums)
    guard !timeline.subscriptions.isEmpty else { return }
    emitValue(&sums)
    emitRetention(&sums)
    emitRenewalRuns(&sums)
    emitLifetime(&sums)
  }

  func day(_ instant: Instant) -> Int32 { zone.day(of: instant).number }
}

extension FactSums {
  /// Adds to a measure of ``FactTable/day``.
  mutating func add(_ measure: DayMeasure, _ day: Int32, _ place: Place, _ value: Int64) {
    add(.day, day, 0, place, measure, value)
  }

  /// A state that holds at the end of each of `days`: +1 on the first, −1 after the last.
  mutating func add(
    state: DayMeasure, _ days: Range<Day>, _ place: Place, _ value: Int64 = 1
  ) {
    add(state, days.lowerBound.number, place, value)
    add(state, days.upperBound.number, place, -value)
  }
}
