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
  /// (start day, ``OptOutPoint``): trials that were set not to renew by an age, and by their end.
  case trialOptOut
  /// (month of the start, hours until they were set not to renew): the same trials.
  case optOutTime
  /// (start day, ``TrialStep``): what became of trials, day by day.
  case trialStep
  /// (entry day, funnel × 64 + step): customers that reached a step.
  case funnel
  /// (day of the step before, funnel × 64 + step): customers who could take a step, and how soon they
  /// did.
  case funnelStep
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
  /// (day on which it falls due, last day at whose end the next is still to come): renewals after
  /// the next.
  case laterRenewal
}

extension FactTable {
  /// What a table is: all that decides about its columns.
  private struct Declaration {
    let name: String
    let keys: (first: DerivedColumn, second: DerivedColumn?)
    let isGrained: Bool
    let measures: [String]

    init<Measure>(
      _ facts: Facts<Measure>, _ first: DerivedColumn, _ second: DerivedColumn? = nil,
      isGrained: Bool = false
    ) {
      name = "fact_" + snakeCase("\(facts.table)")
      keys = (first, second)
      self.isGrained = isGrained
      measures = Measure.allCases.map(\.name)
    }
  }

  /// Each table once: its measures by their type, and the columns of its positions.
  private var declared: Declaration {
    switch self {
    case .day: Declaration(.day, "position", isGrained: true)
    case .trialStart: Declaration(.trialStart, "position", "day", isGrained: true)
    case .trialEnd: Declaration(.trialEnd, "end_day", "day")
    case .trialAge: Declaration(.trialAge, "start_day", "age_digits")
    case .trialOptOut: Declaration(.trialOptOut, "position", "point", isGrained: true)
    case .optOutTime: Declaration(.optOutTime, "month", "hours")
    case .trialStep: Declaration(.trialStep, "start_day", "step")
    case .funnel: Declaration(.funnel, "position", "funnel_step", isGrained: true)
    case .funnelStep: Declaration(.funnelStep, "day", "funnel_step")
    case .churnMonth: Declaration(.churnMonth, "month", "day")
    case .churnTrailing: Declaration(.churnTrailing, "day")
    case .retention: Declaration(.retention, "cohort_month", "age")
    case .value: Declaration(.value, "cohort_month", "horizon")
    case .activity: Declaration(.activity, "position", "grain")
    case .renewal: Declaration(.renewal, "due_day")
    case .cancellation: Declaration(.cancellation, "day", .text("product"))
    case .billing: Declaration(.billing, "day")
    case .quality: Declaration(.quality, "day")
    case .renewalNumber: Declaration(.renewalNumber, "due_month", "renewal_number")
    case .operation: Declaration(.operation, "day")
    case .latency: Declaration(.latency, "day", "milliseconds")
    case .paymentRecovery: Declaration(.paymentRecovery, "day", "minutes")
    case .paywall: Declaration(.paywall, "month")
    case .encounter: Declaration(.encounter, "cohort_month", "days")
    case .conversionTime: Declaration(.conversionTime, "month", "path_hours")
    case .feature: Declaration(.feature, "month")
    case .offer: Declaration(.offer, "month_audience", "day")
    case .acquisition: Declaration(.acquisition, "cohort_age", .text("channel"))
    case .planChange: Declaration(.planChange, "month", .text("product"))
    case .price: Declaration(.price, "month", .text("currency"))
    case .experiment: Declaration(.experiment, "mature_day", .text("experiment"))
    case .experimentPrice: Declaration(.experimentPrice, .text("experiment"), .text("variant"))
    case .lifetime: Declaration(.lifetime, "start_day", "days")
    case .renewalRun: Declaration(.renewalRun, "known_day", "period_number")
    case .pricePoint: Declaration(.pricePoint, "month", "price")
    case .missingRate: Declaration(.missingRate, "day", .text("currency"))
    case .signal: Declaration(.signal, "day", "signal")
    case .failure: Declaration(.failure, "day", .text("cause"))
    case .staleness: Declaration(.staleness, "day", "age")
    case .integrity: Declaration(.integrity, "day", "signal")
    case .code: Declaration(.code, "day", .text("code"))
    case .limit: Declaration(.limit, "day", .text("metric"))
    case .rollout: Declaration(.rollout, "day", "step")
    case .consent: Declaration(.consent, "day", "state")
    case .freePhase: Declaration(.freePhase, "day", "phase")
    case .laterRenewal: Declaration(.laterRenewal, "due_day", "last_day")
    }
  }

  private static let declarations = allCases.map(\.declared)

  /// The name of its table in the database.
  package var name: String { Self.declarations[Int(rawValue)].name }

  /// The columns of its two positions; nil where the second is not used.
  package var keys: (first: DerivedColumn, second: DerivedColumn?) {
    Self.declarations[Int(rawValue)].keys
  }

  /// Whether the table also holds the sums by week and month of its first position, told apart by
  /// its column `grain`: reports then need not add up years of days.
  package var isGrained: Bool { Self.declarations[Int(rawValue)].isGrained }

  /// Whether the figures of a day are made of the facts at this first position alone, and nothing is
  /// carried over from days before.
  package var isOfSingleDays: Bool {
    switch self {
    case .trialStart, .trialEnd, .trialOptOut, .funnel, .funnelStep, .renewal, .operation, .billing,
      .cancellation, .signal, .failure:
      true
    default: false
    }
  }

  /// Its measures, in the order of their indices.
  package var measures: [String] { Self.declarations[Int(rawValue)].measures }
}

/// A column of a derived table, and whether what it holds means something in this database alone.
package struct DerivedColumn: Sendable, Hashable, ExpressibleByStringLiteral {
  package let name: String
  /// Whether it holds the number of a string, which each database gives otherwise.
  package let isText: Bool

  /// A column of plain numbers.
  package init(stringLiteral name: String) { self.init(name, isText: false) }

  private init(_ name: String, isText: Bool) { (self.name, self.isText) = (name, isText) }

  /// A column with the numbers of strings.
  package static func text(_ name: String) -> DerivedColumn { DerivedColumn(name, isText: true) }
}
