package enum TrialCohorts: ReportTable, BySegment, ByCohort {
  package static let trials = count("trials", "Trials that began: converted + pending + abandoned.")
  package static let converted = count(
    "converted", "Trials followed by a payment within their end and grace.")
  package static let pending = count("pending", "Trials not converted yet that still can.")
  package static let abandoned = count("abandoned", "Trials that will not convert any more.")
  package static let rate = ratio(
    "rate", converted, over: trials, "Converted ÷ trials; grows while trials are pending.")
  package static let maturedTrials = count(
    "matured_trials",
    "Trials whose end and grace are over, without those that ran while everybody had access.")
  package static let maturedConverted = count("matured_converted", "Those of them that converted.")
  package static let maturedRate = ratio(
    "matured_rate", maturedConverted, over: maturedTrials, "Matured converted ÷ matured trials.")
  package static let (low, high) = wilson(maturedConverted, of: maturedTrials, "the matured rate's")

  package static let schema = TableSchema(
    "trial_cohorts", "One row for the trials that began in one day, week or month.",
    question: "Did trials convert?", topic: .trials,
    query: PackageResources.trial_cohorts_sql,
    columns: [
      grain, cohort, dimension, value, trials, converted, pending, abandoned, rate, maturedTrials,
      maturedConverted, maturedRate, low, high,
    ],
    traces: [.beginning],
    identities: [
      trials.sum(of: [converted, pending, abandoned]),
      abandoned.sum(of: [trials], less: [converted, pending]),
    ],
    additive: [trials],
    guide: "Trials")
}
