package import Foundation

/// Lines that are told by their shape and not read.
package enum UnreadFormat: String, CaseIterable, Sendable,
  CustomStringConvertible
{
  case braintree = "Braintree webhooks"
  case recurly = "Recurly webhooks"
  case paddleClassic = "Paddle Classic alerts"
  case fastSpring = "FastSpring webhooks"
  case payPal = "PayPal webhooks"
  case razorpay = "Razorpay webhooks"

  package var description: String { rawValue }

  /// Nil for a line that is none of them.
  package init?(of line: Data) {
    guard let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any],
      let found = Self.allCases.first(where: { $0.fits(object) })
    else { return nil }
    self = found
  }

  private func fits(_ line: [String: Any]) -> Bool {
    let has = { (keys: String...) in keys.allSatisfy { line[$0] != nil } }
    switch self {
    case .braintree: return has("bt_payload") || has("kind", "subject", "timestamp")
    case .recurly: return has("object_type", "event_type", "site_id")
    case .paddleClassic: return has("alert_name", "alert_id")
    case .fastSpring: return (line["events"] as? [[String: Any]])?.first?["live"] != nil
    case .payPal: return has("resource_type", "resource", "event_type")
    case .razorpay: return line["entity"] as? String == "event" && has("payload")
    }
  }

  /// What is said of so many lines of it.
  package func sentence(lines: String) -> String {
    "\(lines) like \(rawValue), which are not read: log payments and subscriptions as lines of "
      + "your own (guide Log)"
  }
}
