import Values

extension DialectTable {
  /// Google Play real-time developer notifications, beside the purchase.
  static let googlePlay = DialectTable(
    dialect: .googlePlay, title: "Google Play",
    about: [
      "A notification alone has neither price nor end: log it beside what the server fetched, as "
        + "`purchase` (a SubscriptionPurchaseV2 or a ProductPurchase) and, if you have it, `order`.",
      "`D` is the notification: base64 in `message.data`, an object there, or the line itself. `P` "
        + "is the purchase, `O` the order, `L` the line item with the notification's "
        + "`subscriptionId`, else the first.",
    ],
    sources: [
      "https://developer.android.com/google/play/billing/rtdn-reference",
      "https://developers.google.com/android-publisher/api-ref/rest/v3/purchases.subscriptionsv2",
    ],
    mark: .any([
      .isText("message.data"),
      .all([
        .has("packageName"),
        .any([
          .has("subscriptionNotification"), .has("oneTimeProductNotification"),
          .has("voidedPurchaseNotification"), .has("pendingRefundReviewNotification"),
          .has("testNotification"),
        ]),
      ]),
    ]),
    scopes: [
      Scope(
        "D", [.base64("message.data"), .object("message.data"), .line(.not(.has("message.data")))]),
      Scope(
        "P", [.object("purchase"), .object("subscriptionPurchase"), .object("productPurchase")]),
      Scope("O", [.object("order")]),
      Scope(
        "L",
        [
          .element(
            "P.lineItems",
            .firstWhere("productId", equals: "D.subscriptionNotification.subscriptionId"))
        ]),
    ],
    groups: [
      GooglePlay.group(
        "Subscriptions", "subscriptionNotification", GooglePlay.subscriptions,
        type: .joined([
          .literal("subscriptionNotification:"),
          .path("D.subscriptionNotification.notificationType"),
        ])),
      GooglePlay.group(
        "One-time products", "oneTimeProductNotification", GooglePlay.products,
        type: .joined([
          .literal("oneTimeProductNotification:"),
          .path("D.oneTimeProductNotification.notificationType"),
        ])),
      GooglePlay.group(
        "Voided purchases", "voidedPurchaseNotification", GooglePlay.voided,
        type: .literal("voidedPurchaseNotification")),
      GooglePlay.group(
        "Refunds under review", "pendingRefundReviewNotification",
        [.ignored("pendingRefundReviewNotification")],
        type: .literal("pendingRefundReviewNotification")),
      GooglePlay.group(
        "Tests", "testNotification", [.ignored("testNotification")],
        type: .literal("testNotification")),
    ])
}

private enum GooglePlay {
  static func group(_ name: String, _ key: String, _ rows: [Row], type: Source) -> Group {
    Group(
      name, when: .has(Path("D." + key)), type: type,
      environment: .sandbox(
        when: .any([.has("P.testPurchase"), .equals("P.purchaseType", ["0"])])), clocks: clocks,
      fields: [
        (.eventID, .first([.path("message.messageId"), .path("message.message_id")])),
        (
          .userID,
          .id([
            .path("P.externalAccountIdentifiers.obfuscatedExternalAccountId"),
            .path("P.externalAccountIdentifiers.externalAccountId"),
            .path("P.obfuscatedExternalAccountId"),
          ])
        ), (.originalTransactionID, .path(Path("D.\(key).purchaseToken"))),
        (
          .transactionID,
          .first([
            .path("L.latestSuccessfulOrderId"), .path("P.latestOrderId"), .path("P.orderId"),
          ])
        ), (.productID, product(key)), (.offerID, .path("L.offerDetails.offerId")),
        (.country, .path("P.regionCode")), (.platform, .literal("android")),
        (.app, .path("D.packageName")),
      ], ends: Clock("expires_at", [.text("L.expiryTime")]),
      grace: Clock("grace_expires_at", [.text("L.expiryTime")]), money: money, rows: rows)
  }

  /// A product holds monthly and yearly plans.
  private static func product(_ key: String) -> Source {
    .joined([
      .first([
        .path("L.productId"), .path(Path("D.\(key).subscriptionId")), .path(Path("D.\(key).sku")),
      ]),
      .orEmpty(.joined([.literal(":"), .path("L.offerDetails.basePlanId")])),
    ])
  }

  static let told = Clock.Place.milliseconds("D.eventTimeMillis")
  static let clocks = [Clock("told", [told]), Clock("started", [.text("P.startTime"), told])]

  static let currency = Source.path("L.autoRenewingPlan.recurringPrice.currencyCode")
  static let money = [
    Money(amount: .units("O.total"), currency: .path("O.total.currencyCode")),
    Money(when: .has("L.offerPhase.freeTrial"), amount: .zero, currency: currency),
    Money(
      when: .any([
        .has("L.offerPhase.introductoryPrice"), .has("L.offerPhase.prorationPeriod"),
      ]), amount: .absent, currency: currency),
    Money(
      amount: .units("L.autoRenewingPlan.recurringPrice"), currency: currency, isOffer: false),
  ]
  static let ordered = [Money(amount: .units("O.total"), currency: .path("O.total.currencyCode"))]

  /// Older records say only by a name that the offer is a trial.
  static let isTrial = Condition.any([
    .has("L.offerPhase.freeTrial"),
    .all([
      .not(.has("L.offerPhase")),
      .any([
        .contains("L.offerDetails.offerId", "trial"),
        .contains("L.offerDetails.offerTags", "trial"),
      ]),
    ]),
  ])

  static func subscription(
    _ number: Int, _ name: String, when: Condition = .always, _ kind: EventKind,
    at clock: String = "told", set: [(LogField, Source)] = [], notes: String = ""
  ) -> Row {
    Row(
      "subscriptionNotification:\(number)", name: name, when: when, kind, at: clock, set: set,
      notes: notes)
  }

  static let reason = Source.first([
    .lowerCase(
      .without(
        prefix: "CANCEL_SURVEY_REASON_",
        .path("P.canceledStateContext.userInitiatedCancellation.cancelSurveyResult.reason"))),
    .when(.has("P.canceledStateContext.userInitiatedCancellation"), .literal("user")),
    .when(.has("P.canceledStateContext.systemInitiatedCancellation"), .literal("billing")),
    .when(.has("P.canceledStateContext.developerInitiatedCancellation"), .literal("developer")),
  ])

  static let subscriptions =
    [
      subscription(1, "SUBSCRIPTION_RECOVERED", .renewed, notes: "from hold"),
      subscription(2, "SUBSCRIPTION_RENEWED", .renewed),
      Row.ignored(
        "subscriptionNotification:3", name: "SUBSCRIPTION_CANCELED",
        when: .has("P.canceledStateContext.replacementCancellation"), as: "/replaced",
        notes: "the old plan of an upgrade"),
      subscription(3, "SUBSCRIPTION_CANCELED", .cancelled, set: [(.reason, reason)]),
      subscription(4, "SUBSCRIPTION_PURCHASED", when: isTrial, .trialStarted, at: "started"),
      subscription(
        4, "SUBSCRIPTION_PURCHASED", .purchased, at: "started",
        notes: "an upgrade too: the charge ends what runs"),
      subscription(5, "SUBSCRIPTION_ON_HOLD", .billingFailed),
      subscription(
        6, "SUBSCRIPTION_IN_GRACE_PERIOD", .gracePeriodEntered,
        notes: "Google moves expiryTime to the end of the grace"),
      subscription(7, "SUBSCRIPTION_RESTARTED", .uncancelled),
      subscription(9, "SUBSCRIPTION_DEFERRED", .subscriptionExtended),
      subscription(10, "SUBSCRIPTION_PAUSED", .expired, set: [(.reason, .literal("paused"))]),
      subscription(12, "SUBSCRIPTION_REVOKED", .revoked, notes: "the money comes as voided"),
      subscription(
        13, "SUBSCRIPTION_EXPIRED", .expired,
        set: [
          (
            .reason,
            .when(
              .has("P.canceledStateContext.systemInitiatedCancellation"), .literal("billing"))
          )
        ]),
    ]
    + [
      (8, "SUBSCRIPTION_PRICE_CHANGE_CONFIRMED"), (11, "SUBSCRIPTION_PAUSE_SCHEDULE_CHANGED"),
      (17, "SUBSCRIPTION_ITEMS_CHANGED"), (18, "SUBSCRIPTION_CANCELLATION_SCHEDULED"),
      (19, "SUBSCRIPTION_PRICE_CHANGE_UPDATED"), (20, "SUBSCRIPTION_PENDING_PURCHASE_CANCELED"),
      (22, "SUBSCRIPTION_PRICE_STEP_UP_CONSENT_UPDATED"),
    ].map { Row.ignored("subscriptionNotification:\($0.0)", name: $0.1) }

  static let products = [
    Row(
      "oneTimeProductNotification:1", name: "ONE_TIME_PRODUCT_PURCHASED", .purchased, at: "told",
      price: .from(ordered), without: [.expiresAt]),
    .ignored("oneTimeProductNotification:2", name: "ONE_TIME_PRODUCT_CANCELED"),
  ]

  static let voided = [
    Row.ignored(
      "voidedPurchaseNotification", name: "voidedPurchase",
      when: .equals("D.voidedPurchaseNotification.refundType", ["2"]), as: "/partial",
      notes: "a part of a quantity: the amount is not known"),
    Row(
      "voidedPurchaseNotification", name: "voidedPurchase", .refunded, at: "told",
      set: [(.transactionID, .path("D.voidedPurchaseNotification.orderId"))], price: .none,
      notes: "the whole charge"),
  ]
}
