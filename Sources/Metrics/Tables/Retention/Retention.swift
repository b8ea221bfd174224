package enum Retention: ReportTable, BySegment {
  package static let cohort = time(
    month: "cohort", "The month in which the customers had MRR for the first time.")
  package static let age = position("age", "Months after that month; 0 is its own end.", .months)
  package static let customers = count("customers", "Customers of the cohort.")
  package static let retained = count(
    "retained", "Those with MRR at the end of the month of that age.")
  package static let rate = ratio("rate", retained, over: customers, "Retained ÷ customers.")
  package static let cohortMRR = money("cohort_mrr", "The cohort's new MRR.")
  package static let retainedMRR = money("retained_mrr", "The cohort's MRR at that age.")
  package static let mrrRate = ratio(
    "mrr_rate", retainedMRR, over: cohortMRR, "Retained MRR ÷ the cohort's new MRR; can exceed 1.")

  package static let schema = TableSchema(
    "retention", "One row for every month that a cohort of new customers has lived.",
    question: "How many stay?", topic: .retention,
    query: PackageResources.retention_sql,
    columns: [
      cohort, dimension, value, age, customers, retained, rate, cohortMRR, retainedMRR, mrrRate,
    ],
    traces: [.beginning],
    guide: "Churn and retention")
}
