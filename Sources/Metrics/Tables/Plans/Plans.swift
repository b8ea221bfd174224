package enum Plans: ReportTable {
  package static let product = key("product", "The product's id.")
  package static let tier = key("tier", "Its tier.")
  package static let period = key("period", "Its period.")
  package static let listPrice = number("list_price", "The catalogue's price, in its own currency.")
    .nonAdditive("told by the catalogue of the configuration")
  package static let listCurrency = text("list_currency", "That currency.").nonAdditive(
    "told by the catalogue of the configuration")
  package static let listMonthly = number("list_monthly", "A month's worth of the list price.")
    .nonAdditive("told by the catalogue of the configuration")
  package static let saving = ratio(
    "saving", saved, over: monthlyRival,
    "What a month costs less than with the monthly product of its tier."
  ).nonAdditive("told by the catalogue of the configuration")
  package static let subscriptions = count(
    "subscriptions", "Running paid coverages with MRR at the end of the day.")
  package static let share = ratio(
    "share", subscriptions, over: allSubscriptions, "Subscriptions ÷ those of the catalogue.")
  package static let mrr = money("mrr", "Their MRR.")
  package static let paidMonthly = average(
    "paid_monthly", paidByMonth, over: charges,
    "A month's worth of the average charge of the last 90 days."
  ).nonAdditive(
    "gross revenue of the charges of the last 90 days ÷ their number, for a month of the period",
    of: charges)
  package static let firstPayments = count(
    "first_payments", "First payments of customers in the last 90 days.")
  package static let changedTo = count("changed_to", "Changes to it from another product, ever.")
  package static let changedFrom = count(
    "changed_from", "Changes from it to another product, ever.")

  // Columns of the query that rates are made of.
  static let saved = hidden("saved").impliedByRow
  static let monthlyRival = hidden("monthly_rival").impliedByRow
  static let allSubscriptions = hidden("all_subscriptions").nonCustomer
  static let paidByMonth = hidden("paid_by_month", .money)
  static let charges = hidden("charges")

  package static let schema = TableSchema(
    "plans", "One row for every product of the catalogue.",
    question: "Which plans sell?", topic: .plans,
    query: PackageResources.plans_sql,
    columns: [
      product, tier, period, listPrice, listCurrency, listMonthly, saving, subscriptions, share,
      mrr, paidMonthly, firstPayments, changedTo, changedFrom,
    ],
    traces: [.access, .money],
    isAskedByCustomer: true)
}
