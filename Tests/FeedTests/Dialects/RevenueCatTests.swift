import Testing

@testable import Feed

private func line(_ type: String, _ changes: [String: String?] = [:]) -> String {
  let all: [String: String?] = [
    "type": type, "id": "e1", "event_timestamp_ms": "1767300000000",
    "purchased_at_ms": "1767258000000", "expiration_at_ms": "1769936400000",
    "app_user_id": "u1", "original_app_user_id": "u1", "product_id": "pro",
    "transaction_id": "t2", "original_transaction_id": "t1", "price": "10.5",
    "price_in_purchased_currency": "9.99", "currency": "EUR", "country_code": "DE",
    "store": "APP_STORE", "environment": "PRODUCTION", "period_type": "NORMAL",
  ]
  return #"{"event":\#(json(all.merging(changes) { $1 })),"api_version":"1.0"}"#
}

private let always = [
  "event_id": "e1", "user_id": "u1", "product_id": "pro", "transaction_id": "t2",
  "original_transaction_id": "t1", "country": "DE", "platform": "ios",
]
private let charge = [
  "price": "9.99", "currency": "EUR", "expires_at": "2026-02-01T09:00:00.000Z",
  "converted_price": "10.5", "converted_currency": "USD",
]
private let bought = "2026-01-01T09:00:00.000Z"
private let told = "2026-01-01T20:40:00.000Z"

private func event(
  _ name: String, at time: String, _ more: [String: String] = [:], without: [String] = []
) -> Telling {
  var fields = always.merging(["event": name, "timestamp": time]) { $1 }.merging(more) { $1 }
  for name in without { fields[name] = nil }
  return .event(fields)
}

@Suite struct RevenueCatTests {
  private let promotional = [["store": "PROMOTIONAL"], ["period_type": "PROMOTIONAL"]]

  @Test("Purchases are charges, trials, offers or complimentary access")
  func purchases() throws {
    for (type, kind) in [("INITIAL_PURCHASE", "purchased"), ("RENEWAL", "renewed")] {
      #expect(try tell(line(type)) == event(kind, at: bought, charge))
      #expect(try tell(line(type, ["period_type": "PREPAID"])) == event(kind, at: bought, charge))
      // An introductory price may be paid for several of the product's periods.
      for (end, period) in [
        ("1769936400000", "P1M"), ("1775034000000", "P3M"), ("1768122000000", nil),
      ] {
        let intro = try tell(line(type, ["period_type": "INTRO", "expiration_at_ms": end]))
        #expect(intro["event"] == kind && intro["period"] == period && intro["price"] == "9.99")
      }
      let trial = ["period_type": "TRIAL"]
      #expect(
        try tell(line(type, trial))
          == event("trial_started", at: bought, ["expires_at": charge["expires_at"]!]))
      let noCode = trial.merging(["offer_code": ""]) { $1 }
      #expect(try tell(line(type, noCode))["event"] == "trial_started")
      let code = trial.merging(["offer_code": "GIFT"]) { $1 }
      #expect(
        try tell(line(type, code))
          == event(
            "offer_redeemed", at: bought,
            [
              "price": "0", "currency": "EUR", "expires_at": charge["expires_at"]!,
              "offer_id": "GIFT",
            ]))
      let family = ["is_family_share": "true", "period_type": "TRIAL"]
      let shared = try tell(line(type, family))
      #expect(shared["event"] == kind && shared["ownership"] == "family_shared")
    }
    #expect(
      try tell(line("RENEWAL", ["is_trial_conversion": "true"]))
        == event("trial_converted", at: bought, charge))
    #expect(try tell(line("NON_RENEWING_PURCHASE")) == event("purchased", at: bought, charge))
  }

  @Test("Promotional access is granted and revoked, and is no money")
  func complimentary() throws {
    for change in promotional {
      for type in ["INITIAL_PURCHASE", "RENEWAL", "NON_RENEWING_PURCHASE"] {
        let told = try tell(line(type, change))
        #expect(told["event"] == "access_granted" && told["reason"] == "promotional")
        #expect(told["price"] == nil && told["currency"] == nil && told["transaction_id"] == nil)
        #expect(told["expires_at"] == charge["expires_at"])
      }
      for type in ["CANCELLATION", "EXPIRATION"] {
        let told = try tell(line(type, change))
        #expect(told["event"] == "access_revoked" && told["expires_at"] == nil)
      }
    }
  }

  @Test("A price is in the currency of the purchase, else in dollars, else absent")
  func prices() throws {
    let none: [String: String?] = ["price_in_purchased_currency": "null"]
    let dollars = try tell(line("RENEWAL", none))
    #expect(dollars["price"] == "10.5" && dollars["currency"] == "USD")
    let unknown: [String: String?] = ["price_in_purchased_currency": "null", "price": nil]
    let nothing = try tell(line("RENEWAL", unknown))
    #expect(nothing["price"] == nil && nothing["currency"] == "EUR")
    #expect(
      try tell(line("RENEWAL", ["price_in_purchased_currency": "-1"]))
        == .rejected(.negativePrice, "price"))
  }

  @Test("Tax, fee and dollars are what RevenueCat says of the price")
  func breakdown() throws {
    let shares = ["tax_percentage": "0.1667", "commission_percentage": "\"0.15\""]
    let told = try tell(line("RENEWAL", shares))
    #expect(told["tax"] == "1.665333" && told["fee"] == "1.4985")
    #expect(told["converted_price"] == "10.5" && told["converted_currency"] == "USD")
    for odd in ["1.01", "-0.1", "\"much\"", "null", "[]", "true", "1e30"] {
      let told = try tell(line("RENEWAL", ["tax_percentage": odd, "commission_percentage": odd]))
      #expect(told["tax"] == nil && told["fee"] == nil && told["price"] == "9.99", "\(odd)")
    }
    let dollars = try tell(line("RENEWAL", ["currency": "USD"]))
    #expect(dollars["converted_price"] == nil && dollars["converted_currency"] == nil)
    let refund = try tell(line("CANCELLATION", shares.merging(["price": "-10.5"]) { $1 }))
    #expect(refund["tax"] == nil && refund["fee"] == nil && refund["converted_price"] == nil)
    #expect(
      try tell(line("RENEWAL", ["price": "\"cheap\""])) == .rejected(.badAmount, "converted_price"))
  }

  @Test("A cancellation is a refund, a repetition of the failure, or the end of renewal")
  func cancellations() throws {
    let refund = ["price": "9.99", "currency": "EUR"]
    let negative = ["price_in_purchased_currency": "-9.99", "price": "-10.5"]
    #expect(try tell(line("CANCELLATION", negative)) == event("refunded", at: told, refund))
    let support = ["cancel_reason": "CUSTOMER_SUPPORT"]
    #expect(try tell(line("CANCELLATION", support)) == event("refunded", at: told, refund))
    for zero in ["0", nil] {
      let changes: [String: String?] = [
        "cancel_reason": "CUSTOMER_SUPPORT", "price_in_purchased_currency": zero, "price": zero,
      ]
      let whole = try tell(line("CANCELLATION", changes))
      #expect(whole["event"] == "refunded" && whole["price"] == nil)
    }
    #expect(
      try tell(line("CANCELLATION", support.merging(["period_type": "TRIAL"]) { $1 }))
        == event("cancelled", at: told, ["reason": "customer_support"]))
    #expect(
      try tell(line("CANCELLATION", ["cancel_reason": "BILLING_ERROR"]))
        == .ignored("CANCELLATION/BILLING_ERROR"))
    #expect(
      try tell(line("CANCELLATION", ["cancel_reason": "UNSUBSCRIBE"]))
        == event("cancelled", at: told, ["reason": "unsubscribe"]))
  }

  @Test("Everything else that concerns a customer is told at the event's time")
  func others() throws {
    #expect(
      try tell(line("PRODUCT_CHANGE", ["new_product_id": "year"]))
        == event("product_changed", at: told, ["product_id": "year"], without: ["transaction_id"]))
    #expect(
      try tell(line("PRODUCT_CHANGE"))
        == event("product_changed", at: told, without: ["transaction_id"]))
    #expect(try tell(line("UNCANCELLATION")) == event("uncancelled", at: told))
    #expect(try tell(line("BILLING_ISSUE")) == event("billing_failed", at: told))
    #expect(
      try tell(line("BILLING_ISSUE", ["grace_period_expiration_at_ms": "1768000000000"]))
        == event(
          "grace_period_entered", at: told, ["grace_expires_at": "2026-01-09T23:06:40.000Z"]))
    #expect(
      try tell(line("EXPIRATION", ["expiration_reason": "UNSUBSCRIBE"]))
        == event("expired", at: told, ["reason": "unsubscribe"]))
    #expect(
      try tell(line("SUBSCRIPTION_PAUSED")) == event("cancelled", at: told, ["reason": "paused"]))
    #expect(
      try tell(line("SUBSCRIPTION_EXTENDED"))
        == event("subscription_extended", at: told, ["expires_at": charge["expires_at"]!]))
    #expect(try tell(line("REFUND_REVERSED")) == event("refund_reversed", at: told))
    let grant = try tell(line("TEMPORARY_ENTITLEMENT_GRANT", ["expiration_at_ms": nil]))
    #expect(grant["event"] == "access_granted" && grant["reason"] == "temporary")
    #expect(grant["expires_at"] == "2026-01-02T20:40:00.000Z")
    for type in ["TEST", "INVOICE_ISSUANCE", "VIRTUAL_CURRENCY_TRANSACTION", "OF_2030"] {
      #expect(try tell(line(type, ["environment": "SANDBOX"])) == .ignored(type))
    }
    #expect(try tell(line("RENEWAL", ["environment": "SANDBOX"])) == .ignored("sandbox"))
  }

  @Test("Two ids on one line are one customer; a transfer names both")
  func identity() throws {
    let two = try tell(line("RENEWAL", ["original_app_user_id": "$RCAnonymousID:a"]))
    #expect(two["previous_id"] == "$RCAnonymousID:a" && two["joins"] == "true")
    #expect(try tell(line("RENEWAL"))["previous_id"] == nil)
    let alias = try tell(line("SUBSCRIBER_ALIAS", ["original_app_user_id": "old"]))
    #expect(alias["event"] == "user_aliased" && alias["previous_id"] == "old")
    #expect(
      try tell(line("SUBSCRIBER_ALIAS", ["original_app_user_id": nil]))
        == .rejected(.missingField, "previous_id"))
    let transfer = line(
      "TRANSFER",
      [
        "app_user_id": nil, "original_app_user_id": nil,
        "transferred_from": #"["$RCAnonymousID:a","old"]"#,
        "transferred_to": #"["$RCAnonymousID:b","$RCAnonymousID:c"]"#,
      ])
    let moved = try tell(transfer)
    #expect(moved["event"] == "user_aliased" && moved["transaction_id"] == nil)
    #expect(moved["user_id"] == "$RCAnonymousID:b" && moved["previous_id"] == "old")
    let holed = try tell(
      transfer.replacing(#"["$RCAnonymousID:a","old"]"#, with: #"["",null,"unknown","old"]"#)
        .replacing(#"["$RCAnonymousID:b"#, with: #"[null,"$RCAnonymousID:b"#))
    #expect(holed["user_id"] == "$RCAnonymousID:b" && holed["previous_id"] == "old")
  }

  @Test("Attribution, experiments and stores")
  func dimensions() throws {
    let attributes =
      #"{"$mediaSource":{"value":"search"},"$campaign":{"value":"jan","updated_at_ms":1}}"#
    let event = try tell(line("RENEWAL", ["subscriber_attributes": attributes]))
    #expect(event["channel"] == "search" && event["campaign"] == "jan")
    let stores = [
      ("MAC_APP_STORE", "macos"), ("PLAY_STORE", "android"), ("AMAZON", "amazon"),
      ("ROKU", "roku"), ("STRIPE", "web"), ("RC_BILLING", "web"), ("PADDLE", "web"), ("MOON", nil),
    ]
    for (store, platform) in stores {
      #expect(try tell(line("RENEWAL", ["store": store]))["platform"] == platform)
    }
    let enrolled = try tell(
      line(
        "EXPERIMENT_ENROLLMENT",
        ["experiment_id": "x", "experiment_variant": "b", "enrolled_at_ms": "1767258000000"]))
    #expect(enrolled["event"] == "experiment_exposed" && enrolled["timestamp"] == bought)
    #expect(enrolled["experiment"] == "x" && enrolled["variant"] == "b")
  }
}
