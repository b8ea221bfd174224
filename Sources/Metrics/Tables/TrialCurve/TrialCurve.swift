package enum TrialCurve: ReportTable, BySegment, ByCohort {
  package static let day = position("day", "Whole days since the trial began.", .days)
  package static let eligible = count("eligible", "Trials that are at least so old.")
  package static let converted = count("converted", "Those of them that had converted by that day.")
  package static let rate = ratio("rate", converted, over: eligible, "Converted ÷ eligible.")

  package static let schema = TableSchema(
    "trial_curve", "One row for every day since a week's or month's trials began, at most 90.",
    question: "How soon do trials convert?", topic: .trials,
    query: PackageResources.trial_curve_sql,
    columns: [grain, cohort, dimension, value, day, eligible, converted, rate],
    traces: [.beginning],
    guide: "Trials")
}
