// Stripe events. Stripe counts in whole seconds.

extension VendorExporter {
  func stripe(_ event: LoggedEvent) -> String? {
    let isTerm = event.isOfTerm || event.name == "product_changed"
    guard isTerm, event.json("user_id") != nil, event["ownership"] == nil,
      let (type, subject, before) = stripeEvent(event)
    else { return nil }
    return object([
      ("id", event.json("event_id")), ("object", "\"event\""),
      ("created", seconds(event.time)),
      ("livemode", event["environment"] == "sandbox" ? "false" : "true"),
      ("type", quoted(type)),
      ("data", object([("object", subject), ("previous_attributes", before)])),
    ])
  }

  private func stripeEvent(_ event: LoggedEvent) -> (String, String, String?)? {
    let price = event.json("price")
    switch event.name {
    case "trial_started":
      let members = [
        ("status", "\"trialing\""), ("trial_start", seconds(event.time)),
        ("trial_end", event.time("expires_at").map(seconds)),
      ]
      return ("customer.subscription.created", subscription(event, members), nil)
    case "purchased": return ("invoice.paid", invoice(event, "subscription_create"), nil)
    case "renewed", "trial_converted":
      return ("invoice.paid", invoice(event, "subscription_cycle"), nil)
    case "product_changed" where price != nil:
      return ("invoice.paid", invoice(event, "subscription_update"), nil)
    case "refunded" where price != nil: return ("charge.refunded", charge(event), nil)
    case "billing_failed":
      return ("invoice.payment_failed", invoice(event, "subscription_cycle"), nil)
    default: return subscriptionEvent(event)
    }
  }

  private func subscriptionEvent(_ event: LoggedEvent) -> (String, String, String?)? {
    let updated = "customer.subscription.updated"
    switch event.name {
    case "product_changed":
      return (updated, subscription(event, [("status", "\"active\"")]), #"{"items":{}}"#)
    case "cancelled":
      let details = object([("feedback", event.json("reason"))])
      let members = [("cancel_at_period_end", "true"), ("cancellation_details", details)]
      return (updated, subscription(event, members), #"{"cancel_at_period_end":false}"#)
    case "uncancelled":
      let members = [("cancel_at_period_end", "false")]
      return (updated, subscription(event, members), #"{"cancel_at_period_end":true}"#)
    case "expired":
      let members = [
        ("ended_at", seconds(event.time)),
        ("cancellation_details", object([("reason", event.json("reason"))])),
      ]
      return ("customer.subscription.deleted", subscription(event, members), nil)
    default: return nil
    }
  }

  private func subscription(_ event: LoggedEvent, _ members: [(String, String?)]) -> String {
    let price = object([("id", event.json("product_id"))])
    return object(
      [
        ("id", event.json("original_transaction_id")), ("customer", event.json("user_id")),
        ("items", #"{"data":[{"price":\#(price)}]}"#),
      ] + members)
  }

  private func invoice(_ event: LoggedEvent, _ reason: String) -> String {
    let amount = minorUnits(event)
    let line = object([
      ("amount", amount),
      ("price", object([("id", event.json("product_id")), ("type", "\"recurring\"")])),
      ("period", object([("end", event.time("expires_at").map(seconds))])),
    ])
    return object([
      ("id", event.json("transaction_id")), ("customer", event.json("user_id")),
      ("subscription", event.json("original_transaction_id")), ("billing_reason", quoted(reason)),
      ("amount_paid", amount), ("currency", event["currency"].map { quoted($0.lowercased()) }),
      ("customer_address", event.json("country").map { object([("country", $0)]) }),
      ("status_transitions", object([("paid_at", seconds(event.time))])),
      ("lines", #"{"data":[\#(line)]}"#),
    ])
  }

  private func charge(_ event: LoggedEvent) -> String {
    object([
      ("customer", event.json("user_id")), ("invoice", event.json("transaction_id")),
      ("amount_refunded", minorUnits(event)),
      ("currency", event["currency"].map { quoted($0.lowercased()) }),
    ])
  }

  /// Prices are written in their currency's smallest unit already, but for the point.
  private func minorUnits(_ event: LoggedEvent) -> String {
    String(Int64((event["price"] ?? "0").filter { $0 != "." }) ?? 0)
  }

  private func seconds(_ time: Int64) -> String { String(time / 1000) }
}
