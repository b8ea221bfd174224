import Values

/// What a row of RevenueCat's transaction export is as lines. Source, versions 5 to 7:
/// https://www.revenuecat.com/docs/integrations/scheduled-data-exports/transactions
struct TransactionTable {
  let separator: CSVRecords.Separator
  /// Bytes of the header and its line end.
  let headerEnd: Int
  private let places: [Column: Int]
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
    self.places = places
    members = Column.allCases.compactMap { column in
      places[column].map { ($0, Array(",\"\(column.rawValue)\":".utf8)) }
    }
  }

  /// The lines of a row, ``parts`` of them: those of what did not happen are blank.
  func lines(of record: CSVRecords.Record) -> [UInt8] {
    guard record.fields.count == count else {
      return Self.unreadable("\(record.fields.count) fields under \(count) columns")
    }
    func value(_ column: Column) -> String {
      places[column].map { Self.told(record.fields[$0]) } ?? ""
    }
    var told: [UInt8] = []
    for (place, start) in members {
      let text = Self.told(record.fields[place])
      guard !text.isEmpty else { continue }
      told += start
      told += JSONValue.quoted(text).utf8
    }
    return Self.line("transaction", told, if: true)
      + Self.line("refund", told, if: Self.isRefunded(value))
      + Self.line("unsubscribe", told, if: !value(.unsubscribed).isEmpty)
      + Self.line("billing_issue", told, if: !value(.billingIssue).isEmpty)
      + Self.line("end", told, if: Self.endsEarly(value))
  }

  /// Nothing, also where a database says so.
  private static func told(_ field: String) -> String {
    field == "NULL" || field == "null" || field == "\\N" ? "" : field
  }

  /// Also where less is left of the price than was paid, as after an upgrade.
  private static func isRefunded(_ value: (Column) -> String) -> Bool {
    if !value(.refunded).isEmpty { return true }
    return !value(.netPrice).isEmpty && value(.netPrice) != value(.price)
  }

  private static func endsEarly(_ value: (Column) -> String) -> Bool {
    let end = value(.effectiveEnd)
    return !end.isEmpty && value(.refunded).isEmpty && end != value(.end) && end != value(.graceEnd)
  }

  private static func line(_ part: String, _ members: [UInt8], if isTold: Bool) -> [UInt8] {
    isTold ? Array("{\"revenuecat_export\":\"\(part)\"".utf8) + members + [0x7D, 0x0A] : [0x0A]
  }

  /// The lines of what is no row. What stands there may be of a person, and is not kept.
  static func unreadable(_ why: String) -> [UInt8] {
    Array(#"{"revenuecat_export":"unreadable","why":"\#(why)"}"#.utf8)
      + [UInt8](repeating: 0x0A, count: parts)
  }
}
