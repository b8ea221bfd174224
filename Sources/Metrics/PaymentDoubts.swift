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
    let (isOne, note) = (cases == 1, " (\(note(issue)))")
    return switch issue {
    case .cutShort:
      "\(counted(cases, "paid period")) ended early because a payment for another product followed\(note): "
        + "if customers can hold both, log original_transaction_id; if one replaces the other, give both "
        + "products the same group, as products: { \"a\": { group: \"app\" }, \"b\": { group: \"app\" } }."
    case .claimedByMany:
      "\(counted(cases, "charge")) \(isOne ? "has" : "have") a transaction_id that more than five "
        + "customers claim\(note): it is ignored as an id, and each charge counts (suspicious.csv lists them)."
    case .standingEnd:
      "\(counted(cases, "renewal")) \(isOne ? "has" : "have") the expires_at of the payment before\(note): "
        + "log the end of the period that was paid."
    case .unmatchedRefund:
      "\(counted(cases, "refund")) \(isOne ? "names" : "name") a payment that no log has, and "
        + "\(isOne ? "moves" : "move") no money\(note): read the logs of the payments, or log payment_id with both."
    case .convertedByVendor:
      "\(counted(cases, "charge")) \(isOne ? "was" : "were") converted by the vendor, for want of an exchange "
        + "rate\(note): set exchangeRates for your own."
    case .unknownOffer:
      "\(counted(cases, "charge")) \(isOne ? "has" : "have") an offer of unknown terms and no price\(note), "
        + "and \(isOne ? "counts" : "count") as free: log the price, or set the offer's terms, as "
        + "offers: { \"intro\": { payment: \"discount\", price: \"0.99\", period: \"P1M\" } }."
    case .repeatedTransaction:
      "\(counted(cases, "payment")) \(isOne ? "has" : "have") the transaction_id of an earlier one whose "
        + "period was over\(note), and \(isOne ? "counts" : "count") as that payment told again: log each "
        + "payment's own transaction_id, and that of the first as original_transaction_id."
    case .repeatedRefund:
      "\(counted(cases, "refund")) \(isOne ? "is" : "are") as large as another of the same payment within a "
        + "day\(note): all count; if two systems log one refund, give both the same event_id."
    case .perhapsToldTwice:
      "\(counted(cases, "charge")) without transaction_id \(isOne ? "has" : "have") the price of another "
        + "product's within an hour\(note), and \(isOne ? "counts" : "count") beside it: if app and store "
        + "tell of one payment, log the store's transaction_id or product_id with both."
    case .differentPrices:
      "\(counted(cases, "charge")) \(isOne ? "was" : "were") logged with two prices\(note), and the earlier "
        + "one counts: log what was paid, not the list price, or leave the price to the store."
    case .reversalOfSeveral:
      "\(counted(cases, "reversal")) of a payment that was refunded in parts \(isOne ? "has" : "have") no "
        + "price\(note), and \(isOne ? "puts" : "put") all of it back: if one part alone came back, log "
        + "refund_reversed with its price."
    case .lateConversion:
      "\(counted(cases, "trial")) \(isOne ? "was" : "were") paid in a grace period, later than "
        + "trialGraceDays after \(isOne ? "its" : "their") end\(note), and \(isOne ? "counts" : "count") as "
        + "abandoned: set trialGraceDays to the length of your grace period."
    case .conversionWithoutPayment:
      "\(counted(cases, "trial_converted event")) \(isOne ? "has" : "have") no payment within 7 days\(note), so "
        + "the trial counts as not converted: log price and transaction_id with it, or the purchase itself."
    case .estimatedPrice, .missingPrice, .missingRate, .unknownProduct,
      .missingPeriod, .toldTwice, .inHistoryAlone:
      nil
    }
  }
}
