import Testing
import Values

@testable import Settings

/// `opening` from what Stripe's and Chargebee's lists of subscriptions answer, in the shapes of their
/// documentation. 1767258000 is 2026-01-01 09:00 UTC, 1769936400 a month later.
@Suite struct SubscriptionListTests {
  private func opening(_ text: String, _ zone: Zone = .utc) throws -> [String] {
    let products = [("plan", Period(1, .month)), ("year", Period(1, .year)), ("coins", nil)].map {
      var product = Catalogue.Product(id: $0.0, tier: "t", group: "g")
      product.period = $0.1
      return product
    }
    return try Opening.parse(
      Array(text.utf8), file: "s.json", products: products, zone: zone,
      isNoID: { $0 == "nobody" }
    ).rows.map {
      "\($0.customer) \($0.product) \($0.since) \($0.paidUntil) \($0.price.decimalText) \($0.currency)"
    }
  }

  private func stripe(
    customer: String = #""cus_1""#, status: String = "active", currency: String = "usd",
    price: String = #"{"id":"plan","unit_amount":999,"recurring":{"usage_type":"licensed"}}"#,
    quantity: String = "1", more: String = ""
  ) -> String {
    """
    {"id":"sub_1","object":"subscription","customer":\(customer),"status":"\(status)",
     "currency":"\(currency)","start_date":1767258000,"current_period_end":1769936400,\(more)
     "items":{"object":"list","data":[{"id":"si_1","price":\(price),"quantity":\(quantity)}]}}
    """
  }

  private func list(_ subscriptions: String...) -> String {
    #"{"object":"list","url":"/v1/subscriptions","has_more":false,"data":["#
      + subscriptions.joined(separator: ",") + "]}"
  }

  @Test("Stripe's subscriptions that are paid are read, page after page")
  func stripePages() throws {
    let plain = ["cus_1 plan 2026-01-01 2026-02-01 9.99 USD"]
    #expect(try opening(list(stripe())) == plain)
    #expect(try opening(stripe()) == plain)
    #expect(
      try opening("[" + stripe(customer: #"{"id":"cus_1","object":"customer"}"#) + "]") == plain)
    #expect(
      try opening(
        list(stripe(), stripe(customer: #""cus_2""#, status: "past_due")) + "\n"
          + list(stripe(customer: #""cus_3""#)) + "\n"
      ).map { $0.prefix(5) } == ["cus_1", "cus_2", "cus_3"])
    for status in ["trialing", "canceled", "unpaid", "incomplete", "paused"] {
      #expect(try opening(list(stripe(status: status))) == [])
    }
    // A day is the zone's: 09:00 UTC is the day before on Hawaii.
    let honolulu = try #require(Zone(named: "Pacific/Honolulu"))
    #expect(
      try opening(list(stripe()), honolulu) == ["cus_1 plan 2025-12-31 2026-01-31 9.99 USD"])
  }

  @Test("Items that are paid by the month and by the year are one price of the longest period")
  func stripeIntervals() throws {
    let text = """
      {"id":"sub_1","object":"subscription","customer":"cus_1","status":"active","currency":"usd",
       "start_date":1767258000,"items":{"object":"list","data":[
        {"id":"si_1","quantity":1,"current_period_end":1769936400,
         "price":{"id":"plan","unit_amount":1000,"recurring":{"interval":"month"}}},
        {"id":"si_2","quantity":1,"current_period_end":1798794000,
         "price":{"id":"year","unit_amount":12000,"recurring":{"interval":"year"}}}]}}
      """
    #expect(try opening(text) == ["cus_1 year 2026-01-01 2027-01-01 240 USD"])
  }

  @Test(
    "A price is what recurs: quantities, decimals, zero-decimal currencies and coupons",
    arguments: [
      ("usd", #"{"id":"plan","unit_amount":999}"#, "3", "", "29.97 USD"),
      (
        "usd", #"{"id":"plan","unit_amount":null,"unit_amount_decimal":"99.5"}"#, "2", "",
        "1.99 USD"
      ),
      ("jpy", #"{"id":"plan","unit_amount":980}"#, "1", "", "980 JPY"),
      ("kwd", #"{"id":"plan","unit_amount":1500}"#, "1", "", "1.5 KWD"),
      (
        "usd", #"{"id":"plan","unit_amount":1000}"#, "1",
        #""discount":{"coupon":{"percent_off":12.5,"duration":"forever"}},"#, "8.75 USD"
      ),
      (
        "usd", #"{"id":"plan","unit_amount":1000}"#, "1",
        #""discounts":["di_1"],"discount":{"coupon":{"amount_off":250,"duration":"repeating"}},"#,
        "7.5 USD"
      ),
      (
        "usd", #"{"id":"plan","unit_amount":1000}"#, "1",
        #""discounts":[{"coupon":{"percent_off":50,"duration":"once"}}],"#, "10 USD"
      ),
    ])
  func stripePrice(
    currency: String, price: String, quantity: String, more: String, expected: String
  ) throws {
    let text = list(stripe(currency: currency, price: price, quantity: quantity, more: more))
    #expect(try opening(text) == ["cus_1 plan 2026-01-01 2026-02-01 " + expected])
  }

  @Test("Several items are one price, metered ones none, and periods may be the items' own")
  func stripeItems() throws {
    let items =
      #"{"id":"sub_1","object":"subscription","customer":"cus_1","status":"active","currency":"eur","start_date":1767258000,"items":{"data":["#
      + #"{"price":{"id":"year","unit_amount":5000},"quantity":1,"current_period_end":1798794000},"#
      + #"{"price":{"id":"seat","unit_amount":100},"quantity":3,"current_period_end":1798794000},"#
      + #"{"price":{"id":"use","unit_amount":null,"recurring":{"usage_type":"metered"}}}]}}"#
    #expect(try opening(items) == ["cus_1 year 2026-01-01 2027-01-01 53 EUR"])
  }

  @Test("Two of one customer and price are one row; what costs nothing is none")
  func sameAgain() throws {
    #expect(
      try opening(list(stripe(), stripe())) == ["cus_1 plan 2026-01-01 2026-02-01 19.98 USD"])
    #expect(try opening(list(stripe(price: #"{"id":"plan","unit_amount":0}"#))) == [])
  }

  private func chargebee(_ changes: String = "", status: String = "active") -> String {
    """
    {"list":[{"subscription":{"id":"s1","customer_id":"c1","status":"\(status)","currency_code":"EUR",
      "started_at":1767258000,"current_term_end":1769936400,\(changes)"object":"subscription"},
      "customer":{"id":"c1","object":"customer"},"card":{"status":"valid"}}],"next_offset":"[1]"}
    """
  }

  @Test("Chargebee's subscriptions are read, by items and by plan")
  func chargebeeList() throws {
    let items =
      #""subscription_items":[{"item_price_id":"seat","item_type":"addon","amount":200},{"item_price_id":"plan","item_type":"plan","amount":900},{"item_price_id":"x","item_type":"charge","amount":5000}],"#
    #expect(try opening(chargebee(items)) == ["c1 plan 2026-01-01 2026-02-01 11 EUR"])
    let plan = #""plan_id":"plan","plan_unit_price":450,"plan_quantity":2,"#
    #expect(
      try opening(chargebee(plan, status: "non_renewing"))
        == ["c1 plan 2026-01-01 2026-02-01 9 EUR"])
    for status in ["in_trial", "cancelled", "future", "paused"] {
      #expect(try opening(chargebee(plan, status: status)) == [])
    }
  }

  @Test("Every mistake is told with its line and what was expected")
  func mistakes() throws {
    let cases: [(String, String, Int)] = [
      (list(stripe(price: #"{"id":"plam","unit_amount":1}"#)), "product", 1),
      (list(stripe(price: #"{"id":"coins","unit_amount":1}"#)), "product", 1),
      ("\n" + list(stripe(customer: #""nobody""#)), "customer", 2),
      (list(stripe(customer: "null")), "customer", 1),
      (list(stripe(currency: "zzz")), "currency", 1),
      (list(stripe(price: #"{"id":"plan","unit_amount":null}"#)), "price", 1),
      (list(stripe(quantity: "-1")), "price", 1), ("\n{}", "subscription", 2),
      (chargebee(#""plan_id":"plan","#), "price", 1),
      (list(stripe()).replacing("1767258000", with: "true"), "start", 1),
    ]
    for (text, field, line) in cases {
      let failure = #expect(throws: Failure.self, "\(text)") { try opening(text) }
      let message = failure?.message ?? ""
      #expect(message.contains(":\(line): \(field) is "), "\(text): \(message)")
    }
    let broken = #expect(throws: Failure.self) { try opening("{\n\"data\": [}") }
    #expect(broken?.message.contains(":2:10: found") == true)
  }
}
