package import Values

/// Subscriptions that began before the log, from a CSV file
/// `customer,product,since,paid_until,price,currency`: a store's or vendor's list of customers; or
/// from the answers of Stripe's and Chargebee's list of subscriptions.
package struct Opening: Sendable, Equatable {
  /// In the order of the file; each customer and product once.
  package var rows: [Row] = []

  package struct Row: Sendable, Hashable {
    /// As the log's lines name the customer.
    package let customer: String
    /// One of the catalogue, with a period.
    package let product: String
    package let period: Period
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
  /// Both at once, of one customer, product and currency.
  fileprivate func joined(with other: Self) -> Self {
    Self(
      customer: customer, product: product, period: period, since: min(since, other.since),
      paidUntil: max(paidUntil, other.paidUntil), price: min(.largest, price + other.price),
      currency: currency)
  }

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

  /// The subscriptions that `bytes`, the content of `file`, spell; `isNoID` tells the words that
  /// are nobody's id, and days are those of `zone`.
  package static func parse(
    _ bytes: [UInt8], file: String, products: [Catalogue.Product], zone: Zone = .utc,
    isNoID: (String) -> Bool = { _ in false }
  ) throws(Failure) -> Opening {
    let periods = Dictionary(
      firstOf: products.map { ($0.id, $0.period) })
    if let first = bytes.first(where: { !Self.blanks.contains($0) }), [0x7B, 0x5B].contains(first) {
      let list = try SubscriptionList(bytes, file: file)
      return try Opening(list, file: file, periods, zone, isNoID)
    }
    var opening = Opening()
    var lines: [String: Int] = [:]
    for row in try CSVTable<Column>(bytes, file: file).rows {
      let read = try read(row, periods, isNoID)
      try row.requireFirst("\(read.customer.lowercased()) \(read.product)", &lines)
      opening.rows.append(read)
    }
    return opening
  }

  /// Blanks of JSON, and the bytes of a byte order mark.
  private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]

  /// Several subscriptions of one customer and product become one row, of the price of all.
  private init(
    _ list: SubscriptionList, file: String, _ periods: [String: Period?], _ zone: Zone,
    _ isNoID: (String) -> Bool
  ) throws(Failure) {
    var places: [String: Int] = [:]
    for found in list.subscriptions {
      let row = try Self.row(found, file, periods, zone, isNoID)
      let key = "\(row.customer.lowercased()) \(row.product) \(row.currency)"
      if let place = places[key] {
        rows[place] = rows[place].joined(with: row)
      } else {
        places[key] = rows.count
        rows.append(row)
      }
    }
  }

  private static func row(
    _ found: SubscriptionList.Subscription, _ file: String, _ periods: [String: Period?],
    _ zone: Zone, _ isNoID: (String) -> Bool
  ) throws(Failure) -> Row {
    func fault(_ column: Column, _ text: String, _ expected: String) -> Failure {
      Failure(
        "\(column.rawValue) is \"\(text)\", expected \(expected)", in: file,
        line: found.position.line)
    }
    guard let known = periods[found.product], let period = known else {
      let isKnown = periods[found.product] != nil
      throw fault(
        .product, found.product,
        isKnown
          ? "a product with a period in the catalogue" : productInWords(found.product, periods))
    }
    guard !found.customer.isEmpty, !isNoID(found.customer) else {
      throw fault(.customer, found.customer, "the id of one customer")
    }
    guard let currency = knownCurrency(found.currency.uppercased()) else {
      throw fault(.currency, found.currency, currencyInWords)
    }
    let since = max(zone.day(of: found.since), earliest)
    return Row(
      customer: found.customer, product: found.product, period: period, since: since,
      paidUntil: min(max(zone.day(of: found.paidUntil), since), latest), price: found.price,
      currency: currency)
  }

  private static func read(
    _ row: CSVTable<Column>.Row, _ periods: [String: Period?], _ isNoID: (String) -> Bool
  ) throws(Failure) -> Row {
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
