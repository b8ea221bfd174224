import Settings

package enum Features: ReportTable, ByMonth, BySegment {
  package static let allowed = count(
    "allowed", "Uses that were let in, or of which nothing else is said.")
  package static let denied = count("denied", "Uses that were denied.")
  package static let inTrial = count("in_trial", "Uses during a trial.")
  package static let users = count("users", "Customers who were let in at least once.")
  package static let usersRetained = count(
    "users_retained", "Those of them who were there in the next month, too.")
  package static let retentionRate = ratio(
    "retention_rate", usersRetained, over: retentionUsers, "Users retained ÷ users.")
  package static let activeRetentionRate = ratio(
    "active_retention_rate", activeRetained, over: retentionActive,
    "The same of all who were there in the month.")
  package static let deniedCustomers = count(
    "denied_customers", "Customers who were denied while they did not pay.")
  package static let deniedConverted = count(
    "denied_converted", "Those who paid within 7 days of the month's first denial.")
  package static let deniedRate = ratio(
    "denied_rate", deniedConverted, over: deniedCustomers, "Denied converted ÷ denied customers.")
  package static let (low, high) = wilson(deniedConverted, of: deniedCustomers, "that rate's")
  package static let deniedStarted = count(
    "denied_started", "Those who began a trial, or paid, within 7 days.")
  package static let deniedStartRate = ratio(
    "denied_start_rate", deniedStarted, over: deniedCustomers, "Denied started ÷ denied customers.")
  package static let others = count(
    "others", "Customers who used any feature unpaid and were denied nothing."
  ).ofTotal
  package static let othersConverted = count(
    "others_converted", "Those who paid within 7 days of the month's first use."
  ).ofTotal
  package static let othersRate = ratio(
    "others_rate", othersConverted, over: others, "Others converted ÷ others.")
  package static let othersStarted = count(
    "others_started", "Those who began a trial, or paid, within 7 days."
  ).ofTotal
  package static let othersStartRate = ratio(
    "others_start_rate", othersStarted, over: others, "Others started ÷ others.")
  package static let matured = flag("matured", "1 when the month has been over for 7 days.")

  // Columns of the query that rates are made of.
  static let retentionUsers = hidden("retention_users")
  static let activeRetained = hidden("active_retained").ofTotal
  static let retentionActive = hidden("retention_active").ofTotal

  package static let schema = TableSchema(
    "features",
    "One row for every month and feature: its uses, who came back, and what denials led to.",
    question: "Which features are used, and which make people pay?", topic: .features,
    query: PackageResources.features_sql,
    columns: [
      month, dimension, value, allowed, denied, inTrial, users, usersRetained, retentionRate,
      activeRetentionRate, deniedCustomers, deniedConverted, deniedRate, low, high, deniedStarted,
      deniedStartRate, others, othersConverted, othersRate, othersStarted, othersStartRate,
      matured,
    ],
    traces: [.event],
    isAskedByCustomer: true,
    additive: [allowed, denied, inTrial], dimensions: [.feature])
}
