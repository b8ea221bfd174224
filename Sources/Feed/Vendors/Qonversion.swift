import Values

// Qonversion's webhooks (https://documentation.qonversion.io/docs/webhooks). Times are seconds,
// prices major units.

extension Vendor {
  static let qonversion = Vendor(
    dialect: .qonversion,
    isMarked: {
      $0["event_name"].isText && $0["user_id"].isNamed
        && ($0["custom_user_id"].isNamed || $0["identity_id"].isNamed)
        && ($0["transaction"].isNamed || $0["revenue"].isNamed || $0["product_id"].isNamed)
    }, read: { reader, line throws(Rejection) in try reader.readQonversion(line) })
}

extension LineReader {
  fileprivate mutating func readQonversion(_ line: LineValue) throws(Rejection) -> Outcome {
    let type = try requireType(line["event_name"])
    guard let kind = type.qonversionKind else { return ignoreType(type) }
    draft.isSandbox = isSandbox(line["environment"])
    draft.start(kind, isNote: kind == .productChanged)
    noteRepeatedFailure()
    joinSubscribers()
    draft.put(.timestamp, seconds: line["time"].or(line["created_at"]))
    draft.put(.eventID, line["event_id"])
    let (own, user) = (draft.id(line["custom_user_id"], or: line["identity_id"]), line["user_id"])
    draft.put(.userID, draft.id(own, or: user))
    if draft.isID(own), !own.isSame(as: user) { draft.put(.previousID, user) }
    draft.put(.productID, line["product_id"])
    let transaction = line["transaction"]
    draft.put(.transactionID, transaction["transaction_id"])
    draft.put(.originalTransactionID, transaction["original_transaction_id"])
    if !type.begins(with: "in_app_purchase") {
      draft.put(.expiresAt, seconds: transaction["expires"])
    }
    draft.put(.graceExpiresAt, seconds: transaction["grace_period_expires"])
    draft.put(.country, line["country"])
    if let platform = line["platform"].qonversionPlatform { draft.put(.platform, platform) }
    let price = line["price"].ifObject.or(line["revenue"])
    putPrice(price["value"].amount(), price["currency"], dollars: price["value_usd"].amount())
    return try acceptDraft()
  }
}

extension LineValue {
  /// https://documentation.qonversion.io/docs/integrations-overview#tracked-events
  fileprivate var qonversionKind: EventKind? {
    switch self {
    case "trial_started": .trialStarted
    case "trial_converted": .trialConverted
    case "trial_canceled", "subscription_canceled": .cancelled
    case "trial_expired", "subscription_expired": .expired
    case "trial_billing_retry_entered", "subscription_billing_retry_entered": .billingFailed
    case "trial_grace_period_entered", "subscription_grace_period_entered": .gracePeriodEntered
    case "trial_renewal_reactivated", "subscription_renewal_reactivated", "trial_restored",
      "subscription_restored":
      .uncancelled
    case "subscription_started", "subscription_upgraded", "in_app_purchase": .purchased
    case "subscription_renewed": .renewed
    case "subscription_refunded", "in_app_purchase_refunded": .refunded
    case "subscription_product_changed": .productChanged
    default: nil
    }
  }

  fileprivate var qonversionPlatform: StaticString? {
    if isWord("ios") { return "ios" }
    if isWord("android") { return "android" }
    if isWord("macos") { return "macos" }
    return isWord("stripe") || isWord("web") ? "web" : nil
  }
}
