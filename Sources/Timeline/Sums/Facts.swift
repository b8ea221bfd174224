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

extension Facts<DayMeasure> {
  static var day: Self { Self(.day) }
}

extension Facts<TrialMeasure> {
  static var trialStart: Self { Self(.trialStart) }
  static var trialEnd: Self { Self(.trialEnd) }
}

extension Facts<TrialAgeMeasure> {
  static var trialAge: Self { Self(.trialAge) }
}

extension Facts<OptOutMeasure> {
  static var trialOptOut: Self { Self(.trialOptOut) }
  static var optOutTime: Self { Self(.optOutTime) }
}

extension Facts<TrialStepMeasure> {
  static var trialStep: Self { Self(.trialStep) }
}

extension Facts<FunnelMeasure> {
  static var funnel: Self { Self(.funnel) }
}

extension Facts<FunnelStepMeasure> {
  static var funnelStep: Self { Self(.funnelStep) }
}

extension Facts<ChurnMeasure> {
  static var churnMonth: Self { Self(.churnMonth) }
  static var churnTrailing: Self { Self(.churnTrailing) }
}

extension Facts<RetentionMeasure> {
  static var retention: Self { Self(.retention) }
}

extension Facts<ValueMeasure> {
  static var value: Self { Self(.value) }
}

extension Facts<ActivityMeasure> {
  static var activity: Self { Self(.activity) }
}

extension Facts<RenewalMeasure> {
  static var renewal: Self { Self(.renewal) }
}

extension Facts<LaterRenewalMeasure> {
  static var laterRenewal: Self { Self(.laterRenewal) }
}

extension Facts<RenewalCount> {
  static var renewalNumber: Self { Self(.renewalNumber) }
  static var renewalRun: Self { Self(.renewalRun) }
}

extension Facts<CancellationMeasure> {
  static var cancellation: Self { Self(.cancellation) }
}

extension Facts<BillingMeasure> {
  static var billing: Self { Self(.billing) }
}

extension Facts<QualityMeasure> {
  static var quality: Self { Self(.quality) }
}

extension Facts<OperationMeasure> {
  static var operation: Self { Self(.operation) }
}

extension Facts<DurationMeasure> {
  static var latency: Self { Self(.latency) }
}

extension Facts<RecoveryMeasure> {
  static var paymentRecovery: Self { Self(.paymentRecovery) }
}

extension Facts<PaywallMeasure> {
  static var paywall: Self { Self(.paywall) }
}

extension Facts<EncounterMeasure> {
  static var encounter: Self { Self(.encounter) }
}

extension Facts<CustomerCount> {
  static var conversionTime: Self { Self(.conversionTime) }
  static var lifetime: Self { Self(.lifetime) }
}

extension Facts<FeatureMeasure> {
  static var feature: Self { Self(.feature) }
}

extension Facts<OfferMeasure> {
  static var offer: Self { Self(.offer) }
}

extension Facts<AcquisitionMeasure> {
  static var acquisition: Self { Self(.acquisition) }
}

extension Facts<PlanChangeMeasure> {
  static var planChange: Self { Self(.planChange) }
}

extension Facts<PriceMeasure> {
  static var price: Self { Self(.price) }
}

extension Facts<ExperimentMeasure> {
  static var experiment: Self { Self(.experiment) }
}

extension Facts<ExperimentPriceMeasure> {
  static var experimentPrice: Self { Self(.experimentPrice) }
}

extension Facts<PricePointMeasure> {
  static var pricePoint: Self { Self(.pricePoint) }
}

extension Facts<MissingRateMeasure> {
  static var missingRate: Self { Self(.missingRate) }
}

extension Facts<SignalMeasure> {
  static var signal: Self { Self(.signal) }
}

extension Facts<FailureMeasure> {
  static var failure: Self { Self(.failure) }
}

extension Facts<StalenessMeasure> {
  static var staleness: Self { Self(.staleness) }
}

extension Facts<IntegrityMeasure> {
  static var integrity: Self { Self(.integrity) }
}

extension Facts<CodeMeasure> {
  static var code: Self { Self(.code) }
}

extension Facts<LimitMeasure> {
  static var limit: Self { Self(.limit) }
}

extension Facts<RolloutMeasure> {
  static var rollout: Self { Self(.rollout) }
}

extension Facts<ConsentMeasure> {
  static var consent: Self { Self(.consent) }
}

extension Facts<FreePhaseMeasure> {
  static var freePhase: Self { Self(.freePhase) }
}
