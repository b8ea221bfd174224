import Values

extension DialectTable {
  /// Rows of the Google Analytics export to BigQuery.
  static let firebase = DialectTable(
    dialect: .firebase, title: "Firebase",
    about: [
      "A line is a row of `events_*` as JSON. `A` are the parameters: `event_params[]` by their key, "
        + "with the one value that is there. An app's own events are read as natively, under their "
        + "names and those of `eventNames`, with the parameters as fields.",
      "In automatic charges an integer amount is read as millionths, a double as major units. "
        + "Use this dialect for the funnel and a store's for money.",
    ],
    sources: [
      "https://support.google.com/analytics/answer/7029846",
      "https://support.google.com/analytics/answer/9234069",
    ],
    mark: .all([
      .isText("event_name"), .has("event_timestamp"),
      .any([.isList("event_params"), .has("user_pseudo_id"), .has("event_date")]),
    ]),
    scopes: [Scope("A", [.parameters("event_params")]), Scope("G", [.element("items", .first)])],
    groups: [
      Group(
        "Events", type: .path("event_name"),
        environment: .word(
          outer: ["A.environment"], inner: [], sandbox: ["sandbox"], production: ["production"]),
        clocks: [Clock("logged", [.microseconds("event_timestamp")])],
        fields: [
          (.userID, .path("user_id")), (.country, .path("geo.country")),
          (.platform, .lowerCase(.path("platform"))), (.app, .path("app_info.id")),
          (.appVersion, .path("app_info.version")),
        ], money: Firebase.automatic, fallbacks: Firebase.fallbacks,
        own: OwnEvents(
          scope: "A", charges: [Firebase.value, Firebase.inDollars], refunds: [Firebase.value]),
        rows: Firebase.rows)
    ])
}

private enum Firebase {
  static let currency = Source.path("A.currency")
  static let price = Money(amount: .shifted("A.price", 0), currency: currency)
  static let value = Money(amount: .shifted("A.value", 0), currency: currency)
  static let inDollars = Money(
    amount: .shifted("event_value_in_usd", 0), currency: .literal("USD"))
  static let noPrice = Money(amount: .absent, currency: currency)

  static let automatic = [
    Money(amount: .millionths("A.value"), currency: currency),
    Money(amount: .millionths("A.price"), currency: currency), inDollars, noPrice,
  ]
  static let refunds = [price, value, noPrice]

  static let fallbacks: [(LogField, Source)] = [
    (
      .eventID,
      .joined([
        .orEmpty(.path("event_timestamp")), .literal(":"),
        .orEmpty(.path("event_bundle_sequence_id")), .literal(":"),
        .orEmpty(.path("batch_event_index")), .literal(":"), .orEmpty(.path("event_name")),
      ])
    ), (.originalTransactionID, .joined([.literal("ga:"), .id([.path("user_pseudo_id")])])),
    (
      .channel,
      known([
        "collected_traffic_source.manual_source", "traffic_source.source",
      ])
    ),
    (
      .campaign,
      known(["collected_traffic_source.manual_campaign_name", "traffic_source.name"])
    ), (.productID, known(["G.item_id"])), (.transactionID, known(["ecommerce.transaction_id"])),
    (.offerID, .path("A.coupon")),
  ]

  /// What Analytics writes where it knows nothing is absent.
  static func known(_ paths: [Path]) -> Source {
    .first(paths.map { .unless(["(direct)", "(none)", "(not set)"], .path($0)) })
  }

  static let rows = [
    Row(
      "in_app_purchase", when: .equals("A.free_trial", ["1", "true"]), .trialStarted,
      at: "logged", notes: "no price"),
    Row("in_app_purchase", .purchased, at: "logged"),
    Row("app_store_subscription_convert", .trialConverted, at: "logged"),
    Row("app_store_subscription_renew", .renewed, at: "logged"),
    Row(
      "app_store_subscription_cancel", .cancelled, at: "logged",
      set: [(.reason, .lowerCase(.path("A.cancellation_reason")))]),
    Row(
      "app_store_refund", .refunded, at: "logged", price: .from(refunds),
      notes: "Google does not export it; if somebody logs it"),
    Row("session_start", .appSession, at: "logged"),
  ]
}
