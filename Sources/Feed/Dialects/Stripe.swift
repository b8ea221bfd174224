import Values

extension DialectTable {
  /// Stripe events.
  static let stripe = DialectTable(
    dialect: .stripe, title: "Stripe",
    about: [
      "`X` is `data.object`, `V` is `data.previous_attributes`. `I` is the line of an invoice whose "
        + "period ends last, among those that are no proration; of an upgrade, whose lines end at one "
        + "time, what is charged and not what is given back. `S` is the first item of a subscription.",
      "Amounts are minor units of their currency. Prices are cash: after a proration the amount is "
        + "less than the plan's price, and so is MRR until the next renewal.",
      "Empty texts are absent. Stripe has no grace of its own: set `graceDays` to what the app grants, 0 for none.",
    ],
    sources: [
      "https://docs.stripe.com/api/events/types", "https://docs.stripe.com/api/invoices",
      "https://docs.stripe.com/currencies",
    ], mark: .all([.equals("object", ["event"]), .isText("object"), .isText("type")]),
    scopes: [
      Scope("X", [.object("data.object")]), Scope("V", [.object("data.previous_attributes")]),
      Scope(
        "I",
        [
          .element(
            "X.lines.data",
            .greatest(["period.end", "amount"], unless: ["proration", "parent.*.proration"]))
        ]), Scope("S", [.element("X.items.data", .first)]),
    ], emptyIsAbsent: true,
    groups: [
      Stripe.group(
        "Subscriptions", prefix: "customer.subscription.",
        fields: [(.originalTransactionID, .path("X.id")), (.productID, Stripe.price("S"))],
        rows: Stripe.subscriptions),
      Stripe.group(
        "Invoices", prefix: "invoice.",
        fields: [
          (.transactionID, .path("X.id")),
          (
            .originalTransactionID,
            .first([
              .path("X.subscription"), .path("X.subscription.id"),
              .path("X.parent.subscription_details.subscription"),
              .path("X.parent.subscription_details.subscription.id"),
            ])
          ), (.productID, Stripe.price("I")),
          (
            .period,
            .first([
              .period(
                count: "I.price.recurring.interval_count", unit: "I.price.recurring.interval"),
              .period(count: "I.plan.interval_count", unit: "I.plan.interval"),
            ])
          ),
        ], ends: Clock("expires_at", [.seconds("I.period.end")]), rows: Stripe.invoices),
      Stripe.group(
        "Refunds, customers and the rest", prefix: nil,
        fields: [(.transactionID, .first([.path("X.invoice"), .path("X.invoice.id")]))],
        rows: Stripe.others),
    ])
}

private enum Stripe {
  static let customer = Source.first([.path("X.customer"), .path("X.customer.id")])

  static func price(_ scope: String) -> Source {
    .first([
      .path(Path("\(scope).price.id")), .path(Path("\(scope).pricing.price_details.price")),
      .path(Path("\(scope).pricing.price_details.price.id")), .path(Path("\(scope).plan.id")),
      .path(scope == "S" ? "X.plan.id" : Path("\(scope).plan.id")),
    ])
  }

  static let created = Clock.Place.seconds("created")
  static let clocks = [
    Clock("created", [created]), Clock("trial_start", [.seconds("X.trial_start"), created]),
    Clock("ended_at", [.seconds("X.ended_at"), created]),
    Clock("paid_at", [.seconds("X.status_transitions.paid_at"), created]),
  ]

  static func group(
    _ name: String, prefix: String?, fields: [(LogField, Source)], ends: Clock? = nil,
    rows: [Row]
  ) -> Group {
    Group(
      name, when: prefix.map { .beginsWith("type", $0) } ?? .always, type: .path("type"),
      environment: .sandbox(when: .isFalse("livemode")), clocks: clocks,
      fields: [
        (.eventID, .path("id")), (.userID, customer),
        (
          .country,
          .first([
            .path("X.customer_address.country"), .path("X.address.country"),
            .path("X.billing_details.address.country"),
          ])
        ), (.platform, .literal("web")),
      ] + fields, ends: ends,
      money: [
        Money(amount: .minor("X.amount_paid", less: nil), currency: .path("X.currency")), noAmount,
      ],
      rows: rows)
  }

  static let noAmount = Money(amount: .absent, currency: .path("X.currency"))

  static let isCancelling = Condition.any([
    .isTrue("X.cancel_at_period_end"), .has("X.cancel_at"),
  ])
  static let saysCancelling = Condition.any([
    .hasKey("V.cancel_at_period_end"), .hasKey("V.cancel_at"),
  ])

  static let subscriptions = [
    Row(
      "customer.subscription.created", when: .equals("X.status", ["trialing"]), .trialStarted,
      at: "trial_start", ends: Clock("expires_at", [.seconds("X.trial_end")])),
    .ignored("customer.subscription.created", notes: "money comes with the invoice"),
    Row(
      "customer.subscription.updated", when: .all([saysCancelling, isCancelling]), .cancelled,
      at: "created",
      set: [
        (
          .reason,
          .lowerCase(
            .first([
              .path("X.cancellation_details.feedback"), .path("X.cancellation_details.reason"),
            ]))
        )
      ]),
    Row("customer.subscription.updated", when: saysCancelling, .uncancelled, at: "created"),
    Row(
      "customer.subscription.updated", when: .any([.hasKey("V.items"), .hasKey("V.plan")]),
      .productChanged, at: "created"
    ).asNote,
    Row(
      "customer.subscription.updated",
      when: .all([.hasKey("V.trial_end"), .isLater("X.trial_end", than: "V.trial_end")]),
      .subscriptionExtended, at: "created",
      ends: Clock("expires_at", [.seconds("X.trial_end")])),
    .ignored("customer.subscription.updated", notes: "renewals come with invoices"),
    Row(
      "customer.subscription.deleted", .expired, at: "ended_at",
      set: [(.reason, .lowerCase(.path("X.cancellation_details.reason")))]),
    Row(
      "customer.subscription.paused", .expired, at: "created",
      set: [(.reason, .literal("paused"))]),
  ]

  static func billing(_ reason: String) -> Condition { .equals("X.billing_reason", [reason]) }

  /// Both types come for one invoice: one transaction, one charge.
  static func paid(
    when: Condition, _ kind: EventKind, without: [LogField] = [], notes: String = ""
  ) -> Row {
    var row = Row("", when: when, kind, at: "paid_at", without: without, notes: notes)
    row.types = ["invoice.paid", "invoice.payment_succeeded"]
    return row
  }

  static let invoices = [
    Row.ignored(
      "invoice.paid", "invoice.payment_succeeded", name: "invoice",
      when: .all([
        .isZero("X.amount_paid"),
        .any([.allZero("X.lines.data", "amount"), billing("subscription_update")]),
      ]), as: "/zero", notes: "a trial's first invoice, or a change that costs nothing"),
    paid(when: billing("subscription_create"), .purchased),
    paid(when: billing("subscription_cycle"), .renewed),
    paid(when: billing("subscription_update"), .productChanged, notes: "at once"),
    paid(
      when: .always, .purchased, without: [.productID, .period, .expiresAt],
      notes: "money outside a subscription"),
    Row(
      "invoice.payment_failed", when: billing("subscription_create"), .purchaseFailed,
      at: "created"),
    Row(
      "invoice.payment_failed", when: .has("X.next_payment_attempt"), .gracePeriodEntered,
      at: "created", notes: "graceDays decide how long"),
    Row("invoice.payment_failed", .billingFailed, at: "created"),
  ]

  static let others = [
    Row.ignored(
      "charge.refunded", when: .isNull("X.invoice"), as: "/no-invoice",
      notes: "not read as a charge either"),
    Row(
      "charge.refunded", .refunded, at: "created",
      price: .from([
        Money(
          amount: .minor("X.amount_refunded", less: "V.amount_refunded"),
          currency: .path("X.currency")), noAmount,
      ])),
    Row(
      "checkout.session.completed",
      when: .all([.hasID("X.client_reference_id"), .has("X.customer")]), .userAliased,
      at: "created",
      set: [(.userID, .path("X.client_reference_id")), (.previousID, customer)]),
    .ignored("checkout.session.completed"), named("customer.created"),
    .ignored("customer.created"), named("customer.updated"), .ignored("customer.updated"),
  ]

  static let appID: [Source] = [
    .path("X.metadata.user_id"), .path("X.metadata.userId"), .path("X.metadata.app_user_id"),
  ]

  static func named(_ type: String) -> Row {
    Row(
      type,
      when: .any([
        .hasID("X.metadata.user_id"), .hasID("X.metadata.userId"),
        .hasID("X.metadata.app_user_id"),
      ]), .userAliased, at: "created",
      set: [(.userID, .id(appID)), (.previousID, .path("X.id"))])
  }
}
