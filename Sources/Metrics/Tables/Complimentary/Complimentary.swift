package enum Complimentary: ReportTable {
  package static let customer = pseudonym(
    "customer", of: "customer_id", "The customer's id, hashed as in subscribers.csv.")
  package static let since = day("since", "The day on which it was granted.")
  package static let ends = day("ends", "The day on which it ends; empty where no end is known.")
  package static let reason = text("reason", "Why, as the log says; `(none)` where it does not.")
  package static let grantedBy = text("granted_by", "Who granted it, as the log says.")
  package static let product = text("product", "The product, where one is named.")
  package static let listValue = money(
    "list_value",
    "What that product costs a month at list price; empty where it is sold in another currency "
      + "than the report.")
  package static let pays = flag("pays", "1 where the customer has MRR all the same.")

  package static let schema = TableSchema(
    "complimentary",
    "One row for every complimentary access that has not ended, those that end first before the "
      + "others.",
    question: "Who has complimentary access?", topic: .complimentary,
    query: PackageResources.complimentary_sql,
    columns: [customer, since, ends, reason, grantedBy, product, listValue, pays],
    privacy: .list, guide: "When somebody has access", isWatchable: false)
}
