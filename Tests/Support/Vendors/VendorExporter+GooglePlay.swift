import Foundation
import Values

// Google Play real-time developer notifications, beside the purchase and the order.

extension VendorExporter {
  func googlePlay(_ event: LoggedEvent) -> String? {
    guard event.isOfTerm, event["ownership"] == nil else { return nil }
    if event.name == "refunded" { return voided(event) }
    guard let number = number(event) else { return nil }
    let notification = object([
      ("notificationType", String(number)),
      ("purchaseToken", event.json("original_transaction_id")),
      ("subscriptionId", event.json("product_id")),
    ])
    return message(
      event, ("subscriptionNotification", notification), ("purchase", purchase(event)),
      ("order", order(event)))
  }

  private func number(_ event: LoggedEvent) -> Int? {
    switch event.name {
    case "renewed", "trial_converted": 2
    case "cancelled": 3
    case "trial_started", "purchased": 4
    case "billing_failed": 5
    case "grace_period_entered": 6
    case "uncancelled": 7
    case "subscription_extended": 9
    case "revoked": 12
    case "expired": 13
    default: nil
    }
  }

  private func message(_ event: LoggedEvent, _ members: (String, String?)...) -> String {
    let body = [
      ("packageName", event.bundle), ("eventTimeMillis", quoted(String(event.time))),
      members[0],
    ]
    let beside = members.dropFirst()
    let data = Data(object(body).utf8).base64EncodedString()
    let message = object([("data", quoted(data)), ("messageId", event.json("event_id"))])
    return object([("message", message)] + beside)
  }

  /// Only whole refunds are voided purchases.
  private func voided(_ event: LoggedEvent) -> String? {
    guard event.json("price") == nil else { return nil }
    let notification = object([
      ("purchaseToken", event.json("original_transaction_id")),
      ("orderId", event.json("transaction_id")), ("refundType", "1"),
    ])
    return message(
      event, ("voidedPurchaseNotification", notification), ("purchase", purchase(event)))
  }

  private func purchase(_ event: LoggedEvent) -> String {
    let end = event.json("grace_expires_at") ?? event.json("expires_at")
    let item = object([
      ("productId", event.json("product_id")), ("expiryTime", end),
      ("latestSuccessfulOrderId", event.json("transaction_id")),
      ("offerPhase", event.name == "trial_started" ? #"{"freeTrial":{}}"# : #"{"basePrice":{}}"#),
    ])
    let account = event.json("user_id").map { object([("obfuscatedExternalAccountId", $0)]) }
    let isTest = event["environment"] == "sandbox"
    let context = event.name == "cancelled" ? event["reason"].map(survey) : nil
    return object([
      ("startTime", quoted(Instant(milliseconds: event.time).iso8601)),
      ("regionCode", event.json("country")), ("lineItems", "[\(item)]"),
      ("externalAccountIdentifiers", account), ("testPurchase", isTest ? "{}" : nil),
      ("canceledStateContext", context),
    ])
  }

  private func survey(_ reason: String) -> String {
    let answer = #"{"reason":"CANCEL_SURVEY_REASON_\#(reason.uppercased())"}"#
    return #"{"userInitiatedCancellation":{"cancelSurveyResult":\#(answer)}}"#
  }

  private func order(_ event: LoggedEvent) -> String? {
    guard let price = event["price"] else { return nil }
    let parts = price.split(separator: ".")
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    let nanos = fraction + String(repeating: "0", count: 9 - fraction.count)
    let total = object([
      ("currencyCode", event.json("currency")), ("units", quoted(String(parts[0]))),
      ("nanos", String(Int64(nanos) ?? 0)),
    ])
    return object([("total", total)])
  }
}
