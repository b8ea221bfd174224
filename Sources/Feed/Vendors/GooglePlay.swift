import Values

// Google Play's real-time developer notifications
// (https://developer.android.com/google/play/billing/rtdn-reference), beside the purchase that the
// server fetched: a notification alone has neither price nor end.

extension Vendor {
  static let googlePlay = Vendor(
    dialect: .googlePlay,
    isMarked: { line in
      let data = line["message"]["data"]
      if data.isText || data["packageName"].isSet { return true }
      guard line["packageName"].isSet else { return false }
      return line["subscriptionNotification"].isSet || line["oneTimeProductNotification"].isSet
        || line["voidedPurchaseNotification"].isSet || line["testNotification"].isSet
        || line["pendingRefundReviewNotification"].isSet
    },
    read: { reader, line throws(Rejection) in try reader.readGooglePlay(line) })
}

/// What stands in a line.
private struct GooglePlayLine {
  let line: LineValue
  /// The DeveloperNotification: in base64 in a Pub/Sub message, an object there, or the line itself.
  let body: LineValue
  /// The part of the notification that says what happened.
  let notice: LineValue
  /// A SubscriptionPurchaseV2, an older SubscriptionPurchase, or a ProductPurchase.
  /// https://developers.google.com/android-publisher/api-ref/rest/v3/purchases.subscriptionsv2
  let purchase: LineValue
  /// The line item of the notification's subscription, else the first.
  let item: LineValue

  init(_ line: LineValue, _ body: LineValue, _ notice: LineValue) {
    (self.line, self.body, self.notice) = (line, body, notice)
    purchase = line["purchase"].ifObject.or(line["subscriptionPurchase"].ifObject)
      .or(line["productPurchase"].ifObject)
    let items = purchase["lineItems"]
    let id = notice["subscriptionId"]
    item = items.elements.first { $0["productId"].isSame(as: id) } ?? items.first
  }

  /// https://developers.google.com/android-publisher/api-ref/rest/v3/purchases.subscriptions
  var isOlder: Bool {
    purchase["kind"] == "androidpublisher#subscriptionPurchase"
      || purchase["expiryTimeMillis"].isPresent
  }

  var cancellation: LineValue { purchase["canceledStateContext"] }

  var isCancelledByStore: Bool {
    cancellation["systemInitiatedCancellation"].isSet || purchase["cancelReason"] == "1"
  }

  var isReplaced: Bool {
    cancellation["replacementCancellation"].isSet || purchase["cancelReason"] == "2"
  }

  /// Whether nothing has been paid yet, as with cash.
  var isPending: Bool {
    isOlder
      ? purchase["paymentState"] == "0"
      : purchase["subscriptionState"] == "SUBSCRIPTION_STATE_PENDING"
  }

  /// https://developers.google.com/android-publisher/api-ref/rest/v3/purchases.products, and
  /// .../purchases.productsv2
  var isPendingProduct: Bool {
    purchase["purchaseState"] == "2"
      || purchase["purchaseStateContext"]["purchaseState"] == "PENDING"
  }

  /// What recurs: the plan's price, and those of the add-ons that are paid to the same end.
  /// https://developer.android.com/google/play/billing/subscription-with-addons
  var recurringPrice: LineAmount {
    purchase["lineItems"].elements.reduce(.absent) { sum, other in
      let price = other["autoRenewingPlan"]["recurringPrice"]
      let currency = item["autoRenewingPlan"]["recurringPrice"]["currencyCode"]
      let isAddOn =
        other["expiryTime"].isSame(as: item["expiryTime"])
        && other["offerPhase"]["basePrice"].isSet && price["currencyCode"].isSame(as: currency)
      return other.field == item.field || isAddOn ? sum + price.unitsAndNanos : sum
    }
  }

  /// Whether a prepaid plan lasts longer, whose time to start may be that of its first purchase.
  /// https://developer.android.com/google/play/billing/subscriptions#prepaid-plans
  var isTopUp: Bool { item["prepaidPlan"].isSet && purchase["linkedPurchaseToken"].isPresent }

  /// Older records of the newer resource say only by a name that the offer is a trial.
  var isTrial: Bool {
    if isOlder { return purchase["paymentState"] == "2" }
    let (phase, details) = (item["offerPhase"], item["offerDetails"])
    guard !phase.isSet else { return phase["freeTrial"].isSet }
    return details["offerId"].contains("trial")
      || details["offerTags"].elements.contains { $0.contains("trial") }
  }
}

extension GooglePlayLine {
  /// Whether a purchase takes the place of another one, and no order tells what it cost.
  fileprivate var hasPlanPrice: Bool {
    let phase = item["offerPhase"]
    return purchase["linkedPurchaseToken"].isPresent && !line["order"]["total"].isSet
      && !phase["introductoryPrice"].isSet && !phase["prorationPeriod"].isSet
      && !phase["freeTrial"].isSet
  }

  /// Whether the order's total is not what recurs: paid from time that was left, the price of the
  /// rest of a period after a change of plan, or with a tax on top.
  /// https://developer.android.com/google/play/billing/subscriptions#replacement-modes
  fileprivate func isRecurringPriceApart(_ total: LineAmount, _ tax: LineAmount) -> Bool {
    let recurring = recurringPrice
    guard !recurring.isAbsent, !isTrial, !item["offerPhase"]["freeTrial"].isSet else {
      return false
    }
    if total.isZero { return true }
    if case .micros(let difference) = total - recurring - tax, difference == 0 {
      return !tax.isAbsent
    }
    let isChange = purchase["linkedPurchaseToken"].isPresent && notice["notificationType"] == "4"
    return isChange && !item["offerDetails"]["offerId"].isPresent
      && purchase["lineItems"].elements.reduce(0) { count, _ in count + 1 } == 1
  }
}

extension LineReader {
  fileprivate mutating func readGooglePlay(_ line: LineValue) throws(Rejection) -> Outcome {
    let data = line["message"]["data"]
    var body = data.isSet ? data : line
    if data.isText {
      guard let document = try document(base64: data) else { throw Rejection(.badBase64) }
      body = document
    }
    let subscription = body["subscriptionNotification"]
    if subscription.isSet {
      return try readPlaySubscription(GooglePlayLine(line, body, subscription))
    }
    let product = body["oneTimeProductNotification"]
    if product.isSet { return try readPlayProduct(GooglePlayLine(line, body, product)) }
    let voided = body["voidedPurchaseNotification"]
    if voided.isSet { return try readPlayVoided(GooglePlayLine(line, body, voided)) }
    // https://developer.android.com/google/play/billing/rtdn-reference#test
    if body["pendingRefundReviewNotification"].isSet {
      return ignoreType("pendingRefundReviewNotification")
    }
    if body["testNotification"].isSet { return ignoreType("testNotification") }
    throw Rejection(.missingField, .event)
  }

  // https://developer.android.com/google/play/billing/rtdn-reference#sub
  private mutating func readPlaySubscription(_ play: GooglePlayLine) throws(Rejection) -> Outcome {
    let number = play.notice["notificationType"]
    guard number.isPresent, number.isScalar else { throw Rejection(.missingField, .event) }
    switch number {
    // SUBSCRIPTION_RECOVERED from hold, SUBSCRIPTION_RENEWED
    case "1", "2":
      try start(.renewed, play)
      putMoney(play)
    case "3":
      return try readPlayCancellation(play)
    case "4":
      return try readPlayPurchase(play)
    // SUBSCRIPTION_ON_HOLD
    case "5":
      try start(.billingFailed, play)
    // SUBSCRIPTION_IN_GRACE_PERIOD: the expiry time is moved to the end of the grace
    case "6":
      try start(.gracePeriodEntered, play)
      putEnd(.graceExpiresAt, play)
    // SUBSCRIPTION_RESTARTED
    case "7":
      try start(.uncancelled, play)
    // SUBSCRIPTION_DEFERRED
    case "9":
      try start(.subscriptionExtended, play)
    // SUBSCRIPTION_PAUSED
    case "10":
      try start(.expired, play)
      draft.put(.reason, "paused")
    // SUBSCRIPTION_REVOKED: the money comes as a voided purchase
    case "12":
      try start(.revoked, play)
    // SUBSCRIPTION_EXPIRED
    case "13":
      try start(.expired, play)
      if play.isCancelledByStore { draft.put(.reason, "billing") }
    default:
      return try ignorePlay(number)
    }
    return try acceptDraft()
  }

  /// Numbers that say nothing of access or money are counted under their names.
  private mutating func ignorePlay(_ number: LineValue) throws(Rejection) -> Outcome {
    switch number {
    case "8": return ignoreType("SUBSCRIPTION_PRICE_CHANGE_CONFIRMED")
    case "11": return ignoreType("SUBSCRIPTION_PAUSE_SCHEDULE_CHANGED")
    case "17": return ignoreType("SUBSCRIPTION_ITEMS_CHANGED")
    case "18": return ignoreType("SUBSCRIPTION_CANCELLATION_SCHEDULED")
    case "19": return ignoreType("SUBSCRIPTION_PRICE_CHANGE_UPDATED")
    case "20": return ignoreType("SUBSCRIPTION_PENDING_PURCHASE_CANCELED")
    case "22": return ignoreType("SUBSCRIPTION_PRICE_STEP_UP_CONSENT_UPDATED")
    default:
      var name = draft.text()
      try draft.append("subscriptionNotification:", to: &name)
      try draft.append(number, to: &name)
      return ignoreType(name)
    }
  }

  // SUBSCRIPTION_CANCELED. The old plan of an upgrade is ignored: it would switch off the new one.
  private mutating func readPlayCancellation(_ play: GooglePlayLine) throws(Rejection) -> Outcome {
    try start(.cancelled, play)
    guard !play.isReplaced else { return ignore("SUBSCRIPTION_CANCELED/replaced") }
    let (by, code) = (play.cancellation, play.purchase["cancelReason"])
    let user = by["userInitiatedCancellation"]
    let survey = user["cancelSurveyResult"]["reason"]
    if survey.isPresent {
      try draft.put(.reason, lowerCase: survey, without: "CANCEL_SURVEY_REASON_")
    } else if user.isSet || code == "0" {
      draft.put(.reason, "user")
    } else if play.isCancelledByStore {
      draft.put(.reason, "billing")
    } else if by["developerInitiatedCancellation"].isSet || code == "3" {
      draft.put(.reason, "developer")
    }
    return try acceptDraft()
  }

  // SUBSCRIPTION_PURCHASED. An upgrade too: the charge ends what runs.
  private mutating func readPlayPurchase(_ play: GooglePlayLine) throws(Rejection) -> Outcome {
    let began = play.purchase[play.isOlder ? "startTimeMillis" : "startTime"]
    try start(play.isTrial ? .trialStarted : .purchased, play)
    if play.isOlder {
      draft.put(.timestamp, milliseconds: began)
    } else if !play.isTopUp {
      draft.put(.timestamp, time: began)
    }
    // A payment that is pending comes again once it was made.
    if play.isPending {
      return ignore("SUBSCRIPTION_PURCHASED/pending")
    }
    putMoney(play)
    if play.hasPlanPrice { draft.flags = .planPrice }
    return try acceptDraft()
  }

  // https://developer.android.com/google/play/billing/rtdn-reference#one-time
  private mutating func readPlayProduct(_ play: GooglePlayLine) throws(Rejection) -> Outcome {
    let number = play.notice["notificationType"]
    guard number.isPresent, number.isScalar else { throw Rejection(.missingField, .event) }
    switch number {
    case "1":
      try start(.purchased, play)
      if play.isPendingProduct { return ignore("ONE_TIME_PRODUCT_PURCHASED/pending") }
      draft.remove(.expiresAt)
      draft.put(.price, play.line["order"]["total"].unitsAndNanos)
      draft.put(.currency, play.line["order"]["total"]["currencyCode"])
      draft.flags = .oneTime
      return try acceptDraft()
    case "2":
      return ignoreType("ONE_TIME_PRODUCT_CANCELED")
    default:
      var name = draft.text()
      try draft.append("oneTimeProductNotification:", to: &name)
      try draft.append(number, to: &name)
      return ignoreType(name)
    }
  }

  // https://developer.android.com/google/play/billing/rtdn-reference#voided-purchase
  private mutating func readPlayVoided(_ play: GooglePlayLine) throws(Rejection) -> Outcome {
    try start(.refunded, play)
    // A part of a quantity: the amount is not known.
    if play.notice["refundType"] == "2" { return ignore("voidedPurchase/partial") }
    draft.remove(.transactionID)
    draft.put(.transactionID, play.notice["orderId"])
    return try acceptDraft()
  }

  // MARK: - Fields

  private mutating func start(_ kind: EventKind, _ play: GooglePlayLine) throws(Rejection) {
    let (purchase, item) = (play.purchase, play.item)
    draft.start(kind)
    draft.isSandbox =
      purchase["testPurchase"].isSet || purchase["testPurchaseContext"].isSet
      || purchase["purchaseType"] == "0"
    let message = play.line["message"]
    draft.put(.eventID, message["messageId"].or(message["message_id"]))
    draft.put(.timestamp, milliseconds: play.body["eventTimeMillis"])
    let accounts = purchase["externalAccountIdentifiers"]
    draft.put(
      .userID,
      draft.id(
        draft.id(accounts["obfuscatedExternalAccountId"], or: accounts["externalAccountId"]),
        or: purchase["obfuscatedExternalAccountId"]))
    draft.put(.originalTransactionID, play.notice["purchaseToken"])
    draft.put(.linkedTransactionID, purchase["linkedPurchaseToken"])
    draft.put(
      .transactionID,
      item["latestSuccessfulOrderId"].or(purchase["latestOrderId"]).or(purchase["orderId"]))
    try putProduct(play)
    putEnd(.expiresAt, play)
    draft.put(.country, purchase["regionCode"].or(purchase["countryCode"]))
    draft.put(.platform, "android")
    draft.put(.app, play.body["packageName"])
  }

  /// A product holds monthly and yearly plans: `pro:monthly`.
  private mutating func putProduct(_ play: GooglePlayLine) throws(Rejection) {
    let id = play.item["productId"].or(play.notice["subscriptionId"]).or(play.notice["sku"])
    let plan = play.item["offerDetails"]["basePlanId"]
    try draft.put(.productID, id, ":", plan)
  }

  private mutating func putEnd(_ field: LogField, _ play: GooglePlayLine) {
    if play.isOlder {
      draft.put(field, milliseconds: play.purchase["expiryTimeMillis"])
    } else {
      draft.put(field, time: play.item["expiryTime"])
    }
  }

  // MARK: - Money

  /// The order's total, else what the line item says of its price
  /// (.../purchases.subscriptionsv2#SubscriptionPurchaseLineItem).
  private mutating func putMoney(_ play: GooglePlayLine) {
    let currency = play.item["autoRenewingPlan"]["recurringPrice"]["currencyCode"]
    let (phase, offer) = (play.item["offerPhase"], play.item["offerDetails"]["offerId"])
    let total = play.line["order"]["total"]
    if total.isSet {
      let price = total.unitsAndNanos
      draft.put(.price, price)
      draft.put(.currency, total["currencyCode"])
      draft.put(.offerID, offer)
      let tax = play.line["order"]["tax"].unitsAndNanos
      if play.isRecurringPriceApart(price, tax) {
        draft.put(.recurringPrice, play.recurringPrice)
      }
      draft.put(.tax, tax)
    } else if play.isOlder {
      putOlderPrice(play.purchase)
    } else {
      draft.put(.currency, currency)
      if phase["freeTrial"].isSet {
        draft.put(.price, .zero)
        draft.put(.offerID, offer)
      } else if phase["introductoryPrice"].isSet {
        draft.put(.offerID, offer)
      } else if phase["prorationPeriod"].isSet {
        // Time that was paid for before is used up, and nothing is charged.
        draft.put(.price, .zero)
        draft.put(.recurringPrice, play.recurringPrice)
        draft.put(.offerID, offer)
      } else {
        draft.put(.price, play.recurringPrice)
      }
    }
  }

  /// The introductory price is that of the first order, whose id has no `..`.
  /// https://developers.google.com/android-publisher/api-ref/rest/v3/purchases.subscriptions
  private mutating func putOlderPrice(_ purchase: LineValue) {
    let introductory = purchase["introductoryPriceInfo"]
    let price = introductory["introductoryPriceAmountMicros"]
    if price.isPresent, !purchase["orderId"].contains("..") {
      draft.put(.price, price.amount(places: 6))
      draft.put(
        .currency,
        introductory["introductoryPriceCurrencyCode"].or(purchase["priceCurrencyCode"]))
    } else {
      draft.put(.price, purchase["priceAmountMicros"].amount(places: 6))
      draft.put(.currency, purchase["priceCurrencyCode"])
    }
  }
}
