import Values

// Webhooks of subscription platforms that differ in little but the names of events and fields.

extension VendorExporter {
  /// By canonical event: what Adapty, Qonversion and Apphud call it, and Superwall, of a
  /// subscription.
  private static let names: [String: (adapty: String, qonversion: String, apphud: String)] = [
    "trial_started": ("trial_started", "trial_started", "trial_started"),
    "purchased": ("subscription_started", "subscription_started", "subscription_started"),
    "trial_converted": ("trial_converted", "trial_converted", "trial_converted"),
    "renewed": ("subscription_renewed", "subscription_renewed", "subscription_renewed"),
    "refunded": ("subscription_refunded", "subscription_refunded", "subscription_refunded"),
    "uncancelled": (
      "subscription_renewal_reactivated", "subscription_renewal_reactivated", "autorenew_enabled"
    ),
  ]

  private static let superwall = [
    "trial_started": "initial_purchase", "purchased": "initial_purchase", "renewed": "renewal",
    "trial_converted": "renewal", "refunded": "cancellation", "uncancelled": "uncancellation",
    "cancelled": "cancellation", "expired": "expiration",
  ]

  func platform(_ event: LoggedEvent) -> String? {
    let isShared = event["ownership"] != nil || event["environment"] != nil
    guard event["product_id"] != nil, !isShared, event["user_id"] != nil else { return nil }
    if vendor == .superwall { return superwall(event) }
    guard let names = Self.names[event.name] else { return nil }
    switch vendor {
    case .adapty: return adapty(event, names.adapty)
    case .qonversion: return qonversion(event, names.qonversion)
    default: return apphud(event, names.apphud)
    }
  }

  private func adapty(_ event: LoggedEvent, _ name: String) -> String {
    object([
      ("customer_user_id", event.json("user_id")), ("event_type", quoted(name)),
      ("event_datetime", quoted(Instant(milliseconds: event.time).iso8601)),
      (
        "event_properties",
        object([
          ("profile_event_id", event.json("event_id")), ("environment", "\"Production\""),
          ("vendor_product_id", event.json("product_id")), ("store", "\"app_store\""),
          ("price_local", event.json("price")), ("currency", event.json("currency")),
          ("transaction_id", event.json("transaction_id")),
          ("original_transaction_id", event.json("original_transaction_id")),
          ("subscription_expires_at", event.json("expires_at")),
          ("store_country", event.json("country")),
        ])
      ),
    ])
  }

  private func superwall(_ event: LoggedEvent) -> String? {
    guard let type = Self.superwall[event.name] else { return nil }
    let back = event.name == "refunded" ? "-" : ""
    let price = event.json("price").map { back + $0 }
    guard event.name != "refunded" || price != nil else { return nil }
    return object([
      ("object", "\"event\""), ("type", quoted(type)), ("projectId", "1"),
      ("timestamp", "\(event.time)"),
      (
        "data",
        object([
          ("id", event.json("event_id")), ("name", quoted(type)),
          ("price", back == "" ? nil : price),
          ("priceInPurchasedCurrency", price), ("currencyCode", event.json("currency")),
          ("periodType", quoted(event.name == "trial_started" ? "TRIAL" : "NORMAL")),
          ("isTrialConversion", event.name == "trial_converted" ? "true" : "false"),
          ("cancelReason", event["reason"].map { quoted($0.uppercased()) }),
          ("countryCode", event.json("country")), ("store", "\"APP_STORE\""),
          ("productId", event.json("product_id")), ("environment", "\"PRODUCTION\""),
          ("transactionId", event.json("transaction_id")),
          ("originalTransactionId", event.json("original_transaction_id")),
          ("originalAppUserId", event.json("user_id")),
          ("expirationAt", event.time("expires_at").map { String($0) }),
        ])
      ),
    ])
  }

  private func qonversion(_ event: LoggedEvent, _ name: String) -> String {
    let seconds = { (key: String) in event.time(key).map { "\($0 / 1000)" } }
    let price = object([("value", event.json("price")), ("currency", event.json("currency"))])
    return object([
      ("event_name", quoted(name)), ("user_id", event.json("user_id")), ("custom_user_id", "\"\""),
      ("event_id", event.json("event_id")), ("time", "\(Double(event.time) / 1000)"),
      ("product_id", event.json("product_id")), ("country", event.json("country")),
      ("platform", "\"iOS\""), ("environment", "\"production\""),
      ("price", event.json("price") == nil ? nil : price),
      (
        "transaction",
        object([
          ("transaction_id", event.json("transaction_id")),
          ("original_transaction_id", event.json("original_transaction_id")),
          ("expires", seconds("expires_at")),
        ])
      ),
    ])
  }

  private func apphud(_ event: LoggedEvent, _ name: String) -> String {
    object([
      ("app", object([("uid", "\"a\"")])),
      (
        "event",
        object([
          ("id", event.json("event_id")), ("name", quoted(name)), ("store", "\"app_store\""),
          ("created_at", quoted(Instant(milliseconds: event.time).iso8601)),
          (
            "properties",
            object([
              ("product_id", event.json("product_id")), ("local_price", event.json("price")),
              ("currency", event.json("currency")), ("expires_at", event.json("expires_at")),
              ("transaction_id", event.json("transaction_id")),
              ("original_transaction_id", event.json("original_transaction_id")),
            ])
          ),
        ])
      ),
      (
        "user",
        object([("user_id", event.json("user_id")), ("country_iso_code", event.json("country"))])
      ),
    ])
  }
}
