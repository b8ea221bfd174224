import Settings

package enum FunnelDays: ReportTable, BySegment {
  package static let date = time(day: "date", "The day on which the step before was taken.")
  package static let funnel = requiredKey("funnel", "The funnel's name.")
  package static let step = position("step", "The step's number, from 2.")
  package static let previous = label("previous", "The event, or events, of the step before.")
  package static let event = label("event", "The event, or events, that count as the step.")
  package static let withinDays = Column<Self, Int64>(
    "within_days", .count,
    "Days of 24 hours that the step may take: 1, 4, 8, 15 or 31, the fewest in which half took it of those "
      + "who did within 31 days in the three months before.",
    .detail)
  package static let customers = count("customers", "Customers who took the step before.")
  package static let continued = count("continued", "Those of them who took the step in time.")
  package static let rate = ratio("rate", continued, over: customers, "Continued ÷ customers.")
  package static let matured = flag(
    "matured",
    "1 when everybody's time to go on is over; never where everybody had access in it.")

  package static let schema = TableSchema(
    "funnel_days",
    "One row for every day, segment and step of a funnel: who took the step before it on the day, and who "
      + "went on in time.",
    question: "Who takes the next step of a funnel in time?", topic: .funnel,
    query: PackageResources.funnel_days_sql,
    columns: [
      date, dimension, value, funnel, step, previous, event, withinDays, customers, continued,
      rate, matured,
    ],
    traces: [.event],
    guide: "Funnels",
    dimensions: [.country, .platform, .paywall, .product, .appVersion])
}
