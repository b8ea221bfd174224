package enum Experiments: ReportTable {
  package static let experiment = key("experiment", "The experiment, as the log names it.")
  package static let basis = key(
    "basis", "`matured`: customers whose window is over, which verdicts rest on; `so_far`: all.")
  package static let metric = key(
    "metric", "`trial` or `paid`: customers who did within the window; `revenue`: net, for each.")
  package static let variant = key("variant", "The variant that the customer met first.")
  package static let isControl = flag(
    "is_control", "1 for the variant that the others are compared with.")
  package static let exposed = count("exposed", "Customers who met this variant and no other.")
  package static let leftOut = count(
    "left_out", "Customers who met this variant first, and another one, too.")
  package static let splitPValue = number(
    "split_p_value",
    "How probable so uneven a split of the customers is by chance (χ²); below 0.001 it is broken, "
      + "and nothing is judged."
  )
  package static let converted = count(
    "converted", "Customers with a trial, or a payment, within the window.")
  package static let revenue = money(
    "revenue", "Payments within the window, less refunds of them within it.")
  package static let figure = number("figure", "Converted, or revenue, ÷ exposed.")
  package static let low = number(
    "low", "Lower end of the figure's 95 % interval (Wilson for shares).")
  package static let high = number("high", "Upper end of the figure's 95 % interval.")
  package static let difference = number("difference", "The figure less the control's.")
  package static let differenceLow = number(
    "difference_low",
    "Lower end of the difference's 95 % interval (Newcombe for shares, Welch for money).")
  package static let differenceHigh = number(
    "difference_high", "Upper end of the difference's 95 % interval.")
  package static let relative = number("relative", "The difference ÷ the control's figure.")
  package static let relativeLow = number(
    "relative_low", "Lower end of its 95 % interval (Welch, delta method).")
  package static let relativeHigh = number("relative_high", "Upper end of its 95 % interval.")
  package static let pValue = number(
    "p_value", "How probable a difference at least as large is where there is none (Welch).")
  package static let relativePValue = number(
    "relative_p_value", "The same of the relative difference.")
  package static let holmPValue = number(
    "holm_p_value", "The p-value, corrected for several variants (Holm).")
  package static let judgingPValue = number(
    "judging_p_value",
    "What a winner needs below 0.05: the larger of Welch's p-value and that of Fisher's exact test "
      + "(for shares) or the pooled t-test (for money), corrected (Holm)."
  )
  package static let chanceToWin = number(
    "chance_to_win", "How probable it is that the variant is the better one.")
  package static let alwaysLow = number(
    "always_low", "Lower end of the difference's interval that holds at every look together.")
  package static let alwaysHigh = number("always_high", "Upper end of that interval.")
  package static let moreCustomers = count(
    "more_customers",
    "Needed to detect the wanted effect at 80% power, in both together."
  ).statistic
  package static let verdict = text(
    "verdict",
    "winner, no difference seen, not enough data or broken split; at the metric that decides.")
  package static let winner = text("winner", "The variant that won.")
  package static let verdictAnyDay = text(
    "verdict_any_day", "The same for somebody who looks every day.")
  package static let explanation = sentence("explanation", "Why, in a sentence.")

  package static let schema = TableSchema(
    "experiments", "One row for every experiment, basis, metric and variant.",
    question: "Which variant won?", topic: .experiments,
    steps: [
      Model("experiment_sums", PackageResources.experiment_sums_sql, grain: "experiment, variant")
    ],
    columns: [
      experiment, basis, metric, variant, isControl, exposed, leftOut, splitPValue, converted,
      revenue, figure, low, high, difference, differenceLow, differenceHigh, relative, relativeLow,
      relativeHigh, pValue, relativePValue, holmPValue, judgingPValue, chanceToWin, alwaysLow,
      alwaysHigh, moreCustomers, verdict, winner, verdictAnyDay, explanation,
    ],
    parts: parts,
    isAskedByCustomer: true,
    nonAdditive: NonAdditiveNote(
      "statistics of exposed, converted and revenue of this variant and of the control: "
        + "Definitions.md, \"Experiments\"",
      of: "exposed"))
}

extension Experiments {
  /// A row for each basis and metric; `converted` of revenue, and `revenue` of shares, are empty.
  private static let parts = [("matured", "matured_"), ("so_far", "")].flatMap { basis, prefix in
    [("trial", "trials", nil), ("paid", "payers", nil), ("revenue", nil, "revenue")].map {
      (metric: String, converted: String?, revenue: String?) in
      """
      SELECT experiment, '\(basis)' AS basis, '\(metric)' AS metric, variant,
        \(prefix)exposed AS exposed, mixed AS left_out,
        \(converted.map { prefix + $0 } ?? "NULL") AS converted,
        \(revenue.map { prefix + $0 } ?? "NULL") AS revenue
      FROM experiment_sums
      """
    }
  }.joined(separator: "\nUNION ALL\n")
}
