import Values

/// What a row of RevenueCat's transaction export is as lines. Source, versions 5 to 7:
/// https://www.revenuecat.com/docs/integrations/scheduled-data-exports/transactions
struct TransactionTable {
  let separator: CSVRecords.Separator
  /// Bytes of the header and its line end.
  let headerEnd: Int
  private let places: OutcomePlaces
  /// Of each column that is there: its place, and how its member of a line begins.
  private let members: [(place: Int, start: [UInt8])]
  private let count: Int

  /// The columns that are read. Attributes, which have addresses of people, are not among them.
  enum Column: String, CaseIterable {
    case user = "rc_original_app_user_id"
    case alias = "rc_last_seen_app_user_id_alias"
    case country
    case product = "product_identifier"
    case start = "start_time"
    case end = "end_time"
    case graceEnd = "grace_period_end_time"
    case effectiveEnd = "effective_end_time"
    case store
    case isTrial = "is_trial_period"
    case isSandbox = "is_sandbox"
    case dollars = "purchase_price_in_usd"
    case tax = "tax_percentage"
    case commission = "commission_percentage"
    case transaction = "store_transaction_id"
    case original = "original_store_transaction_id"
    case refunded = "refunded_at"
    case unsubscribed = "unsubscribe_detected_at"
    case billingIssue = "billing_issues_detected_at"
    case currency = "purchased_currency"
    case netPrice = "price_in_purchased_currency"
    case price = "purchase_price_in_purchased_currency"
    case renewal = "renewal_number"
    case isConversion = "is_trial_conversion"
    case ownership = "ownership_type"
    case offer
    case offerType = "offer_type"

    /// Without it figures are as right as before.
    var isOptional: Bool {
      [.alias, .country, .dollars, .tax, .commission, .offer, .offerType].contains(self)
    }
  }

  /// Lines for each row: of its payment, and of what came of that.
  static let parts = 5

  /// Nil for bytes that begin no such table. Throws where one lacks a column.
  init?(_ bytes: [UInt8], isNamed: Bool) throws(Refusal) {
    separator = .told(by: bytes)
    var records = CSVRecords(bytes, separator: separator)
    guard bytes.first.map({ $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "[") }) ?? false,
      let header = records.next(),
      isNamed || header.fields.contains(Column.user.rawValue)
    else { return nil }
    headerEnd = records.position
    count = header.fields.count
    var places: [Column: Int] = [:]
    for column in Column.allCases {
      places[column] = header.fields.firstIndex(of: column.rawValue)
      guard places[column] == nil, !column.isOptional else { continue }
      throw .missingColumn(
        column.rawValue, nearest: nearestName(to: column.rawValue, among: header.fields))
    }
    self.places = OutcomePlaces(places)
    members = Column.allCases.compactMap { column in
      places[column].map { ($0, Array(",\"\(column.rawValue)\":\"".utf8)) }
    }
  }

  /// Writes the lines of a row, ``parts`` of them: those of what did not happen are blank.
  func write(
    _ row: TableRow, of bytes: UnsafeBufferPointer<UInt8>, to lines: inout [UInt8]
  ) {
    guard row.fields.count == count else {
      return lines += Self.unreadable("\(row.fields.count) fields under \(count) columns")
    }
    let fields = Fields(row: row, bytes: bytes, places: places)
    lines += Self.starts[0]
    let start = lines.count
    for (place, name) in members where !fields.isNothing(place) {
      lines += name
      lines.append(row.fields[place], of: bytes)
      lines.append(UInt8(ascii: "\""))
    }
    let fieldsOfRow = Array(lines[start...])
    lines += Self.lineEnd
    let outcomes = [
      fields.isRefunded, !fields.isNothing(places.unsubscribed),
      !fields.isNothing(places.billingIssue), fields.endsEarly,
    ]
    for (beginning, isTold) in zip(Self.starts.dropFirst(), outcomes) {
      if isTold { lines += beginning + fieldsOfRow + Self.lineEnd } else { lines.append(0x0A) }
    }
  }

  private static let starts = ["transaction", "refund", "unsubscribe", "billing_issue", "end"].map {
    Array("{\"revenuecat_export\":\"\($0)\"".utf8)
  }
  private static let lineEnd = Array("}\n".utf8)

  /// The lines of what is no row. What stands there may be of a person, and is not kept.
  static func unreadable(_ why: String) -> [UInt8] {
    Array(#"{"revenuecat_export":"unreadable","why":"\#(why)"}"#.utf8)
      + [UInt8](repeating: 0x0A, count: parts)
  }
}

/// The places of the columns that tell what came of a payment; each table has them.
private struct OutcomePlaces {
  let refunded, unsubscribed, billingIssue, effectiveEnd, end, graceEnd, netPrice, price: Int

  init(_ places: [TransactionTable.Column: Int]) {
    func place(_ column: TransactionTable.Column) -> Int { places[column] ?? 0 }
    (refunded, unsubscribed) = (place(.refunded), place(.unsubscribed))
    (billingIssue, effectiveEnd) = (place(.billingIssue), place(.effectiveEnd))
    (end, graceEnd) = (place(.end), place(.graceEnd))
    (netPrice, price) = (place(.netPrice), place(.price))
  }
}

/// The fields of a row by their places.
private struct Fields {
  let row: TableRow
  let bytes: UnsafeBufferPointer<UInt8>
  let places: OutcomePlaces

  func bytes(_ place: Int) -> UnsafeBufferPointer<UInt8> {
    let field = row.fields[place]
    return UnsafeBufferPointer(rebasing: bytes[field.start..<(field.start + field.count)])
  }

  /// Also where a database says so.
  func isNothing(_ place: Int) -> Bool {
    switch row.fields[place].count {
    case 0: true
    case 2: bytes(place).elementsEqual("\\N".utf8)
    case 4: bytes(place).elementsEqual("NULL".utf8) || bytes(place).elementsEqual("null".utf8)
    default: false
    }
  }

  private func areEqual(_ a: Int, _ b: Int) -> Bool {
    guard !isNothing(a), !isNothing(b) else { return isNothing(a) == isNothing(b) }
    return bytes(a).elementsEqual(bytes(b))
  }

  /// Also where less is left of the price than was paid, as after an upgrade.
  var isRefunded: Bool {
    !isNothing(places.refunded)
      || !isNothing(places.netPrice) && !areEqual(places.netPrice, places.price)
  }

  var endsEarly: Bool {
    !isNothing(places.effectiveEnd) && isNothing(places.refunded)
      && !areEqual(places.effectiveEnd, places.end)
      && !areEqual(places.effectiveEnd, places.graceEnd)
  }
}
