import Values

// What the webhooks of subscription platforms have in common.

extension LineReader {
  /// Sets what was paid in the currency of the purchase, else in dollars; beside the former the
  /// platform's own conversion into dollars. The price that was set.
  @discardableResult
  mutating func putPrice(
    _ local: LineAmount, _ currency: LineValue, dollars: LineAmount
  ) -> LineAmount {
    var price = local
    if price.isAbsent, !dollars.isAbsent {
      price = dollars
      draft.put(.currency, "USD")
    } else {
      draft.put(.currency, currency)
      if !price.isAbsent, currency.isPresent, !currency.isWord("usd") {
        draft.put(.convertedPrice, dollars)
        if !dollars.isAbsent { draft.put(.convertedCurrency, "USD") }
      }
    }
    draft.put(.price, draft.kind == .refunded ? price.refunded : price)
    return price
  }
}

extension LineReader {
  /// Lets a failed payment count only where no grace is told of within a day: platforms that send an
  /// event for each tell of one failure twice.
  mutating func noteRepeatedFailure() {
    if draft.kind == .billingFailed { draft.flags.insert(.history) }
  }

  /// Lets all be one customer whom a vendor names as the subscriber of one original transaction: an
  /// account may take a subscription over from another one.
  mutating func joinSubscribers() { draft.flags.formUnion(.subscriber) }

  /// Says whose a biller's line is: the app's own user whom its custom data name, who is the biller's
  /// customer, or the latter alone.
  mutating func putAppUser(_ custom: LineValue, customer: LineValue) {
    let user = draft.id(
      draft.id(custom["user_id"], or: custom["userId"]), or: custom["app_user_id"])
    draft.put(.userID, draft.id(user, or: customer))
    if draft.isID(user) { draft.put(.previousID, customer) }
  }
}

extension LineValue {
  /// Where somebody pays whose purchase was made in this store.
  var storePlatform: StaticString? {
    if isWord("app_store") { return "ios" }
    if isWord("play_store") { return "android" }
    if isWord("mac_app_store") { return "macos" }
    if isWord("amazon") { return "amazon" }
    if isWord("roku") { return "roku" }
    return isWord("stripe") || isWord("rc_billing") || isWord("paddle") ? "web" : nil
  }
}

extension LineAmount {
  /// The part of an amount that a number from 0 to 1 says; absent where it is anything else.
  func share(_ value: LineValue) -> LineAmount {
    guard case .micros(let micros) = self, let share = value.decimal,
      (-18...0).contains(share.exponent)
    else { return .absent }
    let one = powerOfTen(-share.exponent)
    guard (0...one).contains(share.mantissa) else { return .absent }
    return LineAmount(
      roundedHalfToEven(Int128(micros) * Int128(share.mantissa), over: Int128(one)))
  }
}
