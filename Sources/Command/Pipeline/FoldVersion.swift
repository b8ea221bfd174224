import Feed
import Settings
import Timeline
import Values

/// Raised whenever the fold gives other facts for the same events: what older programs folded is
/// then folded again. ``foldChanges`` says what was otherwise before.
let foldVersion = 31

/// What each version of the fold made of the same events that the one before did not: told by the
/// first run that folds them anew. What came before them was in no program that anybody has.
let foldChanges: [(version: Int, meaning: String)] = [
  (10, "refunds and reversals of refunds are shown apart; only access renews"),
  (
    11,
    "apps are told apart, where older events name them once they are read again (runrate ingest "
      + "--again LOGS); who has more than 50 ids is listed as suspicious"
  ),
  (12, "experiments have the lifetime value of each variant; other figures stay"),
  (
    13,
    "failures have causes, and app health, codes of offers and limits of plans their own tables; "
      + "other figures stay"
  ),
  (
    14,
    "rollouts, consent, add-ons and times when everybody has access are told; other figures stay"
  ),
  (
    15,
    "a code that is told of without its offer first counts when it is told of with it, and proofs no "
      + "longer fail then; other figures stay"
  ),
  (
    16,
    "who begins with a payment that a later line gives to a user is named after the user; figures stay"
  ),
  (
    17,
    "a failed payment in the instant of the charge that ended the one before is one more; an add-on is no "
      + "larger plan; payments without a billing period are counted; other figures stay"
  ),
  (
    18,
    "a payment more than a day before the end of a coverage that had ended early renews nothing, nor does "
      + "the one after it; a grace of no day is trouble with billing; other figures stay"
  ),
  (
    19,
    "a second grace leaves the days before it as they were; an expiry ends the access that began last, also "
      + "after a grace has brought an older one back; a payment told of by its tier first takes the product that "
      + "is named later; amounts above 10⁹ in the reporting currency count; what begins something comes before "
      + "what it led to in the same instant; other figures stay"
  ),
  (
    20,
    "in upcoming.csv no renewal is due behind one that is overdue; other figures stay"
  ),
  (
    21,
    "in upcoming.csv a renewal in the last hour of thirty days is due, where clocks go back in them; other "
      + "figures stay"
  ),
  (
    22,
    "MRR comes from what recurs; subscriptions without a group are told apart by their original "
      + "transactions; month ends keep their day; payments of one store transaction join their ids; a "
      + "device is the earlier id of one person only; trials convert by what pays for access; each step of a "
      + "funnel is another event than the one before it (the changelog has an example of each)"
  ),
  (23, "funnels tell day by day how soon each step was taken; other figures stay"),
  (
    24,
    "trials tell day by day what became of them, and who opts out by the paywall seen first; other figures "
      + "stay"
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
      + "counts where they list no moves; Lemon Squeezy's unpaid subscriptions end"
  ),
]

extension Settings {
  /// Tells apart everything besides events and exchange rates that decides about the fold.
  func rulesHash(_ rules: FoldRules, _ opening: Opening) -> String {
    let before = rules.firstDay.map { "-\(opening.fingerprint)-\($0)" } ?? ""
    return "\(foldVersion)-\(foldFingerprint)" + (rules.tellsAppsApart ? "-apps" : "") + before
  }
}
