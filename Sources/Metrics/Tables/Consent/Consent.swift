package enum Consent: ReportTable {
  package static let state = key(
    "state", "`granted`, `denied`, or `undetermined`: not asked, or not decided.")
  package static let customers = count(
    "customers", "Customers in the state, of those whose log speaks of consent.")
  package static let payers = count("payers", "Those of them who have paid.")
  package static let appEvents = count(
    "app_events_28_days",
    "Paywalls, features, sessions and experiments of theirs in the last 28 days.")
  package static let appShare = ratio(
    "app_event_share", appEvents, over: allAppEvents, "App events ÷ those of all states.")
  package static let storeEvents = count(
    "store_events_28_days", "Trials, payments and what comes of them, in the same days.")
  package static let storeShare = ratio(
    "store_event_share", storeEvents, over: allStoreEvents, "Store events ÷ those of all states.")

  // Columns of the query that rates are made of.
  static let allAppEvents = hidden("all_app_events").ofTotal
  static let allStoreEvents = hidden("all_store_events").ofTotal

  package static let schema = TableSchema(
    "consent", "One row for every state of consent: who is in it, and what the log has of them.",
    question: "Who agreed to be measured?", topic: .consent,
    query: PackageResources.consent_sql,
    columns: [state, customers, payers, appEvents, appShare, storeEvents, storeShare],
    isAskedByCustomer: true, privacy: .list, guide: "Consent", isWatchable: false)
}
