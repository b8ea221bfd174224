extension LogField {
  /// What other systems call the field: too vague to be read without being told, good enough for a
  /// guess that somebody looks at.
  var otherNames: [String] {
    switch self {
    case .event: ["action", "name", "type", "kind", "event_title", "event_action", "activity"]
    case .timestamp:
      [
        "ts", "created_at", "occurred_at", "event_timestamp", "date", "datetime", "sent_at",
        "received_at", "logged_at", "at", "when", "t",
      ]
    case .userID:
      [
        "uid", "customer_id", "distinct_id", "account_id", "member_id", "profile_id", "app_user_id",
        "customer", "user", "subscriber_id", "user_key",
      ]
    case .previousID: ["anonymous_id", "anon_id", "old_user_id", "alias"]
    case .eventID: ["uuid", "message_id", "insert_id", "id"]
    case .transactionID:
      ["order_id", "receipt_id", "charge_id", "payment_id", "store_transaction_id"]
    case .originalTransactionID: ["subscription_id", "original_order_id"]
    case .referrerID: ["invited_by", "referred_by", "inviter_id"]
    case .productID:
      [
        "sku", "plan_id", "product_identifier", "product", "plan", "item", "item_id",
        "subscription_plan",
      ]
    case .price: ["amount", "revenue", "total", "value", "price_amount", "paid", "cost"]
    case .currency: ["currency_code", "price_currency", "iso_currency", "cur", "ccy"]
    case .expiresAt:
      ["expires_date", "valid_until", "period_end", "current_period_end", "expires", "end_date"]
    case .graceExpiresAt: ["grace_period_expires_at", "grace_period_expires_date", "grace_until"]
    case .platform: ["os", "device_platform", "operating_system"]
    case .country:
      [
        "country_code", "storefront", "geo_country", "store_country", "geo", "region", "cc",
      ]
    case .channel:
      [
        "utm_source", "media_source", "acquisition_channel", "attribution_source",
        "install_source", "network", "source",
      ]
    case .campaign: ["utm_campaign", "campaign_name", "ad_campaign", "campaign_id"]
    case .app: ["application", "app_name", "application_id", "bundle", "app_bundle"]
    case .appVersion: ["version", "client_version", "build_version", "release"]
    case .tier: ["plan_tier", "plan_name", "subscription_tier", "level"]
    case .offerID: ["promo_id", "promotion_id", "offer"]
    case .offerCode: ["promo_code", "coupon", "coupon_code", "discount_code", "voucher"]
    case .reason:
      ["cancel_reason", "cancellation_reason", "churn_reason", "expiration_reason", "why", "cause"]
    case .error: ["error_code", "error_message", "failure_reason"]
    case .paywallID: ["paywall", "paywall_name", "placement", "placement_id"]
    case .trigger: ["paywall_source", "entry_point", "trigger_name"]
    case .experiment: ["experiment_name", "experiment_id", "test_name", "ab_test", "feature_flag"]
    case .variant:
      ["variation", "experiment_variant", "test_variant", "ab_variant", "test_group", "bucket"]
    case .feature: ["feature_name", "feature_id"]
    case .period: ["billing_period", "subscription_period", "interval", "billing_cycle"]
    case .latency: ["duration_ms", "latency", "elapsed_ms", "response_time_ms"]
    case .environment, .deviceID, .familyID, .appAccountToken, .userPseudoID, .offerType,
      .ownership, .access, .hasSubscription, .ok, .crashed, .anr, .autoRenew, .subtype:
      []
    }
  }
}
