import Feed
import Values

// Facts are what the fold hands to the sums: numbers that add. A fact stands at a day (or another
// position in time) and a segment; a figure as of a day is the sum of the facts up to that day.
// States (subscribers, trials running) are facts too: +1 on the day they begin, −1 on the day
// they end, also on days still to come.

/// The tables of facts. Raw values are internal to a run.
package enum FactTable: UInt8, CaseIterable, Sendable {
  /// (day, –): money, movements and changes of state.
  case day
  /// (start day, day): what became of trials, by the day they started.
  case trialStart
  /// (scheduled end day, day): the same, by the day they were to end.
  case trialEnd
  /// (start day, ``TrialAge``): trials at age 0, and conversions by age.
  case trialAge
  /// (entry day, funnel × 64 + step): customers that reached a step.
  case funnel
  /// (month, day): what the customers of a month's opening had become by a day.
  case churnMonth
  /// (day, –): what the customers of 30 days before had become.
  case churnTrailing
  /// (month of the *new* movement, age in months).
  case retention
  /// (month of the first event, horizon in days; 0 = the cohort itself).
  case value
  /// (position, grain): customers with coverage, and with a paid charge.
  case activity
  /// (own end day, –).
  case renewal
  /// (day, product); the segment is a reason.
  case cancellation
  /// (day, –): failures of billing and what came of them.
  case billing
  /// (day, –); the segment is a kind of doubt.
  case quality
  /// (month of the own end, renewal number).
  case renewalNumber
  /// (day, –): what apps and stores did, by country, channel, platform, app
  /// version and paywall variant.
  case operation
  /// (day, milliseconds): how long validations, syncs, refreshes and notifications took.
  case latency
  /// (day of the charge, minutes): from a failed purchase to the customer's next charge.
  case paymentRecovery
  /// (month of the view, –): what paywalls led to, by paywall, trigger and variant.
  case paywall
  /// (month of the first event, days; 0 = the cohort itself).
  case encounter
  /// (month of the conversion, path × 100,000 + hours).
  case conversionTime
  /// (month, –): uses of features, and what denials led to.
  case feature
  /// (month × 4 + audience, day): what became of offers.
  case offer
  /// (month of the first event × 64 + age in months, channel); the segment is a campaign.
  case acquisition
  /// (month, product before); the segment is the product after.
  case planChange
  /// (month, currency); the segment is a monthly-equivalent price.
  case price
  /// (day by which the window is over, experiment): customers of a variant and what they did; and
  /// by the day on which they are 30, 60 and 90 days old, what they brought until then.
  case experiment
  /// (experiment, variant): first payments within the window, by product.
  case experimentPrice
  /// (first day with MRR, days until there is none).
  case lifetime
  /// (day by which it is known, period × 4096 + number): runs of renewals, by product.
  case renewalRun
  /// (month of the first paywall, price in hundredths): viewers, and products bought at a price.
  case pricePoint
  /// (day, currency; 0 = all of them): charges that no exchange rate is known for.
  case missingRate
  /// (day, ``AppSignal``): what apps log of themselves, by platform, version and app.
  case signal
  /// (day, cause): what failed, by the same.
  case failure
  /// (day, days since the last check of the customer's access).
  case staleness
  /// (day, ``AppSignal``): customers who go around the rules, and what they brought.
  case integrity
  /// (day, code): codes handed out and redeemed; the segment is an offer.
  case code
  /// (day, metric): how much customers use of what their product allows; the segment is a product.
  case limit
  /// (day, step): customers who have something new, those who do not, and what they did.
  case rollout
  /// (day, ``ConsentState``): what customers have agreed to.
  case consent
  /// (day, phase): customers of a time when everybody had access.
  case freePhase
  /// (day on which it falls due, last day at whose end the coverage is active): renewals after the next.
  case laterRenewal
}

extension FactTable {
  /// The name of its table in the database.
  package var name: String {
    switch self {
    case .day: "fact_day"
    case .trialStart: "fact_trial_start"
    case .trialEnd: "fact_trial_end"
    case .trialAge: "fact_trial_age"
    case .funnel: "fact_funnel"
    case .churnMonth: "fact_churn_month"
    case .churnTrailing: "fact_churn_trailing"
    case .retention: "fact_retention"
    case .value: "fact_value"
    case .activity: "fact_activity"
    case .renewal: "fact_renewal"
    case .cancellation: "fact_cancellation"
    case .billing: "fact_billing"
    case .quality: "fact_quality"
    case .renewalNumber: "fact_renewal_number"
    case .operation: "fact_operation"
    case .latency: "fact_latency"
    case .paymentRecovery: "fact_payment_recovery"
    case .paywall: "fact_paywall"
    case .encounter: "fact_encounter"
    case .conversionTime: "fact_conversion_time"
    case .feature: "fact_feature"
    case .offer: "fact_offer"
    case .acquisition: "fact_acquisition"
    case .planChange: "fact_plan_change"
    case .price: "fact_price"
    case .experiment: "fact_experiment"
    case .experimentPrice: "fact_experiment_price"
    case .lifetime: "fact_lifetime"
    case .renewalRun: "fact_renewal_run"
    case .pricePoint: "fact_price_point"
    case .missingRate: "fact_missing_rate"
    case .signal: "fact_signal"
    case .failure: "fact_failure"
    case .staleness: "fact_staleness"
    case .integrity: "fact_integrity"
    case .code: "fact_code"
    case .limit: "fact_limit"
    case .rollout: "fact_rollout"
    case .consent: "fact_consent"
    case .freePhase: "fact_free_phase"
    case .laterRenewal: "fact_later_renewal"
    }
  }

  /// The names of its two positions; nil where the second is not used.
  package var keys: (first: String, second: String?) {
    switch self {
    case .day: ("position", nil)
    case .churnTrailing, .billing, .quality, .operation: ("day", nil)
    case .cancellation: ("day", "product")
    case .latency: ("day", "milliseconds")
    case .paymentRecovery: ("day", "minutes")
    case .trialStart: ("position", "day")
    case .trialEnd: ("end_day", "day")
    case .trialAge: ("start_day", "age_digits")
    case .funnel: ("position", "funnel_step")
    case .churnMonth: ("month", "day")
    case .retention: ("cohort_month", "age")
    case .value: ("cohort_month", "horizon")
    case .activity: ("position", "grain")
    case .renewal: ("due_day", nil)
    case .renewalNumber: ("due_month", "renewal_number")
    case .paywall, .feature: ("month", nil)
    case .encounter: ("cohort_month", "days")
    case .conversionTime: ("month", "path_hours")
    case .offer: ("month_audience", "day")
    case .acquisition: ("cohort_age", "channel")
    case .planChange: ("month", "product")
    case .price: ("month", "currency")
    case .experiment: ("mature_day", "experiment")
    case .experimentPrice: ("experiment", "variant")
    case .lifetime: ("start_day", "days")
    case .renewalRun: ("known_day", "period_number")
    case .pricePoint: ("month", "price")
    case .missingRate: ("day", "currency")
    case .signal, .integrity: ("day", "signal")
    case .failure: ("day", "cause")
    case .code: ("day", "code")
    case .limit: ("day", "metric")
    case .rollout: ("day", "step")
    case .consent: ("day", "state")
    case .freePhase: ("day", "phase")
    case .laterRenewal: ("due_day", "last_day")
    case .staleness: ("day", "age")
    }
  }

  /// Whether the table also holds the sums by week and month of its first position, told apart by
  /// its column `grain`: reports then need not add up years of days.
  package var isGrained: Bool { [.day, .trialStart, .funnel].contains(self) }

  /// Its measures, in the order of their indices.
  package var measures: [String] {
    switch self {
    case .day: DayMeasure.allCases.map(\.name)
    case .trialStart, .trialEnd: TrialMeasure.allCases.map(\.name)
    case .trialAge: ["trials", "converted"]
    case .funnel: ["customers", "net_revenue"]
    case .churnMonth, .churnTrailing: ChurnMeasure.allCases.map(\.name)
    case .retention: ["cohort_customers", "cohort_mrr", "retained", "retained_mrr"]
    case .value: ["customers", "payers", "net_revenue"]
    case .activity: ["active", "paying"]
    case .renewal: RenewalMeasure.allCases.map(\.name)
    case .cancellation: ["cancellations", "in_trial"]
    case .billing: ["failures", "recovered", "recovery_days"]
    case .quality: ["count"]
    case .renewalNumber: ["due", "renewed"]
    case .operation: OperationMeasure.allCases.map(\.name)
    case .latency: DurationMeasure.allCases.map(\.name)
    case .paymentRecovery: ["failures"]
    case .paywall: PaywallMeasure.allCases.map(\.name)
    case .encounter: ["customers", "encountered"]
    case .conversionTime: ["customers"]
    case .feature: FeatureMeasure.allCases.map(\.name)
    case .offer: OfferMeasure.allCases.map(\.name)
    case .acquisition: ["customers", "payers", "net_revenue", "proceeds"]
    case .planChange: ["changes", "mrr_before", "mrr_after"]
    case .price: ["charges", "gross_revenue", "mrr"]
    case .experiment: ExperimentMeasure.allCases.map(\.name) + VariantAge.names
    case .experimentPrice: ["buyers", "price", "squares_high", "squares_low"]
    case .lifetime: ["customers"]
    case .renewalRun: ["due", "renewed"]
    case .pricePoint:
      ["viewers", "buyers", "revenue", "squares_high", "squares_low"]
    case .missingRate: MissingRateMeasure.allCases.map(\.name)
    case .signal: SignalMeasure.allCases.map(\.name)
    case .failure: FailureMeasure.allCases.map(\.name)
    case .staleness: ["customers", "users"]
    case .integrity: IntegrityMeasure.allCases.map(\.name)
    case .code: ["assigned", "redeemed"]
    case .limit: LimitMeasure.allCases.map(\.name)
    case .rollout: RolloutMeasure.names
    case .consent: ConsentMeasure.allCases.map(\.name)
    case .freePhase: FreePhaseMeasure.allCases.map(\.name)
    case .laterRenewal: LaterRenewalMeasure.allCases.map(\.name)
    }
  }
}
