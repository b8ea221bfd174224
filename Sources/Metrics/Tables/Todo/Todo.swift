package enum Todo: ReportTable {
  package static let customer = key("customer", "The customer's id, hashed as in subscribers.csv.")
  package static let reason = key(
    "reason",
    "`grace` (payment failed, access goes on), `trial_grace` (the first one, after a trial), `billing_retry` (access has ended, the store still "
      + "tries), `trial_ending` (within 3 days, to go on as a payment), `trial_cancelled` (within 3 days, not "
      + "to go on) or `set_to_cancel`.")
  package static let product = text("product", "The product of the access.")
  package static let ends = day(
    "ends", "The day on which access ends, or ended, a grace period included.")
  package static let mrr = money(
    "mrr",
    "MRR at stake: the customer's own; where there is none, what subscribers of the product bring "
      + "on average. Empty where nobody pays for the product."
  ).nonAdditive(note)
  package static let expectedMRR = money(
    "expected_mrr",
    "What comes of it if nobody does anything: after a failed payment the share that failed payments of the "
      + "last six months came to, of trials the rate of upcoming.csv, of what is cancelled nothing. Empty "
      + "where nothing like it is over yet."
  ).nonAdditive(note)

  package static let country = text("country", "The customer's country.")
  package static let channel = text("channel", "The channel that the customer came by.")
  package static let userID = text(
    "user_id",
    "The id by which the app's support finds the customer, where `privacy.userIDs` is `shown`.")

  private static let note =
    "what hangs on this one customer; the sum is at stake, not lost: many pay or stay by themselves"

  package static let schema = TableSchema(
    "todo",
    "One row for every customer whose MRR can still be saved or won.",
    question: "Whose MRR can still be saved or won?", topic: .todo,
    columns: [
      customer, reason, product, ends, mrr, expectedMRR, country, channel, userID,
    ],
    privacy: .list,
    guide: "What to do",
    isWatchable: false)

  /// Why a customer is in the list, as the column `reason` calls it, in the order of the list.
  package enum Reason: String, CaseIterable, Sendable {
    case grace
    case trialGrace = "trial_grace"
    case billingRetry = "billing_retry"
    case trialEnding = "trial_ending"
    case trialCancelled = "trial_cancelled"
    case setToCancel = "set_to_cancel"
  }
}
