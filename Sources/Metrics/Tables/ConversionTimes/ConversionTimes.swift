package enum ConversionTimes: ReportTable, ByMonth {
  package static let path = key("path", "From where to where the time is taken.")
  package static let customers = count(
    "customers", "Customers who got there for the first time in the month.")
  package static let quarterDays = quotient(
    "quarter_days", quarterHours, over: hoursADay,
    "A quarter of them took no longer (nearest rank)."
  ).in(.days).rank(among: customers)
  package static let medianDays = quotient(
    "median_days", medianHours, over: hoursADay, "Half of them took no longer."
  ).in(.days).rank(among: customers)
  package static let threeQuarterDays = quotient(
    "three_quarter_days", threeQuarterHours, over: hoursADay,
    "Three quarters of them took no longer."
  ).in(.days).rank(among: customers)
  package static let complete = monthIsOver()

  // Columns of the query that rates are made of.
  static let quarterHours = hidden("quarter_hours").impliedByRow
  static let hoursADay = hidden("hours_a_day").impliedByRow
  static let medianHours = hidden("median_hours").impliedByRow
  static let threeQuarterHours = hidden("three_quarter_hours").impliedByRow

  package static let schema = TableSchema(
    "conversion_times", "One row for every month and way: how long those took who converted in it.",
    question: "How long does it take to convert?", topic: .paywalls,
    query: PackageResources.conversion_times_sql,
    columns: [month, path, customers, quarterDays, medianDays, threeQuarterDays, complete],
    traces: [.money, .beginning],
    isAskedByCustomer: true)
}
