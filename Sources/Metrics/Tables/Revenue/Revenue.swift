package enum Revenue: ReportTable, ByGrain, BySegment {
  package static let grain = grainOfPeriod("How long the period is: `day`, `week` or `month`.")
  package static let period = time(period: "period", "The day, the week's Monday, or the month.")
  package static let charges = count("charges", "Successful payments.")
  package static let gross = money("gross", "Payments, before refunds, tax and commission.")
  package static let refunds = count("refunds", "Refunds that moved money, by their own day.")
  package static let refunded = money("refunded", "Money paid back, less refunds reversed.")
  package static let net = money("net", "Gross less refunded.")
  package static let tax = money("tax", "The estimated tax in net.")
  package static let commission = money("commission", "The store's estimated commission in net.")
  package static let proceeds = money("proceeds", "Net less tax and commission.")
  package static let arpu = average(
    "arpu", net, over: active, "Net ÷ customers with a trial, free or paid coverage.")
  package static let arppu = average(
    "arppu", net, over: paying, "Net ÷ customers with a payment in the period.")
  package static let refundRate = ratio(
    "refund_rate", refundedCharges, over: paidCharges,
    "Refunded charges ÷ those with a price, by the charge's day.")

  // Columns of the query that rates are made of.
  static let active = hidden("active").of(.access)
  static let paying = hidden("paying")
  static let refundedCharges = hidden("refunded_charges")
  static let paidCharges = hidden("paid_charges")

  package static let schema = TableSchema(
    "revenue", "One row for every day, week and month, and segment.",
    question: "What came in by month?", topic: .revenue,
    query: PackageResources.revenue_sql,
    columns: [
      grain, period, dimension, value, charges, gross, refunds, refunded, net, tax, commission,
      proceeds, arpu, arppu, refundRate,
    ],
    traces: [.money],
    identities: [
      net.sum(of: [gross], less: [refunded]),
      proceeds.sum(of: [net], less: [tax, commission]),
    ],
    additive: [net],
    guide: "Revenue")
}
