package enum MissingRates: ReportTable {
  package static let currency = key(
    "currency", "The currency that was paid, ISO 4217; `all` for all of them.")
  package static let charges = count(
    "charges", "Charges whose money counts as 0 for want of a rate.")
  package static let customers = count("customers", "Customers with such a charge.")
  package static let amount = money(
    "amount", "What was charged, in that currency; empty for all together.")
  package static let payersLeftOut = count(
    "payers_left_out",
    "Customers with paid access at the end of the as-of day who have no MRR for want of a rate.")
  package static let firstDay = day("first_day", "The day of the first such charge.")
  package static let lastDay = day("last_day", "The day of the last one.")

  package static let schema = TableSchema(
    "missing_rates",
    "One row for every currency without an exchange rate for some of its charges, and one for all.",
    question: "Which exchange rates are missing?", topic: .quality,
    query: PackageResources.missing_rates_sql,
    columns: [currency, charges, customers, amount, payersLeftOut, firstDay, lastDay],
    traces: [.money])
}
