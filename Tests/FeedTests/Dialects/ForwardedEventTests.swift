import Testing
import Values

@testable import Feed

private func amplitude(_ name: String, _ properties: [String: String?]) -> String {
  json([
    "event_type": name, "uuid": "a-0123456789abcdef", "user_id": "u1",
    "event_time": "2026-01-01 09:00:00.000000", "event_properties": json(properties),
  ])
}

@Suite struct ForwardedEventTests {
  private let revenueCat: [String: String?] = [
    "product_id": "pro", "transaction_id": "t2", "original_transaction_id": "t1",
    "revenue": "9.99", "currency": "EUR", "expiration_at": "2026-02-01T09:00:00Z",
    "store": "APP_STORE", "environment": "PRODUCTION", "period_type": "NORMAL",
  ]

  @Test(
    "RevenueCat's default names are known, with their money and ids",
    arguments: [
      ("rc_initial_purchase_event", "purchased"), ("rc_trial_started_event", "trial_started"),
      ("rc_trial_converted_event", "trial_converted"), ("rc_trial_cancelled_event", "cancelled"),
      ("rc_renewal_event", "renewed"), ("rc_cancellation_event", "cancelled"),
      ("rc_uncancellation_event", "uncancelled"), ("rc_subscription_paused_event", "cancelled"),
      ("rc_non_subscription_purchase_event", "purchased"), ("rc_expiration_event", "expired"),
      ("rc_billing_issue_event", "billing_failed"), ("rc_product_change_event", "product_changed"),
    ])
  func revenueCatNames(name: String, event: String) throws {
    let told = try tell(amplitude(name, revenueCat))
    #expect(told["event"] == event && told["user_id"] == "u1" && told["product_id"] == "pro")
    #expect(told["event_id"] == "a-0123456789abcdef" && told["original_transaction_id"] == "t1")
    let isPaid = ["purchased", "renewed", "trial_converted"].contains(event)
    #expect(told["price"] == (isPaid ? "9.99" : nil) && told["currency"] == (isPaid ? "EUR" : nil))
  }

  @Test("RevenueCat's refunds, failures and sandbox, and dollars where no currency is named")
  func revenueCatCases() throws {
    func told(_ name: String, _ changes: [String: String?]) throws -> Telling {
      try tell(amplitude(name, revenueCat.merging(changes) { $1 }))
    }
    let refund = try told("rc_cancellation_event", ["revenue": "-9.99"])
    #expect(refund["event"] == "refunded" && refund["price"] == "9.99")
    #expect(
      try told("rc_cancellation_event", ["cancel_reason": "BILLING_ERROR"])
        == .ignored("rc_cancellation_event"))
    let grace = try told(
      "rc_billing_issue_event", ["grace_period_expiration_at": "2026-02-09T00:00:00Z"])
    #expect(grace["event"] == "grace_period_entered")
    #expect(try told("rc_renewal_event", ["environment": "SANDBOX"]) == .ignored("sandbox"))
    #expect(try told("rc_renewal_event", ["currency": nil])["currency"] == "USD")
    #expect(try told("rc_of_2030_event", [:]) == .ignored("rc_of_2030_event"))
  }

  @Test("What Adapty and Superwall send through a tool is what their webhooks say")
  func platforms() throws {
    let adapty = try tell(
      amplitude(
        "subscription_renewed",
        [
          "vendor_product_id": "pro", "price_local": "9.99", "currency": "EUR",
          "transaction_id": "t2", "environment": "Production",
        ]))
    #expect(adapty["event"] == "renewed" && adapty["product_id"] == "pro")
    #expect(adapty["price"] == "9.99" && adapty["transaction_id"] == "t2")
    let superwall = try tell(
      amplitude(
        #""[Superwall] Trial Start""#,
        [
          "name": "initial_purchase", "periodType": "TRIAL", "productId": "pro",
          "expirationAt": "1769936400000", "environment": "PRODUCTION",
        ]))
    #expect(superwall["event"] == "trial_started")
    #expect(superwall["expires_at"] == "2026-02-01T09:00:00.000Z")
  }

  @Test("Superwall's SDK: its paywalls and purchases; a completed transaction is told once")
  func superwallApp() throws {
    let paywall: [String: String?] = [
      "paywall_identifier": "spring", "presented_by_event_name": "onboarding",
      "experiment_id": "\"7\"", "variant_id": "\"B\"", "product_id": "pro",
      "product_raw_price": "9.99", "product_currency_code": "EUR",
    ]
    let open = try tell(amplitude("paywall_open", paywall))
    #expect(open["event"] == "paywall_shown" && open["paywall_id"] == "spring")
    #expect(open["variant"] == "B" && open["price"] == nil)
    let start = try tell(amplitude("subscription_start", paywall))
    #expect(start["event"] == "purchased" && start["price"] == "9.99" && start["currency"] == "EUR")
    #expect(try tell(amplitude("freeTrial_start", paywall))["event"] == "trial_started")
    #expect(
      try tell(amplitude("transaction_complete", paywall)) == .ignored("transaction_complete"))
  }

  @Test("The configuration's word for a name comes first")
  func ownNames() throws {
    let names = EventNames(eventNames: ["rc_renewal_event": "feature_used"])
    #expect(
      try tell(amplitude("rc_renewal_event", revenueCat), names: names)["event"]
        == "feature_used")
  }

  @Test("No name of a platform's is one that lines have natively")
  func natively() {
    for name in ["paywall_open", "subscription_start", "rc_renewal_event", "transaction_start"] {
      #expect(EventNames().meaning(of: name) == nil, "\(name)")
    }
  }
}
