package import Values

package enum PricePoints: ReportTable, ByMonth {
  package static let currency = key("currency", "The currency that was paid in.")
  package static let monthlyPrice = Column<Self, Rate>(
    "monthly_price", .number,
    "A month's worth of the price, in that currency; empty for all others together.", .key
  ).computed(.ratio(cents.definition, centsAUnit.definition))
  package static let charges = count("charges", "Charges of subscriptions at that price.")
  package static let share = ratio(
    "share", charges, over: monthCharges, "Charges ÷ those of the month in all currencies.")
  package static let gross = money("gross", "What they add up to in the reporting currency.")
  package static let mrr = money("mrr", "A month's worth of that.")

  // Columns of the query that rates are made of.
  static let cents = hidden("cents", .money).impliedByRow
  static let centsAUnit = hidden("cents_a_unit").impliedByRow
  static let monthCharges = hidden("month_charges").nonCustomer

  package static let schema = TableSchema(
    "price_points", "One row for every month, currency and monthly-equivalent price.",
    question: "What do people pay a month?", topic: .revenue,
    query: PackageResources.price_points_sql,
    columns: [month, currency, monthlyPrice, charges, share, gross, mrr],
    traces: [.money],
    isAskedByCustomer: true)
}
