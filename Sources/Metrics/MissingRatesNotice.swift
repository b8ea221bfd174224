package import Values

/// Charges that count no money because no exchange rate is known, and subscriptions from before the
/// log that have no MRR for it: what every form of a report says
/// above its headline (Definitions, "Revenue"). Numbers are nil where they are hidden
/// (``SmallCells``).
package struct MissingRatesNotice: Sendable, Equatable {
  package struct Currency: Sendable, Equatable {
    package let code: String
    package let charges: Int64?
    /// In this currency.
    package let amount: Amount?
  }

  /// Those with the most charges first.
  package let currencies: [Currency]
  package let charges: Int64?
  /// Customers with such a charge.
  package let customers: Int64?
  /// Customers with paid access who are no subscribers for want of a rate.
  package let payersLeftOut: Int64?
  /// All charges with a price.
  private let paidCharges: Int64
  /// The day of the first such charge; of the log where there is none.
  private let firstDay: Day?

  /// Nil where everything has its rate.
  package init?(_ figures: Figures) {
    let rows = figures.rows(of: MissingRates.self)
    guard let all = rows.first(where: { $0[MissingRates.currency] == Self.all }) else {
      return nil
    }
    charges = all[MissingRates.charges]
    customers = all[MissingRates.customers]
    payersLeftOut = all[MissingRates.payersLeftOut]
    firstDay = all[MissingRates.charges] == 0 ? figures.firstDay : all[MissingRates.firstDay]
    paidCharges = figures.rows(of: Operations.self).totals.sum(Operations.paidCharges)
    currencies = rows.filter { $0[MissingRates.currency] != Self.all }.map { row in
      Currency(
        code: row[MissingRates.currency] ?? "", charges: row[MissingRates.charges],
        amount: row[MissingRates.amount])
    }
  }

  private static let all = "all"
  /// How many currencies are named with their money; the others are counted.
  private static let named = 5
}

// MARK: - In words

extension MissingRatesNotice {
  /// What is missing, what follows from it, and which key mends it.
  package var sentences: [String] {
    let day = firstDay?.description ?? "the first of these charges"
    return [
      "No exchange rate for \(list).", consequence,
      "Set exchangeRates in the configuration: a CSV file with date,currency,rate, from \(day) on.",
    ]
  }

  /// What stands beside each figure that is too small for it: `584 payers left out`.
  package var mark: String? {
    payersLeftOut.flatMap { $0 > 0 ? "\(counted($0, "payer")) left out" : nil }
  }

  /// The mark beside revenue: `7,151 charges without a rate`.
  package var chargesMark: String {
    "\(charges.map { counted($0, "charge") } ?? "charges") without a rate"
  }

  private var consequence: String {
    let payers = payersLeftOut.flatMap { $0 > 0 ? $0 : nil }
    let leftOut =
      payers.map {
        ", and \(counted($0, "payer")) \($0 == 1 ? "is" : "are") left out of MRR and subscribers"
      } ?? ""
    guard let charges, let customers else { return "They count as 0 in all money figures." }
    if charges == 0, let payers {
      return "\(counted(payers, "payer")) from before the log \(payers == 1 ? "is" : "are") "
        + "left out of MRR and subscribers."
    }
    return "\(grouped(charges)) of \(counted(max(charges, paidCharges), "charge")), of "
      + "\(counted(customers, "customer")), count as 0 in all money figures\(leftOut)."
  }

  private var list: String {
    if currencies.isEmpty { return "a currency of too few people to be shown" }
    let names = currencies.prefix(Self.named).map { currency in
      let details =
        currency.charges == 0
        ? [] : [currency.charges.map { counted($0, "charge") }, currency.money]
      let known = details.compactMap(\.self).joined(separator: ", ")
      return known.isEmpty ? currency.code : "\(currency.code) (\(known))"
    }
    let rest = currencies.count - names.count
    return (names + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: ", ")
  }
}

extension MissingRatesNotice.Currency {
  /// `€41,235`, in whole units.
  fileprivate var money: String? {
    amount.map { amount in
      let units = roundedHalfToEven(Int128(amount.micros), over: 1_000_000)
      return currencySign(code) + grouped(Int64(clamping: units))
    }
  }
}
