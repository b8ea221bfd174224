package enum Subscribers: ReportTable {
  package static let customer = pseudonym(
    "customer", of: "customer_id", "The customer's id, hashed unless asked for otherwise."
  ).ofOneCustomer
  package static let state = key(
    "state",
    "trial, active, grace, billing_retry, set_to_cancel, expired, revoked, refunded, offer or "
      + "complimentary."
  ).ofOneCustomer
  package static let product = key(
    "product",
    "The product of the access that runs (paid before trial before free), or that ended last."
  ).ofOneCustomer
  package static let mrr = money("mrr", "The customer's MRR at the end of the as-of day.")
  package static let since = day(
    "since", "The day on which the latest uninterrupted access began."
  ).ofOneCustomer
  package static let ends = day(
    "ends",
    "The day on which access renews or ends, or ended, a grace period included; empty where no end is known."
  ).ofOneCustomer
  package static let lifetimeNetRevenue = money(
    "lifetime_net_revenue", "All payments less refunds.")
  package static let renews = flag(
    "renews",
    "Whether a trial, a paid access or a free offer is to go on at its end: 1 or 0, empty for other access "
      + "and for none."
  ).nonAdditive("told of this one customer", of: lifetimeNetRevenue)

  package static let schema = TableSchema(
    "subscribers",
    "One row for every customer with access, or whose access ended in the last 90 days.",
    question: "Who pays, and who churned?", topic: .mrr,
    query: PackageResources.subscribers_sql,
    columns: [customer, state, product, mrr, since, ends, lifetimeNetRevenue, renews],
    traces: [.name],
    isAskedByCustomer: true,
    privacy: .list,
    guide: "When somebody has access",
    isWatchable: false)
}

extension Column where Owner == Subscribers {
  fileprivate var ofOneCustomer: Self {
    nonAdditive("told of this one customer", of: Subscribers.lifetimeNetRevenue)
  }
}
