import Values

// Adapty's webhooks (https://adapty.io/docs/webhook-event-types-and-fields). Times are ISO 8601,
// prices major units before the store's cut.

extension Vendor {
  static let adapty = Vendor(
    dialect: .adapty,
    isMarked: {
      $0["event_type"].isText && $0["event_datetime"].isNamed
        && ($0["profile_id"].isNamed || $0["event_properties"].isNamed)
    }, read: { reader, line throws(Rejection) in try reader.readAdapty(line) })
}

extension LineReader {
  fileprivate mutating func readAdapty(_ line: LineValue) throws(Rejection) -> Outcome {
    let (type, event) = (line["event_type"], line["event_properties"])
    try requireType(type)
    guard try startAdapty(event, type) else { return ignoreType(type) }
    draft.put(.timestamp, time: line["event_datetime"])
    draft.put(.eventID, event["profile_event_id"])
    let (user, profile) = (line["customer_user_id"], line["profile_id"].or(event["profile_id"]))
    draft.put(.userID, draft.id(user, or: profile))
    if draft.isID(user), !user.isSame(as: profile) { draft.put(.previousID, profile) }
    // The first source of attribution that says something.
    for source in line["attributions"].elements where source["channel"].isPresent {
      putMissing(.channel, source["channel"])
      putMissing(.campaign, source["campaign"])
    }
    return try acceptDraft()
  }

  /// Begins the event that properties of Adapty's tell of, but for its time and whose it is; false
  /// where they concern neither access nor money.
  mutating func startAdapty(_ event: LineValue, _ type: LineValue) throws(Rejection) -> Bool {
    guard let kind = type.adaptyKind, !event.isAdaptyNote(kind) else { return false }
    draft.isSandbox = isSandbox(event["environment"])
    draft.start(event.isAdaptyOffer && kind == .trialStarted ? .offerRedeemed : kind)
    noteRepeatedFailure()
    if !type.begins(with: "non_subscription") { joinSubscribers() }
    try draft.put(.productID, event["vendor_product_id"], ":", event["base_plan_id"])
    draft.put(.transactionID, event["transaction_id"])
    draft.put(.originalTransactionID, event["original_transaction_id"])
    draft.put(.country, event["store_country"].or(event["profile_country"]))
    if let platform = event["store"].storePlatform { draft.put(.platform, platform) }
    draft.put(.paywallID, event["paywall_name"])
    if !type.begins(with: "non_subscription") {
      draft.put(.expiresAt, time: event["subscription_expires_at"])
    }
    draft.put(
      .graceExpiresAt, time: event["subscription_expires_at"].when(kind == .gracePeriodEntered))
    if type == "subscription_paused" { draft.put(.reason, "paused") }
    try draft.put(.reason, lowerCase: event["cancellation_reason"])
    putAdaptyMoney(event)
    return true
  }

  private mutating func putAdaptyMoney(_ event: LineValue) {
    if draft.kind == .offerRedeemed { return draft.put(.price, exactly: 0) }
    let local = event["price_local"].amount()
    let price = putPrice(local, event["currency"], dollars: event["price_usd"].amount())
    let proceeds = event[local.isAbsent ? "proceeds_usd" : "proceeds_local"].amount()
    if !proceeds.isAbsent { draft.put(.fee, (price - proceeds).floored) }
    draft.put(.tax, event[local.isAbsent ? "tax_amount_usd" : "tax_amount_local"].amount())
    draft.put(.offerID, event["promotional_offer_id"])
  }
}

extension LineValue {
  /// https://adapty.io/docs/webhook-event-types-and-fields#webhook-event-types, and the names of
  /// before (https://docs.adapty.io/analytics/integrations/events), under which access ended.
  fileprivate var adaptyKind: EventKind? {
    switch self {
    case "subscription_started", "subscription_initial_purchase", "non_subscription_purchase":
      .purchased
    case "subscription_renewed": .renewed
    case "trial_started": .trialStarted
    case "trial_converted": .trialConverted
    case "subscription_renewal_cancelled", "trial_renewal_cancelled", "subscription_paused",
      "auto_renew_off", "auto_renew_off_subscription":
      .cancelled
    case "subscription_renewal_reactivated", "trial_renewal_reactivated", "auto_renew_on",
      "auto_renew_on_subscription":
      .uncancelled
    case "subscription_expired", "trial_expired", "subscription_cancelled", "trial_cancelled":
      .expired
    case "subscription_deferred": .subscriptionExtended
    case "entered_grace_period": .gracePeriodEntered
    case "billing_issue_detected": .billingFailed
    case "subscription_refunded", "non_subscription_purchase_refunded": .refunded
    default: nil
    }
  }

  /// A failed payment, which `billing_issue_detected` tells, or what another plan takes the place of: a
  /// cancellation would forbid grace, or switch off the new plan.
  fileprivate func isAdaptyNote(_ kind: EventKind) -> Bool {
    let reason = self["cancellation_reason"]
    return switch kind {
    case .cancelled where reason == "billing_error": true
    case .cancelled, .expired: reason == "upgraded" || reason == "new_subscription_replace"
    default: false
    }
  }

  /// A free period that is no introductory one.
  fileprivate var isAdaptyOffer: Bool {
    let category = self["store_offer_category"]
    return category.isPresent && !(category == "introductory")
      && self["store_offer_discount_type"] == "free_trial"
  }
}
