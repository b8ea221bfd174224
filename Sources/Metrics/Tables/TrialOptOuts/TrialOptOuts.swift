import Settings
package import Values

package enum TrialOptOuts: ReportTable, BySegment, ByCohort {
  package static let trials = count("trials", "Trials that began.")
  package static let optedOut1d = within(1)
  package static let rate1d = share(1, of: optedOut1d, among: trials1d)
  package static let optedOut2d = within(2)
  package static let rate2d = share(2, of: optedOut2d, among: trials2d)
  package static let optedOut5d = within(5)
  package static let rate5d = share(5, of: optedOut5d, among: trials5d)
  package static let optedOut7d = within(7)
  package static let rate7d = share(7, of: optedOut7d, among: trials7d)
  package static let optedOut = count(
    "opted_out", "Those that were set not to renew when they ended; empty until all have ended.")
  package static let rate = ratio("rate", optedOut, over: endedTrials, "Opted out ÷ trials.")
  package static let medianHours = count(
    "median_hours",
    "Half of those set not to renew were so after so many hours (nearest rank); by month only."
  ).in(.hours).rank(among: trials)

  // Columns of the query that rates are made of: the trials, where all of them are old enough.
  static let trials1d = hidden("trials_1d", sum: [trials])
  static let trials2d = hidden("trials_2d", sum: [trials])
  static let trials5d = hidden("trials_5d", sum: [trials])
  static let trials7d = hidden("trials_7d", sum: [trials])
  static let endedTrials = hidden("ended_trials", sum: [trials])

  private static func within(_ days: Int) -> Column<Self, Int64> {
    count(
      "opted_out_\(days)d",
      "Those set not to renew at the end of \(days == 1 ? "the day" : "day \(days)") after their start, or at "
        + "their end where that is sooner; empty until all are so old.")
  }

  private static func share(
    _ days: Int, of part: Column<Self, Int64>, among whole: Column<Self, Int64>
  ) -> Column<Self, Rate> {
    ratio("rate_\(days)d", part, over: whole, "Opted out by then ÷ trials.")
  }

  package static let schema = TableSchema(
    "trial_opt_outs",
    "One row for the trials that began in one day, week or month: how many were soon set not to renew.",
    question: "When do trials opt out?", topic: .trials,
    query: PackageResources.trial_opt_outs_sql,
    columns: [
      grain, cohort, dimension, value, trials, optedOut1d, rate1d, optedOut2d, rate2d, optedOut5d,
      rate5d, optedOut7d, rate7d, optedOut, rate, medianHours,
    ],
    traces: [.beginning],
    additive: [trials],
    guide: "Trials", dimensions: Dimension.ofDays + [.paywall, .variant])
}
