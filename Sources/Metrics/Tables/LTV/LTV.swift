import Settings

package enum LTV: ReportTable, BySegment {
  package static let cohort = time(month: "cohort", "The month of the customers' first event.")
  package static let days = position("days", "Whole days since the first event, inclusive.", .days)
  package static let customers = count("customers", "Customers of the cohort.")
  package static let payers = count("payers", "Those with a payment by that age.")
  package static let netRevenue = money("net_revenue", "Their payments less refunds by that age.")
  package static let perCustomer = average(
    "per_customer", netRevenue, over: customers, "Net revenue ÷ customers: realised lifetime value."
  )
  package static let perPayer = average(
    "per_payer", netRevenue, over: payers, "Net revenue ÷ payers.")

  package static let schema = TableSchema(
    "ltv", "One row for every age that customers first seen in one month have reached.",
    question: "What is a customer worth?", topic: .ltv,
    query: PackageResources.ltv_sql,
    columns: [
      cohort, dimension, value, days, customers, payers, netRevenue, perCustomer, perPayer,
    ],
    traces: [.firstEvent],
    guide: "Lifetime value", dimensions: [.country, .channel, .platform, .product, .app, .referral])
}
