package enum Payouts: ReportTable {
  package static let store = key("store", "`app_store` or `google_play`.")
  package static let month = time(
    month: "fiscal_month", "The calendar month in which the middle of the store's month lies.")
  package static let firstDay = day("first_day", "The first day of the store's month.")
  package static let lastDay = day("last_day", "The last day of it.")
  package static let proceeds = money(
    "proceeds", "Proceeds of customers of the store's platforms on these days, up to the as-of day."
  )
  package static let payDay = day(
    "pay_day",
    "The day on which the store is expected to pay, as the configuration says; of a month that is "
      + "not paid yet, after the store's usual delay, once three payouts have come.")
  package static let expected = money(
    "expected",
    "Of payouts to come: proceeds, and for days to come the mean of the last 28 days; empty with "
      + "fewer than 56 days to go by."
  ).nonAdditive(note)
  package static let low = money("low", "Lower end of its 80 % interval.").nonAdditive(note)
  package static let high = money("high", "Upper end of its 80 % interval.").nonAdditive(note)
  package static let paid = money("paid", "What the file of payouts says that came.")
    .nonAdditive("told by the file of payouts")
  package static let paidOn = day("paid_on", "The day on which it came.")
  package static let difference = money(
    "difference", "Paid less proceeds, of months that are over."
  ).nonAdditive("paid less proceeds")
  package static let complete = flag("complete", "1 when the store's month is over.")

  private static let note = "a forecast, from the proceeds of the last 56 days"

  package static let schema = TableSchema(
    "payouts",
    "One row for every month of a store's own calendar, up to the payouts that come next.",
    question: "When does a store pay, and how much?", topic: .payouts,
    columns: [
      store, month, firstDay, lastDay, proceeds, payDay, expected, low, high, paid, paidOn,
      difference, complete,
    ], privacy: .list, guide: "Payouts", isWatchable: false)
}
