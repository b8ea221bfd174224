package import Values

/// Subscriptions that began before the log, from a CSV file
/// `customer,product,since,paid_until,price,currency`: a store's or vendor's list of customers.
package struct Opening: Sendable, Equatable {
  /// In the order of the file; each customer and product once.
  package var rows: [Row] = []

  package struct Row: Sendable, Hashable {
    /// As the log's lines name the customer.
    package let customer: String
    /// One of the catalogue, with a period.
    package let product: String
    package let period: Period
    /// The day on which it began.
    package let since: Day
    /// The last day that is paid for.
    package let paidUntil: Day
    /// Of a period, in `currency`.
    package let price: Amount
    package let currency: String
  }

  package init() {}

  /// Tells apart what the file says, whatever the order of its rows.
  package var fingerprint: String {
    var facts = Fingerprint()
    for key in rows.map(\.sortKey).sorted() { facts.add("opening", key) }
    return facts.hash
  }
}

extension Opening.Row {
  fileprivate var sortKey: String {
    "\(customer)\u{1F}\(product)\u{1F}\(period)\u{1F}\(since)\u{1F}\(paidUntil)\u{1F}"
      + "\(price.micros)\u{1F}\(currency)"
  }
}

extension Opening {
  private enum Column: String, CaseIterable {
    case customer, product, since
    case paidUntil = "paid_until"
    case price, currency
  }

  /// The subscriptions of the CSV file at `path`; `isNoID` tells the words that are nobody's id.
  package static func load(
    path: String, products: [Catalogue.Product], isNoID: (String) -> Bool
  ) throws(SettingsError) -> Opening {
    try parse(try contents(of: path), file: path, products: products, isNoID: isNoID)
  }

  /// The subscriptions that `bytes`, the content of `file`, spell.
  package static func parse(
    _ bytes: [UInt8], file: String, products: [Catalogue.Product],
    isNoID: (String) -> Bool = { _ in false }
  ) throws(SettingsError) -> Opening {
    let periods = Dictionary(
      products.map { ($0.id, $0.period) }, uniquingKeysWith: { first, _ in first })
    var opening = Opening()
    var lines: [String: Int] = [:]
    for row in try CSVTable<Column>(bytes, file: file).rows {
      let read = try read(row, periods, isNoID)
      let key = "\(read.customer.lowercased()) \(read.product)"
      if let first = lines.updateValue(row.record.line, forKey: key) {
        let name = "\(read.customer) \(read.product)"
        throw row.error(.duplicateRow(name, firstLine: first), .customer)
      }
      opening.rows.append(read)
    }
    return opening
  }

  private static func read(
    _ row: CSVTable<Column>.Row, _ periods: [String: Period?], _ isNoID: (String) -> Bool
  ) throws(SettingsError) -> Row {
    let product = try row.read(.product, productInWords(row[.product], periods)) {
      periods[$0] == nil ? nil : $0
    }
    let period = try row.read(.product, "a product with a period in the catalogue") {
      periods[$0] ?? nil
    }
    let since = try row.read(.since, "a date YYYY-MM-DD from \(earliest) on") { text in
      day(text).flatMap { $0 < earliest ? nil : $0 }
    }
    return Row(
      customer: try row.read(.customer, "the id of one customer") {
        $0.isEmpty || isNoID($0) ? nil : $0
      },
      product: product, period: period, since: since,
      paidUntil: try row.read(.paidUntil, "a date YYYY-MM-DD from \(since) to \(latest)") { text in
        day(text).flatMap { since <= $0 && $0 <= latest ? $0 : nil }
      },
      price: try row.read(
        .price, "an amount above 0 and at most \(Amount.largest.decimalText), such as 9.99"
      ) { amount($0) },
      currency: try row.read(.currency, currencyInWords) { knownCurrency($0.uppercased()) })
  }

  /// What is before was typed wrong, or stands for "unknown": nobody subscribed to an app then.
  private static let earliest = Day(Day.number(year: 1990, month: 1, day: 1))
  /// Exports write the year 9999 for "for ever", which is no subscription with a period.
  private static let latest = Day(Day.number(year: 2199, month: 12, day: 31))

  private static func productInWords(_ text: String, _ periods: [String: Period?]) -> String {
    let nearest = nearestName(to: text, among: periods.keys.sorted())
    return "a product of the catalogue" + (nearest.map { ", such as \($0)" } ?? "")
  }

  /// A date, perhaps with a time behind it, which exports write and nobody needs here.
  private static func day(_ text: String) -> Day? {
    let date = text.prefix(10)
    guard date.count == text.count || "T ".contains(text[date.endIndex]) else { return nil }
    return Day(String(date))
  }

  private static func amount(_ text: String) -> Amount? {
    ExactDecimal(text).flatMap(Amount.init(decimal:)).flatMap {
      $0 > .zero && $0 <= .largest ? $0 : nil
    }
  }
}
