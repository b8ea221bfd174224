import Testing

@testable import Feed

private func line(
  _ type: String, _ object: String, previous: String? = nil, livemode: String = "true"
) -> String {
  let before = previous.map { #","previous_attributes":\#($0)"# } ?? ""
  return
    #"{"id":"evt","object":"event","created":1767300000,"livemode":\#(livemode),"type":"\#(type)","data":{"object":\#(object)\#(before)}}"#
}

private func price(_ id: String) -> String {
  #"{"id":"\#(id)","recurring":{"interval":"month","interval_count":3}}"#
}

private func invoice(
  _ reason: String = "subscription_cycle", paid: String = "999", currency: String = "eur",
  lines: String? = nil, more: String = ""
) -> String {
  let all =
    lines ?? #"{"amount":999,"period":{"end":1769936400},"price":\#(price("month"))}"#
  return
    #"{"id":"in_1","customer":"cus_1","subscription":"sub_1","billing_reason":"\#(reason)","amount_paid":\#(paid),"currency":"\#(currency)","customer_address":{"country":"DE"},"status_transitions":{"paid_at":1767258000},"lines":{"data":[\#(all)]}\#(more)}"#
}

private func subscription(_ more: String) -> String {
  #"{"id":"sub_1","customer":{"id":"cus_1"},"items":{"data":[{"price":\#(price("month"))}]},\#(more)}"#
}

@Suite struct StripeTests {
  private let created = "2026-01-01T20:40:00.000Z"
  private let paid = "2026-01-01T09:00:00.000Z"

  @Test("A paid invoice is a charge of its reason, when it was paid")
  func invoices() throws {
    for type in ["invoice.paid", "invoice.payment_succeeded"] {
      #expect(
        try tell(line(type, invoice()))
          == .event([
            "event": "renewed", "timestamp": paid, "event_id": "evt", "user_id": "cus_1",
            "platform": "web", "country": "DE", "product_id": "month", "transaction_id": "in_1",
            "original_transaction_id": "sub_1", "price": "9.99", "currency": "EUR",
            "period": "P3M", "expires_at": "2026-02-01T09:00:00.000Z",
          ]))
      #expect(try tell(line(type, invoice("subscription_create")))["event"] == "purchased")
      #expect(try tell(line(type, invoice("subscription_update")))["event"] == "product_changed")
      let manual = try tell(line(type, invoice("manual")))
      #expect(manual["event"] == "purchased" && manual["price"] == "9.99")
      #expect(
        manual["product_id"] == nil && manual["period"] == nil && manual["expires_at"] == nil)
    }
  }

  @Test(
    "Amounts are minor units of their currency",
    arguments: [
      ("999", "eur", "9.99"), ("999", "jpy", "999"), ("999", "KWD", "0.999"),
      ("999", "isk", "9.99"),
      ("999", "ugx", "9.99"), ("1", "usd", "0.01"), ("99900000000", "xof", nil),
    ] as [(String, String, String?)])
  func amounts(_ amount: String, _ currency: String, _ exact: String?) throws {
    let told = try tell(line("invoice.paid", invoice(paid: amount, currency: currency)))
    if let exact {
      #expect(told["price"] == exact)
    } else {
      #expect(told == .rejected(.badAmount, "price"))
    }
  }

  @Test(
    "An invoice of nothing is ignored where nothing was sold, and free where all was discounted")
  func zeros() throws {
    let free = #"{"amount":0,"period":{"end":1769936400},"price":\#(price("month"))}"#
    #expect(
      try tell(line("invoice.paid", invoice(paid: "0", lines: free))) == .ignored("invoice/zero"))
    #expect(
      try tell(line("invoice.paid", invoice("subscription_update", paid: "0")))
        == .ignored("invoice/zero"))
    #expect(try tell(line("invoice.paid", invoice(paid: "0")))["price"] == "0")
    #expect(
      try tell(line("invoice.paid", invoice(paid: "0", lines: free), livemode: "false"))
        == .ignored("sandbox"))
  }

  @Test("The invoice's line is the one that ends last among those that are no proration")
  func lines() throws {
    let of = { (id: String, end: Int, more: String) in
      #"{"amount":1,"period":{"end":\#(end)},"price":{"id":"\#(id)"}\#(more)}"#
    }
    let proration = #","proration":true"#
    let parent = #","parent":{"subscription_item_details":{"proration":true}}"#
    let cases = [
      ([of("a", 1_769_936_400, ""), of("b", 1_769_936_500, "")], "b"),
      ([of("a", 1_769_936_400, ""), of("b", 1_769_936_500, proration)], "a"),
      ([of("a", 1_769_936_400, ""), of("b", 1_769_936_500, parent)], "a"),
      ([of("a", 1_769_936_400, proration), of("b", 1_769_936_500, parent)], "b"),
    ]
    try expect(cases)
    let change = { (id: String, amount: Int) in
      of(id, 1_769_936_400, proration).replacing(#""amount":1"#, with: #""amount":\#(amount)"#)
    }
    // An upgrade within a period: what is given back of the old plan, and what the new one costs.
    try expect([
      ([change("basic", -250), change("pro", 1050)], "pro"),
      ([change("pro", 1050), change("basic", -250)], "pro"),
    ])
  }

  private func expect(_ cases: [([String], String)]) throws {
    for (lines, id) in cases {
      let told = try tell(line("invoice.paid", invoice(lines: lines.joined(separator: ","))))
      #expect(told["product_id"] == id && told["period"] == nil)
    }
  }

  @Test("An invoice's line says its price as newer and as older versions do")
  func versions() throws {
    let newer =
      #"{"amount":1,"period":{"end":1769936400},"pricing":{"price_details":{"price":"p9"}}}"#
    #expect(try tell(line("invoice.paid", invoice(lines: newer)))["product_id"] == "p9")
    let older =
      #"{"amount":1,"period":{"end":1769936400},"plan":{"id":"pl","interval":"year","interval_count":1}}"#
    let told = try tell(line("invoice.paid", invoice(lines: older)))
    #expect(told["product_id"] == "pl" && told["period"] == "P1Y")
  }

  @Test("A failed payment begins a grace while Stripe goes on trying")
  func failures() throws {
    let type = "invoice.payment_failed"
    #expect(
      try tell(line(type, invoice("subscription_create")))["event"] == "purchase_failed")
    let trying = try tell(line(type, invoice(more: #","next_payment_attempt":1767400000"#)))
    #expect(trying["event"] == "grace_period_entered" && trying["timestamp"] == created)
    #expect(trying["grace_expires_at"] == nil && trying["price"] == nil)
    #expect(
      try tell(line(type, invoice(more: #","next_payment_attempt":null"#)))["event"]
        == "billing_failed")
  }

  @Test("A subscription tells of trials, cancellations, changes and ends")
  func subscriptions() throws {
    let type = { (name: String) in "customer.subscription." + name }
    let trial = subscription(
      #""status":"trialing","trial_start":1767258000,"trial_end":1768467600"#)
    #expect(
      try tell(line(type("created"), trial))
        == .event([
          "event": "trial_started", "timestamp": paid, "event_id": "evt", "user_id": "cus_1",
          "platform": "web", "product_id": "month", "original_transaction_id": "sub_1",
          "expires_at": "2026-01-15T09:00:00.000Z",
        ]))
    #expect(
      try tell(line(type("created"), subscription(#""status":"active""#)))
        == .ignored("customer.subscription.created"))
    let ended = subscription(
      #""ended_at":1767258000,"cancellation_details":{"reason":"payment_failed"}"#)
    let deleted = try tell(line(type("deleted"), ended))
    #expect(deleted["event"] == "expired" && deleted["reason"] == "payment_failed")
    #expect(deleted["timestamp"] == paid)
    #expect(try tell(line(type("paused"), subscription(#""x":1"#)))["reason"] == "paused")
    #expect(
      try tell(line(type("trial_will_end"), subscription(#""x":1"#)))
        == .ignored("customer.subscription.trial_will_end"))
  }

  @Test(
    "An update is the first change that it names",
    arguments: [
      (#""cancel_at_period_end":true"#, #"{"cancel_at_period_end":false,"items":{}}"#, "cancelled"),
      (#""cancel_at":1769936400"#, #"{"cancel_at":null}"#, "cancelled"),
      (#""cancel_at_period_end":false"#, #"{"cancel_at_period_end":true}"#, "uncancelled"),
      (#""cancel_at":null"#, #"{"cancel_at":1769936400}"#, "uncancelled"),
      (#""x":1"#, #"{"items":{"data":[]}}"#, "product_changed"),
      (#""x":1"#, #"{"plan":{"id":"old"}}"#, "product_changed"),
      (#""trial_end":1769936400"#, #"{"trial_end":1768467600}"#, "subscription_extended"),
      (#""trial_end":1768467600"#, #"{"trial_end":1769936400}"#, nil),
      (#""x":1"#, #"{"status":"active"}"#, nil), (#""x":1"#, nil, nil),
    ] as [(String, String?, String?)])
  func updates(_ now: String, _ before: String?, _ kind: String?) throws {
    let told = try tell(line("customer.subscription.updated", subscription(now), previous: before))
    if let kind {
      #expect(told["event"] == kind && told["timestamp"] == created)
      let end = kind == "subscription_extended" ? "2026-02-01T09:00:00.000Z" : nil
      #expect(told["expires_at"] == end)
    } else {
      #expect(told == .ignored("customer.subscription.updated"))
    }
  }

  @Test("A cancellation's reason is the feedback, else the reason")
  func reasons() throws {
    for (details, reason) in [
      (#"{"feedback":"too_expensive","reason":"cancellation_requested"}"#, "too_expensive"),
      (#"{"feedback":null,"reason":"cancellation_requested"}"#, "cancellation_requested"),
    ] {
      let object = subscription(#""cancel_at_period_end":true,"cancellation_details":\#(details)"#)
      let told = try tell(
        line("customer.subscription.updated", object, previous: #"{"cancel_at_period_end":false}"#))
      #expect(told["reason"] == reason)
    }
  }

  @Test("A refund is what was given back since the event before")
  func refunds() throws {
    let charge = { (invoice: String) in
      #"{"id":"ch","customer":"cus_1"\#(invoice),"amount":999,"amount_refunded":700,"currency":"eur","billing_details":{"address":{"country":"DE"}}}"#
    }
    let known = charge(#","invoice":"in_1""#)
    let told = try tell(line("charge.refunded", known, previous: #"{"amount_refunded":200}"#))
    #expect(
      told
        == .event([
          "event": "refunded", "timestamp": created, "event_id": "evt", "user_id": "cus_1",
          "platform": "web", "country": "DE", "transaction_id": "in_1", "price": "5",
          "currency": "EUR",
        ]))
    #expect(try tell(line("charge.refunded", known))["price"] == "7")
    #expect(
      try tell(line("charge.refunded", charge(#","invoice":null"#)))
        == .ignored("charge.refunded/no-invoice"))
    #expect(try tell(line("charge.refunded", charge("")))["transaction_id"] == nil)
  }

  @Test("A customer's own id comes from the checkout and from metadata")
  func identity() throws {
    let type = "checkout.session.completed"
    let session = try tell(line(type, #"{"client_reference_id":"u1","customer":"cus_1"}"#))
    #expect(session["event"] == "user_aliased" && session["user_id"] == "u1")
    #expect(session["previous_id"] == "cus_1")
    #expect(try tell(line(type, #"{"customer":"cus_1"}"#)) == .ignored(type))
    for nobody in ["", "undefined", "0"] {
      let empty = #"{"client_reference_id":"\#(nobody)","customer":"cus_1"}"#
      #expect(try tell(line(type, empty)) == .ignored(type))
    }
    let second = #"{"id":"cus_1","metadata":{"user_id":"null","userId":"u2"}}"#
    #expect(try tell(line("customer.updated", second))["user_id"] == "u2")
    let nobody = #"{"id":"cus_1","metadata":{"user_id":"unknown"}}"#
    #expect(try tell(line("customer.updated", nobody)) == .ignored("customer.updated"))
    for key in ["user_id", "userId", "app_user_id"] {
      for type in ["customer.created", "customer.updated"] {
        let told = try tell(line(type, #"{"id":"cus_1","metadata":{"\#(key)":"u1"}}"#))
        #expect(told["user_id"] == "u1" && told["previous_id"] == "cus_1")
        #expect(try tell(line(type, #"{"id":"cus_1","metadata":{}}"#)) == .ignored(type))
      }
    }
    for type in ["payout.paid", "charge.succeeded", "charge.dispute.created", "invoice.created"] {
      #expect(try tell(line(type, "{}", livemode: "false")) == .ignored(type))
    }
  }
}
