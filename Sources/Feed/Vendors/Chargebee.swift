import Values

// Chargebee's events (https://apidocs.chargebee.com/docs/api/events), API version 2. Times are
// seconds, amounts minor units. Money comes with payments and refunds, not with invoices.

extension Vendor {
  static let chargebee = Vendor(
    dialect: .chargebee,
    isMarked: {
      $0["event_type"].isText && $0["content"].isObject && $0["occurred_at"].isNamed
    }, read: { reader, line throws(Rejection) in try reader.readChargebee(line) })
}

extension LineReader {
  // https://apidocs.chargebee.com/docs/api/events#event_types
  fileprivate mutating func readChargebee(_ line: LineValue) throws(Rejection) -> Outcome {
    let (type, content) = (line["event_type"], line["content"])
    try requireType(type)
    let subscription = content["subscription"]
    switch type {
    case "subscription_created":
      guard subscription["status"] == "in_trial" else { return ignoreType(type) }
      start(.trialStarted, line, content, at: subscription["trial_start"])
      draft.put(.expiresAt, seconds: subscription["trial_end"])
    case "subscription_trial_extended":
      start(.subscriptionExtended, line, content)
      draft.put(.expiresAt, seconds: subscription["trial_end"])
    case "subscription_cancellation_scheduled", "subscription_pause_scheduled":
      start(.cancelled, line, content)
      if type == "subscription_pause_scheduled" { draft.put(.reason, "paused") }
      try draft.put(.reason, lowerCase: subscription["cancel_reason_code"])
    case "subscription_scheduled_cancellation_removed", "subscription_scheduled_pause_removed":
      start(.uncancelled, line, content)
    case "subscription_cancelled":
      start(.expired, line, content, at: subscription["cancelled_at"])
      draft.flags = .final
      try putChargebeeReason(subscription)
    case "subscription_paused":
      start(.expired, line, content)
      draft.put(.reason, "paused")
    // Whoever goes on with a term that is paid for pays nothing.
    case "subscription_resumed":
      let term = subscription["current_term_start"].seconds(to: line["occurred_at"])
      guard subscription["status"] == "active", let term,
        term.upperBound - term.lowerBound > .hours(1)
      else { return ignoreType(type) }
      start(.renewed, line, content)
      draft.put(.price, .zero)
      try putChargebeePlan(subscription)
      draft.put(.startsAt, seconds: subscription["current_term_start"])
      draft.put(.expiresAt, seconds: subscription["current_term_end"])
    case "subscription_changed":
      start(.productChanged, line, content)
      try putChargebeePlan(subscription)
    case "payment_succeeded": return try readChargebeePayment(line, content)
    // Paid from credits: no payment follows.
    case "invoice_generated":
      let invoice = content["invoice"]
      guard invoice["status"] == "paid", invoice["credits_applied"].isPositive,
        invoice["amount_paid"].isZero
      else { return ignoreType(type) }
      let term = invoice.chargebeeTerm(subscription)
      guard let term, term.recurring.isPositive else { return ignoreType(type) }
      start(invoice["first_invoice"].isTrue ? .purchased : .renewed, line, content)
      draft.put(.transactionID, invoice["id"])
      draft.put(.price, .zero)
      draft.put(.currency, invoice["currency_code"])
      try putChargebeeTerm(subscription, term)
    case "payment_failed":
      let invoice = content["invoice"]
      start(
        invoice["first_invoice"].isTrue || invoice.isOnceAtChargebee
          ? .purchaseFailed
          : invoice["dunning_status"] == "in_progress" ? .gracePeriodEntered : .billingFailed,
        line, content)
      draft.put(.error, content["transaction"]["error_code"])
    // https://apidocs.chargebee.com/docs/api/transactions#transaction_reference_transaction_id
    case "payment_refunded":
      let refund = content["transaction"]
      start(.refunded, line, content)
      draft.put(.transactionID, refund["reference_transaction_id"])
      draft.put(.price, refund.chargebeeAmount)
      draft.put(.currency, refund["currency_code"])
    default: return ignoreType(type)
    }
    return try acceptDraft()
  }

  private mutating func start(
    _ kind: EventKind, _ line: LineValue, _ content: LineValue, at time: LineValue? = nil
  ) {
    let (subscription, customer) = (content["subscription"], content["customer"])
    draft.start(kind)
    draft.put(.eventID, line["id"])
    draft.put(.timestamp, seconds: (time ?? line["occurred_at"]).or(line["occurred_at"]))
    let id = customer["id"].or(subscription["customer_id"]).or(
      content["transaction"]["customer_id"])
    draft.put(.userID, id)
    draft.put(
      .originalTransactionID,
      subscription["id"].or(content["invoice"]["subscription_id"])
        .or(content["transaction"]["subscription_id"]))
    draft.put(.productID, subscription.chargebeeProduct)
    draft.put(.country, customer["billing_address"]["country"])
    draft.put(.platform, "web")
  }

  /// https://apidocs.chargebee.com/docs/api/subscriptions#subscription_cancel_reason
  private mutating func putChargebeeReason(_ subscription: LineValue) throws(Rejection) {
    let reason = subscription["cancel_reason"]
    if reason == "not_paid" || reason == "no_card" { return draft.put(.reason, "billing") }
    try draft.put(.reason, lowerCase: subscription["cancel_reason_code"].or(reason))
  }

  /// What coupons take off is not told: the next invoice says what recurs.
  private mutating func putChargebeePlan(_ subscription: LineValue) throws(Rejection) {
    let isDiscounted =
      subscription["coupons"].first.isPresent || subscription["discounts"].first.isPresent
    let sum = isDiscounted ? LineAmount.absent : subscription.chargebeePlan
    draft.put(.recurringPrice, sum)
    if !sum.isAbsent { draft.put(.currency, subscription["currency_code"]) }
    try draft.putPeriod(subscription["billing_period"], subscription["billing_period_unit"])
  }

  private mutating func readChargebeePayment(_ line: LineValue, _ content: LineValue)
    throws(Rejection) -> Outcome
  {
    let (invoice, payment) = (content["invoice"], content["transaction"])
    let subscription = content["subscription"]
    let term = invoice.chargebeeTerm(subscription)
    start(
      term != nil && !invoice["first_invoice"].isTrue ? .renewed : .purchased, line, content,
      at: payment["date"])
    draft.put(.transactionID, payment["id"])
    draft.put(.price, payment.chargebeeAmount)
    draft.put(.currency, payment["currency_code"])
    // A part of an invoice has a part of its tax, which is not told.
    let isWhole = invoice["total"].isSame(as: payment["amount"])
    if isWhole { draft.put(.tax, invoice["tax"].amount(places: invoice.chargebeePlaces)) }
    guard let term else {
      draft.remove(.productID, .originalTransactionID)
      draft.flags = .oneTime
      return try acceptDraft()
    }
    try putChargebeeTerm(subscription, term)
    return try acceptDraft()
  }

  private mutating func putChargebeeTerm(_ subscription: LineValue, _ term: ChargebeeTerm)
    throws(Rejection)
  {
    draft.put(.recurringPrice, term.recurring)
    draft.put(.startsAt, seconds: term.start)
    draft.put(.expiresAt, seconds: term.end)
    try draft.putPeriod(subscription["billing_period"], subscription["billing_period_unit"])
  }
}

/// A whole term that an invoice is for, and what of the invoice recurs.
private struct ChargebeeTerm {
  let start: LineValue
  let end: LineValue
  var recurring = LineAmount.absent

  func adding(_ amount: LineAmount) -> ChargebeeTerm {
    ChargebeeTerm(start: start, end: end, recurring: recurring + amount)
  }
}

extension LineValue {
  fileprivate var chargebeePlaces: Int { MinorUnits.places(of: self["currency_code"]) }
  fileprivate var chargebeeAmount: LineAmount { self["amount"].amount(places: chargebeePlaces) }

  /// The plan's item price, or in the older catalogue the plan.
  fileprivate var chargebeeProduct: LineValue {
    let items = self["subscription_items"]
    let plan = items.elements.first { $0["item_type"] == "plan" } ?? items.first
    return plan["item_price_id"].or(self["plan_id"])
  }

  /// What a subscription's plan and addons cost each period; absent where no price is told.
  fileprivate var chargebeePlan: LineAmount {
    let places = chargebeePlaces
    guard self["subscription_items"].isList else {
      return self["plan_unit_price"].amount(
        places: places, times: self["plan_quantity"].integer ?? 1)
    }
    var sum = LineAmount.absent
    for item in self["subscription_items"].elements where !(item["item_type"] == "charge") {
      sum = sum + item["amount"].amount(places: places)
    }
    return sum
  }

  /// What recurs of an invoice: its lines of plans and addons for the running term, else, of one paid late,
  /// for a whole term before it, less discounts. Nil where there is none, or a part of a term is billed.
  fileprivate func chargebeeTerm(_ subscription: LineValue) -> ChargebeeTerm? {
    let lines = self["line_items"].elements.filter(\.isChargebeeRecurring)
    let start = subscription["current_term_start"]
    var term =
      lines.contains { $0["date_from"].isSame(as: start) }
      ? ChargebeeTerm(start: start, end: subscription["current_term_end"])
      : lines.first { $0.isWholeChargebeeTerm(of: subscription) }
        .map { ChargebeeTerm(start: $0["date_from"], end: $0["date_to"]) }
    for line in lines where term.map({ line["date_from"].isSame(as: $0.start) }) ?? false {
      let amount = line["amount"].amount(places: chargebeePlaces)
      let discount = line["discount_amount"].amount(places: chargebeePlaces)
      term = term.map { $0.adding(amount - discount) }
    }
    return term
  }

  /// Whether an invoice bills neither plan nor addon.
  fileprivate var isOnceAtChargebee: Bool {
    let lines = self["line_items"]
    return lines.first.isPresent && !lines.elements.contains(where: \.isChargebeeRecurring)
  }

  private var isChargebeeRecurring: Bool {
    switch self["entity_type"] {
    case "plan", "addon", "plan_item_price", "addon_item_price": true
    default: false
    }
  }

  /// Whether a line lasts as long as the subscription's terms do, to the day.
  private func isWholeChargebeeTerm(of subscription: LineValue) -> Bool {
    guard let term = self["date_from"].seconds(to: self["date_to"]),
      let period = subscription.chargebeePeriod
    else { return false }
    let usual = period.end(from: term.lowerBound)
    return abs(usual.milliseconds - term.upperBound.milliseconds) <= TimeSpan.days(1).milliseconds
  }

  private var chargebeePeriod: Period? {
    guard let count = self["billing_period"].integer, (1...9999).contains(count) else { return nil }
    return self["billing_period_unit"].periodUnit.map { Period(Int(count), $0) }
  }
}
