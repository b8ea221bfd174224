package enum OfferCodes: ReportTable {
  package static let offer = requiredKey("offer", "The offer's id.")
  package static let codes = count("codes", "Codes of all its pools.").nonCustomer
  package static let assigned = count("assigned", "Codes that were handed to somebody.")
  package static let redeemed = count("redeemed", "Codes that somebody redeemed.")
  package static let unredeemed = count(
    "assigned_unredeemed", "Codes that were handed to somebody, and that nobody has redeemed.")
  package static let reused = count("reused", "Codes that were redeemed by more than one customer.")
  package static let expired = count(
    "expired", "Codes whose last day is over and that nobody had; the oldest are handed out first."
  ).nonAdditive("what is left of the pools that expired")
  package static let available = count("available", "Codes that can still be handed out.")
    .nonAdditive("codes less those that somebody had, and those that expired")
  package static let used28 = count(
    "used_28_days", "Codes that were handed out, or redeemed first, in the last 28 days.")
  package static let daysOfStock = quotient(
    "days_of_stock", stock, over: used28,
    "How long the available codes last at the pace of the last 28 days."
  ).in(.days)
  package static let quarterLimit = count(
    "quarter_limit", "Redemptions that the store allows in a calendar quarter."
  ).nonCustomer
  package static let redeemedQuarter = count(
    "redeemed_quarter", "Redemptions in the as-of day's quarter.")
  package static let nextExpiry = day("next_expiry", "The last day of the pool that expires next.")

  // Columns of the query that quotients are made of.
  static let stock = hidden("stock").nonCustomer

  package static let schema = TableSchema(
    "offer_codes",
    "One row for every offer that the configuration names a pool of codes of.",
    question: "How long do one-time codes last?", topic: .offers,
    query: PackageResources.offer_codes_sql,
    columns: [
      offer, codes, assigned, redeemed, unredeemed, reused, expired, available, used28,
      daysOfStock, quarterLimit, redeemedQuarter, nextExpiry,
    ], isAskedByCustomer: true, privacy: .list, guide: "Offers and referrals")
}
