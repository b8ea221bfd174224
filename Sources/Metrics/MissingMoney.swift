package import SQLite
import Timeline
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

/// Charges of which neither the log nor the catalogue tells a price, which count no money, or a billing
/// period, which give nobody MRR: what every form of a report says above its headline (Definitions,
/// "Charges"). Numbers are nil where they are hidden (``SmallCells``).
package struct IncompleteChargesNotice: Sendable, Equatable {
  package enum Lack: String, Sendable { case price, period }

  private let lack: Lack
  private let charges: Int64?
  /// All charges, those of nothing left aside.
  private let all: Int64?

  /// One charge without a period in so many is worth a notice: a few may well be bought once.
  private static let few: Int64 = 100

  /// Nil where every charge, or all but a few, has what is asked for.
  package init?(_ lack: Lack, _ figures: Figures) {
    let doubt: DataQualityIssue = lack == .price ? .missingPrice : .missingPeriod
    guard let row = figures.row(of: doubt) else { return nil }
    self.lack = lack
    charges = row[DataQuality.cases]
    let priced = figures.rows(of: Operations.self).totals.sum(Operations.paidCharges)
    all = charges.map { lack == .price ? $0 + priced : max(priced, $0) }
    if lack == .period, let charges, charges < priced / Self.few { return nil }
  }

  /// What is missing, what follows from it, and which key mends it.
  package var sentences: [String] {
    let count = charges.flatMap { charges in
      all.map { "\(grouped(charges)) of \(counted($0, "charge"))" }
    }
    let noun = lack == .price ? "price" : "billing period"
    return [
      "\(count ?? "Some charges") \(charges == 1 ? "has" : "have") no \(noun), neither in the log nor "
        + "in the catalogue."
    ] + consequences
  }

  private var consequences: [String] {
    switch lack {
    case .price:
      [
        "They count as 0 in all money figures, and give nobody MRR.",
        "Log price and currency with each payment, or write the price of each product into products "
          + "of the configuration; runrate doctor names the products.",
      ]
    case .period:
      [
        "They are in revenue, but give nobody MRR, and nobody who paid them is a subscriber.",
        "Log period or expires_at with each payment, or write the period of each product into products of "
          + "the configuration; runrate init drafts them.",
      ]
    }
  }

  /// What stands beside each figure that is too small for it: `167 charges without a price`.
  package var mark: String {
    "\(charges.map { counted($0, "charge") } ?? "charges") without a \(lack.rawValue)"
  }
}

extension Figures {
  /// What stands above every figure: what could not be proven, and why money is too small.
  package var notices: [[String]] {
    [unprovenSentences].compactMap(\.self) + incompleteMoney
  }

  /// Why money figures are too small, each reason in a few sentences; none where they are whole.
  package var incompleteMoney: [[String]] {
    [
      MissingRatesNotice(self)?.sentences,
      IncompleteChargesNotice(.price, self)?.sentences,
      IncompleteChargesNotice(.period, self)?.sentences,
    ].compactMap(\.self)
  }

  /// What was counted of a doubt; nil where it was never met.
  func row(of doubt: DataQualityIssue) -> Row<DataQuality>? {
    rows(of: DataQuality.self).of(.doubt).first {
      $0[DataQuality.item] == doubt.text && $0[DataQuality.cases] != 0
    }
  }
}

/// Payments that count nothing because their `event_id` is that of another payment (Definitions,
/// "The log").
package struct DroppedPayments: Sendable {
  private struct Sum {
    let count: Int64
    let amount: Amount
    let currency: String
    let first: Instant
  }

  /// By currency, the most frequent first.
  private let sums: [Sum]

  /// Those of all logs that were read.
  package init(_ database: Database) throws {
    guard try database.has("dropped_payment") else {
      sums = []
      return
    }
    sums = try database.rows(
      """
      SELECT count(*), sum(d.price), coalesce(c.value, ''), min(d.time_ms) FROM dropped_payment AS d
      LEFT JOIN string AS c ON c.id = d.currency GROUP BY d.currency ORDER BY count(*) DESC, c.value
      """
    ) { row in
      Sum(
        count: row.integer(0), amount: Amount(micros: row.integer(1)), currency: row.text(2),
        first: Instant(milliseconds: row.integer(3)))
    }
  }

  /// `2 payments (29.97 USD, the first on 2026-03-05T10:00:00.000Z) have the event_id …`; nil without any.
  package var sentence: String? {
    guard let first = sums.map(\.first).min() else { return nil }
    let count = sums.reduce(0) { $0 + $1.count }
    let amounts = sums.prefix(3).map { "\($0.amount.decimalText) \($0.currency)" }
    return "\(counted(count, "payment")) (\(amounts.joined(separator: ", ")), the first on "
      + "\(first.iso8601)) \(count == 1 ? "has" : "have") the event_id of another payment and "
      + "count nothing: give each payment one of its own, and read the logs into a new database."
  }
}
