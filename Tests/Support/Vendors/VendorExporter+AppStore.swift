// App Store Server Notifications, version 2, decoded or signed.

extension VendorExporter {
  func appStore(_ event: LoggedEvent) -> String? {
    guard event["original_transaction_id"] != nil, let (type, subtype) = notification(event) else {
      return nil
    }
    let environment = quoted(event["environment"] == "sandbox" ? "Sandbox" : "Production")
    let notification = object([
      ("notificationType", quoted(type)), ("subtype", subtype.map(quoted)),
      ("notificationUUID", event.json("event_id")), ("version", "\"2.0\""),
      ("signedDate", String(event.time)),
      (
        "data",
        object([
          ("bundleId", event.bundle), ("environment", environment),
          facts("TransactionInfo", transaction(event, type)),
          facts("RenewalInfo", renewal(event)),
        ])
      ),
    ])
    guard let signer else { return notification }
    return signer.jws(notification).map { object([("signedPayload", quoted($0))]) }
  }

  /// Facts inside a notification: `transactionInfo` decoded, `signedTransactionInfo` as a JWS.
  private func facts(_ name: String, _ json: String) -> (String, String?) {
    guard let signer else { return (name.prefix(1).lowercased() + name.dropFirst(), json) }
    return ("signed" + name, signer.jws(json).map(quoted))
  }

  private func notification(_ event: LoggedEvent) -> (String, String?)? {
    switch event.name {
    case "trial_started": ("SUBSCRIBED", "INITIAL_BUY")
    case "purchased": ("SUBSCRIBED", nil)
    case "renewed", "trial_converted": ("DID_RENEW", nil)
    case "offer_redeemed": ("OFFER_REDEEMED", "INITIAL_BUY")
    case "product_changed":
      ("DID_CHANGE_RENEWAL_PREF", event.json("price") == nil ? "DOWNGRADE" : "UPGRADE")
    case "cancelled": ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED")
    case "uncancelled": ("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED")
    case "grace_period_entered": ("DID_FAIL_TO_RENEW", "GRACE_PERIOD")
    case "billing_failed": ("DID_FAIL_TO_RENEW", nil)
    case "expired":
      ("EXPIRED", event["reason"] == "billing_error" ? "BILLING_RETRY" : "VOLUNTARY")
    case "subscription_extended": ("RENEWAL_EXTENDED", nil)
    case "refunded": ("REFUND", nil)
    case "refund_reversed": ("REFUND_REVERSED", nil)
    case "revoked": ("REVOKE", nil)
    default: nil
    }
  }

  private func transaction(_ event: LoggedEvent, _ type: String) -> String {
    let isTrial = event.name == "trial_started"
    let isShared = event["ownership"] == "family_shared"
    return object([
      ("transactionId", event.json("transaction_id")),
      ("originalTransactionId", event.json("original_transaction_id")),
      ("bundleId", event.bundle),
      ("productId", event.json("previous_product_id") ?? event.json("product_id")),
      ("purchaseDate", String(event.time)), ("appAccountToken", event.json("user_id")),
      ("expiresDate", event.time("expires_at").map { String($0) }),
      ("inAppOwnershipType", quoted(isShared ? "FAMILY_SHARED" : "PURCHASED")),
      ("storefront", event.countryAlpha3.map(quoted)),
      ("price", isTrial ? "0" : event["price"].map { milliunits($0) }),
      ("currency", event.json("currency")),
      ("offerType", isTrial ? "1" : event.json("offer_id") == nil ? nil : "3"),
      ("offerDiscountType", isTrial ? "\"FREE_TRIAL\"" : nil),
      ("offerIdentifier", event.json("offer_id")), ("signedDate", String(event.time)),
      ("revocationDate", revokes(event, type) ? String(event.time) : nil),
      // What a partial refund gives back is all of the price on the line.
      ("revocationType", isPart(event) ? "\"REFUND_PRORATED\"" : nil),
      ("revocationPercentage", isPart(event) ? "100000" : nil),
    ])
  }

  /// A refund of a part leaves the access here; with a date Apple would have taken it away.
  private func revokes(_ event: LoggedEvent, _ type: String) -> Bool {
    type == "REVOKE" || (type == "REFUND" && !isPart(event))
  }

  private func isPart(_ event: LoggedEvent) -> Bool {
    event.name == "refunded" && event.json("price") != nil
  }

  private func renewal(_ event: LoggedEvent) -> String {
    object([
      ("originalTransactionId", event.json("original_transaction_id")),
      ("autoRenewProductId", event.json("product_id")), ("signedDate", String(event.time)),
      ("gracePeriodExpiresDate", event.time("grace_expires_at").map { String($0) }),
    ])
  }

  /// `7.99` as 7990.
  private func milliunits(_ price: String) -> String {
    let parts = price.split(separator: ".")
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    let digits = parts[0] + fraction + String(repeating: "0", count: 3 - fraction.count)
    return String(Int64(digits) ?? 0)
  }
}
