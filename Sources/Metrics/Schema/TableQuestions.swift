/// What each table answers, as somebody would ask it: the dozen that people open first, then the
/// others. The dictionary of the files, the summary and the page list them so.
package struct TableQuestion: Sendable {
  package let text: String
  package let table: TableSchema

  private init(_ text: String, _ table: TableSchema) { (self.text, self.table) = (text, table) }
}

extension TableQuestion {
  package static let first = [
    TableQuestion("How did each day go?", Daily.schema),
    TableQuestion("Why did MRR, revenue, churn or conversion change?", Changes.schema),
    TableQuestion("What came in by month?", Revenue.schema),
    TableQuestion("What did MRR gain and lose by month?", MRRMovements.schema),
    TableQuestion("How many churned, and how?", Churn.schema),
    TableQuestion("Who pays, and who churned?", Subscribers.schema),
    TableQuestion("Did trials convert?", TrialCohorts.schema),
    TableQuestion("Where do people stop on the way to paying?", FunnelSteps.schema),
    TableQuestion("How many stay?", Retention.schema),
    TableQuestion("What is a customer worth?", LTV.schema),
    TableQuestion("Whose MRR can still be saved or won?", Todo.schema),
    TableQuestion("Can the figures be trusted?", DataQuality.schema),
  ]

  package static let others = money + staying + selling + running

  private static let money = [
    TableQuestion("How did each day go in each segment?", DailySegments.schema),
    TableQuestion("How did the last day, week and month go?", DailyPeriods.schema),
    TableQuestion("Is the budget met?", Budgets.schema),
    TableQuestion("What will MRR be?", MRROutlook.schema),
    TableQuestion("What comes next?", Outlook.schema),
    TableQuestion("What is due in the days to come?", Upcoming.schema),
    TableQuestion("When does a store pay, and how much?", Payouts.schema),
    TableQuestion("What was refunded?", Refunds.schema),
    TableQuestion("How many paid for the first time?", FirstPayments.schema),
    TableQuestion("What do people pay a month?", PricePoints.schema),
    TableQuestion("What did each channel cost and bring?", AcquisitionCost.schema),
  ]

  private static let staying = [
    TableQuestion("What was cancelled, and why?", Cancellations.schema),
    TableQuestion("Which failed payments came back?", Billing.schema),
    TableQuestion("How many renewed?", Renewals.schema),
    TableQuestion("How many pay once more after so many payments?", RenewalCurve.schema),
    TableQuestion("How soon do trials convert?", TrialCurve.schema),
    TableQuestion("When do trials opt out?", TrialOptOuts.schema),
    TableQuestion("What do cohorts come to on average?", CohortAverages.schema),
    TableQuestion("How long do customers pay without a gap?", Lifetimes.schema),
    TableQuestion("How many still pay after so many days?", Survival.schema),
    TableQuestion("What will a new subscriber have paid?", PredictedLTV.schema),
    TableQuestion("What became of what ended or fell due on a day?", Outcomes.schema),
  ]

  private static let selling = [
    TableQuestion("Which plans sell?", Plans.schema),
    TableQuestion("Who changed plans?", PlanChanges.schema),
    TableQuestion("Who comes near the limits of a plan?", PlanLimits.schema),
    TableQuestion("Which paywall sells?", Paywalls.schema),
    TableQuestion("How often do new customers see a paywall?", PaywallEncounters.schema),
    TableQuestion("How long does it take to convert?", ConversionTimes.schema),
    TableQuestion("Who takes the next step of a funnel in time?", FunnelDays.schema),
    TableQuestion("What is lost at each step of a funnel?", FunnelLosses.schema),
    TableQuestion("Which variant won?", Experiments.schema),
    TableQuestion("What is a customer of each variant worth?", VariantLTV.schema),
    TableQuestion("What did another price do?", PriceSensitivity.schema),
    TableQuestion("Does something new do harm?", Rollouts.schema),
    TableQuestion("Do offers bring customers who stay?", Offers.schema),
    TableQuestion("How long do one-time codes last?", OfferCodes.schema),
    TableQuestion("What do referrals bring?", Referrals.schema),
    TableQuestion("Who has complimentary access?", Complimentary.schema),
    TableQuestion("Who paid after complimentary access?", ComplimentaryReasons.schema),
    TableQuestion("Who paid after a time of free access?", FreeAccess.schema),
    TableQuestion("Which features are used, and which make people pay?", Features.schema),
  ]

  private static let running = [
    TableQuestion("Which alerts fire?", AlertStates.schema),
    TableQuestion("Do paywalls, purchases and payments work?", Operations.schema),
    TableQuestion("Do the apps run well?", AppHealth.schema),
    TableQuestion("Why did something fail?", Failures.schema),
    TableQuestion("When did apps last check access?", EntitlementAge.schema),
    TableQuestion("Does anybody go around the rules?", Integrity.schema),
    TableQuestion("What should a person look at?", Suspicious.schema),
    TableQuestion("Who agreed to be measured?", Consent.schema),
    TableQuestion("Which exchange rates are missing?", MissingRates.schema),
    TableQuestion("Which published figures changed later?", Restated.schema),
    TableQuestion("Do Apple's reports say the same?", AppStoreDifferences.schema),
  ]
}

extension TableQuestion {
  /// `churn.csv`.
  package var file: String { "\(table.name).csv" }
}
