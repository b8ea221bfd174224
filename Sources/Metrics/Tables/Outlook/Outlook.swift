package enum Outlook: ReportTable {
  package static let item = key(
    "item",
    "`mrr`, `set_to_cancel`, `grace_losses`, `committed_mrr`, `trials`, `renewals_30`, "
      + "`renewals_90`, `grace_30`, `grace_90`, `forecast`, `backtest` or `accuracy`.")
  package static let part = key("part", "The product of the trials; else `all`.")
  package static let month = key(
    "month", "The month at whose end MRR is forecast: `2026-07`; else that of the as-of day.")
  package static let monthsAhead = position(
    "months_ahead", "1 for the first month end after the day of the forecast; 0 of no forecast.",
    .months)
  package static let madeOn = day(
    "made_on", "The last day that the forecast knew of.")
  package static let cases = count(
    "cases",
    "Customers, coverages, trials or payments; of a forecast the earlier ones that its interval "
      + "rests on, of `accuracy` those compared.")
  package static let amount = money(
    "amount", "MRR at stake, were nobody or all of them to pay; what the payments would charge.")
  package static let rate = rate(
    "rate",
    "`expected` ÷ `amount`; of `accuracy` the share of months that came inside the interval.")
  package static let expected = money(
    "expected",
    "What is expected: MRR, or money of the payments; of `set_to_cancel` and "
      + "`grace_losses` the MRR expected to be lost.")
  package static let low = money("low", "Lower end of the forecast's 80 % interval.")
  package static let high = money("high", "Upper end of it.")
  package static let actual = money("actual", "MRR at the end of the month, as it came.")
  package static let error = number(
    "error",
    "Expected ÷ actual, less 1: above 0 where the forecast was too high; of `accuracy` the mean of these "
      + "without their signs."
  ).statistic
  package static let remark = sentence(
    "note", "Why there is no forecast, or what a rate or an interval rests on.")

  private static let note =
    "follows from other tables by the model of Definitions.md, \"Outlook\"; customers have no parts"

  package static let schema = TableSchema(
    "outlook",
    "One row for every figure of the outlook: what is committed, due and forecast, and how earlier "
      + "forecasts did.",
    question: "What comes next?", topic: .outlook,
    columns: [
      item, part, month, monthsAhead, madeOn, cases, amount, rate, expected, low, high, actual,
      error, remark,
    ],
    privacy: .list,
    guide: "Outlook",
    isWatchable: false, noSums: note)

  /// What a row is about, as the column `item` calls it.
  package enum Item: String, CaseIterable, Sendable {
    case mrr
    case setToCancel = "set_to_cancel"
    case graceLosses = "grace_losses"
    case committedMRR = "committed_mrr"
    case trials
    case renewals30 = "renewals_30"
    case renewals90 = "renewals_90"
    case grace30 = "grace_30"
    case grace90 = "grace_90"
    case forecast, backtest, accuracy
  }
}
