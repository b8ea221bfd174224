import Testing
import Values

@testable import Feed

private let item =
  #"{"productId":"pro","expiryTime":"2026-02-01T09:00:00.123456Z","latestSuccessfulOrderId":"GPA.1","autoRenewingPlan":{"recurringPrice":{"currencyCode":"EUR","units":"9","nanos":990000000}},"offerDetails":{"basePlanId":"monthly","offerId":"spring"}}"#

private func purchase(_ more: String = "", item: String = item) -> String {
  #"{"startTime":"2026-01-01T09:00:00Z","regionCode":"DE","lineItems":[\#(item)],"externalAccountIdentifiers":{"obfuscatedExternalAccountId":"u1"}\#(more)}"#
}

private func line(_ type: Int, _ purchase: String? = purchase(), _ more: String = "") -> String {
  let beside = purchase.map { #","purchase":\#($0)"# } ?? ""
  return
    #"{"packageName":"p","eventTimeMillis":"1767300000000","subscriptionNotification":{"notificationType":\#(type),"purchaseToken":"tok","subscriptionId":"pro"}\#(beside)\#(more)}"#
}

@Suite struct GooglePlayTests {
  private let told = "2026-01-01T20:40:00.000Z"

  @Test("A renewal says its price, its end, and the base plan with the product")
  func renewal() throws {
    #expect(
      try tell(line(2))
        == .event([
          "event": "renewed", "timestamp": told, "user_id": "u1", "product_id": "pro:monthly",
          "transaction_id": "GPA.1", "original_transaction_id": "tok", "price": "9.99",
          "currency": "EUR", "expires_at": "2026-02-01T09:00:00.123Z", "country": "DE",
          "platform": "android",
        ]))
  }

  @Test(
    "A notification is the line itself where nothing in it has the data",
    arguments: [#""read""#, #"{"messageId":"5"}"#, #"{"data":null}"#, "null"])
  func besideMessage(_ message: String) throws {
    let told = try tell(line(2, purchase(), #","message":\#(message)"#))
    #expect(told["event"] == "renewed" && told["price"] == "9.99")
  }

  @Test("A purchase that nobody has paid yet comes again")
  func pending() throws {
    let pending = purchase(#","subscriptionState":"SUBSCRIPTION_STATE_PENDING""#)
    #expect(try tell(line(4, pending)) == .ignored("SUBSCRIPTION_PURCHASED/pending"))
    let active = purchase(#","subscriptionState":"SUBSCRIPTION_STATE_ACTIVE""#)
    #expect(try tell(line(4, active))["event"] == "purchased")
  }

  @Test(
    "So does a product that waits; a test purchase is none",
    arguments: [
      (#""purchaseState":0"#, nil), (#""purchaseState":1"#, nil),
      (#""purchaseState":2"#, "ONE_TIME_PRODUCT_PURCHASED/pending"),
      (#""purchaseStateContext":{"purchaseState":"PURCHASED"}"#, nil),
      (
        #""purchaseStateContext":{"purchaseState":"PENDING"}"#,
        "ONE_TIME_PRODUCT_PURCHASED/pending"
      ),
      (#""testPurchaseContext":{"fopType":"TEST"}"#, "sandbox"),
    ] as [(String, String?)])
  func products(_ state: String, _ ignored: String?) throws {
    let notice =
      #""oneTimeProductNotification":{"notificationType":1,"purchaseToken":"t","sku":"c"}"#
    let told = try tell(
      #"{"packageName":"p","eventTimeMillis":"1767300000000",\#(notice),"purchase":{"orderId":"GPA.9",\#(state)}}"#
    )
    if let ignored {
      #expect(told == .ignored(ignored))
    } else {
      #expect(told["event"] == "purchased")
    }
  }

  @Test(
    "Each number of a subscription's notification is one kind of event",
    arguments: [
      (1, "renewed"), (2, "renewed"), (3, "cancelled"), (4, "purchased"), (5, "billing_failed"),
      (6, "grace_period_entered"), (7, "uncancelled"), (9, "subscription_extended"),
      (10, "expired"), (12, "revoked"), (13, "expired"),
    ])
  func kinds(_ type: Int, _ kind: String) throws {
    let event = try tell(line(type))
    #expect(event["event"] == kind)
    let isCharge = ["renewed", "purchased"].contains(kind)
    #expect(event["price"] == (isCharge ? "9.99" : nil))
    let hasEnd = isCharge || kind == "subscription_extended"
    #expect(event["expires_at"] == (hasEnd ? "2026-02-01T09:00:00.123Z" : nil))
    #expect(
      event["grace_expires_at"]
        == (kind == "grace_period_entered" ? "2026-02-01T09:00:00.123Z" : nil))
    #expect(event["timestamp"] == (type == 4 ? "2026-01-01T09:00:00.000Z" : told))
    #expect(try tell(line(type, nil))["event"] == kind)
  }

  @Test(
    "Numbers that say nothing of money are ignored under their name",
    arguments: [
      (8, "SUBSCRIPTION_PRICE_CHANGE_CONFIRMED"), (11, "SUBSCRIPTION_PAUSE_SCHEDULE_CHANGED"),
      (17, "SUBSCRIPTION_ITEMS_CHANGED"), (18, "SUBSCRIPTION_CANCELLATION_SCHEDULED"),
      (19, "SUBSCRIPTION_PRICE_CHANGE_UPDATED"), (20, "SUBSCRIPTION_PENDING_PURCHASE_CANCELED"),
      (22, "SUBSCRIPTION_PRICE_STEP_UP_CONSENT_UPDATED"), (99, "subscriptionNotification:99"),
    ])
  func ignored(_ type: Int, _ name: String) throws {
    #expect(try tell(line(type, purchase(#","testPurchase":{}"#))) == .ignored(name))
  }

  @Test(
    "What recurs stands apart from an order that is for the rest of a period, or has a tax on top",
    arguments: [
      (4, "5", "", #","linkedPurchaseToken":"old""#, "9.99"),
      (2, "5", "", #","linkedPurchaseToken":"old""#, nil), (4, "5", "", "", nil),
      (2, "10", #","tax":{"units":"0","nanos":10000000}"#, "", "9.99"),
      (2, "9", #","tax":{"units":"0","nanos":10000000}"#, "", nil),
    ] as [(Int, String, String, String, String?)])
  func orders(_ type: Int, _ total: String, _ tax: String, _ more: String, _ recurring: String?)
    throws
  {
    let plain = item.replacing(#","offerId":"spring""#, with: "")
    let order = #","order":{"total":{"currencyCode":"EUR","units":"\#(total)"}\#(tax)}"#
    let told = try tell(line(type, purchase(more, item: plain), order))
    #expect(told["price"] == total && told["recurring_price"] == recurring)
    #expect(told["tax"] == (tax.isEmpty ? nil : "0.01"))
    let several = plain + "," + plain.replacing("pro", with: "extra")
    let added = try tell(line(4, purchase(more, item: several), order))
    #expect(tax.isEmpty || added["price"] == total)
    if !more.isEmpty { #expect(added["recurring_price"] == nil) }
  }

  @Test(
    "A purchase in the place of another tells the plan's price, unless the order tells what was paid"
  )
  func planPrices() throws {
    let linked = #","linkedPurchaseToken":"old""#
    let order = #","order":{"total":{"currencyCode":"EUR","units":"5"}}"#
    func flags(_ type: Int, _ purchase: String, _ more: String = "") throws -> EventFlags? {
      var flags: EventFlags?
      try readLines([line(type, purchase, more)]).forEachEvent { _, event, _ in flags = event.flags
      }
      return flags
    }
    #expect(try flags(4, purchase(linked)) == .planPrice)
    #expect(try flags(4, purchase()) == [])
    #expect(try flags(4, purchase(linked), order) == [])
    #expect(try flags(2, purchase(linked)) == [])
    let prorated = item.replacing(
      "\"offerDetails\"", with: #""offerPhase":{"prorationPeriod":{}},"offerDetails""#)
    #expect(try flags(4, purchase(linked, item: prorated)) == [])
  }

  @Test("A price is the order's, or the plan's, or unknown while an offer runs")
  func prices() throws {
    let order = #","order":{"total":{"currencyCode":"EUR","units":"4","nanos":995000500}}"#
    #expect(try tell(line(2, purchase(), order))["price"] == "4.995")
    #expect(try tell(line(2, purchase(), order))["offer_id"] == "spring")
    let free = item.replacing(
      "\"offerDetails\"", with: #""offerPhase":{"freeTrial":{}},"offerDetails""#)
    #expect(try tell(line(2, purchase(item: free)))["price"] == "0")
    #expect(try tell(line(2, purchase(item: free)))["currency"] == "EUR")
    let introductory = try tell(
      line(2, purchase(item: free.replacing("freeTrial", with: "introductoryPrice"))))
    #expect(introductory["price"] == nil && introductory["currency"] == "EUR")
    #expect(introductory["offer_id"] == "spring" && introductory["recurring_price"] == nil)
    // Paid with what was left of another plan.
    let prorated = free.replacing("freeTrial", with: "prorationPeriod")
    let nothing = #","order":{"total":{"currencyCode":"EUR"}}"#
    for used in [
      try tell(line(2, purchase(item: prorated))), try tell(line(2, purchase(), nothing)),
    ] {
      #expect(used["price"] == "0" && used["recurring_price"] == "9.99")
      #expect(used["currency"] == "EUR" && used["offer_id"] == "spring")
    }
    #expect(try tell(line(2, purchase(item: free), nothing))["recurring_price"] == nil)
    let base = free.replacing("freeTrial", with: "basePrice")
    #expect(try tell(line(2, purchase(item: base)))["offer_id"] == nil)
    let round = item.replacing(#""units":"9","nanos":990000000"#, with: #""units":"9""#)
    #expect(try tell(line(2, purchase(item: round)))["price"] == "9")
    let broken = item.replacing(#""units":"9""#, with: #""units":"9.5""#)
    #expect(try tell(line(2, purchase(item: broken))) == .rejected(.badAmount, "price"))
    for (nanos, exact) in [("500", "9"), ("1500", "9.000002"), ("2500", "9.000002")] {
      let fine = item.replacing("990000000", with: nanos)
      #expect(try tell(line(2, purchase(item: fine)))["price"] == exact)
    }
    #expect(
      try tell(line(2, purchase(item: item.replacing("\"9\"", with: "\"-9\""))))
        == .rejected(.negativePrice, "price"))
    #expect(
      try tell(line(2, purchase(item: item.replacing("\"9\"", with: "\"nine\""))))
        == .rejected(.badAmount, "price"))
  }

  @Test("A token that another one replaces is named on every message")
  func links() throws {
    for type in [2, 3, 4, 13] {
      let told = try tell(line(type, purchase(#","linkedPurchaseToken":"before""#)))
      #expect(told["linked_transaction_id"] == "before")
    }
    let older = #"{"expiryTimeMillis":"1769936400000","linkedPurchaseToken":"before"}"#
    #expect(try tell(line(13, older))["linked_transaction_id"] == "before")
  }

  @Test("The older resource says times, prices and reasons with numbers")
  func older() throws {
    let body = { (more: String) in
      #"{"startTimeMillis":"1767258000000","expiryTimeMillis":"1769936400000","priceAmountMicros":"9990001","priceCurrencyCode":"EUR","countryCode":"DE","orderId":"GPA.1"\#(more)}"#
    }
    let bought = try tell(line(4, body(#","paymentState":1"#)))
    #expect(bought["event"] == "purchased" && bought["timestamp"] == "2026-01-01T09:00:00.000Z")
    #expect(bought["price"] == "9.990001" && bought["currency"] == "EUR")
    #expect(bought["expires_at"] == "2026-02-01T09:00:00.000Z" && bought["country"] == "DE")
    #expect(try tell(line(4, body(#","paymentState":2"#)))["event"] == "trial_started")
    #expect(
      try tell(line(4, body(#","paymentState":0"#))) == .ignored("SUBSCRIPTION_PURCHASED/pending"))
    #expect(try tell(line(2, body(#","paymentState":0"#)))["event"] == "renewed")
    let introductory =
      #","introductoryPriceInfo":{"introductoryPriceAmountMicros":"1990000","introductoryPriceCurrencyCode":"EUR"}"#
    #expect(try tell(line(4, body(introductory)))["price"] == "1.99")
    let renewal = body(introductory).replacing("GPA.1", with: "GPA.1..0")
    #expect(try tell(line(2, renewal))["price"] == "9.990001")
    for (code, reason) in [(0, "user"), (1, "billing"), (3, "developer"), (9, nil)] {
      let told = try tell(line(3, body(#","cancelReason":\#(code)"#)))
      #expect(told["event"] == "cancelled" && told["reason"] == reason)
    }
    #expect(
      try tell(line(3, body(#","cancelReason":2"#))) == .ignored("SUBSCRIPTION_CANCELED/replaced"))
    #expect(try tell(line(13, body(#","cancelReason":1"#)))["reason"] == "billing")
    #expect(
      try tell(line(2, body("").replacing("9990001", with: "much")))
        == .rejected(.badAmount, "price"))
    #expect(
      try tell(line(2, body("").replacing("1769936400000", with: "soon")))
        == .rejected(.badTime, "expires_at"))
  }

  @Test("A free phase is a trial; older records say so by name only")
  func trials() throws {
    let free = item.replacing(
      "\"offerDetails\"", with: #""offerPhase":{"freeTrial":{}},"offerDetails""#)
    for trial in [
      free, item.replacing("spring", with: "FreeTRIAL14"),
      item.replacing(#""offerId":"spring""#, with: #""offerTags":["a","my-Trial"]"#),
    ] {
      let event = try tell(line(4, purchase(item: trial)))
      #expect(event["event"] == "trial_started" && event["price"] == nil)
      #expect(event["offer_id"] == nil && event["expires_at"] != nil)
    }
    let paid = free.replacing("freeTrial", with: "basePrice").replacing("spring", with: "trial")
    #expect(try tell(line(4, purchase(item: paid)))["event"] == "purchased")
  }

  @Test("A cancellation's reason is the one who cancelled, or what they answered")
  func reasons() throws {
    let contexts = [
      (
        #"{"userInitiatedCancellation":{"cancelSurveyResult":{"reason":"CANCEL_SURVEY_REASON_COST_RELATED"}}}"#,
        "cost_related"
      ),
      (#"{"userInitiatedCancellation":{}}"#, "user"),
      (#"{"systemInitiatedCancellation":{}}"#, "billing"),
      (#"{"developerInitiatedCancellation":{}}"#, "developer"), ("{}", nil),
    ]
    for (context, reason) in contexts {
      let more = #","canceledStateContext":\#(context)"#
      #expect(try tell(line(3, purchase(more)))["reason"] == reason)
      #expect(
        try tell(line(13, purchase(more)))["reason"] == (reason == "billing" ? "billing" : nil))
    }
    #expect(
      try tell(line(3, purchase(#","canceledStateContext":{"replacementCancellation":{}}"#)))
        == .ignored("SUBSCRIPTION_CANCELED/replaced"))
    #expect(try tell(line(10))["reason"] == "paused")
  }

  @Test("The line item of the notification's subscription is taken, else the first")
  func items() throws {
    let two = #"{"productId":"addon","latestSuccessfulOrderId":"GPA.2"},"# + item
    #expect(try tell(line(2, purchase(item: two)))["product_id"] == "pro:monthly")
    let others = two.replacing("\"pro\"", with: "\"x\"")
    #expect(try tell(line(2, purchase(item: others)))["product_id"] == "addon")
    #expect(try tell(line(2, nil))["product_id"] == "pro")
  }

  @Test("A notification in base64 of either alphabet, in an object or at the top is the same")
  func shapes() throws {
    let body =
      #"{"packageName":"p~?>","eventTimeMillis":1767300000000,"subscriptionNotification":{"notificationType":7,"purchaseToken":"tok","subscriptionId":"pro"}}"#
    let event = try tell(body)
    #expect(event["event"] == "uncancelled")
    let url = base64url(Array(body.utf8))
    let plain = url.replacing("-", with: "+").replacing("_", with: "/")
    let padded = plain + String(repeating: "=", count: (4 - plain.count % 4) % 4)
    for data in ["\"\(url)\"", "\"\(plain)\"", "\"\(padded)\"", body] {
      for id in ["messageId", "message_id"] {
        var fields = try tell(#"{"message":{"data":\#(data),"\#(id)":"m1"}}"#, in: .googlePlay)
        #expect(fields["event_id"] == "m1")
        if case .event(var all) = fields {
          all["event_id"] = nil
          fields = .event(all)
        }
        #expect(fields == event)
      }
    }
    for bad in ["%%%", "e30", "W10=", "a", "=", "e30=="] {
      let told = try tell(#"{"message":{"data":"\#(bad)"}}"#)
      #expect(
        told == (bad == "e30" ? .rejected(.missingField, "event") : .rejected(.badBase64, "")),
        "\(bad)")
    }
  }

  @Test("One-time products, voided purchases and tests have rows of their own")
  func others() throws {
    let body = { (members: String) in
      #"{"packageName":"p","eventTimeMillis":"1767300000000",\#(members)}"#
    }
    let product =
      #""oneTimeProductNotification":{"notificationType":1,"purchaseToken":"t","sku":"coins"},"purchase":{"orderId":"GPA.3","regionCode":"US","obfuscatedExternalAccountId":"u2"}"#
    #expect(
      try tell(body(product))
        == .event([
          "event": "purchased", "timestamp": told, "user_id": "u2", "product_id": "coins",
          "transaction_id": "GPA.3", "original_transaction_id": "t", "country": "US",
          "platform": "android",
        ]))
    #expect(
      try tell(body(product.replacing(":1,", with: ":2,"))) == .ignored("ONE_TIME_PRODUCT_CANCELED")
    )
    #expect(
      try tell(body(product.replacing("\"regionCode\"", with: "\"purchaseType\":0,\"regionCode\"")))
        == .ignored("sandbox"))
    let voided =
      #""voidedPurchaseNotification":{"purchaseToken":"t","orderId":"GPA.3","refundType":1}"#
    #expect(
      try tell(body(voided))
        == .event([
          "event": "refunded", "timestamp": told, "transaction_id": "GPA.3",
          "original_transaction_id": "t", "platform": "android",
        ]))
    #expect(
      try tell(body(voided.replacing(":1}", with: ":2}"))) == .ignored("voidedPurchase/partial"))
    for key in ["testNotification", "pendingRefundReviewNotification"] {
      #expect(try tell(body(#""\#(key)":{}"#)) == .ignored(key))
    }
    #expect(
      try tell(body(#""subscriptionNotification":{"purchaseToken":"t"}"#))
        == .rejected(.missingField, "event"))
  }

  @Test("Account ids are looked for in their order; without one the token is the customer")
  func accounts() throws {
    let other = purchase().replacing("obfuscatedExternalAccountId", with: "externalAccountId")
    #expect(try tell(line(2, other))["user_id"] == "u1")
    let none = purchase().replacing("externalAccountIdentifiers", with: "x")
    #expect(try tell(line(2, none))["user_id"] == nil)
    #expect(
      try tell(
        #"{"packageName":"p","eventTimeMillis":"1767300000000","subscriptionNotification":{"notificationType":2}}"#
      )
        == .rejected(.missingField, "user_id"))
  }
}
