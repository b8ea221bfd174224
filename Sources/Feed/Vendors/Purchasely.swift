import Values

// Purchasely's webhooks (https://docs.purchasely.com/docs/server-events-attributes), version 3.
// Times are milliseconds, amounts major units. Money comes with TRANSACTION_PROCESSED alone: the
// other events of a purchase repeat its price
// (https://docs.purchasely.com/docs/transactional-event).

extension Vendor {
  static let purchasely = Vendor(
    dialect: .purchasely,
    isMarked: {
      $0["event_name"].isText && $0["event_created_at_ms"].isNamed
        && $0["store_transaction_id"].isNamed
    }, read: { reader, line throws(Rejection) in try reader.readPurchasely(line) })
}

extension LineReader {
  fileprivate mutating func readPurchasely(_ line: LineValue) throws(Rejection) -> Outcome {
    let name = try requireType(line["event_name"])
    if name == "TRANSACTION_PROCESSED" { return try readPurchaselyTransaction(line) }
    guard let kind = line.purchaselyKind(name) else { return ignoreType(name) }
    let begins = kind == .trialStarted || kind == .offerRedeemed
    startPurchasely(kind, line, at: begins ? line["purchased_at_ms"] : nil)
    switch kind {
    case .offerRedeemed: draft.put(.price, exactly: 0)
    case .subscriptionExtended: draft.put(.expiresAt, milliseconds: line["defer_end_at_ms"])
    case .userAliased:
      draft.put(
        .previousID,
        draft.id(
          line["transferred_from_user_id"], or: line["transferred_from_anonymous_user_id"]))
    case .cancelled where name == "SUBSCRIPTION_WILL_PAUSE",
      .expired where name == "SUBSCRIPTION_PAUSED":
      draft.put(.reason, "paused")
    case .expired where name == "GRACE_PERIOD_TERMINATED": draft.put(.reason, "billing")
    default: break
    }
    return try acceptDraft()
  }

  /// What went back is negative.
  private mutating func readPurchaselyTransaction(_ line: LineValue) throws(Rejection) -> Outcome {
    let amount = line["amount_in_customer_currency"].or(line["amount_in_usd"])
    let source = line["source_event_name"]
    if amount.isNegative {
      startPurchasely(.refunded, line)
      if source == "SUBSCRIPTION_REFUNDED_REVOKED" { draft.put(.revokes, true) }
    } else {
      let kind: EventKind =
        switch source {
        case "TRIAL_CONVERTED": .trialConverted
        case "SUBSCRIPTION_RENEWED", "SUBSCRIPTION_RECOVERED_FROM_GRACE_PERIOD",
          "SUBSCRIPTION_RECOVERED_FROM_BILLING_RETRY":
          .renewed
        default: .purchased
        }
      startPurchasely(kind, line, at: line["purchased_at_ms"])
    }
    putPrice(
      line["amount_in_customer_currency"].amount(), line["customer_currency"],
      dollars: line["amount_in_usd"].amount())
    return try acceptDraft()
  }

  private mutating func startPurchasely(
    _ kind: EventKind, _ line: LineValue, at time: LineValue? = nil
  ) {
    draft.isSandbox = isSandbox(line["environment"])
    draft.start(kind, isNote: kind == .productChanged)
    noteRepeatedFailure()
    joinSubscribers()
    let told = line["event_created_at_ms"]
    draft.put(.timestamp, milliseconds: time?.or(told) ?? told)
    draft.put(.eventID, line["event_id"])
    let (user, anonymous) = (line["user_id"], line["anonymous_user_id"])
    draft.put(.userID, draft.id(user, or: anonymous))
    if draft.isID(user) { draft.put(.previousID, anonymous) }
    draft.put(.productID, line["store_product_id"].or(line["plan"]))
    draft.put(.transactionID, line["store_transaction_id"])
    draft.put(.originalTransactionID, line["store_original_transaction_id"])
    draft.put(.expiresAt, milliseconds: line["next_renewal_at_ms"])
    draft.put(.graceExpiresAt, milliseconds: line["grace_period_expires_at_ms"])
    draft.put(.country, line["store_country"])
    draft.put(.offerID, line["offer_identifier"])
    if let platform = line["store"].purchaselyPlatform { draft.put(.platform, platform) }
    if line["is_family_shared"].isTrue { draft.put(.ownership, "family_shared") }
  }
}

extension LineValue {
  /// https://docs.purchasely.com/docs/lifecycle-events, .../offer-events. A code that costs nothing
  /// is in no transaction.
  fileprivate func purchaselyKind(_ name: LineValue) -> EventKind? {
    switch name {
    case "TRIAL_STARTED": .trialStarted
    case "PROMO_CODE_STARTED":
      self["plan_price_in_customer_currency"].isZero ? .offerRedeemed : nil
    case "RENEWAL_DISABLED", "SUBSCRIPTION_WILL_PAUSE": .cancelled
    case "RENEWAL_ENABLED": .uncancelled
    case "SUBSCRIPTION_TERMINATED", "SUBSCRIPTION_PAUSED", "GRACE_PERIOD_TERMINATED",
      "SUBSCRIPTION_CANCELLED_DURING_GRACE_PERIOD":
      .expired
    case "GRACE_PERIOD_STARTED": .gracePeriodEntered
    case "ENTERED_BILLING_RETRY": .billingFailed
    case "SUBSCRIPTION_DEFERRED": .subscriptionExtended
    case "SUBSCRIPTION_UPGRADED", "SUBSCRIPTION_DOWNGRADED", "SUBSCRIPTION_CROSSGRADED":
      .productChanged
    case "SUBSCRIPTION_REFUNDED_REVOKED": .revoked
    case "SUBSCRIPTION_RECEIVED": .userAliased
    default: nil
    }
  }

  fileprivate var purchaselyPlatform: StaticString? {
    switch self {
    case "APPLE_APP_STORE": "ios"
    case "GOOGLE_PLAY_STORE": "android"
    case "AMAZON_APPSTORE": "amazon"
    case "STRIPE": "web"
    default: nil
    }
  }
}
