extension Contract {
  package static let missingRates = File(
    "missing_rates",
    "One row for every currency without an exchange rate for some of its charges, and one for all.",
    [
      .init("currency", .text, "The currency that was paid, ISO 4217; `all` for all of them."),
      .init("charges", .count, "Charges whose money counts as 0 for want of a rate."),
      .init("customers", .count, "Customers with such a charge."),
      .init("amount", .money, "What was charged, in that currency; empty for all together."),
      .init(
        "payers_left_out", .count,
        "Customers with paid access at the end of the as-of day who have no MRR for want of a rate."
      ),
      .init("first_day", .day, "The day of the first such charge."),
      .init("last_day", .day, "The day of the last one."),
    ])
}
