// The one declaration of the log's fields. To add one: its case in ``LogField``, a property of
// ``Event``, a number in ``PackedField``, and here what it is.

extension LogField {
  /// All that is known of the field.
  var declaration: FieldDeclaration { LogField.declarations[Int(rawValue)] }

  private static let declarations: [FieldDeclaration] = {
    let groups = [
      ofLine, ofPerson, ofOrigin, ofPurchase, ofTerms, ofLinks, ofMoney, ofOccasion, ofOutcome,
      ofState, ofAnnotation,
    ]
    let all = groups.joined().sorted { $0.field.rawValue < $1.field.rawValue }
    precondition(all.map(\.field) == allCases, "each field is declared once")
    return all
  }()
}

// What a line is, whose it is, and where it comes from.
extension LogField {
  private static let ofLine: [FieldDeclaration] = [
    FieldDeclaration(
      .event, "event", "event_name", "event_type", at: .reading(""), "what happened; required",
      guesses: [
        "action", "name", "type", "kind", "event_title", "event_action", "activity",
      ]),
    FieldDeclaration(
      .timestamp, "timestamp", "event_time", "time", at: .reading("time"),
      "when it happened; required",
      guesses: [
        "ts", "created_at", "occurred_at", "event_timestamp", "date", "datetime", "sent_at",
        "received_at", "logged_at", "transaction_date", "at", "when", "t",
      ]),
    FieldDeclaration(
      .environment, "environment", "is_sandbox", "sandbox", "is_test",
      at: .reading("`production`, `sandbox`"),
      "lines of the sandbox are ignored", guesses: ["environment_ios"]),
    FieldDeclaration(
      .eventID, "event_id", at: .identifier(.identity, \.identity, .line),
      "tells lines apart: the same id of the same customer is a duplicate",
      guesses: ["uuid", "message_id", "insert_id", "id"]),
  ]

  private static let ofPerson: [FieldDeclaration] = [
    FieldDeclaration(
      .userID, "user_id", at: .reading("id"), "whose event it is",
      guesses: [
        "uid", "customer_id", "distinct_id", "account_id", "member_id", "profile_id",
        "app_user_id", "customer", "user", "subscriber_id", "user_key",
      ]),
    .standIn(.deviceID, "device_id"),
    .standIn(.familyID, "family_id"),
    .standIn(.appAccountToken, "app_account_token"),
    .standIn(.userPseudoID, "user_pseudo_id"),
    FieldDeclaration(
      .previousID, "previous_id", at: .identifier(.previousID, \.previousID, .person),
      of: .mainly([.userAliased]), "another id of the same customer",
      guesses: ["anonymous_id", "anon_id", "old_user_id", "alias"]),
    FieldDeclaration(
      .referrerID, "referrer_id", at: .identifier(.referrerID, \.referrerID, .person),
      of: .mainly([.referralRecorded, .referralCompleted]), "who recommended the app",
      guesses: ["invited_by", "referred_by", "inviter_id"]),
  ]
}

// Where a customer comes from, and with what.
extension LogField {
  private static let ofOrigin: [FieldDeclaration] = [
    FieldDeclaration(
      .platform, "platform", at: .text(.platform, \.platform, .kept), "such as `ios`",
      guesses: ["os", "device_platform", "operating_system"]),
    FieldDeclaration(
      .country, "country", at: .text(.country, \.country, .forgotten), "such as `DE`",
      guesses: [
        "country_code", "storefront", "geo_country", "store_country", "geo", "region", "cc",
      ]),
    FieldDeclaration(
      .channel, "channel", at: .text(.channel, \.channel, .forgotten), "what brought the customer",
      guesses: [
        "utm_source", "media_source", "acquisition_channel", "attribution_source",
        "install_source", "network", "source",
      ]),
    FieldDeclaration(
      .campaign, "campaign", at: .text(.campaign, \.campaign, .forgotten), "the channel's campaign",
      guesses: ["utm_campaign", "campaign_name", "ad_campaign", "campaign_id"]),
    FieldDeclaration(
      .app, "app", "bundle_id", "package_name", "app_id", at: .text(.app, \.app, .kept),
      "which app, where a log has several",
      guesses: ["application", "app_name", "application_id", "bundle", "app_bundle"]),
    FieldDeclaration(
      .appVersion, "app_version", at: .text(.appVersion, \.appVersion, .forgotten),
      "the app's version",
      guesses: ["version", "client_version", "build_version", "release"]),
  ]
}

// What was bought, and for how much.
extension LogField {
  private static let ofPurchase: [FieldDeclaration] = [
    FieldDeclaration(
      .productID, "product_id", at: .text(.product, \.product, .kept),
      "the store's id of the product",
      guesses: [
        "sku", "plan_id", "product_identifier", "product", "plan", "item", "item_id",
        "subscription_plan",
      ]),
    FieldDeclaration(
      .tier, "tier", at: .text(.tier, \.tier, .kept), "finds the product where no `product_id` is",
      guesses: ["plan_tier", "plan_name", "subscription_tier", "level"]),
    FieldDeclaration(
      .transactionID, "transaction_id", at: .identifier(.transactionID, \.transactionID, .payment),
      of: .except([.userAliased, .accessGranted, .accessRevoked, .experimentExposed]),
      "the payment; a refund names the one that it undoes",
      guesses: [
        "order_id", "receipt_id", "charge_id", "store_transaction_id", "transaction_identifier",
      ]),
    FieldDeclaration(
      .originalTransactionID, "original_transaction_id",
      at: .identifier(.originalTransactionID, \.originalTransactionID, .firstPayment),
      "the payment that the subscription began with; stands in for `user_id`",
      guesses: [
        "subscription_id", "original_order_id", "original_transaction_identifier",
        "original_transaction_identifier_ios",
      ]),
    FieldDeclaration(
      .ownership, "ownership",
      at: .words([.init("purchased", []), .init("family_shared", .familyShared)]),
      "what is shared by the family is neither money nor access"),
  ]

  private static let ofTerms: [FieldDeclaration] = [
    FieldDeclaration(
      .price, "price", at: .amount(.price, \.price),
      of: .only(FieldKinds.sales + [.refunded, .refundReversed]),
      "what was paid, refunded or put back",
      guesses: [
        "amount", "revenue", "total", "value", "price_amount", "paid", "cost", "price_ios",
      ]),
    FieldDeclaration(
      .currency, "currency", at: .text(.currency, \.currency, .currency),
      of: .only(FieldKinds.sales + [.refunded, .refundReversed]),
      "the price's currency",
      guesses: [
        "currency_code", "price_currency", "iso_currency", "cur", "ccy", "currency_code_ios",
      ]),
    FieldDeclaration(
      .period, "period", at: .period(.period, \.period),
      of: .only(FieldKinds.sales + [.uncancelled]),
      "what the price pays for",
      guesses: ["billing_period", "subscription_period", "interval", "billing_cycle"]),
    FieldDeclaration(
      .expiresAt, "expires_at", "expiration_date", "expiry_date",
      at: .time(.expiresAt, \.expiresAt),
      of: .only(FieldKinds.sales + [.trialStarted, .subscriptionExtended, .accessGranted]),
      "when the access ends",
      guesses: [
        "expires_date", "valid_until", "period_end", "current_period_end", "expires", "end_date",
        "expiration_date_ios",
      ]),
    FieldDeclaration(
      .graceExpiresAt, "grace_expires_at", at: .time(.graceExpiresAt, \.graceExpiresAt),
      of: .mainly([.gracePeriodEntered, .billingFailed]),
      "when the access ends unless billing recovers",
      guesses: ["grace_period_expires_at", "grace_period_expires_date", "grace_until"]),
    FieldDeclaration(
      .offerID, "offer_id", at: .text(.offerID, \.offerID, .kept), of: .only(FieldKinds.sales),
      "the offer that was used",
      guesses: ["promo_id", "promotion_id", "offer"]),
    FieldDeclaration(
      .offerCode, "offer_code", "offer_code_used", at: .text(.offerCode, \.offerCode, .kept),
      of: .only(FieldKinds.sales), "the code that was typed",
      guesses: ["promo_code", "coupon", "coupon_code", "discount_code", "voucher"]),
    FieldDeclaration(
      .offerType, "offer_type", at: .unused, "is not looked at"),
  ]
}

// Which payments and subscriptions belong together.
extension LogField {
  private static let ofLinks: [FieldDeclaration] = [
    FieldDeclaration(
      .paymentID, "payment_id", at: .identifier(.paymentID, \.paymentID, .payment),
      of: .except([.userAliased, .accessGranted, .accessRevoked, .experimentExposed]),
      "another id of the same payment, such as Stripe's payment intent",
      guesses: ["payment_intent", "payment_intent_id"]),
    FieldDeclaration(
      .linkedTransactionID, "linked_transaction_id",
      at: .identifier(.linkedTransactionID, \.linkedTransactionID, .firstPayment),
      "the original transaction that this one continues, as Google's `linkedPurchaseToken`",
      guesses: ["linked_purchase_token"]),
    FieldDeclaration(
      .subscriptionGroup, "subscription_group",
      at: .text(.subscriptionGroup, \.subscriptionGroup, .kept),
      "the store's subscription group: a customer holds one of its products at a time",
      guesses: [
        "subscription_group_id", "subscription_group_identifier", "subscription_group_id_ios",
      ]),
  ]
}

// How the money of a payment is made up.
extension LogField {
  private static let ofMoney: [FieldDeclaration] = [
    FieldDeclaration(
      .recurringPrice, "recurring_price", at: .amount(.recurringPrice, \.recurringPrice),
      of: .only(FieldKinds.sales + [.uncancelled]),
      "what recurs each period, without one-time parts, prorations, usage and tax on top",
      guesses: ["plan_amount", "recurring_amount"]),
    FieldDeclaration(
      .tax, "tax", at: .amount(.tax, \.tax), of: .only(FieldKinds.sales),
      "the tax within `price`", guesses: ["tax_amount"]),
    FieldDeclaration(
      .fee, "fee", at: .amount(.fee, \.fee), of: .only(FieldKinds.sales),
      "what the store or processor keeps", guesses: ["commission", "store_fee"]),
    FieldDeclaration(
      .convertedPrice, "converted_price", at: .amount(.convertedPrice, \.convertedPrice),
      of: .only(FieldKinds.sales), "the vendor's own conversion of `price`",
      guesses: ["price_usd", "price_in_usd", "usd_price"]),
    FieldDeclaration(
      .convertedCurrency, "converted_currency",
      at: .text(.convertedCurrency, \.convertedCurrency, .currency),
      of: .only(FieldKinds.sales), "the currency of `converted_price`"),
    FieldDeclaration(
      .startsAt, "starts_at", at: .time(.startsAt, \.startsAt), of: .only(FieldKinds.sales),
      "from when the payment pays", guesses: ["period_start", "current_period_start"]),
    FieldDeclaration(
      .chargePrice, "charge_price", at: .amount(.chargePrice, \.chargePrice),
      of: .only([.refunded]),
      "what the refunded payment was"),
    FieldDeclaration(
      .revokes, "revokes", at: .flag(.revokes, []), of: .only([.refunded]),
      "the refund takes the access away, whatever its amount"),
  ]
}

// What an event was about, and how it went.
extension LogField {
  private static let ofOccasion: [FieldDeclaration] = [
    FieldDeclaration(
      .reason, "reason", at: .text(.reason, \.reason, .forgotten),
      of: .mainly([.cancelled, .expired, .accessGranted, .accessRevoked]),
      "why, in the log's own words",
      guesses: [
        "cancel_reason", "cancellation_reason", "churn_reason", "expiration_reason", "why",
        "cause",
      ]),
    FieldDeclaration(
      .error, "error", "error_code", at: .text(.error, \.error, .forgotten),
      of: .mainly([
        .purchaseFailed, .storeError, .restoreFailed, .receiptValidated, .entitlementSynced,
      ]), "what went wrong",
      guesses: ["error_message", "failure_reason", "code"]),
    FieldDeclaration(
      .paywallID, "paywall_id", at: .text(.paywall, \.paywall, .forgotten),
      of: .mainly(FieldKinds.paywalls), "which paywall",
      guesses: ["paywall", "paywall_name", "placement", "placement_id"]),
    FieldDeclaration(
      .trigger, "trigger", at: .text(.trigger, \.trigger, .forgotten),
      of: .mainly(FieldKinds.paywalls), "what opened the paywall",
      guesses: ["paywall_source", "entry_point", "trigger_name"]),
    FieldDeclaration(
      .experiment, "experiment", at: .text(.experiment, \.experiment, .forgotten),
      of: .mainly([.experimentExposed]), "which experiment",
      guesses: ["experiment_name", "experiment_id", "test_name", "ab_test", "feature_flag"]),
    FieldDeclaration(
      .variant, "variant", at: .text(.variant, \.variant, .forgotten),
      of: .mainly([.experimentExposed, .paywallShown]), "the variant that was shown",
      guesses: [
        "variation", "experiment_variant", "test_variant", "ab_variant", "test_group", "bucket",
      ]),
    FieldDeclaration(
      .feature, "feature", at: .text(.feature, \.feature, .forgotten), of: .mainly([.featureUsed]),
      "which feature; else the event's own name",
      guesses: ["feature_name", "feature_id"]),
  ]

  private static let ofOutcome: [FieldDeclaration] = [
    FieldDeclaration(
      .access, "access",
      at: .words([
        .init("allowed", .accessAllowed), .init("denied", .accessDenied),
        .init("trial", .accessTrial),
      ]), of: .mainly([.featureUsed]), "whether the feature could be used"),
    FieldDeclaration(
      .hasSubscription, "has_subscription", at: .folded(into: .access), of: .mainly([.featureUsed]),
      "true means `allowed`, false `denied`"),
    FieldDeclaration(
      .ok, "ok", at: .flag(.ok, .notOK), of: .mainly(FieldKinds.attempts), "whether it went well"),
    FieldDeclaration(
      .latency, "latency_ms", at: .number(.latency, \.latencyMilliseconds),
      of: .mainly(FieldKinds.attempts), "how long it took",
      guesses: ["duration_ms", "latency", "elapsed_ms", "response_time_ms"]),
    FieldDeclaration(
      .crashed, "crashed", at: .flag(.crashed, []), of: .mainly([.appSession]),
      "whether the app crashed"),
    FieldDeclaration(
      .anr, "anr", at: .flag(.anr, []), of: .mainly([.appSession]),
      "whether the app stopped answering"),
    FieldDeclaration(
      .autoRenew, "auto_renew", at: .reading("flag"), of: .mainly([.renewalStatusChanged]),
      "which way the renewal was switched"),
    FieldDeclaration(
      .subtype, "subtype", at: .reading("`AUTO_RENEW_ENABLED`, `AUTO_RENEW_DISABLED`"),
      of: .mainly([.renewalStatusChanged]), "the same, as the App Store writes it"),
  ]
}

// What an event says of how things stand.
extension LogField {
  private static let ofState: [FieldDeclaration] = [
    FieldDeclaration(
      .validatedAt, "validated_at", "last_validated_at", at: .time(.validatedAt, \.validatedAt),
      of: .mainly([.appSession, .featureUsed]),
      "when what the customer may use was last checked with the server",
      guesses: ["last_validation", "entitlement_checked_at", "last_sync_at"]),
    FieldDeclaration(
      .metric, "metric", at: .text(.metric, \.metric, .forgotten), of: .only([.usageReported]),
      "what is counted, such as `child_count`", guesses: ["usage_metric", "meter"]),
    FieldDeclaration(
      .value, "value", at: .number(.value, \.value), of: .only([.usageReported]),
      "how many there are of it", guesses: ["usage", "usage_value"]),
    FieldDeclaration(
      .grantedBy, "granted_by", at: .text(.grantedBy, \.grantedBy, .forgotten),
      of: .mainly([.accessGranted]),
      "who gave complimentary access", guesses: ["admin", "agent", "approved_by"]),
    FieldDeclaration(
      .consent, "consent", "consent_state", at: .text(.consent, \.consent, .forgotten),
      "what the customer has agreed to, such as `granted`",
      guesses: ["tracking_consent", "att_status", "consent_status"]),
  ]
}

// What an annotation says.
extension LogField {
  private static let ofAnnotation: [FieldDeclaration] = [
    FieldDeclaration(
      .text, "text", at: .reading("required there"), of: .only([.annotation]), "what happened"),
    FieldDeclaration(
      .kind, "kind", at: .reading("`release`, `price`, `incident`, `campaign`, `holiday`, `note`"),
      of: .only([.annotation]), "what sort of thing it is; else a note"),
    FieldDeclaration(
      .link, "link", at: .reading("web address"), of: .only([.annotation]), "where more is told"),
  ]
}

extension FieldDeclaration {
  /// An id that is used where there is no `user_id`.
  fileprivate static func standIn(_ field: LogField, _ name: String) -> FieldDeclaration {
    FieldDeclaration(
      field, name, at: .reading("id"),
      "stands in for `user_id`, in the order of this list")
  }
}

extension FieldKinds {
  /// The events that a price can make a payment of.
  static let sales: [EventKind] = [
    .purchased, .renewed, .trialConverted, .productChanged, .offerRedeemed,
  ]

  /// What an app tries and logs the end of.
  fileprivate static let attempts: [EventKind] = [
    .receiptValidated, .entitlementSynced, .entitlementRefreshed, .notificationSent,
  ]

  fileprivate static let paywalls: [EventKind] = [
    .paywallShown, .paywallDismissed, .purchaseStarted,
  ]
}
