import Values

// Paddle Billing's notifications (https://developer.paddle.com/webhooks/overview). Times are RFC
// 3339, amounts texts of minor units. Money comes with `transaction.completed` alone:
// `transaction.paid` may lack the subscription and is followed by it.

extension Vendor {
  static let paddle = Vendor(
    dialect: .paddle,
    isMarked: {
      $0["event_type"].isText && $0["occurred_at"].isNamed && $0["data"].isObject
        && ($0["notification_id"].isNamed || $0["event_id"].begins(with: "evt_"))
    }, read: { reader, line throws(Rejection) in try reader.readPaddle(line) })
}

extension LineReader {
  fileprivate mutating func readPaddle(_ line: LineValue) throws(Rejection) -> Outcome {
    let (type, data) = (line["event_type"], line["data"])
    try requireType(type)
    switch type {
    case "transaction.completed": return try readPaddlePayment(line, data)
    // Of renewals `subscription.past_due` tells.
    case "transaction.payment_failed":
      let origin = data["origin"]
      guard origin == "web" || origin == "api" else { return ignoreType(type) }
      start(.purchaseFailed, line, data)
      draft.put(.error, data["payments"].first["error_code"])
    case "subscription.created":
      guard data["status"] == "trialing" else { return ignoreType(type) }
      startPaddleSubscription(.trialStarted, line, data, at: data["started_at"])
      draft.put(.expiresAt, time: data["current_billing_period"]["ends_at"])
    case "subscription.updated": return try readPaddleUpdate(line, data)
    case "subscription.canceled":
      startPaddleSubscription(.expired, line, data, at: data["canceled_at"])
      draft.flags = .final
    case "subscription.paused":
      startPaddleSubscription(.expired, line, data, at: data["paused_at"])
      draft.put(.reason, "paused")
    // Whoever goes on with a period that is paid for pays nothing:
    // https://developer.paddle.com/changelog/2024/resume-subscription-billing-period-options
    case "subscription.resumed" where data["status"] == "active":
      let period = data["current_billing_period"]
      guard let start = draft.instant(period["starts_at"]),
        let time = draft.instant(line["occurred_at"]), time - start > .hours(1)
      else { return ignoreType(type) }
      startPaddleSubscription(.renewed, line, data)
      draft.put(.price, .zero)
      try putPaddleTerms(data)
      draft.put(.startsAt, time: period["starts_at"])
      draft.put(.expiresAt, time: period["ends_at"])
    // Paddle goes on trying: https://developer.paddle.com/build/retain/configure-payment-recovery-dunning
    case "subscription.past_due": startPaddleSubscription(.gracePeriodEntered, line, data)
    case "adjustment.created", "adjustment.updated":
      return try readPaddleAdjustment(line, data)
    default: return ignoreType(type)
    }
    return try acceptDraft()
  }

  private mutating func start(
    _ kind: EventKind, _ line: LineValue, _ data: LineValue, at time: LineValue? = nil
  ) {
    draft.start(kind)
    draft.put(.eventID, line["event_id"])
    draft.put(.timestamp, time: (time ?? line["occurred_at"]).or(line["occurred_at"]))
    putAppUser(data["custom_data"], customer: data["customer_id"])
    draft.put(.originalTransactionID, data["subscription_id"])
    draft.put(.productID, data["items"].paddleRecurring["price"]["id"])
    draft.put(.country, data["address"]["country_code"])
    draft.put(.platform, "web")
  }

  private mutating func startPaddleSubscription(
    _ kind: EventKind, _ line: LineValue, _ data: LineValue, at time: LineValue? = nil
  ) {
    start(kind, line, data, at: time)
    draft.put(.originalTransactionID, data["id"])
  }

  /// Whether it will renew is on every update.
  private mutating func readPaddleUpdate(_ line: LineValue, _ data: LineValue)
    throws(Rejection) -> Outcome
  {
    let (change, status) = (data["scheduled_change"]["action"], data["status"])
    if change == "cancel" || change == "pause" {
      startPaddleSubscription(.cancelled, line, data)
      if change == "pause" { draft.put(.reason, "paused") }
    } else if status == "active" || status == "trialing" {
      startPaddleSubscription(.uncancelled, line, data)
      try putPaddleTerms(data)
    } else {
      return ignoreType(line["event_type"])
    }
    return try acceptDraft()
  }

  /// What recurs from now on, if that is another plan: its money may come with the next renewal alone.
  /// https://developer.paddle.com/concepts/subscriptions/proration
  private mutating func putPaddleTerms(_ data: LineValue) throws(Rejection) {
    let (item, currency) = (data["items"].paddleRecurring, data["currency_code"])
    guard !data["discount"].isObject, !item["price"]["unit_price_overrides"].first.isPresent
    else { return }
    draft.put(.recurringPrice, data.paddleRecurringPrice(MinorUnits.places(of: currency)))
    draft.put(.currency, currency)
    let cycle = item["price"]["billing_cycle"]
    try draft.putPeriod(cycle["frequency"], cycle["interval"])
  }

  // https://developer.paddle.com/api-reference/transactions/overview
  private mutating func readPaddlePayment(_ line: LineValue, _ data: LineValue)
    throws(Rejection) -> Outcome
  {
    let totals = data["details"]["totals"]
    guard !totals["total"].isZero else { return ignoreType("transaction.completed/zero") }
    let (origin, item) = (data["origin"], data["items"].paddleRecurring)
    let recurs = item.isObject && !(origin == "subscription_charge")
    let kind: EventKind =
      !recurs
      ? .purchased
      : origin == "subscription_recurring"
        ? .renewed : origin == "subscription_update" ? .productChanged : .purchased
    let isPaid = !totals["grand_total"].isZero
    guard recurs || isPaid else { return ignoreType("transaction.completed/zero") }
    start(kind, line, data, at: data["billed_at"])
    draft.put(.transactionID, data["id"])
    let currency = data["currency_code"]
    let places = MinorUnits.places(of: currency)
    draft.put(.price, totals["grand_total"].or(totals["total"]).amount(places: places))
    draft.put(.currency, currency)
    draft.put(.tax, totals["grand_total_tax"].or(totals["tax"]).amount(places: places))
    draft.put(.fee, totals["fee"].amount(places: places))
    draft.put(.offerID, data["discount_id"])
    if recurs {
      draft.put(.recurringPrice, data.paddleRecurringPrice(places))
      draft.put(.startsAt, time: data["billing_period"]["starts_at"])
      draft.put(.expiresAt, time: data["billing_period"]["ends_at"])
      let cycle = item["price"]["billing_cycle"]
      try draft.putPeriod(cycle["frequency"], cycle["interval"])
      if data.isPaddleAddition { draft.flags.insert(.planPrice) }
      if data.hasPaddleTaxWithin(places) { draft.flags.insert(.taxWithin) }
    } else {
      draft.remove(.productID, .originalTransactionID)
      draft.flags = .oneTime
    }
    return try acceptDraft()
  }

  // https://developer.paddle.com/api-reference/adjustments/overview: the id of the adjustment stands
  // for the event, which comes again with every change of its status.
  private mutating func readPaddleAdjustment(_ line: LineValue, _ data: LineValue)
    throws(Rejection) -> Outcome
  {
    let action = data["action"]
    guard data["status"] == "approved" else { return ignoreType("adjustment/pending") }
    switch action {
    case "refund", "chargeback": start(.refunded, line, data)
    case "chargeback_reverse": start(.refundReversed, line, data)
    default: return ignoreType("adjustment/other")
    }
    draft.put(.eventID, data["id"])
    draft.put(.transactionID, data["transaction_id"])
    let currency = data["currency_code"]
    draft.put(
      .price, data["totals"]["total"].amount(places: MinorUnits.places(of: currency)).refunded)
    draft.put(.currency, currency)
    if action == "chargeback" { draft.put(.reason, "dispute") }
    return try acceptDraft()
  }
}

extension LineValue {
  /// Of items the first that recurs and is not taken back.
  fileprivate var paddleRecurring: LineValue {
    elements.first {
      $0["price"]["billing_cycle"].isObject && !($0["quantity"].integer ?? 1 < 0)
    } ?? when(false)
  }

  /// Whether a transaction is for the rest of a period of what has come to a subscription: an item, or more
  /// of one, of which it tells the difference. Where one takes the place of another, the other has a
  /// negative quantity.
  /// https://developer.paddle.com/changelog/2024/proration-improvements
  fileprivate var isPaddleAddition: Bool {
    let items = self["items"].elements
    return items.contains { $0["proration"].isObject }
      && items.allSatisfy { $0["proration"].isObject && ($0["quantity"].integer ?? 1) > 0 }
  }

  /// Whether the tax of a transaction is within its prices, which the first whole item tells where the
  /// account decides.
  /// https://developer.paddle.com/api-reference/prices/overview
  fileprivate func hasPaddleTaxWithin(_ places: Int) -> Bool {
    let item = self["items"].elements.first {
      $0["price"]["billing_cycle"].isObject && !$0["proration"].isObject
    }
    guard let item, !(item["price"]["tax_mode"] == "internal"), let line = paddleLine(of: item)
    else {
      return self["items"].paddleRecurring["price"]["tax_mode"] == "internal"
    }
    let price = item["price"]["unit_price"]["amount"].amount(
      places: places, times: item["quantity"].integer ?? 1)
    return line["totals"]["subtotal"].amount(places: places).isLess(than: price)
  }

  /// What was charged for a whole item.
  private func paddleLine(of item: LineValue) -> LineValue? {
    self["details"]["line_items"].elements.first {
      $0["price_id"].isSame(as: item["price"]["id"]) && !$0["proration"].isObject
    }
  }

  /// What is left of a price by the tax within it, in the proportion of the whole transaction.
  private func withoutPaddleTax(_ price: LineAmount, _ places: Int) -> LineAmount {
    let totals = self["details"]["totals"]
    guard hasPaddleTaxWithin(places), case .micros(let micros) = price,
      case .micros(let total) = totals["total"].amount(places: places), total > 0,
      case .micros(let tax) = totals["tax"].amount(places: places)
    else { return price }
    return LineAmount(roundedHalfToEven(Int128(micros) * Int128(total - tax), over: Int128(total)))
  }

  /// What the recurring items come to before tax: as they are charged, a prorated one at its price;
  /// absent where that is in another currency. Of a renewal that also bills the rest of the period before
  /// only what is whole.
  fileprivate func paddleRecurringPrice(_ places: Int) -> LineAmount {
    let items = self["items"].elements.filter {
      $0["price"]["billing_cycle"].isObject && ($0["quantity"].integer ?? 1) > 0
    }
    let whole = items.filter { !$0["proration"].isObject }
    var sum = LineAmount.absent
    for item in whole.isEmpty ? items : whole {
      let price = item["price"]
      if let line = paddleLine(of: item), !item["proration"].isObject {
        let totals = line["totals"]
        sum =
          sum
          + (totals["subtotal"].amount(places: places)
            - totals["discount"].amount(places: places))
      } else {
        guard price["unit_price"]["currency_code"].isSame(as: self["currency_code"]) else {
          return .absent
        }
        let amount = price["unit_price"]["amount"].amount(
          places: places, times: item["quantity"].integer ?? 1)
        sum = sum + withoutPaddleTax(amount, places)
      }
    }
    return sum.floored
  }
}
