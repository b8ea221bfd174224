// The one declaration of the log's fields. To add one: its case in ``LogField``, a property of
// ``Event``, a number in ``PackedField``, and here what it is.

extension LogField {
  /// All that is known of the field.
  var declaration: FieldDeclaration { LogField.declarations[Int(rawValue)] }

  private static let declarations = allCases.map(\.declared)

  private var declared: FieldDeclaration {
    switch self {
    case .event, .timestamp, .environment, .eventID: ofLine
    case .userID, .deviceID, .familyID, .appAccountToken, .userPseudoID, .previousID, .referrerID:
      ofPerson
    case .platform, .country, .channel, .campaign, .app, .appVersion: ofOrigin
    case .productID, .tier, .transactionID, .originalTransactionID, .ownership: ofPurchase
    case .paymentID, .linkedTransactionID, .subscriptionGroup: ofLinks
    case .price, .currency, .period, .expiresAt, .graceExpiresAt, .offerID, .offerCode, .offerType:
      ofTerms
    case .recurringPrice, .tax, .fee, .convertedPrice, .convertedCurrency, .startsAt, .chargePrice,
      .revokes:
      ofMoney
    case .reason, .error, .paywallID, .trigger, .experiment, .variant, .feature: ofOccasion
    case .access, .hasSubscription, .ok, .latency, .crashed, .anr, .autoRenew, .subtype: ofOutcome
    case .validatedAt, .metric, .value, .consent, .grantedBy: ofState
    case .text, .kind, .link: ofAnnotation
    }
  }
}

// What a line is, whose it is, and where it comes from.
extension LogField {
  private var ofLine: FieldDeclaration {
    switch self {
    case .event:
      FieldDeclaration(
        "event", "event_name", "event_type", at: .reading(""), "what happened; required",
        guesses: [
          "action", "name", "type", "kind", "event_title", "event_action", "activity",
        ])
    case .timestamp:
      FieldDeclaration(
        "timestamp", "event_time", "time", at: .reading("time"), "when it happened; required",
        guesses: [
          "ts", "created_at", "occurred_at", "event_timestamp", "date", "datetime", "sent_at",
          "received_at", "logged_at", "transaction_date", "at", "when", "t",
        ])
    case .environment:
      FieldDeclaration(
        "environment", "is_sandbox", "sandbox", "is_test", at: .reading("`production`, `sandbox`"),
        "lines of the sandbox are ignored", guesses: ["environment_ios"])
    default:
      FieldDeclaration(
        "event_id", at: .identifier(.identity, \.identity, .line),
        "tells lines apart: the same id of the same customer is a duplicate",
        guesses: ["uuid", "message_id", "insert_id", "id"])
    }
  }

  private var ofPerson: FieldDeclaration {
    switch self {
    case .userID:
      FieldDeclaration(
        "user_id", at: .reading("id"), "whose event it is",
        guesses: [
          "uid", "customer_id", "distinct_id", "account_id", "member_id", "profile_id",
          "app_user_id", "customer", "user", "subscriber_id", "user_key",
        ])
    case .deviceID: .standIn("device_id")
    case .familyID: .standIn("family_id")
    case .appAccountToken: .standIn("app_account_token")
    case .userPseudoID: .standIn("user_pseudo_id")
    case .previousID:
      FieldDeclaration(
        "previous_id", at: .identifier(.previousID, \.previousID, .person),
        of: .mainly([.userAliased]), "another id of the same customer",
        guesses: ["anonymous_id", "anon_id", "old_user_id", "alias"])
    default:
      FieldDeclaration(
        "referrer_id", at: .identifier(.referrerID, \.referrerID, .person),
        of: .mainly([.referralRecorded, .referralCompleted]), "who recommended the app",
        guesses: ["invited_by", "referred_by", "inviter_id"])
    }
  }
}

// Where a customer comes from, and with what.
extension LogField {
  private var ofOrigin: FieldDeclaration {
    switch self {
    case .platform:
      FieldDeclaration(
        "platform", at: .text(.platform, \.platform, .kept), "such as `ios`",
        guesses: ["os", "device_platform", "operating_system"])
    case .country:
      FieldDeclaration(
        "country", at: .text(.country, \.country, .forgotten), "such as `DE`",
        guesses: [
          "country_code", "storefront", "geo_country", "store_country", "geo", "region", "cc",
        ])
    case .channel:
      FieldDeclaration(
        "channel", at: .text(.channel, \.channel, .forgotten), "what brought the customer",
        guesses: [
          "utm_source", "media_source", "acquisition_channel", "attribution_source",
          "install_source", "network", "source",
        ])
    case .campaign:
      FieldDeclaration(
        "campaign", at: .text(.campaign, \.campaign, .forgotten), "the channel's campaign",
        guesses: ["utm_campaign", "campaign_name", "ad_campaign", "campaign_id"])
    case .app:
      FieldDeclaration(
        "app", "bundle_id", "package_name", "app_id", at: .text(.app, \.app, .kept),
        "which app, where a log has several",
        guesses: ["application", "app_name", "application_id", "bundle", "app_bundle"])
    default:
      FieldDeclaration(
        "app_version", at: .text(.appVersion, \.appVersion, .forgotten), "the app's version",
        guesses: ["version", "client_version", "build_version", "release"])
    }
  }
}

// What was bought, and for how much.
extension LogField {
  private var ofPurchase: FieldDeclaration {
    switch self {
    case .productID:
      FieldDeclaration(
        "product_id", at: .text(.product, \.product, .kept), "the store's id of the product",
        guesses: [
          "sku", "plan_id", "product_identifier", "product", "plan", "item", "item_id",
          "subscription_plan",
        ])
    case .tier:
      FieldDeclaration(
        "tier", at: .text(.tier, \.tier, .kept), "finds the product where no `product_id` is",
        guesses: ["plan_tier", "plan_name", "subscription_tier", "level"])
    case .transactionID:
      FieldDeclaration(
        "transaction_id", at: .identifier(.transactionID, \.transactionID, .payment),
        of: .except([.userAliased, .accessGranted, .accessRevoked, .experimentExposed]),
        "the payment; a refund names the one that it undoes",
        guesses: [
          "order_id", "receipt_id", "charge_id", "store_transaction_id", "transaction_identifier",
        ])
    case .originalTransactionID:
      FieldDeclaration(
        "original_transaction_id",
        at: .identifier(.originalTransactionID, \.originalTransactionID, .firstPayment),
        "the payment that the subscription began with; stands in for `user_id`",
        guesses: [
          "subscription_id", "original_order_id", "original_transaction_identifier",
          "original_transaction_identifier_ios",
        ])
    default:
      FieldDeclaration(
        "ownership", at: .words([.init("purchased", []), .init("family_shared", .familyShared)]),
        "what is shared by the family is neither money nor access")
    }
  }

  private var ofTerms: FieldDeclaration {
    switch self {
    case .price:
      FieldDeclaration(
        "price", at: .amount(.price, \.price),
        of: .only(FieldKinds.sales + [.refunded, .refundReversed]),
        "what was paid, refunded or put back",
        guesses: [
          "amount", "revenue", "total", "value", "price_amount", "paid", "cost", "price_ios",
        ])
    case .currency:
      FieldDeclaration(
        "currency", at: .text(.currency, \.currency, .currency),
        of: .only(FieldKinds.sales + [.refunded, .refundReversed]),
        "the price's currency",
        guesses: [
          "currency_code", "price_currency", "iso_currency", "cur", "ccy", "currency_code_ios",
        ])
    case .period:
      FieldDeclaration(
        "period", at: .period(.period, \.period), of: .only(FieldKinds.sales + [.uncancelled]),
        "what the price pays for",
        guesses: ["billing_period", "subscription_period", "interval", "billing_cycle"])
    case .expiresAt:
      FieldDeclaration(
        "expires_at", "expiration_date", "expiry_date", at: .time(.expiresAt, \.expiresAt),
        of: .only(FieldKinds.sales + [.trialStarted, .subscriptionExtended, .accessGranted]),
        "when the access ends",
        guesses: [
          "expires_date", "valid_until", "period_end", "current_period_end", "expires", "end_date",
          "expiration_date_ios",
        ])
    case .graceExpiresAt:
      FieldDeclaration(
        "grace_expires_at", at: .time(.graceExpiresAt, \.graceExpiresAt),
        of: .mainly([.gracePeriodEntered, .billingFailed]),
        "when the access ends unless billing recovers",
        guesses: ["grace_period_expires_at", "grace_period_expires_date", "grace_until"])
    case .offerID:
      FieldDeclaration(
        "offer_id", at: .text(.offerID, \.offerID, .kept), of: .only(FieldKinds.sales),
        "the offer that was used",
        guesses: ["promo_id", "promotion_id", "offer"])
    case .offerCode:
      FieldDeclaration(
        "offer_code", "offer_code_used", at: .text(.offerCode, \.offerCode, .kept),
        of: .only(FieldKinds.sales), "the code that was typed",
        guesses: ["promo_code", "coupon", "coupon_code", "discount_code", "voucher"])
    default: FieldDeclaration("offer_type", at: .unused, "is not looked at")
    }
  }
}

// Which payments and subscriptions belong together.
extension LogField {
  private var ofLinks: FieldDeclaration {
    switch self {
    case .paymentID:
      FieldDeclaration(
        "payment_id", at: .identifier(.paymentID, \.paymentID, .payment),
        of: .except([.userAliased, .accessGranted, .accessRevoked, .experimentExposed]),
        "another id of the same payment, such as Stripe's payment intent",
        guesses: ["payment_intent", "payment_intent_id"])
    case .linkedTransactionID:
      FieldDeclaration(
        "linked_transaction_id",
        at: .identifier(.linkedTransactionID, \.linkedTransactionID, .firstPayment),
        "the original transaction that this one continues, as Google's `linkedPurchaseToken`",
        guesses: ["linked_purchase_token"])
    default:
      FieldDeclaration(
        "subscription_group", at: .text(.subscriptionGroup, \.subscriptionGroup, .kept),
        "the store's subscription group: a customer holds one of its products at a time",
        guesses: [
          "subscription_group_id", "subscription_group_identifier", "subscription_group_id_ios",
        ])
    }
  }
}

// How the money of a payment is made up.
extension LogField {
  private var ofMoney: FieldDeclaration {
    switch self {
    case .recurringPrice:
      FieldDeclaration(
        "recurring_price", at: .amount(.recurringPrice, \.recurringPrice),
        of: .only(FieldKinds.sales + [.uncancelled]),
        "what recurs each period, without one-time parts, prorations, usage and tax on top",
        guesses: ["plan_amount", "recurring_amount"])
    case .tax:
      FieldDeclaration(
        "tax", at: .amount(.tax, \.tax), of: .only(FieldKinds.sales),
        "the tax within `price`", guesses: ["tax_amount"])
    case .fee:
      FieldDeclaration(
        "fee", at: .amount(.fee, \.fee), of: .only(FieldKinds.sales),
        "what the store or processor keeps", guesses: ["commission", "store_fee"])
    case .convertedPrice:
      FieldDeclaration(
        "converted_price", at: .amount(.convertedPrice, \.convertedPrice),
        of: .only(FieldKinds.sales), "the vendor's own conversion of `price`",
        guesses: ["price_usd", "price_in_usd", "usd_price"])
    case .convertedCurrency:
      FieldDeclaration(
        "converted_currency", at: .text(.convertedCurrency, \.convertedCurrency, .currency),
        of: .only(FieldKinds.sales), "the currency of `converted_price`")
    case .startsAt:
      FieldDeclaration(
        "starts_at", at: .time(.startsAt, \.startsAt), of: .only(FieldKinds.sales),
        "from when the payment pays", guesses: ["period_start", "current_period_start"])
    case .chargePrice:
      FieldDeclaration(
        "charge_price", at: .amount(.chargePrice, \.chargePrice), of: .only([.refunded]),
        "what the refunded payment was")
    default:
      FieldDeclaration(
        "revokes", at: .flag(.revokes, []), of: .only([.refunded]),
        "the refund takes the access away, whatever its amount")
    }
  }
}

// What an event was about, and how it went.
extension LogField {
  private var ofOccasion: FieldDeclaration {
    switch self {
    case .reason:
      FieldDeclaration(
        "reason", at: .text(.reason, \.reason, .forgotten),
        of: .mainly([.cancelled, .expired, .accessGranted, .accessRevoked]),
        "why, in the log's own words",
        guesses: [
          "cancel_reason", "cancellation_reason", "churn_reason", "expiration_reason", "why",
          "cause",
        ])
    case .error:
      FieldDeclaration(
        "error", "error_code", at: .text(.error, \.error, .forgotten),
        of: .mainly([
          .purchaseFailed, .storeError, .restoreFailed, .receiptValidated, .entitlementSynced,
        ]), "what went wrong",
        guesses: ["error_message", "failure_reason", "code"])
    case .paywallID:
      FieldDeclaration(
        "paywall_id", at: .text(.paywall, \.paywall, .forgotten),
        of: .mainly(FieldKinds.paywalls), "which paywall",
        guesses: ["paywall", "paywall_name", "placement", "placement_id"])
    case .trigger:
      FieldDeclaration(
        "trigger", at: .text(.trigger, \.trigger, .forgotten),
        of: .mainly(FieldKinds.paywalls), "what opened the paywall",
        guesses: ["paywall_source", "entry_point", "trigger_name"])
    case .experiment:
      FieldDeclaration(
        "experiment", at: .text(.experiment, \.experiment, .forgotten),
        of: .mainly([.experimentExposed]), "which experiment",
        guesses: ["experiment_name", "experiment_id", "test_name", "ab_test", "feature_flag"])
    case .variant:
      FieldDeclaration(
        "variant", at: .text(.variant, \.variant, .forgotten),
        of: .mainly([.experimentExposed, .paywallShown]), "the variant that was shown",
        guesses: [
          "variation", "experiment_variant", "test_variant", "ab_variant", "test_group", "bucket",
        ])
    default:
      FieldDeclaration(
        "feature", at: .text(.feature, \.feature, .forgotten), of: .mainly([.featureUsed]),
        "which feature; else the event's own name",
        guesses: ["feature_name", "feature_id"])
    }
  }

  private var ofOutcome: FieldDeclaration {
    switch self {
    case .access:
      FieldDeclaration(
        "access",
        at: .words([
          .init("allowed", .accessAllowed), .init("denied", .accessDenied),
          .init("trial", .accessTrial),
        ]), of: .mainly([.featureUsed]), "whether the feature could be used")
    case .hasSubscription:
      FieldDeclaration(
        "has_subscription", at: .folded(into: .access), of: .mainly([.featureUsed]),
        "true means `allowed`, false `denied`")
    case .ok:
      FieldDeclaration(
        "ok", at: .flag(.ok, .notOK), of: .mainly(FieldKinds.attempts), "whether it went well")
    case .latency:
      FieldDeclaration(
        "latency_ms", at: .number(.latency, \.latencyMilliseconds),
        of: .mainly(FieldKinds.attempts), "how long it took",
        guesses: ["duration_ms", "latency", "elapsed_ms", "response_time_ms"])
    case .crashed:
      FieldDeclaration(
        "crashed", at: .flag(.crashed, []), of: .mainly([.appSession]), "whether the app crashed")
    case .anr:
      FieldDeclaration(
        "anr", at: .flag(.anr, []), of: .mainly([.appSession]), "whether the app stopped answering")
    case .autoRenew:
      FieldDeclaration(
        "auto_renew", at: .reading("flag"), of: .mainly([.renewalStatusChanged]),
        "which way the renewal was switched")
    default:
      FieldDeclaration(
        "subtype", at: .reading("`AUTO_RENEW_ENABLED`, `AUTO_RENEW_DISABLED`"),
        of: .mainly([.renewalStatusChanged]), "the same, as the App Store writes it")
    }
  }
}

// What an event says of how things stand.
extension LogField {
  private var ofState: FieldDeclaration {
    switch self {
    case .validatedAt:
      FieldDeclaration(
        "validated_at", "last_validated_at", at: .time(.validatedAt, \.validatedAt),
        of: .mainly([.appSession, .featureUsed]),
        "when what the customer may use was last checked with the server",
        guesses: ["last_validation", "entitlement_checked_at", "last_sync_at"])
    case .metric:
      FieldDeclaration(
        "metric", at: .text(.metric, \.metric, .forgotten), of: .only([.usageReported]),
        "what is counted, such as `child_count`", guesses: ["usage_metric", "meter"])
    case .value:
      FieldDeclaration(
        "value", at: .number(.value, \.value), of: .only([.usageReported]),
        "how many there are of it", guesses: ["usage", "usage_value"])
    case .grantedBy:
      FieldDeclaration(
        "granted_by", at: .text(.grantedBy, \.grantedBy, .forgotten), of: .mainly([.accessGranted]),
        "who gave complimentary access", guesses: ["admin", "agent", "approved_by"])
    default:
      FieldDeclaration(
        "consent", "consent_state", at: .text(.consent, \.consent, .forgotten),
        "what the customer has agreed to, such as `granted`",
        guesses: ["tracking_consent", "att_status", "consent_status"])
    }
  }
}

// What an annotation says.
extension LogField {
  private var ofAnnotation: FieldDeclaration {
    switch self {
    case .text:
      FieldDeclaration(
        "text", at: .reading("required there"), of: .only([.annotation]), "what happened")
    case .kind:
      FieldDeclaration(
        "kind", at: .reading("`release`, `price`, `incident`, `campaign`, `holiday`, `note`"),
        of: .only([.annotation]), "what sort of thing it is; else a note")
    default:
      FieldDeclaration(
        "link", at: .reading("web address"), of: .only([.annotation]), "where more is told")
    }
  }
}

extension FieldDeclaration {
  /// An id that is used where there is no `user_id`.
  fileprivate static func standIn(_ name: String) -> FieldDeclaration {
    FieldDeclaration(
      name, at: .reading("id"),
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
