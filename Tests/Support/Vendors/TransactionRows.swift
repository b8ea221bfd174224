import Foundation
import Values

/// The payments of a simulated log as RevenueCat's export has them: a row each, with what came of
/// it by the end.
package struct TransactionRows {
  private var rows: [String: [String: String]] = [:]
  /// By original transaction, for lines that name nobody.
  private var users: [String: String] = [:]

  /// Those of the log's own lines in a folder, before they are rewritten.
  package init(of folder: String) throws {
    var events: [LoggedEvent] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name.hasSuffix(".ndjson") {
      let log = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      events += log.split(separator: "\n").compactMap { LoggedEvent($0) }
    }
    for event in events.sorted(by: { $0.time < $1.time }) { add(event) }
  }

  package var table: String {
    let lines = rows.sorted { $0.key < $1.key }.map { _, row in
      Self.columns.map { row[$0] ?? "" }.joined(separator: ",")
    }
    return ([Self.columns.joined(separator: ",")] + lines).joined(separator: "\n") + "\n"
  }

  private static let columns = [
    "rc_original_app_user_id", "country", "product_identifier", "start_time", "end_time",
    "grace_period_end_time", "effective_end_time", "store", "is_trial_period", "is_sandbox",
    "store_transaction_id", "original_store_transaction_id", "refunded_at",
    "unsubscribe_detected_at", "billing_issues_detected_at", "purchased_currency",
    "price_in_purchased_currency", "purchase_price_in_purchased_currency", "renewal_number",
    "is_trial_conversion", "ownership_type",
  ]

  private mutating func add(_ event: LoggedEvent) {
    guard let id = event["transaction_id"], let original = event["original_transaction_id"],
      let user = event["user_id"] ?? users[original]
    else { return }
    users[original] = user
    let isPaid = ["purchased", "renewed", "trial_converted", "product_changed"].contains(event.name)
    if event.name == "trial_started" || (isPaid && event["price"] != nil) {
      if rows[id] == nil { rows[id] = row(event, id, user) }
    } else {
      tell(event, of: id)
    }
  }

  private func row(_ event: LoggedEvent, _ id: String, _ user: String) -> [String: String] {
    let isTrial = event.name == "trial_started"
    return [
      "rc_original_app_user_id": user, "product_identifier": event["product_id"] ?? "",
      "start_time": Self.text(event.time), "end_time": Self.text(event.time("expires_at")),
      "effective_end_time": Self.text(event.time("expires_at")), "store": "app_store",
      "country": event["country"] ?? "", "is_trial_period": "\(isTrial)",
      "is_sandbox": "\(event["environment"] == "sandbox")", "store_transaction_id": id,
      "original_store_transaction_id": event["original_transaction_id"] ?? id,
      "purchased_currency": event["currency"] ?? "",
      "price_in_purchased_currency": event["price"] ?? "",
      "purchase_price_in_purchased_currency": event["price"] ?? "",
      "renewal_number": event.name == "renewed" || event.name == "trial_converted" ? "2" : "1",
      "is_trial_conversion": "\(event.name == "trial_converted")",
      "ownership_type": event["ownership"]?.uppercased() ?? "PURCHASED",
    ]
  }

  /// What came of a payment: the first of each kind.
  private mutating func tell(_ event: LoggedEvent, of id: String) {
    func set(_ column: String, _ text: String) {
      if rows[id]?[column, default: ""].isEmpty == true { rows[id]?[column] = text }
    }
    switch event.name {
    case "cancelled": set("unsubscribe_detected_at", Self.text(event.time))
    case "grace_period_entered", "billing_failed":
      set("billing_issues_detected_at", Self.text(event.time))
      set("grace_period_end_time", Self.text(event.time("grace_expires_at")))
    case "refunded":
      set("refunded_at", Self.text(event.time))
      rows[id]?["price_in_purchased_currency"] = "0"
    default: break
    }
  }

  private static func text(_ milliseconds: Int64?) -> String {
    milliseconds.map {
      Instant(milliseconds: $0).iso8601.replacing("T", with: " ").replacing("Z", with: "")
    } ?? ""
  }
}
