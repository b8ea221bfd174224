package enum DailySegments: ReportTable, BySegment {
  package static let date = time(day: "date", "The day, in the reporting time zone.")
  package static let mrr = money("mrr", "Monthly recurring revenue at the end of the day.").state
  package static let subscribers = count("subscribers", "Customers with MRR at the end of the day.")
    .state
  package static let trialsStarted = count("trials_started", "Trials that began on the day.").of(
    .beginning)
  package static let trialsConverted = count(
    "trials_converted", "Trials whose first payment came on the day."
  ).of(.money)
  package static let charges = count("charges", "Successful payments.").of(.money)
  package static let netRevenue = money("net_revenue", "Payments less refunds.").of(.money)

  package static let schema = TableSchema(
    "daily_segments", "One row for every day and segment, for the last 400 days.",
    question: "How did each day go in each segment?", topic: .mrr,
    query: PackageResources.daily_segments_sql,
    columns: [
      date, dimension, value, mrr, subscribers, trialsStarted, trialsConverted, charges,
      netRevenue,
    ],
    traces: [.access],
    guide: "MRR and its movements")
}
