import Values

// RevenueCat's scheduled export of transactions, versions 5 to 7, as `TransactionTable.swift` makes
// lines of it (https://www.revenuecat.com/docs/integrations/scheduled-data-exports/transactions).
// Times are in UTC, prices major units. A row is a payment as it stands now; what came of it is
// told by its columns, each in a line of its own.

extension Vendor {
  static let revenueCatExport = Vendor(
    dialect: .revenueCatExport, isMarked: { $0["revenuecat_export"].isText },
    read: { reader, line throws(Rejection) in try reader.readTransaction(line) })
}

extension LineReader {
  fileprivate mutating func readTransaction(_ row: LineValue) throws(Rejection) -> Outcome {
    let part = try requireType(row["revenuecat_export"])
    if part == "unreadable" { throw Rejection(.badRow) }
    draft.isSandbox = try flag(row["is_sandbox"], .environment)
    let isTold =
      switch part {
      case "transaction": try beginTransaction(row)
      case "refund": try beginRefund(row)
      case "unsubscribe": try beginCancellation(row)
      case "billing_issue": try beginBillingIssue(row)
      case "end": try beginEnd(row)
      default: false
      }
    return isTold ? try acceptDraft() : try ignore(part, ofRow: row)
  }

  private mutating func ignore(_ part: LineValue, ofRow row: LineValue) throws(Rejection) -> Outcome
  {
    if draft.isSandbox { return ignoreSandbox() }
    var name = draft.text()
    try draft.append("row/", to: &name)
    try draft.append(part, to: &name)
    return ignoreType(name)
  }

  /// `true` or `false`: a row that says neither may be no payment at all.
  private func flag(_ value: LineValue, _ field: LogField) throws(Rejection) -> Bool {
    guard value.isPresent else { throw Rejection(.missingField, field) }
    guard value.isTrue || value.isFalse else { throw Rejection(.mistypedField, field) }
    return value.isTrue
  }

  /// Begins an event with what every part of a row says.
  private mutating func start(_ kind: EventKind, _ row: LineValue, at time: LineValue)
    throws(Rejection)
  {
    let id = row["store_transaction_id"]
    guard id.isPresent else { throw Rejection(.missingField, .transactionID) }
    draft.start(kind)
    draft.flags = .history
    draft.put(.timestamp, utc: time)
    var event = draft.text()
    try draft.append("revenuecat-export:", to: &event)
    try draft.append(id, to: &event)
    draft.put(.eventID, event)
    let original = row["rc_original_app_user_id"]
    let user = draft.id(row["rc_last_seen_app_user_id_alias"], or: original)
    draft.put(.userID, user)
    if !original.isSame(as: user) { draft.put(.previousID, original) }
    draft.put(.transactionID, id)
    draft.put(.originalTransactionID, row["original_store_transaction_id"])
    draft.put(.productID, row["product_identifier"])
    draft.put(.country, row["country"])
    if let platform = row["store"].storePlatform { draft.put(.platform, platform) }
    if row["ownership_type"] == "FAMILY_SHARED" { draft.put(.ownership, "family_shared") }
    draft.put(.expiresAt, utc: row["end_time"])
  }

  /// False for what Google Play has taken back: it ends before it begins.
  private mutating func beginTransaction(_ row: LineValue) throws(Rejection) -> Bool {
    if draft.isEarlier(row["end_time"], than: row["start_time"]) { return false }
    let isTrial = try flag(row["is_trial_period"], .event)
    let time = row["start_time"]
    if row.isPromotional {
      try start(.accessGranted, row, at: time)
      draft.put(.reason, "promotional")
    } else if isTrial, !row.isFamilyShared {
      let hasCode = row["offer_type"] == "offer_code"
      try start(hasCode ? .offerRedeemed : .trialStarted, row, at: time)
      draft.put(.price, exactly: 0)
      putOffer(row)
    } else {
      let converts = row["is_trial_conversion"].isTrue && !row.isFamilyShared
      let isFirst = row["renewal_number"] == "1"
      try start(isFirst ? .purchased : converts ? .trialConverted : .renewed, row, at: time)
      let price = putPrice(
        row["purchase_price_in_purchased_currency"].amount(), row["purchased_currency"],
        dollars: row["purchase_price_in_usd"].amount())
      draft.put(.tax, price.share(row["tax_percentage"]))
      draft.put(.fee, price.share(row["commission_percentage"]))
      putOffer(row)
    }
    return true
  }

  /// Of a code, as in the webhooks; other offers have no id there.
  private mutating func putOffer(_ row: LineValue) {
    if row["offer_type"] == "offer_code" { draft.put(.offerID, row["offer"]) }
  }

  /// What was given back is what is missing of the price; without a time of its own it was given
  /// back when the access ended, as for an upgrade.
  private mutating func beginRefund(_ row: LineValue) throws(Rejection) -> Bool {
    let (time, end) = (row["refunded_at"], row["effective_end_time"])
    let price = row["purchase_price_in_purchased_currency"].amount()
    let left = row["price_in_purchased_currency"].amount()
    let isPart = left.isPositive && left.isLess(than: price)
    let isTrial = try flag(row["is_trial_period"], .event)
    guard !isTrial, !row.isPromotional, !row.isFamilyShared,
      time.isPresent || (isPart && end.isPresent)
    else { return false }
    try start(.refunded, row, at: time.or(end))
    guard isPart else { return true }
    draft.put(.price, price - left)
    draft.put(.currency, row["purchased_currency"])
    if time.isPresent, end.isPresent, !draft.isEarlier(time, than: end) {
      draft.put(.revokes, true)
    }
    return true
  }

  /// What follows a failed payment is told by that: a cancellation would forbid the grace.
  private mutating func beginCancellation(_ row: LineValue) throws(Rejection) -> Bool {
    let (time, failure) = (row["unsubscribe_detected_at"], row["billing_issues_detected_at"])
    if row.isPromotional || failure.isPresent && !draft.isEarlier(time, than: failure) {
      return false
    }
    try start(.cancelled, row, at: time)
    draft.put(.reason, "unsubscribe")
    return true
  }

  private mutating func beginBillingIssue(_ row: LineValue) throws(Rejection) -> Bool {
    let end = row["grace_period_end_time"]
    if row.isPromotional { return false }
    try start(
      end.isPresent ? .gracePeriodEntered : .billingFailed, row,
      at: row["billing_issues_detected_at"])
    draft.put(.graceExpiresAt, utc: end)
    return true
  }

  /// What ends when its time is over needs no line.
  private mutating func beginEnd(_ row: LineValue) throws(Rejection) -> Bool {
    let end = row["effective_end_time"]
    guard draft.isEarlier(end, than: row["end_time"]),
      !draft.isEarlier(end, than: row["start_time"])
    else { return false }
    try start(row.isPromotional ? .accessRevoked : .expired, row, at: end)
    return true
  }
}

extension LineValue {
  /// Complimentary access, not money.
  fileprivate var isPromotional: Bool { self["store"] == "promotional" }
  fileprivate var isFamilyShared: Bool { self["ownership_type"] == "FAMILY_SHARED" }
}
