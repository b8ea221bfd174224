package enum FunnelLosses: ReportTable {
  package static let funnel = key("funnel", "The funnel's name.")
  package static let cohort = time(month: "cohort", "The month of entry.")
  package static let step = position("step", "The step's number, from 2.")
  package static let event = label("event", "The event, or events, that count as the step.")
  package static let entered = count("entered", "Customers who reached the step before.")
  package static let customers = count("customers", "Those who reached this one.")
  package static let lost = count("lost", "Those who did not.")
  package static let lostRate = ratio("lost_rate", lost, over: entered, "Lost ÷ entered.")
  package static let netRevenue = money(
    "net_revenue", "What those who reached it paid in the funnel's time.")
  package static let revenuePerCustomer = average(
    "revenue_per_customer", netRevenue, over: customers, "Net revenue ÷ customers.")
  package static let loss = money(
    "loss", "Lost × revenue per customer: had they gone on like the others."
  ).nonAdditive(
    "net_revenue ÷ customers × lost: what the lost would have brought, had they gone on like those "
      + "who did",
    of: lost)

  package static let schema = TableSchema(
    "funnel_losses",
    "One row for every funnel, month whose time is over, and step: whom it lost, and their worth.",
    question: "What is lost at each step of a funnel?", topic: .paywalls,
    query: PackageResources.funnel_losses_sql,
    columns: [
      funnel, cohort, step, event, entered, customers, lost, lostRate, netRevenue,
      revenuePerCustomer, loss,
    ],
    traces: [.event],
    isAskedByCustomer: true)
}
