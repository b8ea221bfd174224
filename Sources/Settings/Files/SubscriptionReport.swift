package import Values

/// What Apple counted itself: its daily *Subscription Event* reports (App Store Connect, or a
/// warehouse's copy), which tell events by day and product without customers. Only for comparison;
/// nothing of it reaches the fold.
///
/// Source:
/// https://developer.apple.com/help/app-store-connect/reference/reporting/subscription-event-report
package struct SubscriptionReport: Sendable, Equatable {
  /// In the order of the files. Several rows of one day, product and event add up.
  package var rows: [Row] = []

  package struct Row: Sendable, Hashable {
    /// The day in Pacific time.
    package let day: Day
    /// Apple's words, such as `Renew` or `Start Introductory Offer`.
    package let event: String
    /// `Free Trial`, `Pay Up Front` …; empty without an offer.
    package let offerType: String
    /// Apple's number of the subscription: a product's `appleId`.
    package let appleID: String
    package let quantity: Int64

    package init(day: Day, event: String, offerType: String, appleID: String, quantity: Int64) {
      (self.day, self.event, self.offerType) = (day, event, offerType)
      (self.appleID, self.quantity) = (appleID, quantity)
    }
  }

  package init() {}
}

extension SubscriptionReport {
  private enum Column: String, CaseIterable {
    case date = "event date"
    case event
    case appleID = "subscription apple id"
    case offerType = "subscription offer type"
    case quantity
  }

  /// Adds the rows that `bytes`, the content of `file`, spell: separated by tabs, as Apple writes
  /// them, or by commas, under a header that names the columns in any order.
  package mutating func add(_ bytes: [UInt8], file: String) throws(Failure) {
    let table = try CSVTable<Column>(bytes, file: file, separator: .told(by: bytes))
    for row in table.rows { rows.append(try SubscriptionReport.read(row)) }
  }

  private static func read(_ row: CSVTable<Column>.Row) throws(Failure) -> Row {
    Row(
      day: try row.read(.date, dayInWords) { Day($0) },
      event: try row.read(.event, "the name of an event") { $0.isEmpty ? nil : $0 },
      offerType: row[.offerType],
      appleID: try row.read(.appleID, "Apple's number of a subscription") { number($0) },
      quantity: try row.read(.quantity, "a whole number") { quantity($0) })
  }

  private static func number(_ text: String) -> String? {
    !text.isEmpty && text.utf8.allSatisfy { $0 &- 48 < 10 } ? text : nil
  }

  /// `1` or `1.0`, as warehouses write it.
  private static func quantity(_ text: String) -> Int64? {
    ExactDecimal(text).flatMap { $0.exponent < 0 ? nil : $0.scaled(places: 0) }
  }
}
