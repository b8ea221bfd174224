import Testing
import Values

@testable import Feed

private let bought = "2026-01-01T09:00:00.000Z"
private let end = "2026-02-01T09:00:00.000Z"

private func paddle(_ type: String, _ data: [String: String?]) -> String {
  json([
    "event_id": "evt_0123456789abcdef", "event_type": type, "notification_id": "ntf_1",
    "occurred_at": "2026-01-01T09:00:00Z", "data": json(data),
  ])
}

private let paddleItem =
  #"{"price":{"id":"pri_1","product_id":"pro_1","unit_price":{"amount":"1000","currency_code":"EUR"},"billing_cycle":{"interval":"month","frequency":1}},"quantity":1}"#

private let paddlePayment: [String: String?] = [
  "id": "txn_1", "origin": "subscription_recurring", "subscription_id": "sub_1",
  "customer_id": "ctm_1", "currency_code": "EUR", "billed_at": "2026-01-01T09:00:00Z",
  "items": "[\(paddleItem)]",
  "billing_period": #"{"starts_at":"2026-01-01T09:00:00Z","ends_at":"2026-02-01T09:00:00Z"}"#,
  "details":
    #"{"totals":{"subtotal":"1000","discount":"100","tax":"171","total":"1071","grand_total":"1071","fee":"104"},"line_items":[{"price_id":"pri_1","totals":{"subtotal":"1000","discount":"100","tax":"171","total":"1071"}}]}"#,
  "payments": #"[{"method_details":{"card":{"last4":"4242","cardholder_name":"Jo"}}}]"#,
]

private func chargebee(_ type: String, _ changes: [String: String?] = [:]) -> String {
  let content: [String: String?] = [
    "subscription":
      #"{"id":"s1","customer_id":"c1","status":"active","currency_code":"EUR","billing_period":1,"billing_period_unit":"month","current_term_start":1767258000,"current_term_end":1769936400,"subscription_items":[{"item_price_id":"pro-EUR","item_type":"plan","amount":1000},{"item_price_id":"seat","item_type":"addon","amount":500}]}"#,
    "customer": #"{"id":"c1","email":"somebody@example.com","billing_address":{"country":"DE"}}"#,
    "invoice":
      #"{"id":"i1","subscription_id":"s1","total":1785,"tax":285,"currency_code":"EUR","first_invoice":false,"line_items":[{"entity_type":"plan_item_price","amount":1000,"date_from":1767258000},{"entity_type":"addon_item_price","amount":500,"date_from":1767258000}]}"#,
    "transaction":
      #"{"id":"txn1","amount":1785,"currency_code":"EUR","date":1767258000,"reference_transaction_id":"txn0"}"#,
    "card": #"{"last4":"4242"}"#,
  ]
  return json([
    "id": "ev_0123456789abcdef", "occurred_at": "1767258000", "object": "event",
    "api_version": "v2", "event_type": type, "content": json(content.merging(changes) { $1 }),
  ])
}

private func lemonSqueezy(_ type: String, _ changes: [String: String?] = [:]) -> String {
  let attributes: [String: String?] = [
    "subscription_id": "77", "customer_id": "9", "user_email": "somebody@example.com",
    "card_last_four": "\"4242\"", "billing_reason": "renewal", "currency": "EUR",
    "subtotal": "1000", "discount_total": "100", "tax": "171", "total": "1071",
    "created_at": "2026-01-01T09:00:00.000000Z", "updated_at": "2026-01-01T10:00:00.000000Z",
  ]
  return json([
    "meta": json([
      "event_name": type, "test_mode": changes["test_mode"] ?? "false",
      "custom_data": #"{"user_id":"u1"}"#,
    ]),
    "data": json([
      "type": "subscription-invoices", "id": "\"55\"",
      "attributes": json(attributes.merging(changes) { $1 }),
    ]),
  ])
}

@Suite struct WebBillerTests {
  @Test("Paddle: a renewal's cash, tax, fee and what recurs")
  func paddleRenewal() throws {
    #expect(
      try tell(paddle("transaction.completed", paddlePayment))
        == .event([
          "event": "renewed", "timestamp": bought, "event_id": "evt_0123456789abcdef",
          "user_id": "ctm_1", "original_transaction_id": "sub_1", "transaction_id": "txn_1",
          "product_id": "pri_1", "price": "10.71", "currency": "EUR", "tax": "1.71", "fee": "1.04",
          "recurring_price": "9", "starts_at": bought, "expires_at": end, "period": "P1M",
          "platform": "web",
        ]))
  }

  @Test(
    "Paddle: a transaction is what it came from",
    arguments: [
      ("web", "purchased", true), ("api", "purchased", true),
      ("subscription_update", "product_changed", true),
      ("subscription_charge", "purchased", false),
    ])
  func paddleOrigins(origin: String, event: String, recurs: Bool) throws {
    let told = try tell(
      paddle("transaction.completed", paddlePayment.merging(["origin": origin]) { $1 }))
    #expect(told["event"] == event && told["price"] == "10.71")
    #expect((told["recurring_price"] != nil) == recurs && (told["product_id"] != nil) == recurs)
    let mine = paddlePayment.merging(["custom_data": #"{"user_id":"u1"}"#]) { $1 }
    let joined = try tell(paddle("transaction.completed", mine))
    #expect(joined["user_id"] == "u1" && joined["previous_id"] == "ctm_1")
  }

  @Test("Paddle: subscriptions and adjustments")
  func paddleOthers() throws {
    let subscription: [String: String?] = [
      "id": "sub_1", "customer_id": "ctm_1", "status": "trialing", "items": "[\(paddleItem)]",
      "started_at": "2026-01-01T09:00:00Z",
      "current_billing_period": #"{"ends_at":"2026-02-01T09:00:00Z"}"#,
    ]
    func told(_ type: String, _ changes: [String: String?] = [:]) throws -> Telling {
      try tell(paddle(type, subscription.merging(changes) { $1 }))
    }
    let trial = try told("subscription.created")
    #expect(trial["event"] == "trial_started" && trial["expires_at"] == end)
    #expect(trial["original_transaction_id"] == "sub_1" && trial["product_id"] == "pri_1")
    #expect(
      try told("subscription.created", ["status": "active"]) == .ignored("subscription.created"))
    let cancels = ["scheduled_change": #"{"action":"cancel"}"#]
    #expect(try told("subscription.updated", cancels)["event"] == "cancelled")
    #expect(try told("subscription.updated")["event"] == "uncancelled")
    let active: [String: String?] = ["status": "active", "currency_code": "EUR"]
    let goesOn = try told("subscription.updated", active)
    #expect(goesOn["event"] == "uncancelled" && goesOn["recurring_price"] == "10")
    #expect(goesOn["product_id"] == "pri_1" && goesOn["period"] == "P1M")
    for other in [["discount": #"{"id":"dsc_1"}"#], ["currency_code": "USD"]] {
      let unknown = try told("subscription.updated", active.merging(other) { $1 })
      #expect(unknown["event"] == "uncancelled" && unknown["recurring_price"] == nil)
    }
    #expect(try told("subscription.canceled")["event"] == "expired")
    #expect(try told("subscription.paused")["reason"] == "paused")
    #expect(try told("subscription.past_due")["event"] == "grace_period_entered")
    let refund: [String: String?] = [
      "id": "adj_1", "action": "refund", "status": "approved", "transaction_id": "txn_1",
      "subscription_id": "sub_1", "customer_id": "ctm_1", "currency_code": "JPY",
      "totals": #"{"total":"500"}"#,
    ]
    let back = try tell(paddle("adjustment.updated", refund))
    #expect(back["event"] == "refunded" && back["price"] == "500" && back["event_id"] == "adj_1")
    #expect(back["transaction_id"] == "txn_1")
    let pending = refund.merging(["status": "pending_approval"]) { $1 }
    #expect(try tell(paddle("adjustment.created", pending)) == .ignored("adjustment/pending"))
    let dispute = refund.merging(["action": "chargeback"]) { $1 }
    #expect(try tell(paddle("adjustment.created", dispute))["reason"] == "dispute")
    #expect(
      try tell(paddle("transaction.paid", paddlePayment)) == .ignored("transaction.paid"))
  }

  @Test("Chargebee: a payment's cash and what recurs of its invoice")
  func chargebeePayment() throws {
    let told = try tell(chargebee("payment_succeeded"))
    #expect(
      told
        == .event([
          "event": "renewed", "timestamp": bought, "event_id": "ev_0123456789abcdef",
          "user_id": "c1", "original_transaction_id": "s1", "transaction_id": "txn1",
          "product_id": "pro-EUR", "price": "17.85", "currency": "EUR", "tax": "2.85",
          "recurring_price": "15", "starts_at": bought, "expires_at": end, "period": "P1M",
          "platform": "web", "country": "DE",
        ]))
    let refund = try tell(chargebee("payment_refunded"))
    #expect(refund["event"] == "refunded" && refund["transaction_id"] == "txn0")
    #expect(refund["price"] == "17.85")
  }

  @Test("Chargebee: an invoice that credits pay has no payment")
  func chargebeeCredits() throws {
    func told(_ more: String) throws -> Telling {
      let invoice =
        #"{"id":"i1","subscription_id":"s1","total":1500,"currency_code":"EUR","line_items":[{"entity_type":"plan_item_price","amount":1500,"date_from":1767258000}]\#(more)}"#
      return try tell(chargebee("invoice_generated", ["invoice": invoice, "transaction": nil]))
    }
    let paid = try told(#","status":"paid","amount_paid":0,"credits_applied":1500"#)
    #expect(paid["event"] == "renewed" && paid["price"] == "0" && paid["recurring_price"] == "15")
    #expect(
      paid["transaction_id"] == "i1" && paid["starts_at"] == bought && paid["expires_at"] == end)
    for other in [
      #","status":"paid","amount_paid":1500,"credits_applied":0"#,
      #","status":"payment_due","amount_paid":0,"credits_applied":500"#,
    ] {
      #expect(try told(other) == .ignored("invoice_generated"))
    }
  }

  @Test(
    "Chargebee: subscriptions",
    arguments: [
      ("subscription_cancellation_scheduled", "cancelled"), ("subscription_cancelled", "expired"),
      ("subscription_scheduled_cancellation_removed", "uncancelled"),
      ("subscription_paused", "expired"), ("subscription_changed", "product_changed"),
      ("payment_failed", "billing_failed"),
    ])
  func chargebeeTypes(type: String, event: String) throws {
    let told = try tell(chargebee(type))
    #expect(told["event"] == event && told["original_transaction_id"] == "s1")
    #expect(told["recurring_price"] == (event == "product_changed" ? "15" : nil))
    #expect(try tell(chargebee("subscription_created")) == .ignored("subscription_created"))
    let trial =
      #"{"id":"s1","status":"in_trial","trial_start":1767258000,"trial_end":1769936400,"plan_id":"old"}"#
    let began = try tell(chargebee("subscription_created", ["subscription": trial]))
    #expect(began["event"] == "trial_started" && began["expires_at"] == end)
    #expect(began["product_id"] == "old")
  }

  @Test("Whoever goes on with a period that is paid for pays nothing")
  func resumed() throws {
    #expect(try tell(chargebee("subscription_resumed")) == .ignored("subscription_resumed"))
    let subscription =
      #"{"id":"s1","status":"active","currency_code":"EUR","billing_period":1,"billing_period_unit":"month","current_term_start":1767168000,"current_term_end":1769936400,"subscription_items":[{"item_price_id":"pro-EUR","item_type":"plan","amount":1000}]}"#
    let term = try tell(chargebee("subscription_resumed", ["subscription": subscription]))
    #expect(term["event"] == "renewed" && term["price"] == "0" && term["recurring_price"] == "10")
    #expect(term["starts_at"] == "2025-12-31T08:00:00.000Z" && term["expires_at"] == end)
    #expect(term["transaction_id"] == nil && term["period"] == "P1M")
    let data: [String: String?] = [
      "id": "sub_1", "customer_id": "ctm_1", "status": "active", "currency_code": "EUR",
      "items": "[\(paddleItem)]",
      "current_billing_period":
        #"{"starts_at":"2025-12-31T09:00:00Z","ends_at":"2026-02-01T09:00:00Z"}"#,
    ]
    let period = try tell(paddle("subscription.resumed", data))
    #expect(period["event"] == "renewed" && period["price"] == "0" && period["expires_at"] == end)
    #expect(period["recurring_price"] == "10" && period["original_transaction_id"] == "sub_1")
    let late = data.merging(["status": "past_due"]) { $1 }
    #expect(try tell(paddle("subscription.resumed", late)) == .ignored("subscription.resumed"))
  }

  @Test("Chargebee: that an invoice for something once fails says nothing of renewals")
  func chargebeeOnce() throws {
    let invoice =
      #"{"id":"i9","customer_id":"c1","first_invoice":false,"line_items":[{"entity_type":"adhoc","amount":900}]}"#
    #expect(
      try tell(chargebee("payment_failed", ["invoice": invoice]))["event"] == "purchase_failed")
  }

  @Test("Lemon Squeezy: a renewal, with the app's user of the checkout")
  func lemonSqueezyPayment() throws {
    #expect(
      try tell(lemonSqueezy("subscription_payment_success"))
        == .event([
          "event": "renewed", "timestamp": bought, "user_id": "u1", "previous_id": "9",
          "joins": "true", "original_transaction_id": "77", "transaction_id": "55",
          "event_id": "subscription_payment_success:55:2026-01-01T10:00:00.000000Z",
          "price": "10.71", "currency": "EUR", "tax": "1.71", "recurring_price": "9",
          "platform": "web",
        ]))
    let fetched =
      #"{"data":{"attributes":{"variant_id":12,"renews_at":"2026-02-01T09:00:00.000000Z"}}}"#
    let line = String(lemonSqueezy("subscription_payment_success").dropLast())
    let whole = try tell(line + #","subscription":\#(fetched)}"#)
    #expect(whole["product_id"] == "12" && whole["expires_at"] == end)
    let back = try tell(lemonSqueezy("subscription_payment_refunded", ["refunded_amount": "500"]))
    #expect(back["event"] == "refunded" && back["price"] == "5" && back["transaction_id"] == "55")
    #expect(
      try tell(lemonSqueezy("subscription_payment_success", ["test_mode": "true"]))
        == .ignored("sandbox"))
    #expect(try tell(lemonSqueezy("order_created")) == .ignored("order_created"))
    let item = #"{"variant_id":21}"#
    let order = try tell(
      lemonSqueezy("order_created", ["status": "paid", "first_order_item": item]))
    #expect(order["event"] == "purchased" && order["price"] == "10.71" && order["tax"] == "1.71")
    #expect(order["product_id"] == "21" && order["transaction_id"] == nil)
    #expect(order["original_transaction_id"] == nil && order["recurring_price"] == nil)
    let free = ["status": "paid", "total": "0"]
    #expect(try tell(lemonSqueezy("order_created", free)) == .ignored("order_created"))
    let returned = try tell(lemonSqueezy("order_refunded", ["refunded_amount": "500"]))
    #expect(returned["price"] == "5" && returned["charge_price"] == "10.71")
  }

  @Test(
    "Lemon Squeezy: subscriptions",
    arguments: [
      ("subscription_cancelled", "cancelled"), ("subscription_resumed", "uncancelled"),
      ("subscription_expired", "expired"), ("subscription_paused", "cancelled"),
      ("subscription_payment_failed", "grace_period_entered"),
      ("subscription_plan_changed", "product_changed"),
    ])
  func lemonSqueezyTypes(type: String, event: String) throws {
    let subscription: [String: String?] = [
      "subscription_id": nil, "variant_id": "12", "ends_at": "2026-02-01T09:00:00Z",
    ]
    let told = try tell(lemonSqueezy(type, subscription))
    #expect(told["event"] == event && told["original_transaction_id"] == "55")
    #expect(told["product_id"] == "12")
    #expect(
      try tell(lemonSqueezy("subscription_updated", subscription))
        == .ignored("subscription_updated"))
    let unpaid = try tell(
      lemonSqueezy("subscription_updated", subscription.merging(["status": "unpaid"]) { $1 }))
    #expect(unpaid["event"] == "expired" && unpaid["reason"] == "billing")
    let trial = subscription.merging([
      "status": "on_trial", "trial_ends_at": "2026-02-01T09:00:00Z",
    ]) { $1 }
    let began = try tell(lemonSqueezy("subscription_created", trial))
    #expect(began["event"] == "trial_started" && began["expires_at"] == end)
  }

  @Test(
    "What a rejected line says of a person, a card or a signature is not kept",
    arguments: [
      "authorization", "card_last_four", "cardholder_name", "customer_email", "email", "first_name",
      "last4", "last_four", "last_name", "signature", "user_email", "user_name",
    ])
  func personal(key: String) throws {
    let line = #"{"event":7,"a":{"\#(key)" : "s3cr\"et"},"b":{"\#(key)":null},"other":"kept"}"#
    let reject = try #require(try readLines([line, "{}"]).rejects.first)
    let raw = String(decoding: reject.raw, as: UTF8.self)
    #expect(raw == #"{"event":7,"a":{"\#(key)" : "***"},"b":{"\#(key)":null},"other":"kept"}"#)
  }
}
