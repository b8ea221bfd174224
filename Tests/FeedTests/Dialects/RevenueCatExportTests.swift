import Testing
import Values

@testable import Feed

private let columns = [
  "rc_original_app_user_id", "rc_last_seen_app_user_id_alias", "country", "product_identifier",
  "start_time", "end_time", "grace_period_end_time", "effective_end_time", "store",
  "is_trial_period", "is_sandbox", "purchase_price_in_usd", "tax_percentage",
  "commission_percentage", "store_transaction_id", "original_store_transaction_id", "refunded_at",
  "unsubscribe_detected_at", "billing_issues_detected_at", "purchased_currency",
  "price_in_purchased_currency", "purchase_price_in_purchased_currency", "renewal_number",
  "is_trial_conversion", "ownership_type", "reserved_subscriber_attributes", "offer", "offer_type",
]

/// A month of 10 EUR that was renewed once.
private let month: [String: String] = [
  "rc_original_app_user_id": "anna", "rc_last_seen_app_user_id_alias": "anna", "country": "DE",
  "product_identifier": "pro", "start_time": "2026-02-01 09:00:00",
  "end_time": "2026-03-01 09:00:00", "effective_end_time": "2026-03-01 09:00:00",
  "store": "app_store", "is_trial_period": "false", "is_sandbox": "false",
  "purchase_price_in_usd": "11", "tax_percentage": "0.16", "commission_percentage": "0.126",
  "store_transaction_id": "t2", "original_store_transaction_id": "t1",
  "purchased_currency": "EUR", "price_in_purchased_currency": "10.00",
  "purchase_price_in_purchased_currency": "10.00", "renewal_number": "2",
  "is_trial_conversion": "false", "ownership_type": "PURCHASED",
  "reserved_subscriber_attributes": #""{""$email"": {""value"": ""a@b.example""}}""#,
]

private let bought: [String: String] = [
  "event_id": "revenuecat-export:t2", "user_id": "anna", "country": "DE", "platform": "ios",
  "product_id": "pro", "transaction_id": "t2", "original_transaction_id": "t1",
]

private func event(_ name: String, at time: String, _ more: [String: String] = [:])
  -> [String: String]
{
  bought.merging(more) { $1 }.merging(["event": name, "timestamp": "2026-\(time).000Z"]) { $1 }
}

private let renewed = event(
  "renewed", at: "02-01T09:00:00",
  [
    "price": "10", "currency": "EUR", "tax": "1.6", "fee": "1.26", "converted_price": "11",
    "converted_currency": "USD", "expires_at": "2026-03-01T09:00:00.000Z",
  ])

/// A table of rows that differ from the month in these columns.
private func table(
  _ rows: [[String: String]], columns: [String] = columns, separator: String = ",",
  lineEnd: String = "\n"
) -> String {
  let lines = rows.map { row in
    columns.map { month.merging(row) { $1 }[$0] ?? "" }.joined(separator: separator)
  }
  return ([columns.joined(separator: separator)] + lines).map { $0 + lineEnd }.joined()
}

private func read(_ text: String, in dialect: Dialect = .auto, packed: Bool = false) throws
  -> Reading
{
  let folder = try Folder()
  let bytes = packed ? gzip(Array(text.utf8)) : Array(text.utf8)
  let path = try folder.write("transactions.csv" + (packed ? ".gz" : ""), bytes)
  let rules = ReadingRules(names: EventNames(), dialect: dialect, now: later)
  return try read([path], rules: rules)
}

@Suite struct RevenueCatExportTests {
  @Test("A row is a payment, whatever separates its fields, ends its lines and packs the file")
  func forms() throws {
    #expect(try read(table([[:]])).onlyFields() == renewed)
    #expect(try read(table([[:]]), in: .revenueCatExport).onlyFields() == renewed)
    #expect(try read(table([[:]], lineEnd: "\r\n"), packed: true).onlyFields() == renewed)
    #expect(try read(table([[:]], separator: ";")).onlyFields() == renewed)
    #expect(try read("\u{FEFF}" + table([[:]]).dropLast()).onlyFields() == renewed)
  }
}

extension RevenueCatExportTests {
  /// What a row stands for, each as `event time` with the fields that matter, and what is ignored.
  private static let rows: [(row: [String: String], events: [String], ignored: [String: Int])] = [
    (["renewal_number": "1"], ["purchased 02-01 10 EUR"], [:]),
    (["is_trial_conversion": "true"], ["trial_converted 02-01 10 EUR"], [:]),
    (["is_trial_period": "true", "renewal_number": "1"], ["trial_started 02-01"], [:]),
    (
      ["is_trial_period": "true", "offer": "WINTER", "offer_type": "offer_code"],
      ["offer_redeemed 02-01 0 WINTER"], [:]
    ),
    // No price is known: the catalogue's is estimated, whatever word a database has for nothing.
    (
      [
        "purchase_price_in_purchased_currency": "NULL", "price_in_purchased_currency": "\\N",
        "purchase_price_in_usd": "null", "purchased_currency": "",
      ], ["renewed 02-01"], [:]
    ),
    // Only dollars are known.
    (
      ["purchase_price_in_purchased_currency": "", "price_in_purchased_currency": ""],
      ["renewed 02-01 11 USD"], [:]
    ),
    (["is_sandbox": "true", "refunded_at": "2026-02-05 09:00:00"], [], ["sandbox": 2]),
    (["ownership_type": "FAMILY_SHARED"], ["renewed 02-01 10 EUR shared"], [:]),
    (
      ["ownership_type": "FAMILY_SHARED", "is_trial_period": "true"],
      ["renewed 02-01 10 EUR shared"], [:]
    ),
    (
      ["store": "promotional", "effective_end_time": "2026-02-10 09:00:00"],
      ["access_granted 02-01", "access_revoked 02-10"], [:]
    ),
    (["end_time": "2026-01-31 09:00:00", "effective_end_time": ""], [], ["row/transaction": 1]),
    // The whole price went back, a part of it, and a part that takes the access away.
    (
      ["refunded_at": "2026-02-05 09:00:00", "price_in_purchased_currency": "0"],
      ["renewed 02-01 10 EUR", "refunded 02-05"], [:]
    ),
    (
      ["refunded_at": "2026-02-05 09:00:00", "price_in_purchased_currency": "7.50"],
      ["renewed 02-01 10 EUR", "refunded 02-05 2.5 EUR"], [:]
    ),
    (
      [
        "refunded_at": "2026-02-05 09:00:00", "price_in_purchased_currency": "7.50",
        "effective_end_time": "2026-02-05 09:00:00",
      ], ["renewed 02-01 10 EUR", "refunded 02-05 2.5 EUR revokes"], [:]
    ),
    // An upgrade: the rest of the time was paid back, and the access ended, without a refund.
    (
      ["price_in_purchased_currency": "4.00", "effective_end_time": "2026-02-10 09:00:00"],
      ["renewed 02-01 10 EUR", "refunded 02-10 6 EUR", "expired 02-10"], [:]
    ),
    (
      ["unsubscribe_detected_at": "2026-02-03 09:00:00"],
      ["renewed 02-01 10 EUR", "cancelled 02-03 unsubscribe"], [:]
    ),
    (
      ["billing_issues_detected_at": "2026-03-01 09:00:00"],
      ["renewed 02-01 10 EUR", "billing_failed 03-01"], [:]
    ),
    (
      [
        "billing_issues_detected_at": "2026-03-01 09:00:00",
        "grace_period_end_time": "2026-03-07 09:00:00",
        "effective_end_time": "2026-03-07 09:00:00",
        "unsubscribe_detected_at": "2026-03-01 09:00:00",
      ],
      ["renewed 02-01 10 EUR", "grace_period_entered 03-01 until 03-07"], ["row/unsubscribe": 1]
    ),
    // Not a subscription: no end.
    (["end_time": "", "effective_end_time": ""], ["renewed 02-01 10 EUR"], [:]),
  ]

  @Test("A row is the events that it stands for", arguments: rows)
  func events(row: [String: String], expected: [String], ignored: [String: Int]) throws {
    let reading = try read(table([row]))
    var events: [String] = []
    reading.forEachEvent { _, event, _ in
      let words = [
        event.kind.canonicalName, day(event.time), event.price?.decimalText,
        event.currency == 0 ? nil : reading.strings.string(event.currency),
        event.offerID == 0 ? nil : reading.strings.string(event.offerID),
        event.kind == .cancelled ? reading.strings.string(event.reason) : nil,
        event.graceExpiresAt.map { "until \(day($0))" },
        event.flags.contains(.familyShared) ? "shared" : nil,
        event.flags.contains(.revokes) ? "revokes" : nil,
      ]
      events.append(words.compactMap(\.self).joined(separator: " "))
      #expect(event.flags.contains(.history))
    }
    #expect(events == expected)
    #expect(reading.counts.ignored == ignored && reading.rejects.isEmpty)
  }

  private func day(_ time: Instant) -> String { String(time.iso8601.dropFirst(5).prefix(5)) }

  @Test("The last id that somebody was seen with is joined to the first")
  func people() throws {
    let told = try read(table([["rc_last_seen_app_user_id_alias": "u7"]])).onlyFields()
    #expect(told["user_id"] == "u7" && told["previous_id"] == "anna" && told["joins"] == "true")
  }

  @Test("A row that is none is rejected with its line, and the next ones are read")
  func broken() throws {
    let good = String(table([[:]]).dropFirst(table([]).count).dropLast())
    let lines = [
      String(table([]).dropLast()), good, "", "\"open", "too,few", String(good.dropLast(3)),
      good.replacing("2026-02-01", with: "yesterday"),
      good.replacing(",false,false,", with: ",false,perhaps,"),
      good.replacing("10.00", with: "ten"),
      good.replacing("a@b", with: "a\n@b"), good + "x",
    ]
    let reading = try read(lines.joined(separator: "\n") + "\n")
    #expect(
      reading.rejects.map { "\($0.lineNumber) \($0.reason.rawValue) \($0.field)" } == [
        "4 bad-row ", "5 bad-row ", "6 bad-row ", "7 bad-time timestamp",
        "8 mistyped-field environment", "9 bad-amount price",
      ])
    #expect(reading.counts.accepted == 3)
    // No copy of what people gave is kept.
    #expect(!reading.rejects.contains { String(decoding: $0.raw, as: UTF8.self).contains("a@b") })
  }

  @Test("A table that lacks a column is refused whole, and the nearest one is named")
  func missingColumn() throws {
    let renamed = table([[:]]).replacing("refunded_at", with: "refund_at")
    for packed in [false, true] {
      let result = try read(renamed, packed: packed).results.first
      #expect(
        result?.status == .refused(.missingColumn("refunded_at", nearest: "refund_at")))
    }
    let none = try read("a,b\n1,2\n", in: .revenueCatExport).results.first
    #expect(
      none?.status == .refused(.missingColumn("rc_original_app_user_id", nearest: nil)))
    // Without the attributes and estimates nothing else is missing.
    let optional = ["tax_percentage", "reserved_subscriber_attributes", "offer", "country"]
    let fewer = columns.filter { !optional.contains($0) }
    #expect(try read(table([[:]], columns: fewer)).counts.accepted == 1)
  }

  @Test("A table that has not changed is not read again, and one with more rows is")
  func again() throws {
    let folder = try Folder()
    let path = try folder.write("transactions.csv", table([[:]]))
    let rules = ReadingRules(names: EventNames(), now: later)
    let first = try read([path], rules: rules)
    let record = try #require(first.results.first?.record)
    #expect(try read([path], rules: rules, known: [record]).results.first?.status == .alreadyRead)
    _ = try folder.write("transactions.csv", table([[:], ["store_transaction_id": "t3"]]))
    let more = try read([path], rules: rules, known: [record])
    #expect(more.counts.accepted > 0 && more.results.first?.record != record)
  }

  @Test("Many rows are read alike, whatever their number")
  func many() throws {
    let rows = (0..<3000).map { ["store_transaction_id": "t\($0)", "offer": "\"a\n\($0)\""] }
    let reading = try read(table(rows), packed: true)
    #expect(reading.counts.accepted == 3000 && reading.rejects.isEmpty)
    #expect(reading.counts.dialects == [.revenueCatExport: 3000])
  }
}
