package import Values

package enum Suspicious: ReportTable {
  package static let kind = key(
    "kind",
    "many ids, shared transaction, same receipt, refund abuse, trial hopping, self-referral, "
      + "referral ring, jailbreak, tampered receipt, trial bypass, reused code.")
  package static let customer = pseudonym(
    "customer", of: "customer_id", "The customer's id, hashed as in subscribers.csv.")
  package static let transaction = pseudonym(
    "transaction", .transaction, of: "transaction_hash",
    "The hash of the transaction, where it is about one.")
  package static let otherCustomer = pseudonym(
    "other_customer", of: "other_id",
    "The referrer, hashed, where it is about one; of many ids the one that holds them together.")
  package static let cases = count(
    "cases", "Ids, customers, mentions, refunds, trials, or the length of the ring, by the kind."
  ).nonAdditive(note)
  package static let amount = money("amount", "What was charged, or paid back.")
    .nonAdditive(note)
  package static let latest = day("latest", "The day of the latest case.").nonAdditive(note)

  private static let note =
    "counted over the events of the customer whom the row names, and of those beside him"

  package static let schema = TableSchema(
    "suspicious", "One row for everything that a person should look at; nothing acts upon it.",
    question: "What should a person look at?", topic: .doubts,
    query: PackageResources.suspicious_sql,
    columns: [kind, customer, transaction, otherCustomer, cases, amount, latest],
    privacy: .list,
    isWatchable: false)
}
