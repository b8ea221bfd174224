import Settings

package enum FunnelSteps: ReportTable, BySegment, ByCohort {
  package static let funnel = requiredKey("funnel", "The funnel's name.")
  package static let step = position("step", "The step's number, from 1.")
  package static let event = label("event", "The event, or events, that count as the step.")
  package static let customers = count("customers", "Customers who reached the step in time.")
  package static let fromPrevious = ratio(
    "from_previous", customers, over: previousCustomers, "Customers ÷ those of the step before.")
  package static let fromFirst = ratio(
    "from_first", customers, over: firstCustomers, "Customers ÷ those of step 1.")
  package static let matured = flag(
    "matured",
    "1 when the whole cohort's time to go on is over; never where everybody had access in it.")

  // Columns of the query that rates are made of.
  static let previousCustomers = hidden("previous_customers", sum: [customers]).ofRow(.stepBefore)
  static let firstCustomers = hidden("first_customers", sum: [customers]).ofRow(.firstStep)

  package static let schema = TableSchema(
    "funnel", "One row for every step of a funnel, for customers who entered in one period.",
    question: "Where do people stop on the way to paying?", topic: .funnel,
    query: PackageResources.funnel_sql,
    columns: [
      funnel, grain, cohort, dimension, value, step, event, customers, fromPrevious, fromFirst,
      matured,
    ],
    traces: [.event],
    guide: "Funnels", dimensions: Dimension.ofFunnels)
}
