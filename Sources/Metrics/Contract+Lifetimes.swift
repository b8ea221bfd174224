extension Contract {
  private static let group: [Table.Column] = [
    .init("dimension", .text, "`all`, `product` (the first), `channel` or `cohort`."),
    .init("value", .text, "Which of them; a cohort is the month of the first day with MRR."),
  ]

  package static let survival = File(
    "survival",
    "One row for every group and number of paid days after which anybody stopped (Kaplan–Meier).",
    group + [
      .init("days", .count, "Days since the customer's first day with MRR."),
      .init("at_risk", .count, "Customers that were known to have paid so long without a gap."),
      .init("ended", .count, "Those of them who stopped on that day."),
      .init("survival", .rate, "The share that goes on paying for longer."),
      .init("standard_error", .number, "Of that share (Greenwood)."),
      .init("low", .rate, "Lower end of its 95 % interval (Greenwood)."),
      .init("high", .rate, "Upper end of its 95 % interval (Greenwood)."),
      .init("log_log_low", .rate, "Lower end of its 95 % interval on the log-log scale."),
      .init("log_log_high", .rate, "Upper end of its 95 % interval on the log-log scale."),
    ])

  package static let lifetimes = File(
    "lifetimes", "One row for every group of customers: how long they pay without a gap.",
    group + [
      .init("customers", .count, "Customers who have ever had MRR."),
      .init("ended", .count, "Those who stopped; who came back later stopped, too."),
      .init("paying", .count, "Those who have not stopped: how long they will is not known."),
      .init("median_days", .count, "After so many days half have stopped; empty while more pay."),
      .init("median_low", .count, "Lower end of its 95 % interval."),
      .init("median_high", .count, "Upper end of its 95 % interval; empty while it is not known."),
      .init(
        "log_rank", .number, "χ² of the log-rank test that all groups of the dimension last alike."),
      .init("log_rank_freedom", .count, "Its degrees of freedom."),
      .init("log_rank_p_value", .number, "How probable so large a difference is by chance."),
    ])

  package static let ltvPredicted = File(
    "ltv_predicted",
    "One row for every product and period: what a new subscriber will have paid, by a "
      + "shifted-beta-geometric fit.",
    [
      .init("product", .text, "The product."),
      .init("period", .text, "What a payment buys, such as `P1M`."),
      .init("subscribers", .count, "Subscribers whose first renewal is known, renewed or not."),
      .init("alpha", .number, "Of the beta distribution of leaving; empty: all are alike."),
      .init("beta", .number, "Of the beta distribution of leaving; empty: all are alike."),
      .init("log_likelihood", .number, "Of the fit."),
    ] + predicted("12_months", "12 months") + predicted("24_months", "24 months")
      + predicted("life", "life, of which the first five years count")
      + [3, 6, 12].map { months in
        .init(
          "held_out_error_\(months)", .number,
          "Payments expected by a fit on what was known \(months) months ago ÷ those by the "
            + "renewals since, less 1.")
      } + [
        .init("renewals_due", .count, "Decisions to renew that the fit rests on."),
        .init("net_per_payment", .money, "Net revenue ÷ payments, of the last 400 days."),
        .init("trial_conversion", .rate, "Matured trials of the product that converted."),
        .init("trial_value", .money, "What a trial is worth: that share of the 24 months."),
        .init("note", .text, "Why nothing is predicted."),
        .init(
          "trial_value_low", .money,
          "Lower end of the 95 % interval of a trial's worth (MOVER, of both factors)."),
        .init("trial_value_high", .money, "Upper end of it."),
      ])

  private static func predicted(_ name: String, _ words: String) -> [Table.Column] {
    [
      .init(
        "value_\(name)", .money,
        "Expected net revenue of a new subscriber over \(words); money a year later is worth 10 % "
          + "less."),
      .init("low_\(name)", .money, "Lower end of its 95 % interval (profile likelihood)."),
      .init("high_\(name)", .money, "Upper end of its 95 % interval."),
    ]
  }
}
