import CSimdJSON
import Values

// Lemon Squeezy's webhooks (https://docs.lemonsqueezy.com/help/webhooks/webhook-requests). Times are
// ISO 8601, amounts minor units. An invoice names neither product nor end: both stand in the
// subscription that the server fetched, at `subscription` beside it.

extension Vendor {
  static let lemonSqueezy = Vendor(
    dialect: .lemonSqueezy,
    isMarked: { $0["meta"]["event_name"].isText && $0["data"]["attributes"].isObject },
    read: { reader, line throws(Rejection) in try reader.readLemonSqueezy(line) })
}

extension LineReader {
  // https://docs.lemonsqueezy.com/help/webhooks/event-types
  fileprivate mutating func readLemonSqueezy(_ line: LineValue) throws(Rejection) -> Outcome {
    let (type, object) = (line["meta"]["event_name"], line["data"]["attributes"])
    try requireType(type)
    switch type {
    case "subscription_created":
      let isTrial = object["status"] == "on_trial"
      try start(isTrial ? .trialStarted : .uncancelled, line, at: object["created_at"])
      draft.put(.expiresAt, time: object["trial_ends_at"])
    case "subscription_payment_success": return try readLemonSqueezyPayment(line, object)
    // Of a subscription, too, whose first payment is the same: it names no transaction.
    // https://docs.lemonsqueezy.com/api/orders/the-order-object
    case "order_created" where object["status"] == "paid" && !object["total"].isZero:
      try startOrder(.purchased, line, at: object["created_at"])
      let places = MinorUnits.places(of: object["currency"])
      draft.put(.price, object["total"].amount(places: places))
      draft.put(.tax, object["tax"].amount(places: places))
      draft.flags = .oneTime
    case "order_refunded":
      try startOrder(.refunded, line, at: object["refunded_at"])
      let places = MinorUnits.places(of: object["currency"])
      draft.put(.price, object["refunded_amount"].or(object["total"]).amount(places: places))
      draft.put(.chargePrice, object["total"].amount(places: places))
    case "subscription_payment_refunded":
      try start(.refunded, line, at: object["refunded_at"])
      draft.put(.transactionID, line["data"]["id"])
      let amount = object["refunded_amount"].or(object["total"])
      draft.put(.price, amount.amount(places: MinorUnits.places(of: object["currency"])).refunded)
      draft.put(.currency, object["currency"])
      draft.flags = .cumulative
    case "subscription_payment_failed":
      try start(
        object["billing_reason"] == "initial" ? .purchaseFailed : .gracePeriodEntered, line)
    // The payment comes as `subscription_payment_success`, too.
    case "subscription_payment_recovered": try start(.billingRecovered, line)
    case "subscription_cancelled": try start(.cancelled, line)
    case "subscription_paused":
      try start(.cancelled, line)
      draft.put(.reason, "paused")
    case "subscription_resumed", "subscription_unpaused": try start(.uncancelled, line)
    case "subscription_expired": try start(.expired, line, at: object["ends_at"])
    // Retries are over: https://docs.lemonsqueezy.com/api/subscriptions/the-subscription-object
    case "subscription_updated" where object["status"] == "unpaid":
      try start(.expired, line)
      draft.put(.reason, "billing")
    // At once: https://docs.lemonsqueezy.com/help/products/subscriptions
    case "subscription_plan_changed":
      try start(.productChanged, line)
      if object.isOneOfLemonSqueezy { draft.flags = .planPrice }
    default: return ignoreType(type)
    }
    return try acceptDraft()
  }

  /// No webhook has an id of its own: its name, its object and that object's last change have.
  private mutating func start(
    _ kind: EventKind, _ line: LineValue, at time: LineValue? = nil
  ) throws(Rejection) {
    let (meta, data) = (line["meta"], line["data"])
    let object = data["attributes"]
    draft.isSandbox = meta["test_mode"].isTrue || object["test_mode"].isTrue
    draft.start(kind, isNote: meta["event_name"] == "subscription_plan_changed")
    var id = draft.text()
    try draft.append(meta["event_name"], to: &id)
    try draft.append(":", to: &id)
    try draft.append(data["id"], to: &id)
    try draft.append(":", to: &id)
    try draft.append(object["updated_at"], to: &id)
    draft.put(.eventID, id)
    let changed = object["updated_at"].or(object["created_at"])
    draft.put(.timestamp, time: (time ?? changed).or(changed))
    putAppUser(meta["custom_data"], customer: object["customer_id"])
    draft.put(.originalTransactionID, object["subscription_id"].or(data["id"]))
    let plan = line["subscription"].lemonSqueezyAttributes["variant_id"]
    draft.put(.productID, object["variant_id"].or(plan), as: UInt32(RR_STRING))
    draft.put(.platform, "web")
  }

  private mutating func startOrder(_ kind: EventKind, _ line: LineValue, at time: LineValue)
    throws(Rejection)
  {
    try start(kind, line, at: time)
    let order = line["data"]["attributes"]
    draft.remove(.originalTransactionID)
    draft.put(.productID, order["first_order_item"]["variant_id"], as: UInt32(RR_STRING))
    draft.put(.currency, order["currency"])
  }

  private mutating func readLemonSqueezyPayment(_ line: LineValue, _ invoice: LineValue)
    throws(Rejection) -> Outcome
  {
    let reason = invoice["billing_reason"]
    guard !invoice["total"].isZero else { return ignoreType("subscription_payment_success/zero") }
    let subscription = line["subscription"].lemonSqueezyAttributes
    let isChange = reason == "updated"
    let isOfPlan =
      isChange && subscription["variant_id"].isPresent && subscription.isOneOfLemonSqueezy
    try start(
      reason == "renewal" ? .renewed : isOfPlan ? .productChanged : .purchased, line,
      at: invoice["created_at"])
    draft.put(.transactionID, line["data"]["id"])
    let places = MinorUnits.places(of: invoice["currency"])
    draft.put(.price, invoice["total"].amount(places: places))
    draft.put(.currency, invoice["currency"])
    draft.put(.tax, invoice["tax"].amount(places: places))
    let end = subscription["renews_at"].or(subscription["ends_at"])
    if isOfPlan {
      // The rest of a period after a change: what recurs is the plan's price.
      draft.put(.expiresAt, time: end)
      draft.flags = .planPrice
    } else if isChange {
      draft.remove(.originalTransactionID, .productID)
      draft.flags = .oneTime
    } else {
      let discount = invoice["discount_total"].amount(places: places)
      let subtotal = invoice["subtotal"].amount(places: places)
      draft.put(.recurringPrice, (discount.isAbsent ? subtotal : subtotal - discount).floored)
      draft.put(.expiresAt, time: end)
    }
    return try acceptDraft()
  }
}

extension LineValue {
  /// An object of the API, as an answer or by itself.
  fileprivate var lemonSqueezyAttributes: LineValue {
    self["data"]["attributes"].or(self["attributes"])
  }

  /// Whether a subscription is of one seat, whose price is the plan's.
  fileprivate var isOneOfLemonSqueezy: Bool {
    let quantity = self["first_subscription_item"]["quantity"]
    return !quantity.isPresent || quantity == "1"
  }
}
