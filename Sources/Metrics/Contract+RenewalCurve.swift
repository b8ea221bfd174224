extension Contract {
  package static let renewalCurve = File(
    "renewal_curve",
    "One row for every product, tier or period and number of payments: how many went on.",
    [
      .init("dimension", .text, "What the segment is made by: `tier`, `product` or `period`."),
      .init("value", .text, "Which segment: `family`, `P1M` …; `(none)` where unknown."),
      .init("payment", .count, "The coverage was the subscription's first, second … paid one."),
      .init("due", .count, "Those whose own end fell in a month that is over."),
      .init("renewed", .count, "Those whose next charge came in time."),
      .init("renewal_rate", .rate, "Renewed ÷ due."),
      .init("low", .rate, "Lower end of the rate's 95 % interval (Wilson)."),
      .init("high", .rate, "Upper end of the rate's 95 % interval (Wilson)."),
    ])
}
