import Settings

package enum PaywallEncounters: ReportTable, BySegment {
  package static let cohort = time(month: "cohort", "The month of the customers' first event.")
  package static let days = position(
    "days", "Within so many times 24 hours of the first event: 1, 3, 7, 14.", .days)
  package static let customers = count("customers", "New customers of the month.")
  package static let encountered = count("encountered", "Those who had seen a paywall by then.")
  package static let rate = ratio("rate", encountered, over: customers, "Encountered ÷ customers.")

  package static let schema = TableSchema(
    "paywall_encounters", "One row for every month of first events, segment and number of days.",
    question: "How often do new customers see a paywall?", topic: .paywalls,
    query: PackageResources.paywall_encounters_sql,
    columns: [cohort, dimension, value, days, customers, encountered, rate],
    traces: [.firstEvent], dimensions: [.country, .channel, .platform, .app])
}
