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
            "recurring_price": "9.99", "period": "P3M", "expires_at": "2026-02-01T09:00:00.000Z",
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
    "An invoice of nothing is ignored where nothing recurs, and paid from a balance where it does")
  func zeros() throws {
    let free = #"{"amount":0,"period":{"end":1769936400},"price":\#(price("month"))}"#
    #expect(
      try tell(line("invoice.paid", invoice(paid: "0", lines: free))) == .ignored("invoice/zero"))
    let back = of("month", 1_769_936_400, amount: -300, #","proration":true"#)
    #expect(
      try tell(line("invoice.paid", invoice(paid: "0", lines: back))) == .ignored("invoice/zero"))
    #expect(
      try tell(line("invoice.paid", invoice("subscription_update", paid: "0", lines: back)))
        == .ignored("invoice/zero"))
    let balance = try tell(line("invoice.paid", invoice(paid: "0")))
    #expect(balance["price"] == "0" && balance["recurring_price"] == "9.99")
    #expect(
      try tell(line("invoice.paid", invoice(paid: "0", lines: free), livemode: "false"))
        == .ignored("sandbox"))
  }

  /// A line of an invoice with a price that recurs.
  private func of(_ id: String, _ end: Int, amount: Int = 1, _ more: String = "") -> String {
    let price = #"{"id":"\#(id)","unit_amount":1050,"recurring":{}}"#
    return #"{"amount":\#(amount),"period":{"start":5,"end":\#(end)},"price":\#(price)\#(more)}"#
  }

  @Test("The invoice's line is the recurring one that ends last")
  func lines() throws {
    let (first, last) = (1_769_936_400, 1_769_936_500)
    let (proration, usage) = (#","proration":true"#, #""recurring":{"usage_type":"metered"}"#)
    let parent = #","parent":{"subscription_item_details":{"proration":true}}"#
    try expect([
      ([of("a", first), of("b", last)], "b"), ([of("a", first), of("b", first)], "a"),
      ([of("a", first), of("b", last, proration)], "a"),
      ([of("a", first), of("b", last, parent)], "a"),
      ([of("a", first), of("b", last, #","type":"invoiceitem""#)], "a"),
      ([of("a", first), of("b", last, #","parent":{"type":"invoice_item_details"}"#)], "a"),
      ([of("a", first), of("b", last).replacing(#""recurring":{}"#, with: usage)], "a"),
      ([of("a", first), of("b", last, amount: 0)], "a"),
      ([of("a", first), of("b", last).replacing("recurring", with: "other")], "a"),
      ([of("a", first, proration), of("b", last, parent)], nil),
    ])
    // An upgrade within a period: what is given back of the old plan, and what the new one costs.
    let change = [
      of("basic", first, amount: -250, proration), of("pro", first, amount: 900, proration),
    ]
    for lines in [change, change.reversed()] {
      let all = lines.joined(separator: ",")
      let told = try tell(line("invoice.paid", invoice("subscription_update", lines: all)))
      #expect(told["event"] == "product_changed" && told["product_id"] == "pro")
      #expect(told["recurring_price"] == "10.5" && told["expires_at"] == "2026-02-01T09:00:00.000Z")
    }
    // Nothing stood before a subscription's first invoice.
    let begun = of("a", first, proration)
    let told = try tell(line("invoice.paid", invoice("subscription_create", lines: begun)))
    #expect(told["event"] == "purchased" && told["product_id"] == "a")
  }

  private func expect(_ cases: [([String], String?)]) throws {
    for (lines, id) in cases {
      let told = try tell(line("invoice.paid", invoice(lines: lines.joined(separator: ","))))
      #expect(told["product_id"] == id && told["period"] == nil, "\(lines)")
      #expect(told["event"] == (id == nil ? "purchased" : "renewed") && told["price"] == "9.99")
    }
  }

  @Test(
    "What recurs is unit price times quantity, less the line's share of discounts",
    arguments: [
      (#""amount":1000,"quantity":3"#, #""unit_amount":1500"#, "45"),
      (#""amount":500"#, #""unit_amount_decimal":"1000.5","unit_amount":1001"#, "10.005"),
      (
        #""amount":500,"discount_amounts":[{"amount":30},{"amount":20}]"#,
        #""unit_amount_decimal":"1000.5""#, "9.0045"
      ),
      (#""amount":300,"discount_amounts":[{"amount":100}]"#, #""unit_amount":1000"#, "6.666667"),
      (#""amount":1000,"discount_amounts":[{"amount":1000}]"#, #""unit_amount":1000"#, "0"),
      (#""amount":1000,"discount_amounts":[]"#, #""unit_amount":null"#, "10"),
      (#""amount":1000,"discount_amounts":[{"amount":250}]"#, #""x":1"#, "7.5"),
      (#""amount":-1000"#, #""x":1"#, "0"),
    ])
  func recurring(_ line: String, _ price: String, _ exact: String) throws {
    let all =
      #"{\#(line),"period":{"start":1767258000,"end":1769936400},"price":{"id":"m","recurring":{},\#(price)}}"#
    let told = try tell(FeedTests.line("invoice.paid", invoice(lines: all)))
    #expect(told["recurring_price"] == exact && told["price"] == "9.99")
    #expect(told["starts_at"] == "2026-01-01T09:00:00.000Z")
  }

  @Test("Odd invoices have one clear outcome each")
  func oddInvoices() throws {
    let paid = { (lines: [String], more: String) in
      try tell(
        FeedTests.line("invoice.paid", self.invoiceOf(lines.joined(separator: ","), more)))
    }
    let many = try paid((1...250).map { of("p\($0)", 1_769_936_400 + $0) }, "")
    #expect(many["recurring_price"] == "2625" && many["product_id"] == "p250")
    // Money without anything that recurs stays money.
    let none = try paid([], "")
    #expect(none["event"] == "purchased" && none["price"] == "9.99" && none["expires_at"] == nil)
    let two = try paid(
      [
        of("a", 1_769_936_400, #","subscription":"sub_1""#),
        of("b", 1_769_936_400, #","subscription":"sub_2""#),
      ], "")
    #expect(two["original_transaction_id"] == "sub_1" && two["recurring_price"] == "21")
    #expect(
      try paid([of("a", 1_769_936_400, #","currency":"usd""#), of("b", 1_769_936_400)], "")
        == .rejected(.badAmount, "recurring_price"))
    #expect(
      try paid([of("a", 1_769_936_400, #","quantity":[]"#)], "")
        == .rejected(.badAmount, "recurring_price"))
    #expect(
      try paid([of("a", 1_769_936_400).replacing("1050", with: "true")], "")
        == .rejected(.mistypedField, "recurring_price"))
    #expect(
      try paid([of("a", 1_769_936_400).replacing("1050", with: "9e17")], "")
        == .rejected(.badAmount, "recurring_price"))
    #expect(
      try paid([of("a", 1_769_936_400).replacing("1769936400", with: "\"soon\"")], "")
        == .rejected(.badTime, "expires_at"))
    for list in ["[7]", "[null]", "{}", "7"] {
      let lines = invoiceOf("", "").replacing(
        #""lines":{"data":[]}"#, with: #""lines":{"data":\#(list)}"#)
      #expect(try tell(FeedTests.line("invoice.paid", lines))["price"] == "9.99")
    }
    // Of a longer invoice the event holds the first lines only.
    let longer = invoiceOf(of("a", 1_769_936_400), "")
      .replacing(#""lines":{"#, with: #""lines":{"has_more":true,"#)
    let told = try tell(FeedTests.line("invoice.paid", longer))
    #expect(told["recurring_price"] == nil && told["product_id"] == "a")
  }

  private func invoiceOf(_ lines: String, _ more: String) -> String {
    invoice(lines: lines, more: more)
  }

  @Test("A set-up fee beside a trial or a plan is money that does not recur")
  func fees() throws {
    let fee = of("setup", 1_769_936_400, amount: 5000, #","type":"invoiceitem""#)
    let plan = of("month", 1_769_936_400, amount: 1050)
    let both = try tell(
      FeedTests.line("invoice.paid", invoice("subscription_create", lines: fee + "," + plan)))
    #expect(both["product_id"] == "month" && both["recurring_price"] == "10.5")
    let trial = of("month", 1_769_936_400, amount: 0)
    let alone = try tell(
      FeedTests.line("invoice.paid", invoice("subscription_create", lines: fee + "," + trial)))
    #expect(alone["event"] == "purchased" && alone["price"] == "9.99")
    #expect(alone["product_id"] == nil && alone["recurring_price"] == nil)
  }

  @Test(
    "Tax is the sum of what the invoice lists, else what it says in all",
    arguments: [
      (#","total_tax_amounts":[{"amount":100},{"amount":50}],"tax":7"#, "1.5"),
      (#","total_tax_amounts":[],"total_taxes":[{"amount":30}]"#, "0.3"),
      (#","total_tax_amounts":null,"total_taxes":[],"tax":7"#, "0.07"), (#","tax":null"#, nil),
      (#","total_tax_amounts":[{"amount":0}]"#, "0"),
    ] as [(String, String?)])
  func taxes(_ more: String, _ tax: String?) throws {
    #expect(try tell(line("invoice.paid", invoice(more: more)))["tax"] == tax)
  }

  @Test("Who pays by invoice keeps the access until its terms and the days of grace are over")
  func terms() throws {
    let more =
      #","collection_method":"send_invoice","due_date":1769936400"#
    for type in ["invoice.finalized", "invoice.sent"] {
      let told = try tell(line(type, invoice(more: more)))
      #expect(told["event"] == "grace_period_entered" && told["timestamp"] == created)
      #expect(told["grace_expires_at"] == "2026-02-17T09:00:00.000Z")
      #expect(told["product_id"] == "month" && told["price"] == nil)
      for other in [
        invoice(), invoice("subscription_create", more: more), invoice(lines: "", more: more),
      ] {
        #expect(try tell(line(type, other)) == .ignored(type))
      }
    }
  }

  @Test("Newer versions say apart which payment paid an invoice")
  func payments() throws {
    let type = "invoice_payment.paid"
    let told = try tell(line(type, #"{"invoice":"in_1","payment":{"payment_intent":"pi_1"}}"#))
    #expect(
      told
        == .event([
          "event": "payment_linked", "timestamp": created, "event_id": "evt", "platform": "web",
          "transaction_id": "in_1", "payment_id": "pi_1",
        ]))
    let charge = #"{"invoice":{"id":"in_1"},"payment":{"charge":{"id":"ch_1"}}}"#
    #expect(try tell(line(type, charge))["payment_id"] == "ch_1")
    #expect(try tell(line(type, #"{"invoice":"in_1","payment":{}}"#)) == .ignored(type))
    let known = try tell(line("invoice.paid", invoice(more: #","payment_intent":{"id":"pi_1"}"#)))
    #expect(known["payment_id"] == "pi_1")
  }

  @Test("An invoice's line says its price as newer and as older versions do")
  func versions() throws {
    let newer =
      #"{"amount":1,"period":{"end":1769936400},"parent":{"type":"subscription_item_details"},"pricing":{"price_details":{"price":"p9"},"unit_amount_decimal":"250"}}"#
    let now = try tell(line("invoice.paid", invoice(lines: newer)))
    #expect(now["product_id"] == "p9" && now["recurring_price"] == "2.5")
    let older =
      #"{"amount":1,"period":{"end":1769936400},"plan":{"id":"pl","amount":700,"interval":"year","interval_count":1}}"#
    let told = try tell(line("invoice.paid", invoice(lines: older)))
    #expect(told["product_id"] == "pl" && told["period"] == "P1Y")
    #expect(told["recurring_price"] == "7")
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

  @Test(
    "That an invoice for something once fails, or for the rest of a period, says nothing of renewals"
  )
  func otherFailures() throws {
    let type = "invoice.payment_failed"
    let rest =
      #"{"amount":500,"proration":true,"period":{"end":1769936400},"price":\#(price("month"))}"#
    let trying = #","next_payment_attempt":1767400000"#
    func told(_ reason: String, _ lines: String? = nil) throws -> String? {
      try tell(line(type, invoice(reason, lines: lines, more: trying)))["event"]
    }
    #expect(try told("manual") == "purchase_failed")
    #expect(try told("subscription_threshold") == "purchase_failed")
    #expect(try told("subscription_update", rest) == "purchase_failed")
    #expect(try told("subscription_update") == "grace_period_entered")
    #expect(try told("subscription_cycle", rest) == "grace_period_entered")
  }

  @Test("What was paid outside Stripe is paid, and may be given back there")
  func outOfBand() throws {
    let note = #"{"id":"cn_1","customer":"cus_1","invoice":"in_1","currency":"eur","amount":999"#
    let back = try tell(line("credit_note.created", note + #","out_of_band_amount":500}"#))
    #expect(back["event"] == "refunded" && back["price"] == "5" && back["transaction_id"] == "in_1")
    #expect(
      try tell(line("credit_note.created", note + #","out_of_band_amount":null}"#))
        == .ignored("credit_note.created"))
    let more = #","paid_out_of_band":true,"amount_due":999"#
    #expect(try tell(line("invoice.paid", invoice(paid: "0", more: more)))["price"] == "9.99")
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
      (#""status":"active""#, #"{"items":{"data":[]}}"#, "product_changed"),
      (#""status":"past_due""#, #"{"plan":{"id":"old"}}"#, "product_changed"),
      (#""status":"incomplete""#, #"{"plan":{"id":"old"}}"#, nil),
      (#""trial_end":1769936400"#, #"{"trial_end":1768467600}"#, "subscription_extended"),
      (#""trial_end":1768467600"#, #"{"trial_end":1769936400}"#, nil),
      (#""status":"unpaid""#, #"{"status":"past_due"}"#, "expired"),
      (#""status":"unpaid""#, #"{"metadata":{}}"#, nil),
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

  @Test("Whoever takes a cancellation back may change the plan at once, or seats")
  func goesOn() throws {
    func told(_ now: String, _ before: String) throws -> Telling {
      let items =
        #""status":"active","currency":"eur","items":{"data":[{"quantity":3,"price":{"id":"pro","unit_amount":3000,"recurring":{"interval":"month"}}}]}"#
      let subscription = #"{"id":"sub_1","customer":"cus_1",\#(items)\#(now)}"#
      return try tell(line("customer.subscription.updated", subscription, previous: before))
    }
    let old = #""items":{"data":[{"quantity":3,"price":{"id":"basic"}}]}"#
    let on = #","cancel_at_period_end":false"#
    let both = try told(on, #"{"cancel_at_period_end":true,\#(old)}"#)
    #expect(both["event"] == "uncancelled" && both["recurring_price"] == "90")
    #expect(both["product_id"] == "pro" && both["period"] == "P1M")
    let alone = try told(on, #"{"cancel_at_period_end":true}"#)
    #expect(alone["event"] == "uncancelled" && alone["recurring_price"] == nil)
    let seats = try told(#","quantity":3"#, #"{"quantity":2}"#)
    #expect(seats["event"] == "product_changed" && seats["recurring_price"] == "90")
    #expect(try told(#","quantity":3"#, #"{"quantity":3}"#)["event"] == nil)
  }

  @Test("A changed plan says what recurs from now on, where every price has a unit amount")
  func plans() throws {
    let item = { (id: String, unit: String, more: String) in
      #"{"price":{"id":"\#(id)","currency":"eur",\#(unit)"recurring":{"interval":"month"\#(more)}},"quantity":2}"#
    }
    let update = { (items: String) in
      try tell(
        FeedTests.line(
          "customer.subscription.updated",
          #"{"id":"sub_1","customer":"cus_1","status":"active","items":{"data":[\#(items)]}}"#,
          previous: #"{"items":{}}"#))
    }
    let usage = item("usage", #""unit_amount":7,"#, #","usage_type":"metered""#)
    let told = try update(
      [usage, item("pro", #""unit_amount":1500,"#, ""), item("seat", #""unit_amount":500,"#, "")]
        .joined(separator: ","))
    #expect(
      told
        == .event([
          "event": "product_changed", "timestamp": created, "event_id": "evt", "user_id": "cus_1",
          "platform": "web", "product_id": "pro", "original_transaction_id": "sub_1",
          "recurring_price": "40", "currency": "EUR", "period": "P1M",
        ]))
    let tiers = try update(item("tiers", #""unit_amount":null,"#, ""))
    #expect(tiers["event"] == "product_changed" && tiers["product_id"] == "tiers")
    #expect(tiers["recurring_price"] == nil && tiers["currency"] == nil && tiers["period"] == nil)
    #expect(try update("")["recurring_price"] == nil)
  }

  @Test(
    "Items that are named as they were are no change of plan",
    arguments: [
      (#"{"items":{"data":[{"price":{"id":"pro"},"quantity":2}]}}"#, false),
      (#"{"items":{"data":[{"price":{"id":"pro"},"current_period_end":1}]}}"#, false),
      (#"{"items":{"data":[{"price":{"id":"basic"},"quantity":2}]}}"#, true),
      (#"{"items":{"data":[{"price":{"id":"pro"},"quantity":1}]}}"#, true),
      (#"{"items":{"data":[{"price":{"id":"pro"}},{"price":{"id":"seat"}}]}}"#, true),
      (#"{"items":{"data":[]}}"#, true), (#"{"plan":{"id":"basic"}}"#, true),
    ])
  func unchanged(_ before: String, _ isChange: Bool) throws {
    let item =
      #"{"price":{"id":"pro","currency":"eur","unit_amount":1500,"recurring":{"interval":"month"}},"quantity":2}"#
    let now =
      #"{"id":"sub_1","customer":"cus_1","status":"active","items":{"data":[\#(item)]},"plan":{"id":"pro"}}"#
    let told = try tell(line("customer.subscription.updated", now, previous: before))
    #expect(told["event"] == (isChange ? "product_changed" : nil))
    // A trial that is made longer names its items, too.
    let longer = before.replacing(#"{"items""#, with: #"{"trial_end":1,"items""#)
    let extended = try tell(
      line(
        "customer.subscription.updated",
        now.replacing(#""status""#, with: #""trial_end":1769936400,"status""#), previous: longer))
    if !isChange { #expect(extended["event"] == "subscription_extended") }
  }

  @Test(
    "A coupon that goes on lowers what recurs",
    arguments: [
      (#"{"percent_off":50,"duration":"forever"}"#, "15"),
      (#"{"percent_off":12.5,"duration":"repeating"}"#, "26.25"),
      (#"{"percent_off":50,"duration":"once"}"#, "30"), ("null", "30"),
      (#"{"amount_off":500,"duration":"forever"}"#, "25"), (#"{"amount_off":9900}"#, "0"),
    ])
  func coupons(_ coupon: String, _ recurring: String) throws {
    let item =
      #"{"price":{"id":"pro","currency":"eur","unit_amount":1500,"recurring":{"interval":"month"}},"quantity":2}"#
    let now =
      #"{"id":"sub_1","customer":"cus_1","status":"active","items":{"data":[\#(item)]},"discount":{"coupon":\#(coupon)}}"#
    let told = try tell(
      line("customer.subscription.updated", now, previous: #"{"plan":{"id":"basic"}}"#))
    #expect(told["recurring_price"] == recurring)
    let several = now.replacing(
      #""discount":{"coupon":\#(coupon)}"#, with: #""discounts":["di_1",{"coupon":\#(coupon)}]"#)
    let newer = try tell(
      line("customer.subscription.updated", several, previous: #"{"plan":{"id":"basic"}}"#))
    #expect(newer["recurring_price"] == recurring)
  }

  @Test("Of a trial that is longer and of another plan, the end is told")
  func longerTrialOfAnotherPlan() throws {
    let now = { (status: String) in
      #"{"id":"sub_1","customer":"cus_1","status":"\#(status)","trial_end":1769936400,"items":{"data":[{"price":{"id":"pro","currency":"eur","unit_amount":1500,"recurring":{"interval":"month"}}}]}}"#
    }
    let previous = #"{"trial_end":1767258000,"plan":{"id":"basic"}}"#
    let trial = try tell(
      line("customer.subscription.updated", now("trialing"), previous: previous))
    #expect(trial["event"] == "subscription_extended" && trial["expires_at"] != nil)
    let paid = try tell(line("customer.subscription.updated", now("active"), previous: previous))
    #expect(paid["event"] == "product_changed" && paid["recurring_price"] == "15")
  }

  @Test(
    "Of packages as many recur as are paid for",
    arguments: [("up", 250, "30"), ("up", 300, "30"), ("down", 250, "20")])
  func packages(_ round: String, _ quantity: Int, _ recurring: String) throws {
    let price =
      #"{"id":"pro","unit_amount":1000,"recurring":{"interval":"month"},"transform_quantity":{"divide_by":100,"round":"\#(round)"}}"#
    let item =
      #"{"amount":3000,"quantity":\#(quantity),"period":{"end":1769936400},"price":\#(price)}"#
    let told = try tell(line("invoice.paid", invoice(paid: "3000", lines: item)))
    #expect(told["recurring_price"] == recurring)
  }

  @Test("A line of the time before others is of what was used, and does not recur")
  func arrears() throws {
    let line = { (id: String, start: Int, end: Int, unit: Int) in
      #"{"amount":\#(unit),"quantity":1,"period":{"start":\#(start),"end":\#(end)},"parent":{"type":"subscription_item_details"},"pricing":{"price_details":{"price":"\#(id)"},"unit_amount_decimal":"\#(unit)"}}"#
    }
    let plan = line("plan", 1_767_258_000, 1_769_936_400, 1000)
    let usage = line("usage", 1_764_579_600, 1_767_258_000, 700)
    let told = try tell(
      FeedTests.line("invoice.paid", invoice(paid: "1700", lines: usage + "," + plan)))
    #expect(told["recurring_price"] == "10" && told["product_id"] == "plan")
    let alone = try tell(FeedTests.line("invoice.paid", invoice(paid: "700", lines: usage)))
    #expect(alone["recurring_price"] == "7")
  }

  @Test("An invoice may list its payments")
  func listedPayments() throws {
    let list =
      #","payments":{"data":[{"payment":{"type":"payment_intent","payment_intent":"pi_9"}}]}"#
    #expect(try tell(line("invoice.paid", invoice(more: list)))["payment_id"] == "pi_9")
    let both = list + #","payment_intent":"pi_1""#
    #expect(try tell(line("invoice.paid", invoice(more: both)))["payment_id"] == "pi_1")
  }

  @Test("A payment that no invoice asked for is ignored under a name of its own")
  func uninvoiced() throws {
    let charge = { (invoice: String) in #"{"id":"ch_1","amount":999,"currency":"eur"\#(invoice)}"# }
    #expect(
      try tell(line("charge.succeeded", charge(#","invoice":null"#)))
        == .ignored(LineCounts.uninvoiced))
    for invoice in [#","invoice":"in_1""#, ""] {
      #expect(try tell(line("charge.succeeded", charge(invoice))) == .ignored("charge.succeeded"))
    }
    let session = { (more: String) in
      #"{"id":"cs_1","payment_status":"paid","mode":"payment","customer":"cus_1"\#(more)}"#
    }
    let done = "checkout.session.completed"
    #expect(
      try tell(line(done, session(#","invoice":null"#))) == .ignored(LineCounts.uninvoicedSession))
    #expect(try tell(line(done, session(#","invoice":"in_1""#))) == .ignored(done))
    #expect(
      try tell(line(done, session(#","client_reference_id":"u1""#)))["event"] == "user_aliased")
  }

  @Test("An item that comes to others is money, and takes the place of none")
  func added() throws {
    let seat = of("seat", 1_769_936_400, amount: 500, #","proration":true"#)
    let back = of("seat", 1_769_936_400, amount: -200, #","proration":true"#)
    let alone = try tell(
      FeedTests.line("invoice.paid", invoice("subscription_update", lines: seat)))
    #expect(alone["event"] == "purchased" && alone["product_id"] == nil)
    let changed = try tell(
      FeedTests.line("invoice.paid", invoice("subscription_update", lines: back + "," + seat)))
    #expect(changed["event"] == "product_changed" && changed["product_id"] == "seat")
  }

  @Test("What the rest of a period costs at a price with tiers tells what the whole of it does")
  func tiers() throws {
    // 1 April 2026 to 1 January 2027, 275 of 365 days.
    let part = { (seats: Int, amount: Int) in
      #"{"amount":\#(amount),"quantity":\#(seats),"proration":true,"period":{"start":1775001600,"end":1798761600},"price":{"id":"seat","unit_amount":null,"recurring":{"interval":"year"}}}"#
    }
    let lines = part(10, -9041) + "," + part(20, 18082)
    let told = try tell(
      FeedTests.line("invoice.paid", invoice("subscription_update", paid: "9041", lines: lines)))
    #expect(told["event"] == "product_changed" && told["price"] == "90.41")
    // 180.82 × 365 ÷ 275
    #expect(told["recurring_price"] == "239.997455")
  }

  @Test("Discounts of an invoice whose lines do not tell their share are taken off what recurs")
  func wholeDiscounts() throws {
    let off = { (more: String) in
      #","subtotal":1500,"total_discount_amounts":[{"amount":300}]\#(more)"#
    }
    let told = try tell(line("invoice.paid", invoice(more: off(""))))
    #expect(told["recurring_price"] == "7.992")
    let none = #","subtotal":1500,"total_discount_amounts":[]"#
    #expect(try tell(line("invoice.paid", invoice(more: none)))["recurring_price"] == "9.99")
    let lines =
      #"{"amount":999,"discount_amounts":[],"period":{"end":1769936400},"price":\#(price("month"))}"#
    let shared = try tell(line("invoice.paid", invoice(lines: lines, more: off(""))))
    #expect(shared["recurring_price"] == "9.99")
  }

  @Test("A subscription that begins in the past pays for several periods, and recurs once")
  func backdated() throws {
    let line = { (start: Int, end: Int) in
      #"{"amount":3000,"quantity":1,"period":{"start":\#(start),"end":\#(end)},"price":{"id":"pro","unit_amount":3000,"recurring":{"interval":"month"}}}"#
    }
    let lines = [line(100, 200), line(200, 300), line(300, 1_769_936_400)].joined(separator: ",")
    let told = try tell(
      FeedTests.line("invoice.paid", invoice("subscription_create", paid: "9000", lines: lines)))
    #expect(told["price"] == "90" && told["recurring_price"] == "30")
    #expect(told["expires_at"] == "2026-02-01T09:00:00.000Z")
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
          "platform": "web", "country": "DE", "transaction_id": "in_1", "payment_id": "ch",
          "price": "5", "currency": "EUR",
        ]))
    #expect(try tell(line("charge.refunded", known))["price"] == "7")
    for none in [#","invoice":null,"payment_intent":"pi_1""#, #","payment_intent":"pi_1""#] {
      let alone = try tell(line("charge.refunded", charge(none)))
      #expect(alone["transaction_id"] == nil && alone["payment_id"] == "pi_1")
      #expect(alone["price"] == "7" && alone["charge_price"] == "9.99")
    }
    // Without what it was before, an object tells all that went back so far.
    let alone = line("charge.refunded", known)
    var flags = EventFlags()
    try readLines([alone]).forEachEvent { _, event, _ in flags = event.flags }
    #expect(flags == .cumulative)
    // Less than before is no refund of the difference.
    #expect(
      try tell(line("charge.refunded", known, previous: #"{"amount_refunded":900}"#))
        == .rejected(.badAmount, "price"))
    #expect(
      try tell(line("charge.refunded", known, previous: #"{"amount_refunded":[]}"#))
        == .rejected(.mistypedField, "price"))
  }

  @Test("A dispute moves money twice at most; a refund that failed is undone once")
  func disputes() throws {
    let dispute = #"{"id":"dp","amount":999,"charge":"ch","currency":"eur"}"#
    #expect(
      try tell(line("charge.dispute.funds_withdrawn", dispute))
        == .event([
          "event": "refunded", "timestamp": created, "event_id": "evt", "platform": "web",
          "payment_id": "ch", "price": "9.99", "currency": "EUR", "reason": "dispute",
        ]))
    let won = try tell(line("charge.dispute.funds_reinstated", dispute))
    #expect(won["event"] == "refund_reversed" && won["payment_id"] == "ch")
    let moved = #"{"amount":-999,"created":1767299990},{"amount":999,"created":1767299999}"#
    let moves = #""balance_transactions":[\#(moved)]"#
    let listed = try tell(
      line("charge.dispute.closed", dispute.replacing("}", with: #","status":"lost",\#(moves)}"#)))
    #expect(listed["event"] == "refunded" && listed["timestamp"] == "2026-01-01T20:39:50.000Z")
    #expect(listed["event_id"] == "dp" && listed["price"] == "9.99")
    let back = try tell(
      line("charge.dispute.closed", dispute.replacing("}", with: #","status":"won",\#(moves)}"#)))
    #expect(back["event"] == "refund_reversed" && back["timestamp"] == "2026-01-01T20:39:59.000Z")
    for type in ["charge.dispute.created", "charge.dispute.closed", "charge.dispute.updated"] {
      #expect(try tell(line(type, dispute)) == .ignored(type))
    }
    let lost = dispute.replacing("}", with: #","status":"lost"}"#)
    let taken = try tell(line("charge.dispute.closed", lost))
    #expect(taken["event"] == "refunded" && taken["timestamp"] == created)
    let none = dispute.replacing("}", with: #","status":"lost","balance_transactions":[]}"#)
    #expect(
      try tell(line("charge.dispute.closed", none)) == .ignored("charge.dispute.closed"))
    let refund = { (status: String) in
      #"{"id":"re_1","amount":999,"payment_intent":"pi","charge":"ch","status":"\#(status)"}"#
    }
    let before = #"{"status":"pending"}"#
    let types = ["refund.failed", "charge.refund.updated", "refund.updated"]
    let reading = try readLines(types.map { line($0, refund("failed"), previous: before) })
    #expect(reading.counts.accepted == 3)
    for type in types {
      let told = try tell(line(type, refund("failed"), previous: before))
      #expect(told["event"] == "refund_reversed" && told["event_id"] == "re_1")
      #expect(told["payment_id"] == "pi" && told["price"] == nil)
    }
    for type in types.dropFirst() {
      #expect(try tell(line(type, refund("canceled"), previous: before))["event_id"] == "re_1")
      #expect(try tell(line(type, refund("succeeded"), previous: before)) == .ignored(type))
      #expect(try tell(line(type, refund("failed"))) == .ignored(type))
    }
    #expect(
      try tell(line("charge.dispute.funds_withdrawn", #"{"amount":999}"#))
        == .rejected(.missingField, "user_id"))
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
