extension Contract {
  package static let priceSensitivity = File(
    "price_sensitivity",
    "One row for every price that the same thing was sold at, by variant or over time.",
    [
      .init("source", .text, "`experiment`: prices as variants; `time`: the price changed."),
      .init("name", .text, "The experiment, or the product."),
      .init("scope", .text, "The variant, or the months of the first paywall."),
      .init(
        "price", .text,
        "What first payments in the reporting currency cost on average, by product; in a test of "
          + "prices, the products whose prices differ between variants."),
      .init("viewers", .count, "Customers who could see the price and whose window is over."),
      .init("payers", .count, "Those of them who paid; over time, for this product first."),
      .init("conversion", .rate, "Payers ÷ viewers."),
      .init("conversion_low", .rate, "Lower end of its 95 % interval (Wilson)."),
      .init("conversion_high", .rate, "Upper end of its 95 % interval."),
      .init("revenue", .money, "Net revenue of all viewers within the window."),
      .init("per_viewer", .number, "Net revenue ÷ viewers."),
      .init("per_viewer_low", .number, "Lower end of its 95 % interval."),
      .init("per_viewer_high", .number, "Upper end of its 95 % interval."),
      .init("difference", .number, "Net revenue a viewer less that of the first price."),
      .init("difference_low", .number, "Lower end of its 95 % interval (Welch)."),
      .init("difference_high", .number, "Upper end of its 95 % interval."),
      .init("p_value", .number, "How probable such a difference is where there is none (Welch)."),
      .init("statement", .text, "What to make of it."),
    ])

  package static let experiments = File(
    "experiments",
    "One row for every experiment, basis, metric and variant.",
    [
      .init("experiment", .text, "The experiment, as the log names it."),
      .init(
        "basis", .text,
        "`matured`: customers whose window is over, which verdicts rest on; `so_far`: all."),
      .init(
        "metric", .text,
        "`trial` or `paid`: customers who did within the window; `revenue`: net, for each."),
      .init("variant", .text, "The variant that the customer met first."),
      .init("is_control", .flag, "1 for the variant that the others are compared with."),
      .init("exposed", .count, "Customers who met this variant and no other."),
      .init("left_out", .count, "Customers who met this variant first, and another one, too."),
      .init(
        "split_p_value", .number,
        "How probable so uneven a split of the customers is by chance (χ²); below 0.001 it is "
          + "broken, and nothing is judged."),
      .init("converted", .count, "Customers with a trial, or a payment, within the window."),
      .init("revenue", .money, "Payments within the window, less refunds of them within it."),
      .init("figure", .number, "Converted, or revenue, ÷ exposed."),
      .init("low", .number, "Lower end of the figure's 95 % interval (Wilson for shares)."),
      .init("high", .number, "Upper end of the figure's 95 % interval."),
      .init("difference", .number, "The figure less the control's."),
      .init(
        "difference_low", .number,
        "Lower end of the difference's 95 % interval (Newcombe for shares, Welch for money)."),
      .init("difference_high", .number, "Upper end of the difference's 95 % interval."),
      .init("relative", .number, "The difference ÷ the control's figure."),
      .init("relative_low", .number, "Lower end of its 95 % interval (Welch, delta method)."),
      .init("relative_high", .number, "Upper end of its 95 % interval."),
      .init(
        "p_value", .number,
        "How probable a difference at least as large is where there is none (Welch)."),
      .init("relative_p_value", .number, "The same of the relative difference."),
      .init("holm_p_value", .number, "The p-value, corrected for several variants (Holm)."),
      .init(
        "judging_p_value", .number,
        "What a winner needs below 0.05: the larger of Welch's p-value and that of Fisher's exact "
          + "test (for shares) or the pooled t-test (for money), corrected (Holm)."),
      .init("chance_to_win", .number, "How probable it is that the variant is the better one."),
      .init(
        "always_low", .number,
        "Lower end of the difference's interval that holds at every look together."),
      .init("always_high", .number, "Upper end of that interval."),
      .init(
        "more_customers", .count,
        "Needed until the wanted effect shows in four of five cases, in both together."),
      .init(
        "verdict", .text,
        "winner, no difference seen, not enough data or broken split; at the metric that decides."),
      .init("winner", .text, "The variant that won."),
      .init("verdict_any_day", .text, "The same for somebody who looks every day."),
      .init("explanation", .text, "Why, in a sentence."),
    ])
}
