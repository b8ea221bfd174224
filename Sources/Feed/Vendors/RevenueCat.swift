import Values

// RevenueCat's webhooks
// (https://www.revenuecat.com/docs/integrations/webhooks/event-types-and-fields). Times are
// milliseconds, prices major units. The event stands at `event`, or is the line itself.

extension Vendor {
  static let revenueCat = Vendor(
    dialect: .revenueCat,
    isMarked: {
      $0["event"]["type"].isText || ($0["type"].isText && $0["event_timestamp_ms"].isSet)
    },
    read: { reader, line throws(Rejection) in
      try reader.readRevenueCat(line["event"].isObject ? line["event"] : line)
    })
}

extension LineReader {
  // Each type: .../event-types-and-fields#event-types
  fileprivate mutating func readRevenueCat(_ event: LineValue) throws(Rejection) -> Outcome {
    let type = try requireType(event["type"])
    switch type {
    case "INITIAL_PURCHASE", "RENEWAL", "NON_RENEWING_PURCHASE":
      return try readRevenueCatPurchase(event, type)
    case "CANCELLATION":
      return try readRevenueCatCancellation(event)
    // Never money: where a change is at once, a RENEWAL of the new product follows.
    case "PRODUCT_CHANGE":
      start(.productChanged, event, isNote: true)
      draft.put(.productID, event["new_product_id"])
    case "UNCANCELLATION":
      start(.uncancelled, event)
    case "BILLING_ISSUE":
      let end = event["grace_period_expiration_at_ms"]
      start(end.isPresent ? .gracePeriodEntered : .billingFailed, event)
      draft.put(.graceExpiresAt, milliseconds: end)
    case "EXPIRATION":
      start(event.isPromotional ? .accessRevoked : .expired, event)
      if !event.isPromotional { try draft.put(.reason, lowerCase: event["expiration_reason"]) }
    // Access goes on to the end, and EXPIRATION follows.
    case "SUBSCRIPTION_PAUSED":
      start(.cancelled, event)
      draft.put(.reason, "paused")
    case "SUBSCRIPTION_EXTENDED":
      start(.subscriptionExtended, event)
    case "REFUND_REVERSED":
      start(.refundReversed, event)
    // Purchases move from one id to the other, mostly of one person.
    case "TRANSFER":
      start(.userAliased, event)
      draft.remove(.userID, .previousID)
      draft.put(.userID, namedID(event["transferred_to"]))
      draft.put(.previousID, namedID(event["transferred_from"]))
    case "SUBSCRIBER_ALIAS":
      start(.userAliased, event)
      draft.put(.previousID, event["original_app_user_id"])
    // https://www.revenuecat.com/docs/integrations/webhooks/event-flows: at most 24 hours
    case "TEMPORARY_ENTITLEMENT_GRANT":
      start(.accessGranted, event)
      draft.put(.reason, "temporary")
      if !event["expiration_at_ms"].isPresent {
        draft.put(.expiresAt, milliseconds: event["event_timestamp_ms"], later: .hours(24))
      }
    case "EXPERIMENT_ENROLLMENT":
      start(
        .experimentExposed, event,
        at: event["experiment_enrolled_at_ms"].or(event["enrolled_at_ms"]))
      draft.put(.experiment, event["experiment_id"])
      draft.put(.variant, event["experiment_variant"])
    // TEST, INVOICE_ISSUANCE, VIRTUAL_CURRENCY_TRANSACTION and what RevenueCat adds
    default:
      return ignoreType(type)
    }
    return try acceptDraft()
  }

  /// Begins an event with what every type says.
  private mutating func start(
    _ kind: EventKind, _ event: LineValue, isNote: Bool = false, at time: LineValue? = nil
  ) {
    draft.isSandbox = isSandbox(event["environment"])
    draft.start(kind, isNote: isNote)
    let told = event["event_timestamp_ms"]
    draft.put(.timestamp, milliseconds: time.map { $0.or(told) } ?? told)
    draft.put(.eventID, event["id"])
    let (user, original) = (event["app_user_id"], event["original_app_user_id"])
    draft.put(.userID, user)
    if !original.isSame(as: user) { draft.put(.previousID, original) }
    // A TRANSFER names one of several ids alone, and may not be in the log.
    joinSubscribers()
    draft.put(.productID, event["product_id"])
    if !event.namesStripeSubscription { draft.put(.transactionID, event["transaction_id"]) }
    draft.put(.originalTransactionID, event["original_transaction_id"])
    draft.put(.expiresAt, milliseconds: event["expiration_at_ms"])
    draft.put(.country, event["country_code"])
    let attributes = event["subscriber_attributes"]
    draft.put(.channel, attributes["$mediaSource"]["value"])
    draft.put(.campaign, attributes["$campaign"]["value"])
    if let platform = event["store"].storePlatform { draft.put(.platform, platform) }
    if event["is_family_share"].isTrue { draft.put(.ownership, "family_shared") }
  }

  /// INTRO and PREPAID are charges at their price; a RENEWAL is also a resubscription.
  private mutating func readRevenueCatPurchase(_ event: LineValue, _ type: LineValue)
    throws(Rejection) -> Outcome
  {
    let bought = event["purchased_at_ms"]
    if event.isPromotional {
      start(.accessGranted, event, at: bought)
      draft.put(.reason, "promotional")
      return try acceptDraft()
    }
    let isTrial = !(type == "NON_RENEWING_PURCHASE") && event["period_type"] == "TRIAL"
    if isTrial, !event["is_family_share"].isTrue {
      let code = event["offer_code"]
      start(code.isPresent ? .offerRedeemed : .trialStarted, event, at: bought)
      putMoney(event)
      draft.put(.price, exactly: 0)
      draft.remove(.tax, .fee, .convertedPrice, .convertedCurrency)
      return try acceptDraft()
    }
    let converts = event["is_trial_conversion"].isTrue && !event["is_family_share"].isTrue
    start(
      !(type == "RENEWAL") ? .purchased : converts ? .trialConverted : .renewed, event, at: bought)
    putMoney(event)
    if type == "NON_RENEWING_PURCHASE" { draft.flags = .oneTime }
    // An introductory price may be paid for several of the product's periods.
    if event["period_type"] == "INTRO" {
      try draft.putPeriod(from: bought, to: event["expiration_at_ms"])
    }
    return try acceptDraft()
  }

  private mutating func readRevenueCatCancellation(_ event: LineValue) throws(Rejection) -> Outcome
  {
    let reason = event["cancel_reason"]
    if event.isPromotional {
      start(.accessRevoked, event)
      return try acceptDraft()
    }
    let isNegative = event["price"].isNegative || event["price_in_purchased_currency"].isNegative
    if isNegative || (reason == "CUSTOMER_SUPPORT" && !(event["period_type"] == "TRIAL")) {
      start(.refunded, event)
      putMoney(event)
      return try acceptDraft()
    }
    // BILLING_ISSUE says the same failure, and a cancellation would forbid grace.
    if reason == "BILLING_ERROR" {
      draft.isSandbox = isSandbox(event["environment"])
      return ignore("CANCELLATION/BILLING_ERROR")
    }
    start(.cancelled, event)
    try draft.put(.reason, lowerCase: reason)
    return try acceptDraft()
  }

  // MARK: - Money

  /// `price` is in dollars, whatever was paid
  /// (.../event-types-and-fields#subscription-lifecycle-events-fields). What RevenueCat knows of
  /// tax and commission comes before our estimates: it knows country, store and program.
  private mutating func putMoney(_ event: LineValue) {
    let price = putPrice(
      event["price_in_purchased_currency"].amount(), event["currency"],
      dollars: event["price"].amount())
    draft.put(.tax, price.share(event["tax_percentage"]))
    draft.put(.fee, price.share(event["commission_percentage"]))
    draft.put(.offerID, event["offer_code"])
  }

  /// The first id of a list that somebody gave, else the first.
  private func namedID(_ list: LineValue) -> LineValue {
    guard list.isList else { return list }
    var first: LineValue?
    for id in list.elements where draft.isID(id) {
      if !id.isAnonymousAtRevenueCat { return id }
      first = first ?? id
    }
    return first ?? list.when(false)
  }
}

extension LineValue {
  /// Complimentary access, not money.
  fileprivate var isPromotional: Bool {
    self["store"] == "PROMOTIONAL" || self["period_type"] == "PROMOTIONAL"
  }

  fileprivate var isAnonymousAtRevenueCat: Bool { begins(with: "$RCAnonymousID:") }

  /// Whether the transaction of a purchase at Stripe is its subscription, or an item of that, and the
  /// same at each renewal.
  fileprivate var namesStripeSubscription: Bool {
    let id = self["transaction_id"]
    return self["store"] == "STRIPE" && (id.begins(with: "sub_") || id.begins(with: "si_"))
  }
}
