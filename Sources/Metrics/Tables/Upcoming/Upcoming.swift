package enum Upcoming: ReportTable {
  package static let days = position("days", "How many days ahead: 1, 3, 7, 30.", .days)
  package static let trialsEnding = count(
    "trials_ending", "Running trials that end by then, cancelled ones included.")
  package static let trialsCancelled = count(
    "trials_cancelled", "Those of them that will not renew.")
  package static let trialsAmount = money(
    "trials_amount", "At stake: what the catalogue asks for the products of those that may convert."
  )
  package static let trialsExpected = expected(
    "trials_expected", .mean, of: trialsAmount, at: recentConverted, over: recentMatured,
    left: trialsLeft, of: trialsEnding,
    "Expected of it: at the conversions of the trials of the last 28 settled days, among as many of them as "
      + "have not been cancelled of the trials that end; at most all of it.")
  package static let trialsExpectedLow = expected(
    "trials_expected_low", .low, of: trialsAmount, at: recentConverted, over: recentMatured,
    left: trialsLeft, of: trialsEnding,
    "The same at the lower end of that rate's interval.")
  package static let trialsExpectedHigh = expected(
    "trials_expected_high", .high, of: trialsAmount, at: recentConverted, over: recentMatured,
    left: trialsLeft, of: trialsEnding,
    "The same at the upper end of that rate's interval.")
  package static let renewalsDue = count(
    "renewals_due", "Renewals that fall due by then, each one counted.")
  package static let renewalsMRR = money(
    "renewals_mrr", "MRR of the paid accesses that renew by then, each once.")
  package static let renewalsAmount = money(
    "renewals_amount", "What recurs at the renewals due, of the last payment or the plan since.")
  package static let lapsing = count(
    "lapsing", "Paid coverages with auto-renew off that end by then.")
  package static let lapsingMRR = money("lapsing_mrr", "MRR of those.")

  // Columns of the query that rates are made of.
  static let recentConverted = hidden("recent_converted")
  static let recentMatured = hidden("recent_matured")
  static let trialsLeft = hidden("trials_left")

  package static let schema = TableSchema(
    "upcoming", "One row for each look ahead from the as-of day.",
    question: "What is due in the days to come?", topic: .due,
    query: PackageResources.upcoming_sql,
    columns: [
      days, trialsEnding, trialsCancelled, trialsAmount, trialsExpected, trialsExpectedLow,
      trialsExpectedHigh, renewalsDue, renewalsMRR, renewalsAmount, lapsing, lapsingMRR,
    ],
    guide: "When somebody has access")
}
