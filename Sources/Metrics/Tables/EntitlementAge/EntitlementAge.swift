package enum EntitlementAge: ReportTable {
  package static let date = time(day: "date", "The day, in the reporting time zone.")
  package static let customers = count(
    "customers", "Customers of whom the age of the last check was known on the day.")
  package static let fresh = count("fresh", "Those whose last check was less than a day old.")
  package static let inGrace = count(
    "in_grace", "From 1 to 7 days old at its oldest: the offline grace.")
  package static let beyond = count("beyond", "More than 7 days old.")
  package static let beyondShare = ratio(
    "beyond_share", beyond, over: customers, "Customers beyond ÷ customers.")
  package static let usersBeyond = count(
    "users_beyond", "Those beyond who used a feature all the same.")
  package static let medianDays = count(
    "median_days", "Days since the last check, median (nearest rank)."
  ).in(.days).rank(among: customers)
  package static let p95Days = count("p95_days", "Days since the last check, 95th percentile.")
    .in(.days).rank(among: customers)

  package static let schema = TableSchema(
    "entitlement_age",
    "One row for every day on which apps said when the customer's access was last checked.",
    question: "When did apps last check access?", topic: .health,
    query: PackageResources.entitlement_age_sql,
    columns: [
      date, customers, fresh, inGrace, beyond, beyondShare, usersBeyond, medianDays, p95Days,
    ],
    traces: [.event], isAskedByCustomer: true,
    identities: [customers.sum(of: [fresh, inGrace, beyond])], guide: "App health")
}
