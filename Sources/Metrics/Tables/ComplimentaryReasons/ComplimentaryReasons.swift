package enum ComplimentaryReasons: ReportTable {
  package static let reason = key("reason", "Why, as the log says; `(none)` where it does not.")
  package static let grants = count("grants", "Accesses that were ever granted.")
  package static let running = count("running", "Those that have not ended.")
  package static let ending = count("ending_30_days", "Those of them that end in the next 30 days.")
  package static let listValue = money(
    "list_value", "What the products of the running ones cost a month at list price.")
  package static let matured = count(
    "matured", "Accesses that ended 30 days ago or longer.")
  package static let converted = count(
    "converted", "Those whose customer paid from the beginning to 30 days after the end.")
  package static let conversionRate = ratio(
    "conversion_rate", converted, over: matured, "Converted ÷ matured.")
  package static let (low, high) = wilson(converted, of: matured, "its")

  package static let schema = TableSchema(
    "complimentary_reasons", "One row for every reason that complimentary access was granted for.",
    question: "Who paid after complimentary access?", topic: .complimentary,
    query: PackageResources.complimentary_reasons_sql,
    columns: [
      reason, grants, running, ending, listValue, matured, converted, conversionRate, low, high,
    ],
    traces: [.access], isAskedByCustomer: true, guide: "When somebody has access")
}
