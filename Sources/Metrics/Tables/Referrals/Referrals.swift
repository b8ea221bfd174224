package enum Referrals: ReportTable, ByMonth {
  package static let recorded = count("recorded", "Referrals: completed + expired + pending.")
  package static let completed = count("completed", "Those that earned their referrer a reward.")
  package static let expired = count("expired", "Those not completed within 90 days.")
  package static let pending = count("pending", "The others.")
  package static let completionRate = ratio(
    "completion_rate", completed, over: recorded,
    "Completed ÷ recorded; grows while any are pending.")
  package static let (low, high) = wilson(completed, of: recorded, "that rate's")
  package static let rewardsRedeemed = count(
    "rewards_redeemed", "Completed ones whose referrer redeemed an offer since."
  ).nonAdditive(
    "a referrer's rewards are redeemed in the order in which they were earned, so none belongs to "
      + "one referred customer: `runrate customer` of a referrer shows his"
  )
  package static let rewardsOutstanding = count(
    "rewards_outstanding", "Completed ones whose reward waits."
  ).nonAdditive(
    "a referrer's rewards are redeemed in the order in which they were earned, so none belongs to "
      + "one referred customer: `runrate customer` of a referrer shows his"
  )
  package static let selfReferrals = count("self_referrals", "Customers who referred themselves.")

  package static let schema = TableSchema(
    "referrals", "One row for every month in which referrals were recorded.",
    question: "What do referrals bring?", topic: .offers,
    query: PackageResources.referrals_sql,
    steps: [
      Model("referral_link", PackageResources.referral_link_sql, grain: "customer, number"),
      Model("referral_reward", PackageResources.referral_reward_sql, grain: "customer"),
    ],
    columns: [
      month, recorded, completed, expired, pending, completionRate, low, high, rewardsRedeemed,
      rewardsOutstanding, selfReferrals,
    ],
    isAskedByCustomer: true)
}
