extension Contract {
  package static let firstPayments = File(
    "first_payments",
    "One row for every month and segment: customers who paid for the first time.",
    [
      .init("month", .month, "The month of the customer's first charge with a price."),
      .init("dimension", .text, "What the segment is made by: `tier`, `country` …; `all`."),
      .init("value", .text, "Which segment: `family`, `DE` …; `all`; `(none)` where unknown."),
      .init("first_payments", .count, "Customers whose first payment was in the month."),
      .init("share", .rate, "First payments ÷ those of the month."),
      .init("complete", .flag, "1 when the month is over at the as-of day."),
    ])
}
