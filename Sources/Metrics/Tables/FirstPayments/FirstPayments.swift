package enum FirstPayments: ReportTable, BySegment {
  package static let month = time(
    month: "month", "The month of the customer's first charge with a price.")
  package static let firstPayments = count(
    "first_payments", "Customers whose first payment was in the month.")
  package static let share = ratio(
    "share", firstPayments, over: monthPayments, "First payments ÷ those of the month.")
  package static let complete = monthIsOver()

  // Columns of the query that rates are made of.
  static let monthPayments = hidden("month_payments").nonCustomer

  package static let schema = TableSchema(
    "first_payments", "One row for every month and segment: customers who paid for the first time.",
    question: "How many paid for the first time?", topic: .revenue,
    query: PackageResources.first_payments_sql,
    columns: [month, dimension, value, firstPayments, share, complete],
    traces: [.money],
    additive: [firstPayments],
    guide: "Revenue")
}
