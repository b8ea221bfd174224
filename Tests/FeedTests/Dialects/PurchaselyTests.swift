import Testing
import Values

@testable import Feed

private let bought = "2026-01-01T09:00:00.000Z"
private let told = "2026-01-01T10:00:00.000Z"
private let end = "2026-02-01T09:00:00.000Z"

private func purchasely(_ name: String, _ changes: [String: String?] = [:]) -> String {
  let body: [String: String?] = [
    "event_name": name, "event_id": "3ab7e67a-0000-44fe", "api_version": "3",
    "event_created_at_ms": "1767261600000", "user_id": "u1", "anonymous_user_id": "a1",
    "store": "APPLE_APP_STORE", "store_country": "FR", "product": "plus", "plan": "monthly",
    "store_product_id": "pro", "store_transaction_id": "\"5000\"",
    "store_original_transaction_id": "\"4000\"", "purchased_at_ms": "1767258000000",
    "next_renewal_at_ms": "1769936400000", "customer_currency": "EUR",
    "plan_price_in_customer_currency": "9.99", "environment": "PRODUCTION",
    "is_family_shared": "false", "offer_type": "NONE", "purchasely_subscription_id": "subs_1",
  ]
  return json(body.merging(changes) { $1 })
}

private func transaction(_ source: String, _ amount: String = "9.99", dollars: String = "10.5")
  -> String
{
  purchasely(
    "TRANSACTION_PROCESSED",
    [
      "source_event_name": source, "amount_in_customer_currency": amount, "amount_in_usd": dollars,
    ])
}

@Suite struct PurchaselyTests {
  @Test("A renewal is told by its transaction, with the price in both currencies")
  func renewal() throws {
    #expect(
      try tell(transaction("SUBSCRIPTION_RENEWED"))
        == .event([
          "event": "renewed", "timestamp": bought, "event_id": "3ab7e67a-0000-44fe",
          "user_id": "u1", "previous_id": "a1", "joins": "true", "country": "FR",
          "platform": "ios", "product_id": "pro", "transaction_id": "5000",
          "original_transaction_id": "4000", "price": "9.99", "currency": "EUR",
          "converted_price": "10.5", "converted_currency": "USD", "expires_at": end,
        ]))
  }

  @Test("A transaction is what it came from; what went back is negative")
  func transactions() throws {
    #expect(try tell(transaction("SUBSCRIPTION_STARTED"))["event"] == "purchased")
    #expect(try tell(transaction("TRIAL_CONVERTED"))["event"] == "trial_converted")
    let back = try tell(transaction("SUBSCRIPTION_REFUNDED_REVOKED", "-9.99", dollars: "-10.5"))
    #expect(back["event"] == "refunded" && back["price"] == "9.99" && back["currency"] == "EUR")
    #expect(back["timestamp"] == told && back["revokes"] == "true")
    let part = try tell(transaction("SUBSCRIPTION_UPGRADED", "-3", dollars: "-3.15"))
    #expect(part["event"] == "refunded" && part["price"] == "3" && part["revokes"] == nil)
  }

  @Test(
    "Other events have no money, so that nothing is counted twice",
    arguments: [
      ("TRIAL_STARTED", "trial_started"), ("RENEWAL_DISABLED", "cancelled"),
      ("RENEWAL_ENABLED", "uncancelled"), ("SUBSCRIPTION_TERMINATED", "expired"),
      ("SUBSCRIPTION_PAUSED", "expired"), ("SUBSCRIPTION_WILL_PAUSE", "cancelled"),
      ("GRACE_PERIOD_TERMINATED", "expired"), ("ENTERED_BILLING_RETRY", "billing_failed"),
      ("SUBSCRIPTION_CANCELLED_DURING_GRACE_PERIOD", "expired"),
      ("SUBSCRIPTION_UPGRADED", "product_changed"), ("SUBSCRIPTION_REFUNDED_REVOKED", "revoked"),
    ])
  func names(name: String, event: String) throws {
    let telling = try tell(purchasely(name))
    #expect(telling["event"] == event && telling["price"] == nil)
    #expect(telling["timestamp"] == (name == "TRIAL_STARTED" ? bought : told))
    #expect(telling["expires_at"] == (name == "TRIAL_STARTED" ? end : nil))
  }

  @Test("Grace, extension, a free code and a transfer have their own fields")
  func fields() throws {
    let grace = try tell(
      purchasely("GRACE_PERIOD_STARTED", ["grace_period_expires_at_ms": "1769936400000"]))
    #expect(grace["event"] == "grace_period_entered" && grace["grace_expires_at"] == end)
    let later = try tell(purchasely("SUBSCRIPTION_DEFERRED", ["defer_end_at_ms": "1769936400000"]))
    #expect(later["event"] == "subscription_extended" && later["expires_at"] == end)
    let code = try tell(
      purchasely(
        "PROMO_CODE_STARTED",
        ["plan_price_in_customer_currency": "0", "offer_identifier": "WINTER"]))
    #expect(code["event"] == "offer_redeemed" && code["price"] == "0")
    #expect(code["offer_id"] == "WINTER")
    #expect(try tell(purchasely("PROMO_CODE_STARTED")) == .ignored("PROMO_CODE_STARTED"))
    let moved = try tell(
      purchasely("SUBSCRIPTION_RECEIVED", ["transferred_from_user_id": "u0"]))
    #expect(moved["event"] == "user_aliased" && moved["previous_id"] == "u0")
    let nobody = try tell(purchasely("RENEWAL_DISABLED", ["user_id": "null"]))
    #expect(nobody["user_id"] == "a1" && nobody["previous_id"] == nil)
  }

  @Test("What repeats a purchase, and what a sandbox or a family has, is no money")
  func noMoney() throws {
    for name in ["ACTIVATE", "DEACTIVATE", "SUBSCRIPTION_STARTED", "SUBSCRIPTION_RENEWED"] {
      #expect(try tell(purchasely(name)) == .ignored(name))
    }
    #expect(
      try tell(purchasely("TRIAL_STARTED", ["environment": "SANDBOX"])) == .ignored("sandbox"))
    let shared = try tell(purchasely("TRIAL_STARTED", ["is_family_shared": "true"]))
    #expect(shared["ownership"] == "family_shared")
  }
}
