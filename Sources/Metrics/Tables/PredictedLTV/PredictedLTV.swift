package enum PredictedLTV: ReportTable {
  package static let product = key("product", "The product.")
  package static let period = key("period", "What a payment buys, such as `P1M`.")
  package static let subscribers = count(
    "subscribers", "Subscribers whose first renewal is known, renewed or not.")
  package static let alpha = number(
    "alpha", "Of the beta distribution of leaving; empty: all are alike.")
  package static let beta = number(
    "beta", "Of the beta distribution of leaving; empty: all are alike.")
  package static let logLikelihood = number("log_likelihood", "Of the fit.")
  package static let value12Months = money(
    "value_12_months",
    "Expected net revenue of a new subscriber over 12 months, discounted at 10 % a year."
  )
  package static let low12Months = money(
    "low_12_months", "Lower end of its 95 % interval (profile likelihood).")
  package static let high12Months = money("high_12_months", "Upper end of its 95 % interval.")
  package static let value24Months = money(
    "value_24_months",
    "Expected net revenue of a new subscriber over 24 months, discounted at 10 % a year."
  )
  package static let low24Months = money(
    "low_24_months", "Lower end of its 95 % interval (profile likelihood).")
  package static let high24Months = money("high_24_months", "Upper end of its 95 % interval.")
  package static let valueLife = money(
    "value_life",
    "Expected net revenue of a new subscriber over life, of which the first five years count, "
      + "discounted at 10 % a year."
  )
  package static let lowLife = money(
    "low_life", "Lower end of its 95 % interval (profile likelihood).")
  package static let highLife = money("high_life", "Upper end of its 95 % interval.")
  package static let heldOutError3 = number(
    "held_out_error_3",
    "Payments expected by a fit on what was known 3 months ago ÷ those by the renewals since, less "
      + "1."
  )
  package static let heldOutError6 = number(
    "held_out_error_6",
    "Payments expected by a fit on what was known 6 months ago ÷ those by the renewals since, less "
      + "1."
  )
  package static let heldOutError12 = number(
    "held_out_error_12",
    "Payments expected by a fit on what was known 12 months ago ÷ those by the renewals since, "
      + "less 1."
  )
  package static let renewalsDue = count(
    "renewals_due", "Decisions to renew that the fit rests on.")
  package static let netPerPayment = money(
    "net_per_payment", "Net revenue ÷ payments, of the last 400 days.")
  package static let trialConversion = rate(
    "trial_conversion", "Matured trials of the product that converted.")
  package static let trialValue = money(
    "trial_value", "What a trial is worth: that share of the 24 months.")
  package static let note = sentence("note", "Why nothing is predicted.")
  package static let trialValueLow = money(
    "trial_value_low", "Lower end of the 95 % interval of a trial's worth (MOVER, of both factors)."
  )
  package static let trialValueHigh = money("trial_value_high", "Upper end of it.")

  package static let schema = TableSchema(
    "ltv_predicted",
    "One row for every product and period: what a new subscriber will have paid, by a "
      + "shifted-beta-geometric fit.",
    question: "What will a new subscriber have paid?", topic: .lifetimes,
    steps: [
      Model(
        "renewal_runs", PackageResources.renewal_runs_sql,
        grain: "product, period, number, months_ago"),
      Model("product_money", PackageResources.product_money_sql, grain: "product"),
    ],
    columns: [
      product, period, subscribers, alpha, beta, logLikelihood, value12Months, low12Months,
      high12Months, value24Months, low24Months, high24Months, valueLife, lowLife, highLife,
      heldOutError3, heldOutError6, heldOutError12, renewalsDue, netPerPayment, trialConversion,
      trialValue, note, trialValueLow, trialValueHigh,
    ],
    nonAdditive: NonAdditiveNote(
      "a fit (shifted-beta-geometric) to how many renewed after each payment; its inputs are the "
        + "rows of the product in renewal_curve.csv, which can be explained"
    ))
}
