import Values

// Superwall's webhooks (https://superwall.com/docs/integrations/webhooks). Times are milliseconds,
// prices major units; an event with a negative price is a refund, whatever its type.

extension Vendor {
  static let superwall = Vendor(
    dialect: .superwall,
    isMarked: {
      $0["object"] == "event" && $0["type"].isText && $0["data"]["name"].isText
        && ($0["projectId"].isNamed || $0["applicationId"].isNamed)
    }, read: { reader, line throws(Rejection) in try reader.readSuperwall(line) })
}

extension LineReader {
  fileprivate mutating func readSuperwall(_ line: LineValue) throws(Rejection) -> Outcome {
    let (type, data) = (line["type"], line["data"])
    try requireType(type)
    guard try startSuperwall(data, type) else { return ignoreType(type) }
    let told = line["timestamp"].or(data["ts"])
    switch draft.kind {
    case .purchased, .renewed, .trialStarted, .trialConverted, .offerRedeemed:
      draft.put(.timestamp, milliseconds: data["purchasedAt"].or(told))
    default: draft.put(.timestamp, milliseconds: told)
    }
    draft.put(.eventID, data["id"])
    draft.put(.userID, data["originalAppUserId"])
    return try acceptDraft()
  }

  /// Begins the event that data of Superwall's tell of, but for its time and whose it is; false where
  /// they concern neither access nor money.
  mutating func startSuperwall(_ data: LineValue, _ type: LineValue) throws(Rejection) -> Bool {
    guard let kind = data.superwallKind(type) else { return false }
    draft.isSandbox = isSandbox(data["environment"])
    draft.start(kind, isNote: kind == .productChanged)
    joinSubscribers()
    draft.put(.productID, data[kind == .productChanged ? "newProductId" : "productId"])
    draft.put(.transactionID, data["transactionId"])
    draft.put(.originalTransactionID, data["originalTransactionId"])
    draft.put(.country, data["countryCode"])
    draft.put(.app, data["bundleId"])
    if let platform = data["store"].storePlatform { draft.put(.platform, platform) }
    if data["isFamilyShare"].isTrue { draft.put(.ownership, "family_shared") }
    if !(type == "non_renewing_purchase") {
      draft.put(.expiresAt, milliseconds: data["expirationAt"])
    }
    if type == "subscription_paused" { draft.put(.reason, "paused") }
    try draft.put(.reason, lowerCase: data["expirationReason"].or(data["cancelReason"]))
    let price = putPrice(
      data["priceInPurchasedCurrency"].amount(), data["currencyCode"],
      dollars: data["price"].amount())
    draft.put(.tax, price.share(data["taxPercentage"]))
    draft.put(.fee, price.share(data["commissionPercentage"]))
    draft.put(.offerID, data["offerCode"])
    return true
  }
}

extension LineValue {
  /// https://superwall.com/docs/integrations/webhooks#event-names
  fileprivate func superwallKind(_ type: LineValue) -> EventKind? {
    if self["price"].isNegative { return .refunded }
    switch type {
    case "initial_purchase":
      guard self["periodType"] == "TRIAL", !self["isFamilyShare"].isTrue else { return .purchased }
      return self["offerCode"].isPresent ? .offerRedeemed : .trialStarted
    case "renewal": return self["isTrialConversion"].isTrue ? .trialConverted : .renewed
    case "non_renewing_purchase": return .purchased
    // `billing_issue` says the same failure, and a cancellation would forbid grace.
    case "cancellation": return self["cancelReason"] == "BILLING_ERROR" ? nil : .cancelled
    case "subscription_paused": return .cancelled
    case "uncancellation": return .uncancelled
    case "expiration": return .expired
    case "billing_issue": return .billingFailed
    case "product_change": return .productChanged
    case "subscription_extended": return .subscriptionExtended
    default: return nil
    }
  }
}
