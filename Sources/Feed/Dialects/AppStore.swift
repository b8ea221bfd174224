import Values

extension DialectTable {
  /// App Store Server Notifications, version 2 signed or decoded, version 1, and transactions.
  static let appStore = DialectTable(
    dialect: .appStore, title: "App Store",
    about: [
      "`N` is the notification, `T` its transaction, `R` its renewal info: signed (a JWS) or "
        + "already decoded. A line may also be a transaction alone. `E` is the newest element of "
        + "`unified_receipt.latest_receipt_info` in a notification of version 1.",
      "Empty texts, dates of 0 and an `offerType` of 0 are absent: servers in Go log decoded "
        + "objects so. A price of 0 is a price.",
      "With `appStore.verify`, each JWS is checked against `appStore.roots` before anything in it "
        + "is read, a line that is not signed is rejected, and nothing beside the signed parts is read; "
        + "without, a JWS is decoded only.",
      "`appStore.reports` names Apple's own Subscription Event reports, whose counts are compared with "
        + "what these lines tell.",
    ],
    sources: [
      "https://developer.apple.com/documentation/appstoreservernotifications",
      "https://github.com/apple/app-store-server-library-swift",
    ],
    mark: .any([
      .has("signedPayload"), .has("signedTransactionInfo"), .has("signedRenewalInfo"),
      .has("jwsRepresentation"), .has("signedTransaction"), .isText("notificationType"),
      .all([.has("transactionId"), .has("originalTransactionId"), .has("bundleId")]),
      .all([.has("notification_type"), .has("unified_receipt")]),
      .isList("latest_receipt_info"),
    ]),
    scopes: AppStore.scopes, isSigned: true, emptyIsAbsent: true,
    zeroIsAbsent: AppStore.zeroIsAbsent,
    groups: [
      AppStore.notification, AppStore.firstVersion, AppStore.wholeReceipt,
      AppStore.appTransaction, AppStore.otherRenewalInfo, AppStore.transaction,
      AppStore.renewalInfo,
    ])
}

private enum AppStore {
  static let alone = Condition.not(.any([.has("N.notificationType"), .has("notification_type")]))

  static let scopes = [
    Scope("N", [.signed("signedPayload"), .line(.has("notificationType"))]),
    Scope(
      "T", when: alone,
      [
        .signed("signedTransactionInfo"), .signed("signedTransaction"),
        .signed("jwsRepresentation"), .line(.any([.has("transactionId"), .has("receiptType")])),
      ]),
    Scope(
      "R", when: alone, [.signed("signedRenewalInfo"), .line(.has("autoRenewProductId"))]),
    Scope(
      "E",
      [
        .element(
          "unified_receipt.latest_receipt_info", .greatest(["purchase_date_ms"], unless: []))
      ]),
    Scope("P", [.element("unified_receipt.pending_renewal_info", .first)]),
    Scope(
      "T", [.signed("N.data.signedTransactionInfo"), .object("N.data.transactionInfo")],
      isInner: true),
    Scope(
      "R", [.signed("N.data.signedRenewalInfo"), .object("N.data.renewalInfo")], isInner: true),
  ]

  static let zeroIsAbsent: [Path] = [
    "N.signedDate", "T.signedDate", "R.signedDate", "T.purchaseDate", "T.revocationDate",
    "T.expiresDate", "R.gracePeriodExpiresDate", "T.offerType", "E.purchase_date_ms",
    "E.expires_date_ms", "E.cancellation_date_ms", "P.grace_period_expires_date_ms",
    "auto_renew_status_change_date_ms",
  ]

  static let signedPlaces: [Clock.Place] = [
    .milliseconds("N.signedDate"), .milliseconds("T.signedDate"), .milliseconds("R.signedDate"),
  ]
  static let clocks = [
    Clock("signed", signedPlaces),
    Clock("bought", [.milliseconds("T.purchaseDate")] + signedPlaces),
    Clock("revoked", [.milliseconds("T.revocationDate")] + signedPlaces),
  ]
  static let ends = Clock("expires_at", [.milliseconds("T.expiresDate")])

  static let isShared = Condition.equals("T.inAppOwnershipType", ["FAMILY_SHARED"])
  static let isFreeTrial = Condition.equals("T.offerDiscountType", ["FREE_TRIAL"])
  static let hasOffer = Condition.has("T.offerType")

  static let fields: [(LogField, Source)] = [
    (.userID, .id([.path("T.appAccountToken"), .path("R.appAccountToken")])),
    (
      .originalTransactionID,
      .first([.path("T.originalTransactionId"), .path("R.originalTransactionId")])
    ), (.transactionID, .path("T.transactionId")),
    (.productID, .first([.path("T.productId"), .path("R.productId")])),
    (.country, .path("T.storefront")), (.offerID, .path("T.offerIdentifier")),
    (.app, .first([.path("N.data.bundleId"), .path("T.bundleId")])),
    (.ownership, .when(isShared, .literal("family_shared"))),
    (
      .period,
      .first([
        .when(.equals("T.billingPlanType", ["MONTHLY"]), .literal("P1M")),
        .when(.equals("T.offerDiscountType", ["PAY_UP_FRONT"]), .path("T.offerPeriod")),
      ])
    ),
  ]

  static let currency = Source.path("T.currency")
  static let price = [
    Money(amount: .shifted("T.price", 3), currency: currency),
    Money(amount: .absent, currency: currency),
  ]
  /// A part of the price; without a share the whole charge is refunded.
  static let refund = Money(
    when: .all([
      .equals("T.revocationType", ["REFUND_PRORATED"]), .has("T.revocationPercentage"),
      .has("T.price"),
    ]), amount: .share(of: "T.price", "T.revocationPercentage"), currency: .path("T.currency"))

  static let newProduct: [(LogField, Source)] = [
    (.productID, .first([.path("R.autoRenewProductId"), .path("T.productId")]))
  ]

  /// What a first purchase is, by its transaction (section "By transaction").
  static func firstPurchase(_ type: String) -> [Row] {
    let isIntroductory = Condition.any([.not(hasOffer), .equals("T.offerType", ["1"])])
    return [
      Row(type, when: isShared, .purchased, at: "bought", notes: "family sharing: no money"),
      Row(type, when: .all([isFreeTrial, isIntroductory]), .trialStarted, at: "bought"),
      Row(
        type, when: isFreeTrial, .offerRedeemed, at: "bought", price: .free,
        notes: "free by code, promotion or win-back: no trial"),
      Row(
        type,
        when: .all([
          .not(.has("T.offerDiscountType")), .equals("T.offerType", ["1"]), .isZero("T.price"),
        ]), .trialStarted, at: "bought", notes: "older transactions"),
      Row(type, .purchased, at: "bought"),
    ]
  }

  static func subtype(_ names: String...) -> Condition { .equals("N.subtype", names) }

  static let notification = Group(
    "Notifications", facts: "N", when: .hasKey("N.notificationType"),
    type: .path("N.notificationType"),
    environment: .word(
      outer: ["N.data.environment", "N.summary.environment", "N.appData.environment"],
      inner: ["T.environment", "R.environment"], sandbox: ["Sandbox", "Xcode", "LocalTesting"],
      production: ["Production"]),
    bundleID: ["N.data.bundleId", "T.bundleId"], clocks: clocks,
    fields: [(.eventID, .path("N.notificationUUID"))] + fields, ends: ends,
    grace: Clock("grace_expires_at", [.milliseconds("R.gracePeriodExpiresDate")]),
    money: price,
    rows: firstPurchase("SUBSCRIBED") + [
      Row(
        "DID_RENEW", when: subtype("BILLING_RECOVERY"), .renewed, at: "bought",
        set: [(.reason, .literal("billing_recovery"))]),
      Row("DID_RENEW", .renewed, at: "bought"),
      Row("ONE_TIME_CHARGE", .purchased, at: "bought", without: [.expiresAt]),
    ] + offers + changes + failures + endings + ignored)

  static let offers = [
    Row(
      "OFFER_REDEEMED", when: .all([subtype("UPGRADE"), .isPositive("T.price")]), .productChanged,
      at: "bought", notes: "at once"),
    Row(
      "OFFER_REDEEMED", when: subtype("UPGRADE"), .offerRedeemed, at: "bought", price: .free,
      notes: "at once"),
    Row(
      "OFFER_REDEEMED", when: subtype("DOWNGRADE"), .productChanged, at: "signed", set: newProduct
    )
    .asNote, Row("OFFER_REDEEMED", when: hasOffer, .offerRedeemed, at: "bought"),
    Row(
      "OFFER_REDEEMED", .offerRedeemed, at: "signed",
      set: [(.offerID, .path("R.offerIdentifier"))], price: .free, without: [.expiresAt],
      notes: "an offer that starts at the next renewal"),
  ]

  static let changes = [
    Row(
      "DID_CHANGE_RENEWAL_PREF", when: subtype("UPGRADE"), .productChanged, at: "bought",
      notes: "at once"),
    Row("DID_CHANGE_RENEWAL_PREF", .productChanged, at: "signed", set: newProduct).asNote,
    Row(
      "DID_CHANGE_RENEWAL_STATUS", when: subtype("AUTO_RENEW_ENABLED"), .uncancelled, at: "signed"),
    Row(
      "DID_CHANGE_RENEWAL_STATUS", when: subtype("AUTO_RENEW_DISABLED"), .cancelled, at: "signed"),
    Row(
      "DID_CHANGE_RENEWAL_STATUS", when: .equals("R.autoRenewStatus", ["1"]), .uncancelled,
      at: "signed"),
    Row(
      "DID_CHANGE_RENEWAL_STATUS", when: .equals("R.autoRenewStatus", ["0"]), .cancelled,
      at: "signed"), .ignored("DID_CHANGE_RENEWAL_STATUS", as: "/unknown"),
  ]

  static let failures = [
    Row("DID_FAIL_TO_RENEW", when: subtype("GRACE_PERIOD"), .gracePeriodEntered, at: "signed"),
    Row("DID_FAIL_TO_RENEW", .billingFailed, at: "signed"),
    Row(
      "GRACE_PERIOD_EXPIRED", .expired, at: "signed", set: [(.reason, .literal("billing"))],
      notes: "access ends; the failure was told before"),
    Row(
      "EXPIRED", .expired, at: "signed",
      set: [
        (
          .reason,
          .first([
            .when(subtype("BILLING_RETRY"), .literal("billing")), .lowerCase(.path("N.subtype")),
            .literal("other"),
          ])
        )
      ], notes: "dated when it was sent: expiresDate lies before a grace"),
  ]

  static let endings = [
    Row("REFUND", .refunded, at: "revoked", price: .from([refund])),
    Row("REFUND_REVERSED", .refundReversed, at: "signed"),
    Row("REVOKE", .revoked, at: "revoked", notes: "family sharing ended"),
    Row("RENEWAL_EXTENDED", .subscriptionExtended, at: "signed"),
  ]

  static let ignored = [
    Row.ignored(
      "RENEWAL_EXTENSION", "PRICE_INCREASE", "PRICE_CHANGE", "REFUND_DECLINED",
      "CONSUMPTION_REQUEST", "METADATA_UPDATE", "MIGRATION", "EXTERNAL_PURCHASE_TOKEN",
      "RESCIND_CONSENT", "TEST", notes: "no customer's access or money changes")
  ]

  static let transaction = Group(
    "A transaction alone", facts: "T", when: .found("T"), type: .literal("transaction"),
    environment: .word(
      outer: ["T.environment", "R.environment"], inner: [],
      sandbox: ["Sandbox", "Xcode", "LocalTesting"],
      production: ["Production"]), bundleID: ["T.bundleId"], clocks: clocks,
    fields: [
      (
        .eventID,
        .joined([
          .literal("transaction:"), .path("T.transactionId"),
          .orEmpty(.when(.has("T.revocationDate"), .literal(":revoked"))),
        ])
      )
    ] + fields, ends: ends, money: price,
    rows: [
      Row(
        "transaction",
        when: .all([
          .has("T.revocationDate"),
          .any([isShared, .equals("T.revocationType", ["FAMILY_REVOKE"])]),
        ]), .revoked, at: "revoked"),
      Row(
        "transaction", when: .has("T.revocationDate"), .refunded, at: "revoked",
        price: .from([refund]), notes: "a line that is revoked no longer tells of its charge"),
      Row(
        "transaction", when: .equals("T.transactionReason", ["RENEWAL"]), .renewed, at: "bought"),
    ] + firstPurchase("transaction"))

  static let appTransaction = Group(
    "An app transaction", facts: "T",
    when: .all([.has("T.receiptType"), .not(.has("T.transactionId"))]),
    type: .literal("AppTransaction"), clocks: [], fields: [], rows: [.ignored("AppTransaction")])

  static let renewalInfo = Group(
    "Renewal info alone", facts: "R",
    when: .found("R"), type: .literal("RenewalInfo"), clocks: [], fields: [],
    rows: [.ignored("RenewalInfo")])

  /// What StoreKit calls a JWS representation may be that of renewal info.
  static let otherRenewalInfo = Group(
    "Renewal info in place of a transaction", facts: "T",
    when: .all([.has("T.autoRenewProductId"), .not(.has("T.transactionId"))]),
    type: .literal("RenewalInfo"), clocks: [], fields: [], rows: [.ignored("RenewalInfo")])

  static let wholeReceipt = Group(
    "A whole verifyReceipt response", when: .isList("latest_receipt_info"),
    type: .literal("verifyReceipt"), clocks: [], fields: [],
    rows: [.ignored("verifyReceipt", notes: "many transactions in one line")])
}

// MARK: - Version 1

extension AppStore {
  private static func eventID(_ path: Path) -> (LogField, Source) {
    (
      .eventID,
      .joined([
        .literal("v1:"), .path("notification_type"), .literal(":"), .path("E.transaction_id"),
        .literal(":"), .path(path),
      ])
    )
  }

  /// A row whose event is identified by its time.
  private static func row(
    _ types: [String], when: Condition = .always, _ kind: EventKind, at clock: String,
    set: [(LogField, Source)] = []
  ) -> Row {
    var row = Row("", when: when, kind, at: clock, set: set)
    row.types = types
    if let path = times[clock] { row.set.append(eventID(path)) }
    return row
  }

  private static let isSharedReceipt = Condition.equals(
    "E.in_app_ownership_type", ["FAMILY_SHARED"])

  private static let times: [String: Path] = [
    "purchase_date": "E.purchase_date_ms", "expires_date": "E.expires_date_ms",
    "cancellation_date": "E.cancellation_date_ms",
    "auto_renew_status_change_date": "auto_renew_status_change_date_ms",
  ]

  fileprivate static let firstVersion = Group(
    "Version 1", when: .has("notification_type"), type: .path("notification_type"),
    environment: .word(
      outer: ["environment"], inner: [], sandbox: ["Sandbox"], production: ["PROD", "Production"]),
    clocks: times.sorted { $0.key < $1.key }.map { Clock($0.key, [.milliseconds($0.value)]) },
    fields: [
      (.userID, .path("E.app_account_token")),
      (.originalTransactionID, .path("E.original_transaction_id")),
      (.transactionID, .path("E.transaction_id")), (.productID, .path("E.product_id")),
      (.app, .first([.path("bid"), .path("unified_receipt.bid")])),
      (
        .ownership,
        .when(isSharedReceipt, .literal("family_shared"))
      ),
    ], ends: Clock("expires_at", [.milliseconds("E.expires_date_ms")]),
    grace: Clock("grace_expires_at", [.milliseconds("P.grace_period_expires_date_ms")]),
    rows: [
      row(
        ["INITIAL_BUY"], when: .all([.isTrue("E.is_trial_period"), .not(isSharedReceipt)]),
        .trialStarted, at: "purchase_date"),
      row(["INITIAL_BUY", "INTERACTIVE_RENEWAL"], .purchased, at: "purchase_date"),
      row(["DID_RENEW", "DID_RECOVER"], .renewed, at: "purchase_date"),
      row(
        ["DID_FAIL_TO_RENEW"], when: .has("P.grace_period_expires_date_ms"), .gracePeriodEntered,
        at: "expires_date"), row(["DID_FAIL_TO_RENEW"], .billingFailed, at: "expires_date"),
      row(["CANCEL", "REFUND"], .refunded, at: "cancellation_date"),
      row(["REVOKE"], .revoked, at: "cancellation_date"),
      row(
        ["DID_CHANGE_RENEWAL_STATUS"], when: .isTrue("auto_renew_status"), .uncancelled,
        at: "auto_renew_status_change_date"),
      row(
        ["DID_CHANGE_RENEWAL_STATUS"], when: .isFalse("auto_renew_status"), .cancelled,
        at: "auto_renew_status_change_date"),
      .ignored("DID_CHANGE_RENEWAL_STATUS", as: "/unknown"),
      row(
        ["DID_CHANGE_RENEWAL_PREF"], .productChanged, at: "purchase_date",
        set: [(.productID, .path("auto_renew_product_id"))]
      ).asNote,
    ])
}
