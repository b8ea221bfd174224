package import SQLite
package import Timeline
import Values

/// What makes money doubtful without being an error, as a run reports it on stderr, and `doctor`:
/// how many cases, how much money, one customer to look at, and what to do.
package struct PaymentDoubts: Sendable {
  private struct Cases {
    var count: Int64 = 0
    /// In the reporting currency.
    var amount = Amount.zero
    /// The latest case.
    var example: (customer: Int64, day: Day)?
  }

  private let currency: String
  private var found: [DataQualityIssue: Cases] = [:]

  /// Those of the last report. `currency`: the reporting currency.
  package init(_ database: Database, in currency: String) throws {
    self.currency = currency
    guard try database.has("payment_doubt") else { return }
    let rows = try database.prepare(
      """
      SELECT issue, customer, cases, amount, last_day FROM payment_doubt
      ORDER BY last_day DESC, customer
      """)
    while try rows.step() {
      let issue: DataQualityIssue = try rows.choice(0)
      var cases = found[issue] ?? Cases()
      cases.count += rows.integer(2)
      cases.amount += Amount(micros: rows.integer(3))
      if cases.example == nil { cases.example = (rows.integer(1), Day(Int(rows.integer(4)))) }
      found[issue] = cases
    }
  }

  /// `29.97 USD, such as c1234 on 2026-03-05`; empty without any.
  func note(_ issue: DataQualityIssue) -> String {
    guard let cases = found[issue], let example = cases.example else { return "" }
    let customer = Pseudonym.customer.text(example.customer)
    let amount = cases.amount == .zero ? "" : "\(cases.amount.roundedText) \(currency), "
    return "\(amount)such as \(customer) on \(example.day)"
  }

  package var sentences: [String] { DataQualityIssue.allCases.compactMap(sentence) }

  /// That of one kind; nil without any case of it.
  package func sentence(_ issue: DataQualityIssue) -> String? {
    guard let cases = found[issue]?.count else { return nil }
    return Self.words[issue].map { words in
      let text = words.text.replacing(#/\[([^|\]]*)\|([^\]]*)\]/#) { cases == 1 ? $0.1 : $0.2 }
      return "\(counted(cases, words.cases)) \(text.replacing("%", with: " (\(note(issue)))"))"
    }
  }

  /// What is counted, and what is said of it: `[of one|of several]`, `%` is the note.
  private static let words: [DataQualityIssue: (cases: String, text: String)] = [
    .cutShort: (
      "paid period",
      "ended early because a payment for another product followed%: if customers can hold both, log "
        + "original_transaction_id; if one replaces the other, give both products the same group, as "
        + "products: { \"a\": { group: \"app\" }, \"b\": { group: \"app\" } }."
    ),
    .claimedByMany: (
      "charge",
      "[has|have] a transaction_id that more than five customers claim%: it is ignored as an id, and "
        + "each charge counts (suspicious.csv lists them)."
    ),
    .standingEnd: (
      "renewal",
      "[has|have] the expires_at of the payment before%: log the end of the period that was paid."
    ),
    .unmatchedRefund: (
      "refund",
      "[names|name] a payment that no log has, and [moves|move] no money%: read the logs of the "
        + "payments, or log payment_id with both."
    ),
    .convertedByVendor: (
      "charge",
      "[was|were] converted by the vendor, for want of an exchange rate%: set exchangeRates for your "
        + "own."
    ),
    .unknownOffer: (
      "charge",
      "[has|have] an offer of unknown terms and no price%, and [counts|count] as free: log the price, "
        + "or set the offer's terms, as "
        + "offers: { \"intro\": { payment: \"discount\", price: \"0.99\", period: \"P1M\" } }."
    ),
    .repeatedTransaction: (
      "payment",
      "[has|have] the transaction_id of an earlier one whose period was over%, and [counts|count] as "
        + "that payment told again: log each payment's own transaction_id, and that of the first as "
        + "original_transaction_id."
    ),
    .repeatedRefund: (
      "refund",
      "[is|are] as large as another of the same payment within a day%: all count; if two systems log "
        + "one refund, give both the same event_id."
    ),
    .perhapsToldTwice: (
      "charge",
      "[has|have] the price of another product's within an hour%, and "
        + "[counts|count] beside it: if app and store tell of one payment, log the store's "
        + "transaction_id or product_id with both."
    ),
    .differentPrices: (
      "charge",
      "[was|were] logged with two prices%, and the earlier one counts: log what was paid, not the list "
        + "price, or leave the price to the store."
    ),
    .endsAtOnce: (
      "charge",
      "[has|have] an expires_at less than half a day later, or before%: log the end of the period that "
        + "was paid; periods of minutes are those of a test environment."
    ),
    .withinPaid: (
      "charge",
      "without a transaction_id [is|are] within the paid time of another, of the same product and "
        + "price%, and [counts|count] beside it: if both are one payment, log the store's transaction_id "
        + "with both."
    ),
    .refundAboveCharge: (
      "refund",
      "[is|are] of more than [its|their] payment%, and [counts|count] as the whole of it: log the "
        + "transaction_id of the payment that is meant."
    ),
    .perhapsPaidTwice: (
      "charge",
      "[follows|follow] one of the same product and price within an hour, under another "
        + "transaction_id%, and [counts|count] beside it: if both are one payment, log one "
        + "transaction_id, or payment_id with both."
    ),
    .otherPeriod: (
      "charge",
      "[has|have] an expires_at of another period than the catalogue's%, which counts: log the period "
        + "(P1Y), or give each plan a product of its own, as products: { \"pro:yearly\": { period: \"P1Y\" } }."
    ),
    .severalUnits: (
      "charge",
      "[has|have] a tax and fee above the price, or a recurring_price of a hundred times as much%: log "
        + "all of them in units of one currency, such as 9.99."
    ),
    .refundInOtherCurrency: (
      "refund",
      "[is|are] in another currency than [its|their] payment%, and [counts|count] as the whole of it: "
        + "log the amount in the payment's currency."
    ),
    .unknownSubscription: (
      "event",
      "of a customer with several subscriptions [names|name] no product%, and [ends|end] none: log "
        + "product_id or original_transaction_id with cancelled, expired and revoked."
    ),
    .endOfOtherID: (
      "event",
      "[is|are] of an original transaction in whose place one of another user id runs%, and [ends|end] "
        + "that: log both under one user id, or the transaction_id with the end."
    ),
    .freeOfList: (
      "charge",
      "of a product with a list price [has|have] the price 0 and no offer%, and [counts|count] as free: "
        + "log what was paid, or offer_id with it."
    ),
    .reversalOfSeveral: (
      "reversal",
      "of a payment that was refunded in parts [has|have] no price%, and [puts|put] all of it back: if "
        + "one part alone came back, log refund_reversed with its price."
    ),
    .lateConversion: (
      "trial",
      "[was|were] paid in a grace period, later than trialGraceDays after [its|their] end%, and "
        + "[counts|count] as abandoned: set trialGraceDays to the length of your grace period."
    ),
    .conversionWithoutPayment: (
      "trial_converted event",
      "[has|have] no payment within 7 days%, so the trial counts as not converted: log price and "
        + "transaction_id with it, or the purchase itself."
    ),
  ]
}
