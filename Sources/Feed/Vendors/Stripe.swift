import Values

// Stripe's events (https://docs.stripe.com/api/events). Times are seconds, amounts minor units
// (https://docs.stripe.com/currencies#zero-decimal).

extension Vendor {
  static let stripe = Vendor(
    dialect: .stripe,
    isMarked: { $0.stripeEvent["object"] == "event" && $0.stripeEvent["type"].isText },
    read: { reader, line throws(Rejection) in try reader.readStripe(line.stripeEvent) })
}

extension LineReader {
  fileprivate mutating func readStripe(_ line: LineValue) throws(Rejection) -> Outcome {
    let type = try requireType(line["type"])
    draft.isSandbox = line["livemode"].isFalse
    if type.begins(with: "customer.") { return try readStripeCustomer(line, type) }
    if type.begins(with: "invoice") { return try readStripeInvoice(line, type) }
    let object = line["data"]["object"]
    switch type {
    // https://docs.stripe.com/api/events/types#event_types-charge.refunded
    case "charge.refunded":
      return try readStripeRefund(line, object)
    // https://docs.stripe.com/disputes/api: these two tell that money moves
    case "charge.dispute.funds_withdrawn":
      startStripeDispute(.refunded, line, object)
      return try acceptDraft()
    case "charge.dispute.funds_reinstated":
      startStripeDispute(.refundReversed, line, object)
      return try acceptDraft()
    // These list what has moved so far, mostly told already:
    // https://docs.stripe.com/api/disputes/object#dispute_object-balance_transactions
    case "charge.dispute.created", "charge.dispute.closed":
      let isWon = object["status"] == "won"
      let moves = object["balance_transactions"]
      let moved = moves.elements.first {
        isWon ? $0["amount"].isPositive : $0["amount"].isNegative
      }
      // Without a list, what is lost has moved.
      guard moved != nil || object["status"] == "lost" && !moves.isPresent else {
        return ignoreType(type)
      }
      startStripeDispute(isWon ? .refundReversed : .refunded, line, object, at: moved?["created"])
      draft.put(.eventID, object["id"])
      draft.flags = .history
      return try acceptDraft()
    // https://docs.stripe.com/api/events/types#event_types-refund.created; mostly
    // `charge.refunded` says the same
    case "refund.created" where !object.hasStripeRefundFailed:
      start(.refunded, line, object)
      draft.put(.eventID, object["id"])
      putStripePayment(object)
      draft.put(.price, object["amount"].amount(places: MinorUnits.places(of: object["currency"])))
      draft.put(.currency, object["currency"])
      draft.flags = .history
      return try acceptDraft()
    // What was given back outside Stripe, of which no charge tells.
    // https://docs.stripe.com/api/credit_notes/object#credit_note_object-out_of_band_amount
    case "credit_note.created" where object["out_of_band_amount"].isPositive:
      start(.refunded, line, object)
      draft.put(.transactionID, object["invoice"].id)
      let places = MinorUnits.places(of: object["currency"])
      draft.put(.price, object["out_of_band_amount"].amount(places: places))
      draft.put(.currency, object["currency"])
      return try acceptDraft()
    // https://docs.stripe.com/refunds#failed-refunds: one refund may come as all three
    case "refund.failed":
      return try readStripeFailedRefund(line, object)
    case "charge.refund.updated", "refund.updated":
      guard object.hasStripeRefundFailed, line["data"]["previous_attributes"]["status"].isNamed
      else {
        return ignore(type)
      }
      return try readStripeFailedRefund(line, object)
    // Its money comes with the invoice, which older versions of the API say to be null where there is
    // none: https://docs.stripe.com/changelog/basil
    case "charge.succeeded" where object["invoice"].isNamed && !object["invoice"].isPresent:
      return ignore(LineCounts.uninvoicedName)
    // https://docs.stripe.com/api/checkout/sessions/object#checkout_session_object-client_reference_id
    case "checkout.session.completed":
      let (user, customer) = (object["client_reference_id"], object["customer"].id)
      if draft.isID(user), customer.isPresent {
        return try readStripeAlias(line, object, user, customer)
      }
      if object.isUninvoicedStripeSession { return ignore(LineCounts.uninvoicedSessionName) }
      return ignore(type)
    default:
      return ignoreType(type)
    }
  }

  /// Begins an event with what every object of Stripe's says.
  private mutating func start(
    _ kind: EventKind, _ line: LineValue, _ object: LineValue, isNote: Bool = false,
    at time: LineValue? = nil
  ) {
    draft.start(kind, isNote: isNote)
    draft.put(.eventID, line["id"])
    draft.put(.timestamp, seconds: (time ?? line["created"]).or(line["created"]))
    draft.put(.userID, object["customer"].id)
    draft.put(
      .country,
      object["customer_address"]["country"].or(object["address"]["country"])
        .or(object["billing_details"]["address"]["country"]))
    draft.put(.platform, "web")
  }

  // MARK: - Refunds

  private mutating func readStripeRefund(_ line: LineValue, _ charge: LineValue)
    throws(Rejection) -> Outcome
  {
    start(.refunded, line, charge)
    let places = MinorUnits.places(of: charge["currency"])
    let before = line["data"]["previous_attributes"]["amount_refunded"]
    // Some logs keep the object alone, which tells all that went back so far.
    if !before.isPresent { draft.flags = .cumulative }
    let amount = charge["amount_refunded"].amount(places: places)
    let refund = amount.isAbsent ? amount : amount - before.amount(places: places)
    // Less given back than before is no refund of any size.
    draft.put(.price, refund.isNegative ? .bad : refund)
    draft.put(.currency, charge["currency"])
    draft.put(.transactionID, charge["invoice"].id)
    draft.put(.paymentID, charge["payment_intent"].id.or(charge["id"]))
    // Newer versions of the API leave the invoice out: its amount tells which payment it was.
    if !charge["invoice"].isPresent {
      draft.put(.chargePrice, charge["amount"].amount(places: places))
    }
    return try acceptDraft()
  }

  private mutating func readStripeFailedRefund(_ line: LineValue, _ refund: LineValue)
    throws(Rejection) -> Outcome
  {
    start(.refundReversed, line, refund)
    draft.put(.eventID, refund["id"])
    putStripePayment(refund)
    return try acceptDraft()
  }

  private mutating func startStripeDispute(
    _ kind: EventKind, _ line: LineValue, _ dispute: LineValue, at time: LineValue? = nil
  ) {
    start(kind, line, dispute, at: time)
    putStripePayment(dispute)
    // Without them, all that was refunded comes back.
    guard kind == .refunded || dispute["balance_transactions"].first.isPresent else { return }
    let currency = dispute["currency"]
    draft.put(.price, dispute["amount"].amount(places: MinorUnits.places(of: currency)))
    draft.put(.currency, currency)
    if kind == .refunded { draft.put(.reason, "dispute") }
  }

  /// Which payment a dispute or a refund is of.
  private mutating func putStripePayment(_ object: LineValue) {
    draft.put(.paymentID, object["payment_intent"].id.or(object["charge"].id))
  }

  // MARK: - Customers and subscriptions

  private mutating func readStripeAlias(
    _ line: LineValue, _ object: LineValue, _ user: LineValue, _ customer: LineValue
  ) throws(Rejection) -> Outcome {
    start(.userAliased, line, object)
    draft.put(.userID, user)
    draft.put(.previousID, customer)
    return try acceptDraft()
  }

  private mutating func readStripeCustomer(_ line: LineValue, _ type: LineValue)
    throws(Rejection) -> Outcome
  {
    let object = line["data"]["object"]
    switch type {
    // https://docs.stripe.com/api/customers/object#customer_object-metadata
    case "customer.created", "customer.updated":
      let metadata = object["metadata"]
      let user = draft.id(
        draft.id(metadata["user_id"], or: metadata["userId"]), or: metadata["app_user_id"])
      guard draft.isID(user) else { return ignore(type) }
      return try readStripeAlias(line, object, user, object["id"])
    // https://docs.stripe.com/billing/subscriptions/webhooks#events; money comes with the invoice
    case "customer.subscription.created":
      guard object["status"] == "trialing" else { return ignore(type) }
      startStripeSubscription(.trialStarted, line, object, at: object["trial_start"])
      draft.put(.expiresAt, seconds: object["trial_end"])
      return try acceptDraft()
    case "customer.subscription.updated":
      return try readStripeUpdate(line, type, object, line["data"]["previous_attributes"])
    case "customer.subscription.deleted":
      startStripeSubscription(.expired, line, object, at: object["ended_at"])
      draft.flags = .final
      try draft.put(.reason, lowerCase: object["cancellation_details"]["reason"])
      return try acceptDraft()
    // https://docs.stripe.com/billing/subscriptions/trials: a trial that ended without a card
    case "customer.subscription.paused":
      startStripeSubscription(.expired, line, object)
      draft.put(.reason, "paused")
      return try acceptDraft()
    default:
      return ignoreType(type)
    }
  }

  private mutating func startStripeSubscription(
    _ kind: EventKind, _ line: LineValue, _ subscription: LineValue, isNote: Bool = false,
    at time: LineValue? = nil
  ) {
    start(kind, line, subscription, isNote: isNote, at: time)
    draft.put(.originalTransactionID, subscription["id"])
    let item = subscription["items"]["data"].first
    draft.put(.productID, item.stripePrice.or(subscription["plan"]["id"]))
  }

  /// The first change that the event names, of those that say something of access or money.
  private mutating func readStripeUpdate(
    _ line: LineValue, _ type: LineValue, _ subscription: LineValue, _ previous: LineValue
  ) throws(Rejection) -> Outcome {
    if previous["cancel_at_period_end"].isNamed || previous["cancel_at"].isNamed {
      return try readStripeCancellation(line, subscription, previous)
    }
    let status = subscription["status"]
    // A trial has no MRR that another plan could change, and an end that decides about it.
    let (end, before) = (subscription["trial_end"], previous["trial_end"])
    let isExtended = before.isNamed && (end.integer ?? .min) > before.integer ?? .min
    if subscription.isStripeOn, subscription.hasOtherStripePlan(than: previous),
      !(status == "trialing" && isExtended)
    {
      return try readStripePlanChange(line, subscription)
    }
    // https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses: retries are over
    if status == "unpaid", previous["status"].isNamed {
      startStripeSubscription(.expired, line, subscription)
      draft.flags = .unpaid
      draft.put(.reason, "billing")
      return try acceptDraft()
    }
    guard isExtended else { return ignore(type) }
    startStripeSubscription(.subscriptionExtended, line, subscription)
    draft.put(.expiresAt, seconds: end)
    return try acceptDraft()
  }

  /// Whoever goes on may do so under another plan.
  private mutating func readStripeCancellation(
    _ line: LineValue, _ subscription: LineValue, _ previous: LineValue
  ) throws(Rejection) -> Outcome {
    let ends = subscription["cancel_at_period_end"].isTrue || subscription["cancel_at"].isPresent
    startStripeSubscription(ends ? .cancelled : .uncancelled, line, subscription)
    if ends {
      let details = subscription["cancellation_details"]
      try draft.put(.reason, lowerCase: details["feedback"].or(details["reason"]))
    } else if subscription.isStripeOn, subscription.hasOtherStripePlan(than: previous) {
      try putStripeTerms(subscription)
    }
    return try acceptDraft()
  }

  /// The plan has changed; what that costs comes with an invoice. Where a price has tiers, nothing
  /// says what recurs: a note.
  private mutating func readStripePlanChange(_ line: LineValue, _ subscription: LineValue)
    throws(Rejection) -> Outcome
  {
    let isNote = subscription.stripePlan == nil
    startStripeSubscription(.productChanged, line, subscription, isNote: isNote)
    try putStripeTerms(subscription)
    return try acceptDraft()
  }

  /// What recurs of a subscription from now on.
  private mutating func putStripeTerms(_ subscription: LineValue) throws(Rejection) {
    guard let plan = subscription.stripePlan, let item = plan.latest else { return }
    draft.put(.recurringPrice, plan.sum)
    draft.put(.currency, subscription.stripeCurrency)
    draft.put(.productID, item.stripePrice)
    try putStripePeriod(item)
  }

  private mutating func putStripePeriod(_ item: LineValue) throws(Rejection) {
    let terms = item["price"]["recurring"].or(item["plan"])
    try draft.putPeriod(terms["interval_count"], terms["interval"])
  }

  // MARK: - Invoices

  private mutating func readStripeInvoice(_ line: LineValue, _ type: LineValue)
    throws(Rejection) -> Outcome
  {
    let invoice = line["data"]["object"]
    switch type {
    // Both come for one invoice: one transaction, one charge.
    // https://docs.stripe.com/api/events/types#event_types-invoice.paid
    case "invoice.paid", "invoice.payment_succeeded":
      return try readStripePaid(line, invoice)
    // Who pays by invoice within its terms has not left.
    // https://docs.stripe.com/api/invoices/object#invoice_object-collection_method
    case "invoice.finalized", "invoice.sent":
      return try readStripeTerms(line, type, invoice)
    // Stripe has no grace of its own: it goes on trying, and the subscription stays past_due.
    // https://docs.stripe.com/billing/revenue-recovery/smart-retries
    case "invoice.payment_failed":
      let isFirst = invoice["billing_reason"].isFirstOfStripe
      let isFailed = isFirst || invoice.isApartFromStripePeriods
      let isTrying = invoice["next_payment_attempt"].isPresent
      startStripeInvoice(
        isFailed ? .purchaseFailed : isTrying ? .gracePeriodEntered : .billingFailed, line, invoice)
      if let item = invoice.stripeLines(isFirst ? .first : .recurring, paid: false).latest {
        draft.put(.productID, item.stripePrice)
      }
      return try acceptDraft()
    // https://docs.stripe.com/api/invoice-payment/object: newer versions say it only here
    case "invoice_payment.paid":
      let payment = invoice["payment"]
      let id = payment["payment_intent"].id.or(payment["charge"].id)
      guard invoice["invoice"].isPresent, id.isPresent else { return ignore(type) }
      start(.paymentLinked, line, invoice)
      draft.put(.transactionID, invoice["invoice"].id)
      draft.put(.paymentID, id)
      return try acceptDraft()
    default:
      return ignoreType(type)
    }
  }

  private mutating func startStripeInvoice(
    _ kind: EventKind, _ line: LineValue, _ invoice: LineValue, at time: LineValue? = nil
  ) {
    start(kind, line, invoice, at: time)
    draft.put(.transactionID, invoice["id"])
    // Newer versions list payments, where somebody asked for them.
    let payment = invoice["payments"]["data"].first["payment"]
    draft.put(
      .paymentID,
      invoice["payment_intent"].id.or(invoice["charge"].id).or(payment["payment_intent"].id)
        .or(payment["charge"].id))
    let parent = invoice["parent"]["subscription_details"]["subscription"]
    draft.put(.originalTransactionID, invoice["subscription"].id.or(parent.id))
  }

  private mutating func readStripePaid(_ line: LineValue, _ invoice: LineValue)
    throws(Rejection) -> Outcome
  {
    let reason = invoice["billing_reason"]
    let lines = invoice.stripeCharge(reason)
    let paid = invoice.stripeAmountPaid
    if paid.isZero, lines.latest == nil { return ignore("invoice/zero") }
    // Without a recurring line, and for any other reason, it is money only.
    let kind = reason.stripeChargeKind
    let (item, isMoneyOnly) = (lines.latest, kind == nil || lines.latest == nil)
    startStripeInvoice(
      (isMoneyOnly ? nil : kind) ?? .purchased, line, invoice,
      at: invoice["status_transitions"]["paid_at"])
    let places = MinorUnits.places(of: invoice["currency"])
    draft.put(.price, paid.amount(places: places))
    draft.put(.currency, invoice["currency"])
    draft.put(.tax, invoice.stripeTax(places))
    if isMoneyOnly { draft.flags = .oneTime }
    if !isMoneyOnly, let item {
      draft.put(.recurringPrice, lines.sum)
      draft.put(.productID, item.stripePrice)
      try putStripePeriod(item)
      if reason.isFirstOfStripe, let period = item.stripePeriodOfPart(places) {
        try draft.put(period)
      }
      draft.put(.startsAt, seconds: item["period"]["start"])
      draft.put(.expiresAt, seconds: item["period"]["end"])
    }
    return try acceptDraft()
  }

  private mutating func readStripeTerms(
    _ line: LineValue, _ type: LineValue, _ invoice: LineValue
  ) throws(Rejection) -> Outcome {
    guard invoice["collection_method"] == "send_invoice",
      invoice["billing_reason"] == "subscription_cycle",
      let item = invoice.stripeLines(.recurring, paid: true).latest
    else { return ignore(type) }
    startStripeInvoice(
      .gracePeriodEntered, line, invoice, at: invoice["status_transitions"]["finalized_at"])
    draft.put(.productID, item.stripePrice)
    let product = String(decoding: item.stripePrice.bytes, as: UTF8.self)
    draft.put(.graceExpiresAt, seconds: invoice["due_date"], later: rules.grace(of: product))
    return try acceptDraft()
  }
}

extension LineValue {
  /// The event, which Amazon EventBridge has in an envelope.
  /// https://docs.stripe.com/event-destinations/eventbridge
  fileprivate var stripeEvent: LineValue {
    let detail = self["detail"]
    return detail.isObject && self["detail-type"].isText ? detail : self
  }

  fileprivate var hasStripeRefundFailed: Bool {
    self["status"] == "failed" || self["status"] == "canceled"
  }

  /// Whether nothing stood before what an invoice with this reason charges.
  /// https://docs.stripe.com/api/invoices/object#invoice_object-billing_reason
  fileprivate var isFirstOfStripe: Bool {
    self == "subscription_create" || self == "quote_accept"
  }

  /// What a paid invoice charges; nil where that is money only. Before May 2018 `subscription` was the
  /// reason for all that is told apart since.
  fileprivate var stripeChargeKind: EventKind? {
    switch self {
    case "subscription_create", "quote_accept": .purchased
    case "subscription_cycle", "subscription": .renewed
    case "subscription_update": .productChanged
    default: nil
    }
  }

  /// Whether an invoice asks for no period of a subscription, but for something once, or for the rest of a
  /// period after a change: that it fails says nothing of the next renewal.
  fileprivate var isApartFromStripePeriods: Bool {
    let reason = self["billing_reason"]
    guard reason == "subscription_update" else {
      return reason.isPresent && reason.stripeChargeKind == nil
    }
    return stripeLines(.recurring, paid: false).latest == nil
  }

  /// Also what was paid outside Stripe.
  /// https://docs.stripe.com/api/invoices/pay#pay_invoice-paid_out_of_band
  fileprivate var stripeAmountPaid: LineValue {
    let paid = self["amount_paid"]
    return paid.isZero && self["paid_out_of_band"].isTrue ? self["amount_due"].or(paid) : paid
  }

  /// A payment that no invoice asked for, of which `charge.succeeded` says so only before API version
  /// 2025-03-31. https://docs.stripe.com/api/checkout/sessions/object
  fileprivate var isUninvoicedStripeSession: Bool {
    self["mode"] == "payment" && self["payment_status"] == "paid" && !self["invoice"].isPresent
  }

  /// Whether a subscription gives access, or will once a payment has succeeded.
  fileprivate var isStripeOn: Bool {
    self["status"] == "active" || self["status"] == "past_due" || self["status"] == "trialing"
  }

  fileprivate var stripeCurrency: LineValue {
    self["currency"].or(self["items"]["data"].first["price"]["currency"])
  }

  /// What a subscription's licensed items cost each period; nil where there is none, a price has tiers,
  /// or discounts are named by their ids alone.
  fileprivate var stripePlan: StripeLines? {
    guard !hasUnknownStripeDiscount else { return nil }
    let places = MinorUnits.places(of: stripeCurrency)
    var plan = StripeLines()
    for item in self["items"]["data"].elements where !item.isStripeMetered {
      let price = item.stripeRecurring(places, amount: .absent)
      guard !price.isAbsent else { return nil }
      plan.add(item, price)
    }
    plan.sum = afterStripeCoupons(plan.sum.floored, places: places)
    return plan.latest == nil ? nil : plan
  }

  /// Whether what a subscription was before names another price or quantity. Since API version
  /// 2025-03-31 items are named at every renewal, because their periods moved.
  fileprivate func hasOtherStripePlan(than previous: LineValue) -> Bool {
    let (plan, quantity) = (previous["plan"], previous["quantity"])
    if plan.isNamed, !plan["id"].isSame(as: self["plan"]["id"]) { return true }
    if quantity.isPresent, !quantity.isSame(as: self["quantity"]) { return true }
    guard previous["items"].isNamed else { return false }
    var (now, before) = (self["items"]["data"].elements, previous["items"]["data"].elements)
    var isKnown = false
    while let old = before.next() {
      guard let item = now.next(), item.hasSameStripePlan(as: old) else { return true }
      isKnown = true
    }
    return !isKnown || now.next() != nil
  }

  /// https://docs.stripe.com/api/subscriptions/object#subscription_object-discounts
  private var hasUnknownStripeDiscount: Bool {
    let discounts = self["discounts"].elements
    let isTold =
      self["discount"]["coupon"].isObject || discounts.contains(where: \.isStripeDiscount)
    return !isTold && self["discounts"].first.isPresent
      || self["items"]["data"].elements.contains { $0["discounts"].first.isPresent }
  }

  /// A discount whose coupon is no id.
  private var isStripeDiscount: Bool {
    isObject && !self["coupon"].isText && !self["source"]["coupon"].isText
  }

  /// What is left of an amount by a coupon that goes on.
  /// `places`: those of the subscription's currency.
  fileprivate func afterStripeCoupons(_ amount: LineAmount, places: Int) -> LineAmount {
    let discounts = self["discounts"].elements.map { $0["coupon"].or($0["source"]["coupon"]) }
    let coupons = discounts.filter(\.isObject)
    return (coupons.isEmpty ? [self["discount"]["coupon"]] : coupons).reduce(amount) {
      $1.takenOff($0, places: places)
    }
  }

  /// Of a coupon: https://docs.stripe.com/api/coupons/object
  private func takenOff(_ amount: LineAmount, places: Int) -> LineAmount {
    guard case .micros(let micros) = amount, !(self["duration"] == "once") else { return amount }
    if self["amount_off"].isPresent {
      return (amount - self["amount_off"].amount(places: places)).floored
    }
    guard let off = self["percent_off"].decimal?.scaled(places: 2), (0...10_000).contains(off)
    else { return amount }
    return LineAmount(roundedHalfToEven(Int128(micros) * Int128(10_000 - off), over: 10_000))
  }

  private func hasSameStripePlan(as old: LineValue) -> Bool {
    let quantity = old["quantity"]
    return stripePrice.isSame(as: old.stripePrice)
      && (!quantity.isPresent || quantity.isSame(as: self["quantity"]))
  }
}

// MARK: - What of an invoice recurs

/// Lines of an invoice that recur: what they come to in the period of the one that ends last.
private struct StripeLines {
  enum Choice {
    /// Those that are no proration.
    case recurring
    /// All of them: nothing stood before a subscription's first invoice.
    case first
    /// Of a change within a period what is charged, not what is given back.
    case changed
  }

  var sum = LineAmount.absent
  var latest: LineValue?
  private var period: Period?
  private var end = Int64.min

  /// A subscription may be paid by the month and by the year at once:
  /// https://docs.stripe.com/billing/subscriptions/mixed-interval
  mutating func add(_ line: LineValue, _ price: LineAmount) {
    let (end, period) = (
      line["period"]["end"].integer ?? .min, line.stripePeriod ?? line.stripeLength
    )
    guard latest == nil || end > self.end || end == self.end && period.isLonger(than: self.period)
    else {
      sum = sum + price.each(self.period, insteadOf: period)
      return
    }
    sum = sum.each(period, insteadOf: self.period) + price
    (latest, self.end, self.period) = (line, end, period)
  }
}

extension Period? {
  fileprivate func isLonger(than other: Period?) -> Bool {
    guard let self, let other else { return false }
    let (share, its) = (self.monthlyShare, other.monthlyShare)
    return Int128(share.numerator) * Int128(its.denominator)
      < Int128(its.numerator) * Int128(share.denominator)
  }
}

extension LineAmount {
  /// What is paid for `other` as what that is for `period`, where both are known.
  fileprivate func each(_ period: Period?, insteadOf other: Period?) -> LineAmount {
    guard let period, let other, period != other, case .micros(let micros) = self else {
      return self
    }
    return LineAmount(period.worth(micros, paidFor: other))
  }
}

extension LineValue {
  /// The recurring lines that a paid invoice charges.
  fileprivate func stripeCharge(_ reason: LineValue) -> StripeLines {
    var lines = stripeLines(reason.isFirstOfStripe ? .first : .recurring, paid: true)
    if lines.latest == nil, reason == "subscription_update", givesBackOfStripePlan {
      lines = stripeLines(.changed, paid: true)
    }
    // Of a longer invoice the event has the first lines only, which say too little.
    if self["lines"]["has_more"].isTrue { lines.sum = .absent }
    return lines
  }

  /// Whether something takes the place of something else within a period. Where nothing does, an
  /// item has come to the others: what all of them cost only the subscription tells.
  private var givesBackOfStripePlan: Bool {
    self["lines"]["data"].elements.contains { $0.isStripeProration && !$0["amount"].isPositive }
  }

  /// The recurring lines of an invoice. `paid`: without those of amount 0, which are a trial's.
  fileprivate func stripeLines(_ choice: StripeLines.Choice, paid: Bool) -> StripeLines {
    var lines = StripeLines()
    let currency = self["currency"]
    let places = MinorUnits.places(of: currency)
    for line in self["lines"]["data"].elements {
      guard line.stripeRecurs(choice), !paid || !line["amount"].isZero,
        !isContinued(line), !isInArrears(line)
      else { continue }
      let isForeign = line["currency"].isPresent && !line["currency"].isSame(as: currency)
      let paid = line["amount"].amount(places: places)
      let isPart = choice == .changed || line.isNetOfStripeDiscounts(places)
      let amount = isPart ? line.ofWholeStripePeriod(paid, places) : paid
      lines.add(line, isForeign ? .bad : line.stripeRecurring(places, amount: amount))
    }
    lines.sum = afterStripeDiscounts(lines.sum, places).floored
    return lines
  }

  /// What is left of lines that do not tell their share of the invoice's discounts.
  private func afterStripeDiscounts(_ sum: LineAmount, _ places: Int) -> LineAmount {
    let all = self["lines"]["data"].elements
    guard case .micros(let off) = self["total_discount_amounts"].stripeSum(places), off > 0,
      case .micros(let recurring) = sum, !all.contains(where: { $0["discount_amounts"].isNamed }),
      case .micros(let whole) = self["subtotal"].amount(places: places), whole >= off
    else { return sum }
    return LineAmount(
      roundedHalfToEven(Int128(recurring) * Int128(whole - off), over: Int128(whole)))
  }

  /// Whether another line charges the next period of the same price: a subscription that begins in
  /// the past pays for several at once, each of which recurs but once.
  private func isContinued(_ line: LineValue) -> Bool {
    guard let end = line["period"]["end"].integer else { return false }
    return self["lines"]["data"].elements.contains { other in
      other["period"]["start"].integer == end && other.stripePrice.isSame(as: line.stripePrice)
        && other["quantity"].isSame(as: line["quantity"]) && !other.isStripeProration
    }
  }

  /// Whether a line is of the time before others: newer versions do not say that its price is metered.
  private func isInArrears(_ line: LineValue) -> Bool {
    guard line["pricing"].isPresent, let end = line["period"]["end"].integer else { return false }
    return self["lines"]["data"].elements.contains { other in
      !other.isStripeProration && other["period"]["start"].integer == end
        && !other.stripePrice.isSame(as: line.stripePrice)
    }
  }

  /// https://docs.stripe.com/api/invoice-line-item/object
  private func stripeRecurs(_ choice: StripeLines.Choice) -> Bool {
    let price = self["price"]
    switch choice {
    case .changed:
      return isStripeProration && self["amount"].isPositive && !isStripeMetered
        && (stripeUnitPrice.isPresent || stripePeriod != nil)
    case .recurring where isStripeProration: return false
    case .recurring, .first: break
    }
    guard !isStripeMetered, !(self["type"] == "invoiceitem"),
      !(self["parent"]["type"] == "invoice_item_details")
    else { return false }
    return price["recurring"].isPresent || price["type"] == "recurring"
      || self["type"] == "recurring" || self["plan"].isPresent
      || self["parent"]["type"] == "subscription_item_details"
  }

  private var isStripeProration: Bool {
    self["proration"].isTrue || self["parent"].elements.contains { $0["proration"].isTrue }
  }

  /// Billed by what was used, which need not be the same next time.
  fileprivate var isStripeMetered: Bool {
    self["price"]["recurring"]["usage_type"] == "metered" || self["plan"]["usage_type"] == "metered"
  }

  /// The id of the price of an invoice's line or a subscription's item.
  fileprivate var stripePrice: LineValue {
    self["price"].id.or(self["pricing"]["price_details"]["price"].id).or(self["plan"]["id"])
  }

  private var stripeUnitPrice: LineValue {
    let (price, pricing) = (self["price"], self["pricing"])
    return price["unit_amount_decimal"].or(price["unit_amount"])
      .or(pricing["unit_amount_decimal"]).or(self["plan"]["amount"])
  }

  /// What recurs of a line: its unit price times its quantity, less the line's share of discounts;
  /// where the price has tiers, the line's amount less its discounts. In a first period that is
  /// shorter than the price's, the amount is less than what recurs.
  fileprivate func stripeRecurring(_ places: Int, amount: LineAmount) -> LineAmount {
    let discounts = .zero + self["discount_amounts"].stripeSum(places)
    guard stripeUnitPrice.isPresent, !isNetOfStripeDiscounts(places) else {
      return amount.isAbsent ? amount : amount - discounts
    }
    guard let quantity = stripeQuantity, case .micros(let off) = discounts else { return .bad }
    guard case .micros(let whole) = amount, whole != 0, off != 0 else {
      return stripeUnitPrice.amount(places: places, times: quantity)
    }
    return stripeUnitPrice.amount(places: places, times: quantity, share: whole - off, of: whole)
  }

  /// Whether the amount of a part of a period is what is left by discounts, of which it names the ids
  /// alone: https://docs.stripe.com/changelog/clover/2025-09-30/itemize-proration-discount-amounts
  private func isNetOfStripeDiscounts(_ places: Int) -> Bool {
    isStripeProration && stripePeriod != nil && self["discounts"].first.isPresent
      && !self["discount_amounts"].stripeSum(places).isPositive
  }

  fileprivate var stripePeriod: Period? {
    let terms = self["price"]["recurring"].or(self["plan"])
    let count = terms["interval_count"].integer ?? 1
    // At most three years: https://docs.stripe.com/api/prices/create
    guard (1...1096).contains(count) else { return nil }
    return terms["interval"].periodUnit.map { Period(Int(count), $0) }
  }

  /// The period of a price that does not tell it, of a first period that is shorter: as much longer as the price
  /// is more than the amount.
  fileprivate func stripePeriodOfPart(_ places: Int) -> Period? {
    guard stripePeriod == nil, let quantity = stripeQuantity,
      case .micros(let whole) = stripeUnitPrice.amount(places: places, times: quantity),
      case .micros(let part) = self["amount"].amount(places: places), part > 0, part < whole,
      let known = stripeSpan
    else { return nil }
    let lasts = (known.upperBound - known.lowerBound).milliseconds
    let length = Int128(lasts) * Int128(whole) / Int128(part)
    guard length < Int128(TimeSpan.days(1100).milliseconds) else { return nil }
    return Period(length: TimeSpan(milliseconds: Int64(length))).flatMap {
      $0.unit == .day ? nil : $0
    }
  }

  /// The period of a line whose price does not tell it.
  fileprivate var stripeLength: Period? {
    guard !isStripeProration, let known = stripeSpan else { return nil }
    return Period(from: known.lowerBound, to: known.upperBound, after: nil)
  }

  private var stripeSpan: Range<Instant>? {
    self["period"]["start"].seconds(to: self["period"]["end"])
  }

  /// What the part of a period that ends with it, as after a change of plan, comes to for all of it. A
  /// price with tiers tells no more.
  private func ofWholeStripePeriod(_ amount: LineAmount, _ places: Int) -> LineAmount {
    guard !stripeUnitPrice.isPresent || isNetOfStripeDiscounts(places),
      case .micros(let part) = amount, let period = stripePeriod, let known = stripeSpan
    else { return amount }
    let whole = known.upperBound - period.start(endingAt: known.upperBound)
    let rest = known.upperBound - known.lowerBound
    guard rest < whole else { return amount }
    return LineAmount(
      roundedHalfToEven(Int128(part) * Int128(whole.milliseconds), over: Int128(rest.milliseconds)))
  }

  /// Of packages how many are paid for: https://docs.stripe.com/api/prices/object
  private var stripeQuantity: Int64? {
    let quantity = self["quantity"].isPresent ? self["quantity"].decimal?.whole : 1
    let packages = self["price"]["transform_quantity"].or(self["plan"]["transform_usage"])
    guard let quantity, let size = packages["divide_by"].integer, size > 0 else { return quantity }
    return (packages["round"] == "up" ? quantity + size - 1 : quantity) / size
  }

  fileprivate func stripeTax(_ places: Int) -> LineAmount {
    let older = self["total_tax_amounts"].stripeSum(places)
    let newer = older.isAbsent ? self["total_taxes"].stripeSum(places) : older
    return newer.isAbsent ? self["tax"].amount(places: places) : newer
  }

  /// The sum of the amounts in a list; an empty one says nothing.
  private func stripeSum(_ places: Int) -> LineAmount {
    elements.reduce(.absent) { $0 + $1["amount"].amount(places: places) }
  }
}
