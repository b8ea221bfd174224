import Values

// Apphud's webhooks (https://docs.apphud.com/docs/webhook). Times are ISO 8601, prices major units.

extension Vendor {
  static let apphud = Vendor(
    dialect: .apphud,
    isMarked: {
      $0["event"]["name"].isText && $0["user"].isObject
        && ($0["app"].isObject || $0["event"]["receipt"].isNamed)
    }, read: { reader, line throws(Rejection) in try reader.readApphud(line) })
}

extension LineReader {
  fileprivate mutating func readApphud(_ line: LineValue) throws(Rejection) -> Outcome {
    let (event, user) = (line["event"], line["user"])
    let (type, properties) = (event["name"], event["properties"])
    try requireType(type)
    guard let kind = type.apphudKind else { return ignoreType(type) }
    let receipt = event["receipt"]
    draft.isSandbox = isSandbox(properties["environment"].or(receipt["environment"]))
    draft.start(kind, isNote: kind == .productChanged)
    noteRepeatedFailure()
    joinSubscribers()
    draft.put(.timestamp, utc: event["created_at"])
    draft.put(.eventID, event["id"])
    draft.put(.userID, user["user_id"])
    draft.put(.productID, properties["product_id"].or(receipt["product_id"]))
    draft.put(.transactionID, properties["transaction_id"].or(receipt["transaction_id"]))
    draft.put(
      .originalTransactionID,
      properties["original_transaction_id"].or(receipt["original_transaction_id"]))
    if !type.begins(with: "non_renewing") {
      draft.put(.expiresAt, utc: properties["expires_at"].or(receipt["expires_at"]))
    }
    draft.put(.country, user["country_iso_code"].or(user["country"]))
    draft.put(.app, line["app"]["bundle_id"].or(line["app"]["package_name"]))
    if let platform = event["store"].storePlatform { draft.put(.platform, platform) }
    try draft.put(.reason, lowerCase: properties["reason"])
    putPrice(
      properties["local_price"].amount(), properties["currency"],
      dollars: properties["usd_price"].amount())
    return try acceptDraft()
  }
}

extension LineValue {
  /// https://docs.apphud.com/docs/events
  fileprivate var apphudKind: EventKind? {
    switch self {
    case "trial_started": .trialStarted
    case "trial_converted": .trialConverted
    case "trial_canceled", "intro_canceled", "promo_canceled", "subscription_canceled",
      "autorenew_disabled":
      .cancelled
    case "trial_expired", "intro_expired", "promo_expired", "subscription_expired": .expired
    case "autorenew_enabled": .uncancelled
    case "subscription_started", "intro_started", "promo_started", "non_renewing_purchase":
      .purchased
    case "subscription_renewed", "intro_renewed", "promo_renewed", "intro_converted",
      "promo_converted":
      .renewed
    case "subscription_refunded", "trial_refunded", "intro_refunded", "promo_refunded",
      "non_renewing_purchase_refunded":
      .refunded
    case "billing_issue": .billingFailed
    case "grace_period_started": .gracePeriodEntered
    default: nil
    }
  }
}
