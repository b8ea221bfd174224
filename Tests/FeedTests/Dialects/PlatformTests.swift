import Testing
import Values

@testable import Feed

private let bought = "2026-01-01T09:00:00.000Z"
private let end = "2026-02-01T09:00:00.000Z"

private func adapty(_ type: String, _ changes: [String: String?] = [:], user: String? = "u1")
  -> String
{
  let properties: [String: String?] = [
    "store": "app_store", "currency": "EUR", "price_usd": "10.5", "price_local": "9.99",
    "proceeds_local": "8.49", "tax_amount_local": "1.6", "environment": "Production",
    "profile_event_id": "e-0123456789abcdef", "vendor_product_id": "pro", "transaction_id": "t2",
    "original_transaction_id": "t1", "store_country": "DE",
    "subscription_expires_at": "2026-02-01T09:00:00.000000+0000",
  ]
  return json([
    "profile_id": "p1", "customer_user_id": user ?? "null", "email": "somebody@example.com",
    "event_type": type, "event_datetime": "2026-01-01T09:00:00.000000+0000",
    "event_properties": json(properties.merging(changes) { $1 }), "event_api_version": "1",
    "attributions": #"{"appsflyer":{"channel":"ads","campaign":"jan"}}"#,
  ])
}

private func superwall(_ type: String, _ changes: [String: String?] = [:]) -> String {
  let data: [String: String?] = [
    "id": "e-0123456789abcdef", "name": type, "price": "10.5", "priceInPurchasedCurrency": "9.99",
    "currencyCode": "EUR", "taxPercentage": "0.1", "commissionPercentage": "0.15",
    "periodType": "NORMAL", "countryCode": "DE", "isFamilyShare": "false", "store": "APP_STORE",
    "expirationAt": "1769936400000", "transactionId": "\"t2\"", "originalTransactionId": "\"t1\"",
    "originalAppUserId": "u1", "purchasedAt": "1767258000000", "productId": "pro",
    "environment": "PRODUCTION", "isTrialConversion": "false", "bundleId": "b",
  ]
  return json([
    "object": "event", "type": type, "projectId": "3827", "applicationId": "1",
    "timestamp": "1767300000000", "data": json(data.merging(changes) { $1 }),
  ])
}

private func qonversion(_ type: String, _ changes: [String: String?] = [:]) -> String {
  let body: [String: String?] = [
    "event_name": type, "user_id": "q1", "custom_user_id": "u1", "identity_id": "\"\"",
    "time": "1767258000", "product_id": "pro", "country": "DE", "platform": "iOS",
    "price": #"{"value":9.99,"value_usd":10.5,"currency":"EUR"}"#,
    "transaction":
      #"{"transaction_id":5000,"original_transaction_id":4000,"expires":1769936400,"grace_period_expires":null}"#,
    "properties": #"{"_q_email":"somebody@example.com"}"#, "environment": "production",
  ]
  return json(body.merging(changes) { $1 })
}

private func apphud(_ type: String, _ changes: [String: String?] = [:]) -> String {
  let properties: [String: String?] = [
    "product_id": "pro", "local_price": "9.99", "usd_price": "10.5", "currency": "EUR",
    "transaction_id": "\"5000\"", "original_transaction_id": "\"4000\"",
    "expires_at": "2026-02-01T09:00:00Z",
  ]
  return json([
    "app": #"{"uid":"a","bundle_id":"b"}"#, "user": #"{"user_id":"u1","country_iso_code":"DE"}"#,
    "event": json([
      "id": "e-0123456789abcdef", "name": type, "created_at": "2026-01-01T09:00:00Z",
      "store": "app_store", "properties": json(properties.merging(changes) { $1 }),
    ]),
  ])
}

private let charge = [
  "product_id": "pro", "price": "9.99", "currency": "EUR", "expires_at": end, "country": "DE",
  "platform": "ios", "converted_price": "10.5", "converted_currency": "USD", "timestamp": bought,
  "user_id": "u1",
]

@Suite struct PlatformTests {
  @Test(
    "Adapty: a failed payment, or a plan in whose place another runs, is no cancellation",
    arguments: [
      ("subscription_renewal_cancelled", "billing_error", nil),
      ("trial_renewal_cancelled", "upgraded", nil),
      ("subscription_expired", "new_subscription_replace", nil),
      ("subscription_expired", "billing_error", "expired"),
      ("subscription_renewal_cancelled", "voluntarily_cancelled", "cancelled"),
    ])
  func adaptyReasons(type: String, reason: String, event: String?) throws {
    let told = try tell(adapty(type, ["cancellation_reason": reason]))
    if let event { #expect(told["event"] == event) } else { #expect(told == .ignored(type)) }
  }

  @Test("A payment is the same, whichever platform tells of it")
  func payments() throws {
    let ids = ["transaction_id": "t2", "original_transaction_id": "t1"]
    let numbers = ["transaction_id": "5000", "original_transaction_id": "4000"]
    let lines: [(String, String, [String: String])] = [
      (
        adapty("subscription_renewed"), "e-0123456789abcdef",
        ids.merging([
          "previous_id": "p1", "joins": "true", "fee": "1.5", "tax": "1.6", "channel": "ads",
          "campaign": "jan",
        ]) { $1 }
      ),
      (
        superwall("renewal"), "e-0123456789abcdef",
        ids.merging(["fee": "1.4985", "tax": "0.999"]) { $1 }
      ),
      (apphud("subscription_renewed"), "e-0123456789abcdef", numbers),
    ]
    for (line, id, more) in lines {
      let expected = charge.merging(more) { $1 }
        .merging(["event": "renewed", "event_id": id]) { $1 }
      #expect(try tell(line) == .event(expected), "\(line)")
    }
    let told = try tell(qonversion("subscription_renewed"))
    #expect(
      told
        == .event(
          charge.merging(numbers) { $1 }.merging([
            "event": "renewed", "previous_id": "q1", "joins": "true",
          ]) { $1 }))
  }

  private let kinds: [(String, [String: String])] = [
    (
      "adapty",
      [
        "subscription_started": "purchased", "non_subscription_purchase": "purchased",
        "trial_started": "trial_started", "trial_converted": "trial_converted",
        "subscription_renewal_cancelled": "cancelled", "trial_renewal_cancelled": "cancelled",
        "subscription_paused": "cancelled", "trial_renewal_reactivated": "uncancelled",
        "subscription_expired": "expired", "trial_expired": "expired",
        "subscription_deferred": "subscription_extended",
        "entered_grace_period": "grace_period_entered",
        "billing_issue_detected": "billing_failed", "subscription_refunded": "refunded",
      ]
    ),
    (
      "superwall",
      [
        "initial_purchase": "purchased", "cancellation": "cancelled", "expiration": "expired",
        "uncancellation": "uncancelled", "billing_issue": "billing_failed",
        "product_change": "product_changed", "subscription_paused": "cancelled",
        "non_renewing_purchase": "purchased", "subscription_extended": "subscription_extended",
      ]
    ),
    (
      "qonversion",
      [
        "trial_started": "trial_started", "trial_converted": "trial_converted",
        "trial_canceled": "cancelled", "trial_expired": "expired",
        "subscription_started": "purchased", "subscription_refunded": "refunded",
        "subscription_billing_retry_entered": "billing_failed", "in_app_purchase": "purchased",
      ]
    ),
    (
      "apphud",
      [
        "trial_started": "trial_started", "trial_converted": "trial_converted",
        "autorenew_disabled": "cancelled", "autorenew_enabled": "uncancelled",
        "subscription_expired": "expired", "subscription_started": "purchased",
        "subscription_refunded": "refunded", "billing_issue": "billing_failed",
      ]
    ),
  ]

  @Test("Each type is the event that it says, sandbox lines and others are ignored")
  func types() throws {
    for (platform, types) in kinds {
      let make: (String, [String: String?]) -> String =
        switch platform {
        case "adapty": { adapty($0, $1) }
        case "superwall": superwall
        case "qonversion": qonversion
        default: apphud
        }
      for (type, event) in types {
        let told = try tell(make(type, [:]))
        #expect(told["event"] == event, "\(platform) \(type): \(told)")
        let isPaid = ["purchased", "renewed", "trial_converted", "refunded"].contains(event)
        #expect((told["price"] != nil) == isPaid, "\(platform) \(type): \(told)")
      }
      #expect(try tell(make("of_2030", [:])) == .ignored("of_2030"))
    }
    for line in [
      adapty("trial_started", ["environment": "Sandbox"]),
      superwall("renewal", ["environment": "SANDBOX"]),
      qonversion("trial_started", ["environment": "sandbox"]),
    ] { #expect(try tell(line) == .ignored("sandbox")) }
  }

  @Test("Adapty: an offer is no trial, grace has an end, and a profile alone is a customer")
  func adaptyCases() throws {
    let offer = try tell(
      adapty(
        "trial_started",
        [
          "store_offer_category": "win_back", "store_offer_discount_type": "free_trial",
          "price_local": "null", "price_usd": "null",
        ]))
    #expect(offer["event"] == "offer_redeemed" && offer["price"] == "0")
    let grace = try tell(adapty("entered_grace_period"))
    #expect(grace["grace_expires_at"] == end && grace["expires_at"] == nil)
    let alone = try tell(adapty("trial_started", user: nil))
    #expect(alone["user_id"] == "p1" && alone["previous_id"] == nil)
    let dollars = try tell(adapty("subscription_renewed", ["price_local": "null"]))
    #expect(dollars["price"] == "10.5" && dollars["currency"] == "USD")
    let google = try tell(adapty("subscription_renewed", ["base_plan_id": "monthly"]))
    #expect(google["product_id"] == "pro:monthly")
  }

  @Test("Superwall: trials, conversions, refunds by their price, and no failure told twice")
  func superwallCases() throws {
    let trial = try tell(superwall("initial_purchase", ["periodType": "TRIAL"]))
    #expect(
      trial["event"] == "trial_started" && trial["price"] == nil && trial["expires_at"] == end)
    let paid = try tell(superwall("renewal", ["isTrialConversion": "true"]))
    #expect(paid["event"] == "trial_converted" && paid["timestamp"] == bought)
    let back = try tell(
      superwall("cancellation", ["price": "-10.5", "priceInPurchasedCurrency": "-9.99"]))
    #expect(back["event"] == "refunded" && back["price"] == "9.99" && back["currency"] == "EUR")
    #expect(back["timestamp"] == "2026-01-01T20:40:00.000Z")
    #expect(
      try tell(superwall("cancellation", ["cancelReason": "BILLING_ERROR"]))
        == .ignored("cancellation"))
    let change = try tell(superwall("product_change", ["newProductId": "year"]))
    #expect(change["product_id"] == "year" && change["price"] == nil)
  }
}
