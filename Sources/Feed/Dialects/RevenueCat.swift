import Values

extension DialectTable {
  /// RevenueCat webhooks.
  static let revenueCat = DialectTable(
    dialect: .revenueCat, title: "RevenueCat",
    about: [
      "`E` is the event: the object at `event`, else the line itself. Empty texts are absent.",
      "`tax_percentage`, `commission_percentage` and `takehome_percentage` are not used: proceeds "
        + "are estimated in one way for all dialects.",
    ],
    sources: [
      "https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields",
      "https://github.com/RevenueCat/revenuecat-docs",
    ],
    mark: .any([.isText("event.type"), .all([.isText("type"), .has("event_timestamp_ms")])]),
    scopes: [Scope("E", [.object("event"), .line(.always)])], emptyIsAbsent: true,
    groups: [
      Group(
        "Events", type: .path("E.type"),
        environment: .word(
          outer: ["E.environment"], inner: [], sandbox: ["SANDBOX"], production: ["PRODUCTION"]),
        clocks: RevenueCat.clocks, fields: RevenueCat.fields,
        ends: Clock("expires_at", [.milliseconds("E.expiration_at_ms")]),
        grace: Clock("grace_expires_at", [.milliseconds("E.grace_period_expiration_at_ms")]),
        money: RevenueCat.money,
        rows: RevenueCat.purchases + RevenueCat.endings + RevenueCat.others)
    ])
}

private enum RevenueCat {
  static let told = Clock.Place.milliseconds("E.event_timestamp_ms")

  static let clocks = [
    Clock("bought", [.milliseconds("E.purchased_at_ms"), told]), Clock("told", [told]),
    Clock(
      "enrolled",
      [.milliseconds("E.experiment_enrolled_at_ms"), .milliseconds("E.enrolled_at_ms"), told]),
  ]

  static let fields: [(LogField, Source)] = [
    (.eventID, .path("E.id")), (.userID, .path("E.app_user_id")),
    (
      .previousID,
      .when(
        .not(.isSame("E.original_app_user_id", "E.app_user_id")), .path("E.original_app_user_id"))
    ), (.productID, .path("E.product_id")), (.transactionID, .path("E.transaction_id")),
    (.originalTransactionID, .path("E.original_transaction_id")),
    (.offerID, .path("E.offer_code")), (.country, .path("E.country_code")),
    (.channel, .path("E.subscriber_attributes.$mediaSource.value")),
    (.campaign, .path("E.subscriber_attributes.$campaign.value")),
    (
      .platform,
      .mapped(
        "E.store",
        [
          ("APP_STORE", "ios"), ("MAC_APP_STORE", "macos"), ("PLAY_STORE", "android"),
          ("AMAZON", "amazon"), ("ROKU", "roku"), ("STRIPE", "web"), ("RC_BILLING", "web"),
          ("PADDLE", "web"),
        ])
    ), (.ownership, .when(.isTrue("E.is_family_share"), .literal("family_shared"))),
  ]

  static let money = [
    Money(
      amount: .shifted("E.price_in_purchased_currency", 0), currency: .path("E.currency")),
    Money(amount: .shifted("E.price", 0), currency: .literal("USD")),
    Money(amount: .absent, currency: .path("E.currency")),
  ]
  static let refund = money.map { money in
    var money = money
    money.isRefund = true
    return money
  }

  static let isPromotional = Condition.any([
    .equals("E.store", ["PROMOTIONAL"]), .equals("E.period_type", ["PROMOTIONAL"]),
  ])
  static let isTrial = Condition.equals("E.period_type", ["TRIAL"])

  static func granted(_ type: String) -> Row {
    Row(
      type, when: isPromotional, .accessGranted, at: "bought",
      set: [(.reason, .literal("promotional"))], notes: "complimentary access")
  }

  /// The free period of a trial, or one that a code gives away.
  static func free(_ type: String) -> [Row] {
    [
      Row(
        type, when: .all([isTrial, .has("E.offer_code")]), .offerRedeemed, at: "bought",
        price: .free), Row(type, when: isTrial, .trialStarted, at: "bought"),
    ]
  }

  static let purchases =
    [
      granted("INITIAL_PURCHASE"),
      Row("INITIAL_PURCHASE", when: .isTrue("E.is_family_share"), .purchased, at: "bought"),
    ] + free("INITIAL_PURCHASE") + [
      Row("INITIAL_PURCHASE", .purchased, at: "bought", notes: "INTRO and PREPAID at their price"),
      granted("RENEWAL"),
      Row("RENEWAL", when: .isTrue("E.is_family_share"), .renewed, at: "bought"),
    ] + free("RENEWAL") + [
      Row("RENEWAL", when: .isTrue("E.is_trial_conversion"), .trialConverted, at: "bought"),
      Row("RENEWAL", .renewed, at: "bought", notes: "also a resubscription"),
      granted("NON_RENEWING_PURCHASE"), Row("NON_RENEWING_PURCHASE", .purchased, at: "bought"),
      Row(
        "PRODUCT_CHANGE", .productChanged, at: "told",
        set: [(.productID, .first([.path("E.new_product_id"), .path("E.product_id")]))],
        notes: "never money: a RENEWAL of the new product follows"
      ).asNote,
    ]

  static let endings = [
    Row("CANCELLATION", when: isPromotional, .accessRevoked, at: "told"),
    Row(
      "CANCELLATION",
      when: .any([
        .isNegative("E.price"), .isNegative("E.price_in_purchased_currency"),
        .all([.equals("E.cancel_reason", ["CUSTOMER_SUPPORT"]), .not(isTrial)]),
      ]), .refunded, at: "told", price: .from(refund),
      notes: "the size of the price; 0 or none: the whole charge"),
    .ignored(
      "CANCELLATION", when: .equals("E.cancel_reason", ["BILLING_ERROR"]), as: "/BILLING_ERROR",
      notes: "BILLING_ISSUE says the same failure"),
    Row(
      "CANCELLATION", .cancelled, at: "told",
      set: [(.reason, .lowerCase(.path("E.cancel_reason")))]),
    Row("UNCANCELLATION", .uncancelled, at: "told"),
    Row(
      "BILLING_ISSUE", when: .has("E.grace_period_expiration_at_ms"), .gracePeriodEntered,
      at: "told"), Row("BILLING_ISSUE", .billingFailed, at: "told"),
    Row("EXPIRATION", when: isPromotional, .accessRevoked, at: "told"),
    Row(
      "EXPIRATION", .expired, at: "told",
      set: [(.reason, .lowerCase(.path("E.expiration_reason")))]),
    Row(
      "SUBSCRIPTION_PAUSED", .cancelled, at: "told", set: [(.reason, .literal("paused"))],
      notes: "access goes on to the end, EXPIRATION follows"),
    Row("SUBSCRIPTION_EXTENDED", .subscriptionExtended, at: "told"),
    Row("REFUND_REVERSED", .refundReversed, at: "told"),
  ]

  static let others = [
    Row(
      "TRANSFER", .userAliased, at: "told",
      set: [
        (.userID, .element("E.transferred_to", notPrefixed: "$RCAnonymousID:")),
        (.previousID, .element("E.transferred_from", notPrefixed: "$RCAnonymousID:")),
      ], notes: "purchases move from one id to the other"),
    Row(
      "SUBSCRIBER_ALIAS", .userAliased, at: "told",
      set: [(.previousID, .path("E.original_app_user_id"))]),
    Row(
      "TEMPORARY_ENTITLEMENT_GRANT", .accessGranted, at: "told",
      set: [(.reason, .literal("temporary"))],
      ends: Clock(
        "expires_at",
        [.milliseconds("E.expiration_at_ms"), .later("E.event_timestamp_ms", .hours(24))])),
    Row(
      "EXPERIMENT_ENROLLMENT", .experimentExposed, at: "enrolled",
      set: [
        (.experiment, .path("E.experiment_id")), (.variant, .path("E.experiment_variant")),
      ]), .ignored("TEST", "INVOICE_ISSUANCE", "VIRTUAL_CURRENCY_TRANSACTION"),
  ]
}
