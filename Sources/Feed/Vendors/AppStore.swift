import Values

// App Store Server Notifications, version 2
// (https://developer.apple.com/documentation/appstoreservernotifications), signed or decoded, and
// transactions alone; version 1; whole receipts. Times are milliseconds, prices thousandths. Empty
// texts, dates of 0 and an offer type of 0 are absent: servers in Go log decoded objects so.

extension Vendor {
  static let appStore = Vendor(
    dialect: .appStore,
    isMarked: { line in
      if line["signedPayload"].isSet || line["signedTransactionInfo"].isSet { return true }
      if line["signedRenewalInfo"].isSet || line["jwsRepresentation"].isSet { return true }
      if line["signedTransaction"].isSet || line["notificationType"].isText { return true }
      if line["transactionId"].isSet, line["originalTransactionId"].isSet, line["bundleId"].isSet {
        return true
      }
      return (line["notification_type"].isSet && line["unified_receipt"].isSet)
        || line["latest_receipt_info"].isList
    },
    read: { reader, line throws(Rejection) in try reader.readAppStore(line) })
}

/// The decoded parts of a line; what is not there is absent.
private struct AppStoreLine {
  /// The notification, its transaction and its renewal info.
  var notification: LineValue
  var transaction: LineValue
  var renewal: LineValue

  /// When Apple signed it.
  var signed: LineValue {
    notification.date("signedDate").or(transaction.date("signedDate"))
      .or(renewal.date("signedDate"))
  }

  var bought: LineValue { transaction.date("purchaseDate").or(signed) }
  var revoked: LineValue { transaction.date("revocationDate").or(signed) }

  var isShared: Bool { transaction["inAppOwnershipType"] == "FAMILY_SHARED" }

  var offerType: LineValue { transaction.date("offerType") }

  /// Whether the transaction is a trial, a period that an offer gives away, or a purchase.
  /// https://developer.apple.com/documentation/appstoreserverapi/offerdiscounttype
  var firstPurchase: EventKind {
    let (type, discount) = (offerType, transaction["offerDiscountType"])
    guard !isShared else { return .purchased }
    if discount == "FREE_TRIAL" {
      return !type.isPresent || type == "1" ? .trialStarted : .offerRedeemed
    }
    // Older transactions have an offer's type only.
    let isFree = !discount.isPresent && type == "1" && transaction["price"].isZero
    return isFree ? .trialStarted : .purchased
  }
}

extension LineValue {
  /// The member at a key at which 0 is absent.
  fileprivate func date(_ key: StaticString) -> LineValue {
    let value = self[key]
    return value.when(!value.isZero)
  }
}

extension LineReader {
  fileprivate mutating func readAppStore(_ line: LineValue) throws(Rejection) -> Outcome {
    let none = line.when(false)
    var store = AppStoreLine(notification: none, transaction: none, renewal: none)
    store.notification = try signedPart(line["signedPayload"]) ?? none
    if !store.notification.isNamed, line["notificationType"].isPresent { store.notification = line }
    if store.notification["notificationType"].isNamed {
      try requireSignature(of: store.notification)
      return try readNotification(&store)
    }
    if line["notification_type"].isPresent { return try readFirstVersion(line) }
    if line["latest_receipt_info"].isList {
      try requireSignature(of: line)
      return ignoreType("verifyReceipt")
    }
    return try readTransaction(line, &store)
  }

  // MARK: - Notifications

  // https://developer.apple.com/documentation/appstoreservernotifications/notificationtype
  private mutating func readNotification(_ store: inout AppStoreLine) throws(Rejection) -> Outcome {
    let type = try requireType(store.notification["notificationType"])
    guard type.isAppStoreEvent else { return ignoreType(type) }
    guard try openParts(&store) else { return ignoreSandbox() }
    let subtype = store.notification["subtype"]
    switch type {
    // INITIAL_BUY and RESUBSCRIBE alike: that somebody comes back is seen from what was before.
    case "SUBSCRIBED": startPurchase(store)
    case "DID_RENEW":
      startCharge(.renewed, store)
      if subtype == "BILLING_RECOVERY" { draft.put(.reason, "billing_recovery") }
    case "ONE_TIME_CHARGE":
      startCharge(.purchased, store)
      draft.remove(.expiresAt)
    case "OFFER_REDEEMED": startOffer(store, subtype)
    // An upgrade takes effect at once, and the transaction is that of the new plan.
    case "DID_CHANGE_RENEWAL_PREF":
      if subtype == "UPGRADE" { startCharge(.productChanged, store) } else { startNote(store) }
    case "DID_CHANGE_RENEWAL_STATUS":
      guard let isOn = store.isRenewing(subtype) else {
        return ignore("DID_CHANGE_RENEWAL_STATUS/unknown")
      }
      start(isOn ? .uncancelled : .cancelled, store, at: store.signed)
    case "DID_FAIL_TO_RENEW":
      start(
        subtype == "GRACE_PERIOD" ? .gracePeriodEntered : .billingFailed, store, at: store.signed)
      if draft.kind == .gracePeriodEntered {
        draft.put(.graceExpiresAt, milliseconds: store.renewal.date("gracePeriodExpiresDate"))
      }
    // Access ends; that billing failed was said before.
    case "GRACE_PERIOD_EXPIRED":
      start(.expired, store, at: store.signed)
      draft.put(.reason, "billing")
    // Dated when it was sent: expiresDate lies before a grace period, and would cut it.
    case "EXPIRED":
      start(.expired, store, at: store.signed)
      try putExpiration(subtype)
    case "REFUND": startRefund(store)
    case "REFUND_REVERSED": start(.refundReversed, store, at: store.signed)
    case "REVOKE": start(.revoked, store, at: store.revoked)
    case "RENEWAL_EXTENDED": start(.subscriptionExtended, store, at: store.signed)
    default: return ignoreType(type)
    }
    draft.put(.eventID, store.notification["notificationUUID"])
    return try acceptDraft()
  }

  /// Opens what is inside a notification; false for one that is none of production.
  private mutating func openParts(_ store: inout AppStoreLine) throws(Rejection) -> Bool {
    let data = store.notification["data"]
    let word = data["environment"].or(store.notification["summary"]["environment"])
      .or(store.notification["appData"]["environment"])
    if isSandbox(word) { return false }
    store.transaction =
      try signedPart(data["signedTransactionInfo"]) ?? data["transactionInfo"].ifObject
    store.renewal = try signedPart(data["signedRenewalInfo"]) ?? data["renewalInfo"].ifObject
    if !word.isText, isSandbox(store.innerEnvironment) { return false }
    try requireApp(data["bundleId"].or(store.transaction["bundleId"]))
    return true
  }

  private func requireApp(_ id: LineValue) throws(Rejection) {
    guard let own = rules.signatures?.bundleIDs, !own.isEmpty, id.isPresent else { return }
    guard own.contains(String(decoding: id.bytes, as: UTF8.self)) else {
      throw Rejection(.wrongApp)
    }
  }

  /// https://developer.apple.com/documentation/appstoreservernotifications/subtype
  private mutating func putExpiration(_ subtype: LineValue) throws(Rejection) {
    if subtype == "BILLING_RETRY" {
      draft.put(.reason, "billing")
    } else if subtype.isPresent {
      try draft.put(.reason, lowerCase: subtype)
    } else {
      draft.put(.reason, "other")
    }
  }

  // MARK: - Transactions

  // https://developer.apple.com/documentation/appstoreservernotifications/jwstransactiondecodedpayload
  private mutating func readTransaction(_ line: LineValue, _ store: inout AppStoreLine)
    throws(Rejection) -> Outcome
  {
    for key: StaticString in ["signedTransactionInfo", "signedTransaction", "jwsRepresentation"]
    where !store.transaction.isNamed {
      store.transaction = try signedPart(line[key]) ?? store.transaction
    }
    let isItself = line["transactionId"].isPresent || line["receiptType"].isPresent
    if !store.transaction.isNamed, isItself { store.transaction = line }
    store.renewal = try signedPart(line["signedRenewalInfo"]) ?? store.renewal
    if !store.renewal.isNamed, line["autoRenewProductId"].isPresent { store.renewal = line }
    let transaction = store.transaction
    guard transaction.isNamed else {
      guard store.renewal.isNamed else { throw Rejection(.missingField, .event) }
      try requireSignature(of: store.renewal)
      return ignoreType("RenewalInfo")
    }
    try requireSignature(of: transaction)
    dropUnsigned(&store.renewal)
    if !transaction["transactionId"].isPresent {
      if transaction["receiptType"].isPresent { return ignoreType("AppTransaction") }
      // What StoreKit calls a JWS representation may be that of renewal info.
      if transaction["autoRenewProductId"].isPresent { return ignoreType("RenewalInfo") }
    }
    draft.isSandbox = isSandbox(store.innerEnvironment)
    if !draft.isSandbox { try requireApp(transaction["bundleId"]) }
    try startTransaction(store)
    return try acceptDraft()
  }

  /// A line that is revoked no longer tells of its charge: one line is one event.
  private mutating func startTransaction(_ store: AppStoreLine) throws(Rejection) {
    let transaction = store.transaction
    let isRevoked = transaction.date("revocationDate").isPresent
    if isRevoked, store.isShared || transaction["revocationType"] == "FAMILY_REVOKE" {
      start(.revoked, store, at: store.revoked)
    } else if isRevoked {
      startRefund(store)
    } else if transaction["transactionReason"] == "RENEWAL" {
      startCharge(.renewed, store)
    } else {
      startPurchase(store)
    }
    guard transaction["transactionId"].isPresent else { return }
    var id = draft.text()
    try draft.append("transaction:", to: &id)
    try draft.append(transaction["transactionId"], to: &id)
    if isRevoked { try draft.append(":revoked", to: &id) }
    draft.put(.eventID, id)
  }

  // MARK: - Fields

  private mutating func start(
    _ kind: EventKind, _ store: AppStoreLine, isNote: Bool = false, at time: LineValue
  ) {
    let (transaction, renewal) = (store.transaction, store.renewal)
    draft.start(kind, isNote: isNote)
    draft.put(.timestamp, milliseconds: time)
    draft.put(
      .userID, draft.id(transaction["appAccountToken"], or: renewal["appAccountToken"]))
    draft.put(
      .originalTransactionID,
      transaction["originalTransactionId"].or(renewal["originalTransactionId"]))
    draft.put(.transactionID, transaction["transactionId"])
    draft.put(.productID, transaction["productId"].or(renewal["productId"]))
    draft.put(.subscriptionGroup, transaction["subscriptionGroupIdentifier"])
    draft.put(.country, transaction["storefront"])
    draft.put(.app, store.notification["data"]["bundleId"].or(transaction["bundleId"]))
    draft.put(.expiresAt, milliseconds: transaction.date("expiresDate"))
    if store.isShared { draft.put(.ownership, "family_shared") }
    if transaction["expiresDate"].isPresent { joinSubscribers() }
  }

  /// A change that waits for the next renewal; without a new product one that was taken back.
  private mutating func startNote(_ store: AppStoreLine) {
    start(.productChanged, store, isNote: true, at: store.signed)
    draft.put(.productID, store.renewal["autoRenewProductId"])
  }

  private mutating func startCharge(_ kind: EventKind, _ store: AppStoreLine) {
    start(kind, store, at: store.bought)
    let transaction = store.transaction
    draft.put(.price, transaction["price"].amount(places: 3))
    draft.put(.currency, transaction["currency"])
    draft.put(.offerID, transaction["offerIdentifier"])
    let type = transaction["type"]
    if type == "Consumable" || type == "Non-Consumable" { draft.flags = .oneTime }
    // The price is a month's, the product a year's.
    if transaction["billingPlanType"] == "MONTHLY" {
      draft.put(.period, "P1M")
    } else if transaction["offerDiscountType"] == "PAY_UP_FRONT" {
      draft.put(.period, transaction["offerPeriod"])
    }
  }

  private mutating func startPurchase(_ store: AppStoreLine) {
    startCharge(store.firstPurchase, store)
    if draft.kind == .offerRedeemed { draft.put(.price, .zero) }
  }

  private mutating func startOffer(_ store: AppStoreLine, _ subtype: LineValue) {
    if subtype == "DOWNGRADE" { return startNote(store) }
    let isUpgrade = subtype == "UPGRADE"
    if isUpgrade, store.transaction["price"].isPositive {
      return startCharge(.productChanged, store)
    }
    startCharge(.offerRedeemed, store)
    if isUpgrade { return draft.put(.price, .zero) }
    guard !store.offerType.isPresent else { return }
    // An offer on the renewal info starts at the next renewal.
    draft.remove(.expiresAt, .offerID)
    draft.put(.timestamp, milliseconds: store.signed)
    draft.put(.price, .zero)
    draft.put(.offerID, store.renewal["offerIdentifier"])
  }

  /// A part of the price where Apple says which; else the whole charge. Either way the transaction
  /// is revoked.
  /// https://developer.apple.com/documentation/appstoreserverapi/revocationpercentage
  private mutating func startRefund(_ store: AppStoreLine) {
    start(.refunded, store, at: store.revoked)
    let transaction = store.transaction
    if transaction.date("revocationDate").isPresent { draft.put(.revokes, true) }
    let share = transaction["revocationPercentage"]
    guard transaction["revocationType"] == "REFUND_PRORATED", share.isPresent,
      transaction["price"].isPresent
    else { return }
    draft.put(.price, transaction["price"].share(share))
    draft.put(.currency, transaction["currency"])
  }

  // MARK: - Signatures

  /// A part of a line that may be a JWS, which is verified where the configuration says so, or
  /// already decoded; nil where nothing stands there.
  private mutating func signedPart(_ value: LineValue) throws(Rejection) -> LineValue? {
    guard value.isPresent else { return nil }
    if value.isObject { return value }
    guard value.isText else { throw Rejection(.badJWS) }
    return try signedDocument(value)
  }

  /// Where lines are verified, the facts must be inside a JWS.
  private func requireSignature(of value: LineValue) throws(Rejection) {
    guard signatures == nil || isSigned(value) else { throw Rejection(.notSigned) }
  }

  /// Nothing that stands beside signed facts is read.
  private func dropUnsigned(_ value: inout LineValue) {
    if signatures != nil, !isSigned(value) { value = value.when(false) }
  }
}

extension AppStoreLine {
  fileprivate var innerEnvironment: LineValue {
    transaction["environment"].or(renewal["environment"])
  }

  /// Which way the renewal was switched; nil where nothing says it.
  fileprivate func isRenewing(_ subtype: LineValue) -> Bool? {
    if subtype == "AUTO_RENEW_ENABLED" { return true }
    if subtype == "AUTO_RENEW_DISABLED" { return false }
    if renewal["autoRenewStatus"] == "1" { return true }
    return renewal["autoRenewStatus"] == "0" ? false : nil
  }
}

extension LineValue {
  /// Types that say something of a customer's access or money. The others do not: RENEWAL_EXTENSION,
  /// PRICE_INCREASE, PRICE_CHANGE, REFUND_DECLINED, CONSUMPTION_REQUEST, METADATA_UPDATE, MIGRATION,
  /// EXTERNAL_PURCHASE_TOKEN, RESCIND_CONSENT, TEST, and those to come.
  fileprivate var isAppStoreEvent: Bool {
    switch self {
    case "SUBSCRIBED", "DID_RENEW", "ONE_TIME_CHARGE", "OFFER_REDEEMED", "DID_CHANGE_RENEWAL_PREF",
      "DID_CHANGE_RENEWAL_STATUS", "DID_FAIL_TO_RENEW", "GRACE_PERIOD_EXPIRED", "EXPIRED",
      "REFUND", "REFUND_REVERSED", "REVOKE", "RENEWAL_EXTENDED":
      true
    default: false
    }
  }

  /// A price in thousandths times a share in thousandths of a percent.
  fileprivate func share(_ share: LineValue) -> LineAmount {
    guard share.isScalar else { return .mistyped }
    let price = amount(places: 3)
    guard case .micros(let micros) = price else { return price }
    guard let part = share.integer, part >= 0, part <= 100_000 else { return .bad }
    return LineAmount(roundedHalfToEven(Int128(micros) * Int128(part), over: 100_000))
  }
}

// MARK: - Version 1

extension LineReader {
  // https://developer.apple.com/documentation/appstoreservernotifications/notification_type
  private mutating func readFirstVersion(_ line: LineValue) throws(Rejection) -> Outcome {
    try requireSignature(of: line)
    let type = try requireType(line["notification_type"])
    draft.isSandbox = isSandbox(line["environment"])
    let receipt = line["unified_receipt"]["latest_receipt_info"].newest
    let bought = receipt.date("purchase_date_ms")
    let switched = line.date("auto_renew_status_change_date_ms")
    switch type {
    case "INITIAL_BUY":
      let isTrial = receipt["is_trial_period"].isTrue && !receipt.isShared
      return try read(isTrial ? .trialStarted : .purchased, line, receipt, at: bought)
    case "INTERACTIVE_RENEWAL":
      return try read(.purchased, line, receipt, at: bought)
    case "DID_RENEW", "DID_RECOVER":
      return try read(.renewed, line, receipt, at: bought)
    case "DID_FAIL_TO_RENEW":
      let pending = line["unified_receipt"]["pending_renewal_info"].first
      let grace = pending.date("grace_period_expires_date_ms")
      return try read(
        grace.isPresent ? .gracePeriodEntered : .billingFailed, line, receipt,
        at: receipt.date("expires_date_ms"), grace: grace)
    case "CANCEL", "REFUND":
      return try read(.refunded, line, receipt, at: receipt.date("cancellation_date_ms"))
    case "REVOKE":
      return try read(.revoked, line, receipt, at: receipt.date("cancellation_date_ms"))
    case "DID_CHANGE_RENEWAL_STATUS":
      let status = line["auto_renew_status"]
      guard status.isTrue || status.isFalse else {
        return ignore("DID_CHANGE_RENEWAL_STATUS/unknown")
      }
      return try read(status.isTrue ? .uncancelled : .cancelled, line, receipt, at: switched)
    case "DID_CHANGE_RENEWAL_PREF":
      return try read(.productChanged, line, receipt, at: bought)
    default:
      return ignoreType(type)
    }
  }

  private mutating func read(
    _ kind: EventKind, _ line: LineValue, _ receipt: LineValue, at time: LineValue,
    grace: LineValue? = nil
  ) throws(Rejection) -> Outcome {
    draft.start(kind, isNote: kind == .productChanged)
    draft.put(.timestamp, milliseconds: time)
    draft.put(.userID, receipt["app_account_token"])
    draft.put(.originalTransactionID, receipt["original_transaction_id"])
    draft.put(.transactionID, receipt["transaction_id"])
    draft.put(
      .productID, kind == .productChanged ? line["auto_renew_product_id"] : receipt["product_id"])
    draft.put(.app, line["bid"].or(line["unified_receipt"]["bid"]))
    draft.put(.expiresAt, milliseconds: receipt.date("expires_date_ms"))
    if let grace { draft.put(.graceExpiresAt, milliseconds: grace) }
    if receipt.isShared { draft.put(.ownership, "family_shared") }
    guard receipt["transaction_id"].isPresent, time.isPresent else { return try acceptDraft() }
    var id = draft.text()
    try draft.append("v1:", to: &id)
    try draft.append(line["notification_type"], to: &id)
    try draft.append(":", to: &id)
    try draft.append(receipt["transaction_id"], to: &id)
    try draft.append(":", to: &id)
    try draft.append(time, to: &id)
    draft.put(.eventID, id)
    return try acceptDraft()
  }
}

extension LineValue {
  fileprivate var isShared: Bool { self["in_app_ownership_type"] == "FAMILY_SHARED" }

  /// The element of a receipt that was bought last.
  fileprivate var newest: LineValue {
    var (newest, time) = (first, Int64.min)
    for element in elements {
      guard let bought = element["purchase_date_ms"].integer, bought > time else { continue }
      (newest, time) = (element, bought)
    }
    return newest
  }
}
