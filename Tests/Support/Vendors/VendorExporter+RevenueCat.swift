// RevenueCat webhooks.

extension VendorExporter {
  func revenueCat(_ event: LoggedEvent) -> String? {
    guard let webhook = webhook(event) else { return nil }
    let isTerm = event.isOfTerm || event.name == "product_changed"
    let body: [(String, String?)] = [
      ("type", quoted(webhook.type)), ("id", event.json("event_id")),
      ("event_timestamp_ms", String(event.time)), ("app_user_id", event.json("user_id")),
      ("environment", quoted(event["environment"] == "sandbox" ? "SANDBOX" : "PRODUCTION")),
      ("country_code", event.json("country")), ("store", isTerm ? "\"APP_STORE\"" : nil),
      ("purchased_at_ms", isTerm ? String(event.time) : nil),
      ("expiration_at_ms", event.time("expires_at").map { String($0) }),
      ("product_id", event.json("previous_product_id") ?? event.json("product_id")),
      ("transaction_id", event.json("transaction_id")),
      ("original_transaction_id", event.json("original_transaction_id")),
      ("currency", event.json("currency")), ("offer_code", nil),
      ("is_family_share", event["ownership"] == "family_shared" ? "true" : "false"),
    ]
    return object([("event", object(body + webhook.members)), ("api_version", "\"1.0\"")])
  }

  private func webhook(_ event: LoggedEvent) -> (type: String, members: [(String, String?)])? {
    let price = event.json("price")
    let paid = [("price_in_purchased_currency", price)]
    switch event.name {
    case "trial_started": return ("INITIAL_PURCHASE", [("period_type", "\"TRIAL\"")])
    case "purchased": return ("INITIAL_PURCHASE", paid)
    case "renewed": return ("RENEWAL", paid)
    case "trial_converted": return ("RENEWAL", paid + [("is_trial_conversion", "true")])
    case "product_changed" where price == nil:
      return ("PRODUCT_CHANGE", [("new_product_id", event.json("product_id"))])
    case "cancelled":
      return ("CANCELLATION", [("cancel_reason", event["reason"].map { quoted($0.uppercased()) })])
    case "refunded":
      let back = price.map { "-" + $0 }
      return (
        "CANCELLATION",
        [
          ("cancel_reason", "\"CUSTOMER_SUPPORT\""), ("price_in_purchased_currency", back),
        ]
      )
    default: return otherWebhook(event)
    }
  }

  private func otherWebhook(_ event: LoggedEvent) -> (type: String, members: [(String, String?)])? {
    switch event.name {
    case "uncancelled": ("UNCANCELLATION", [])
    case "grace_period_entered", "billing_failed":
      (
        "BILLING_ISSUE",
        [("grace_period_expiration_at_ms", event.time("grace_expires_at").map { String($0) })]
      )
    case "expired":
      ("EXPIRATION", [("expiration_reason", event["reason"].map { quoted($0.uppercased()) })])
    case "subscription_extended": ("SUBSCRIPTION_EXTENDED", [])
    case "refund_reversed": ("REFUND_REVERSED", [])
    case "user_aliased":
      ("SUBSCRIBER_ALIAS", [("original_app_user_id", event.json("previous_id"))])
    case "experiment_exposed":
      (
        "EXPERIMENT_ENROLLMENT",
        [
          ("experiment_id", event.json("experiment")),
          ("experiment_variant", event.json("variant")),
        ]
      )
    default: nil
    }
  }
}
