package enum CohortAverages: ReportTable, BySegment {
  package static let figure = requiredKey(
    "figure",
    "`retention`, `mrr_retention`, `trial_conversion`, `weekly_trial_conversion`, "
      + "`ltv_per_customer`, `ltv_per_payer` or `funnel_step`.")
  package static let funnel = requiredKey("funnel", "The funnel of the steps; else `all`.")
  package static let age = position(
    "age", "Months of retention, days of trials and values, the number of a funnel's step.")
  package static let cohorts = count("cohorts", "Cohorts that have reached the age.")
  package static let customers = count(
    "customers", "Their customers, or trials; of a funnel those of the step before.")
  package static let rate = rate("rate", "What of them, or of their MRR, is there or has gone on.")
  package static let amount = money("amount", "Of values: net revenue per customer, or per payer.")

  private static let note =
    "the sum over the newest cohorts, of the file that has them by cohort, over that of what it is of"

  package static let schema = TableSchema(
    "cohort_averages",
    "One row for every age of a triangle of cohorts: the weighted average over the newest 24 months "
      + "(13 weeks), where these are of 30 people or more.",
    question: "What do cohorts come to on average?", topic: .retention,
    columns: [figure, funnel, dimension, value, age, cohorts, customers, rate, amount],
    privacy: .recomputed,
    guide: "Churn and retention",
    isWatchable: false, noSums: note)

  /// What is averaged, as the column `figure` calls it.
  package enum Figure: String, CaseIterable, Sendable {
    case retention
    case mrrRetention = "mrr_retention"
    case trialConversion = "trial_conversion"
    case weeklyTrialConversion = "weekly_trial_conversion"
    case ltvPerCustomer = "ltv_per_customer"
    case ltvPerPayer = "ltv_per_payer"
    case funnelStep = "funnel_step"

    var isMoney: Bool { [.ltvPerCustomer, .ltvPerPayer].contains(self) }
    /// How many of the newest cohorts count.
    var longest: Int { self == .weeklyTrialConversion ? 13 : CohortAverages.months }
  }

  /// The newest cohorts by month that triangles show, and averages are of.
  package static let months = 24
  /// An average of fewer people says little.
  package static let fewest: Int64 = 30
}
