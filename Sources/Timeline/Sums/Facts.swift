import Values

// Facts are what the fold hands to the sums: numbers that add. A fact stands at a day (or another
// position in time) and a segment; a figure as of a day is the sum of the facts up to that day.
// States (subscribers, trials running) are facts too: +1 on the day they begin, −1 on the day
// they end, also on days still to come.

/// A table of facts as those who draw facts see it: with measures that are its own.
package struct Facts<Measure: FactMeasure>: Sendable {
  package let table: FactTable

  fileprivate init(_ table: FactTable) { self.table = table }
}

/// What one fact adds to its measures, in any order.
typealias FactPut<Measure> = (_ measure: Measure, _ value: Int64) -> Void

extension Facts {
  static var day: Facts<DayMeasure> { .init(.day) }
  static var trialStart: Facts<TrialMeasure> { .init(.trialStart) }
  static var trialEnd: Facts<TrialMeasure> { .init(.trialEnd) }
  static var trialAge: Facts<TrialAgeMeasure> { .init(.trialAge) }
  static var trialOptOut: Facts<OptOutMeasure> { .init(.trialOptOut) }
  static var optOutTime: Facts<OptOutMeasure> { .init(.optOutTime) }
  static var trialStep: Facts<TrialStepMeasure> { .init(.trialStep) }
  static var funnel: Facts<FunnelMeasure> { .init(.funnel) }
  static var funnelStep: Facts<FunnelStepMeasure> { .init(.funnelStep) }
  static var churnMonth: Facts<ChurnMeasure> { .init(.churnMonth) }
  static var churnTrailing: Facts<ChurnMeasure> { .init(.churnTrailing) }
  static var retention: Facts<RetentionMeasure> { .init(.retention) }
  static var value: Facts<ValueMeasure> { .init(.value) }
  static var activity: Facts<ActivityMeasure> { .init(.activity) }
  static var renewal: Facts<RenewalMeasure> { .init(.renewal) }
  static var laterRenewal: Facts<LaterRenewalMeasure> { .init(.laterRenewal) }
  static var renewalNumber: Facts<RenewalCount> { .init(.renewalNumber) }
  static var renewalRun: Facts<RenewalCount> { .init(.renewalRun) }
  static var cancellation: Facts<CancellationMeasure> { .init(.cancellation) }
  static var billing: Facts<BillingMeasure> { .init(.billing) }
  static var quality: Facts<QualityMeasure> { .init(.quality) }
  static var operation: Facts<OperationMeasure> { .init(.operation) }
  static var latency: Facts<DurationMeasure> { .init(.latency) }
  static var paymentRecovery: Facts<RecoveryMeasure> { .init(.paymentRecovery) }
  static var paywall: Facts<PaywallMeasure> { .init(.paywall) }
  static var encounter: Facts<EncounterMeasure> { .init(.encounter) }
  static var conversionTime: Facts<CustomerCount> { .init(.conversionTime) }
  static var lifetime: Facts<CustomerCount> { .init(.lifetime) }
  static var feature: Facts<FeatureMeasure> { .init(.feature) }
  static var offer: Facts<OfferMeasure> { .init(.offer) }
  static var acquisition: Facts<AcquisitionMeasure> { .init(.acquisition) }
  static var planChange: Facts<PlanChangeMeasure> { .init(.planChange) }
  static var price: Facts<PriceMeasure> { .init(.price) }
  static var experiment: Facts<ExperimentMeasure> { .init(.experiment) }
  static var experimentPrice: Facts<ExperimentPriceMeasure> { .init(.experimentPrice) }
  static var pricePoint: Facts<PricePointMeasure> { .init(.pricePoint) }
  static var missingRate: Facts<MissingRateMeasure> { .init(.missingRate) }
  static var signal: Facts<SignalMeasure> { .init(.signal) }
  static var failure: Facts<FailureMeasure> { .init(.failure) }
  static var staleness: Facts<StalenessMeasure> { .init(.staleness) }
  static var integrity: Facts<IntegrityMeasure> { .init(.integrity) }
  static var code: Facts<CodeMeasure> { .init(.code) }
  static var limit: Facts<LimitMeasure> { .init(.limit) }
  static var rollout: Facts<RolloutMeasure> { .init(.rollout) }
  static var consent: Facts<ConsentMeasure> { .init(.consent) }
  static var freePhase: Facts<FreePhaseMeasure> { .init(.freePhase) }
}
