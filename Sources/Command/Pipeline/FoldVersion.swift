import Feed
import Settings
import Timeline
import Values

/// Raised whenever the fold gives other facts for the same events: what older programs folded is
/// then folded again. ``foldChanges`` says what was otherwise before.
let foldVersion = 32

/// What each version of the fold made of the same events that the one before did not: told by the
/// first run that folds them anew. Versions that are missing left the figures as they were; what
/// came before the first was in no program that anybody has.
let foldChanges: [(version: Int, meaning: String)] = [
  (
    22,
    "MRR comes from what recurs; subscriptions without a group are told apart by their original "
      + "transactions; month ends keep their day; payments of one store transaction join their ids; a "
      + "device is the earlier id of one person only; trials convert by what pays for access; each step of a "
      + "funnel is another event than the one before it (the changelog has an example of each)"
  ),
  (
    25,
    "two ids that tell of one trial are one customer; one transaction within a day is one payment, whatever its "
      + "products are called; a purchase with a trial's transaction is the trial; what was before the log goes on "
      + "under its original transaction; a reversal undoes its price alone; coins are of no subscription; taxes "
      + "are found by the names of countries. Once older lines are read again (runrate ingest --again LOGS): a failed "
      + "payment that Adapty, Apphud, Purchasely or Qonversion report together with its grace is one "
      + "failure, staging and Xcode are test environments, and a transaction 0 or an end of 0 is none"
  ),
  (
    26,
    "a refund of the difference to another plan ends no access; a payment in a grace, and a change of plan "
      + "that adds the time that was left, are of their period whatever the days; a change that waits may "
      + "begin under another original transaction. Once older lines are read again (runrate ingest --again "
      + "LOGS): Google Play's change to a larger plan without its order costs the difference; Stripe's changes "
      + "are seen with a cancellation that is taken back, Paddle's before their payment"
  ),
  (
    27,
    "what is paid by the month within a plan that is paid by the year leaves the plan as it is; one transaction of "
      + "one original transaction is one payment of one customer, whatever its products are called; another quantity "
      + "of the same plan is seen when it is told; a renewal of what was paid before is no step of a funnel; a refund "
      + "that is dated up to five minutes before its payment counts. Once older lines are read again (runrate ingest --again "
      + "LOGS): "
      + "Stripe's subscriptions that are paid by the month and by the year, and discounts named by their ids; "
      + "Chargebee's invoices paid a term late, and coupons at changes of plan; Paddle's and Lemon Squeezy's changes "
      + "within a period; Google Play's prepaid plans that are paid again"
  ),
  (
    28,
    "a renewal of what was paid before converts nobody in an experiment; a payment of what recurs that names no "
      + "product is for the one that its subscription names; a payment without a transaction, at the price of "
      + "another one of its original transaction and within five minutes, is that. Once older lines are read "
      + "again (runrate ingest --again LOGS): space around ids is no part of them; TestFlight and is_sandbox are test environments; ids that "
      + "RevenueCat gives to installations are those of their subscription, and its purchases at Stripe are told "
      + "apart; Stripe's refund.created, and invoices by quote or of before 2018; Google Play's add-ons, and what is "
      + "pending"
  ),
  (
    29,
    "a payment without a transaction, at the price and to the end of one with it, is that. Once older lines are "
      + "read again (runrate ingest --again LOGS): what Apple or a subscription platform tells of an original "
      + "transaction is of one customer; what Stripe's disputes list as moved counts; Paddle's seats within a "
      + "period where there is tax; what a biller is paid after a subscription's end brings nobody back"
  ),
  (
    30,
    "in a group, what is told of an original transaction changes nothing of another one that runs in its place; "
      + "who is gone by a cancellation for billing is gone by billing; the same payment made again for the next period "
      + "is of that period. Once older lines are read again (runrate ingest --again LOGS): Stripe's and Chargebee's "
      + "invoices for something once that fail are no failed renewals, Stripe's unpaid subscriptions end, and what "
      + "Adapty tells of a plan in whose place another runs is nothing of that"
  ),
  (
    31,
    "a payment converts the latest trial alone; a refund that names no payment is of the latest one for its "
      + "product; a platform's commission is found in capitals, too. Once older lines are read again (runrate ingest "
      + "--again LOGS): countries are told by their codes, however logs write them; what Stripe's lost disputes took "
      + "counts where they list no moves; Lemon Squeezy's unpaid subscriptions end, and "
      + "its orders count"
  ),
  (
    32,
    "what a dispute took counts once, however late it is lost. Once older lines are read again (runrate ingest "
      + "--again LOGS): Chargebee's and Paddle's periods go on after a pause; days on which a subscription of "
      + "Stripe's was unpaid stay so when it is paid later"
  ),
]

extension Settings {
  /// Tells apart everything besides events and exchange rates that decides about the fold.
  func rulesHash(_ rules: FoldRules, _ opening: Opening) -> String {
    let before = rules.firstDay.map { "-\(opening.fingerprint)-\($0)" } ?? ""
    return "\(foldVersion)-\(foldFingerprint)" + (rules.tellsAppsApart ? "-apps" : "") + before
  }
}
