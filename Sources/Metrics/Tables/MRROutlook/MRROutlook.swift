package enum MRROutlook: ReportTable {
  package static let month = time(month: "month", "The calendar month.")
  package static let monthsAhead = position(
    "months_ahead", "0 up to the as-of day; 1 for the first month end after it.", .months)
  package static let day = day(
    "day", "The day at whose end MRR is meant: the last one of the month, or the as-of day.")
  package static let mrr = money("mrr", "MRR as it came; empty in months to come.")
    .nonAdditive("the closing MRR of mrr_movements.csv")
  package static let budget = money(
    "budget", "MRR planned for the end of the month; empty where none is."
  ).nonAdditive("told by the budget of the configuration")
  package static let openingMRR = money(
    "opening_mrr", "MRR at the end of the as-of day; empty before it.")
  package static let setToCancel = money(
    "set_to_cancel_mrr", "The MRR of subscribers with renewal off, as a negative amount.")
  package static let graceLosses = money(
    "grace_losses", "What subscribers in grace are expected to lose, as a negative amount.")
  package static let committedMRR = money(
    "committed_mrr", "Opening MRR + set to cancel + grace losses.")
  package static let stillPaid = money(
    "still_paid", "Of these two, what is still paid for on the day.")
  package static let churn = money(
    "churn_and_contraction",
    "What else renewals and changes of plan are expected to cost until then; below 0 mostly.")
  package static let trials = money(
    "trial_conversions", "What the running trials that end by then are expected to bring.")
  package static let new = money(
    "new_and_expansion",
    "What else is expected to begin until then: new customers, reactivation and expansion.")
  package static let expected = money(
    "expected",
    "Committed MRR and the four parts behind it; on the as-of day MRR. Empty without a forecast.")
  package static let low = money("low", "Lower end of the 80 % interval.")
  package static let high = money("high", "Upper end of it.")

  private static let note =
    "follows from other tables by the model of Definitions.md, \"Outlook\"; customers have no parts"

  package static let schema = TableSchema(
    "mrr_outlook",
    "One row for every month end: MRR as it came, or as it is committed and expected, with the "
      + "parts that lead from the one to the other. Amounts are whole cents.",
    question: "What will MRR be?", topic: .outlook,
    columns: [
      month, monthsAhead, day, mrr, budget, openingMRR, setToCancel, graceLosses, committedMRR,
      stillPaid, churn, trials, new, expected, low, high,
    ],
    identities: [
      committedMRR.sum(of: [openingMRR, setToCancel, graceLosses]),
      expected.sum(of: [committedMRR, stillPaid, churn, trials, new]),
    ],
    privacy: .list,
    guide: "Outlook",
    isWatchable: false, noSums: note)
}
