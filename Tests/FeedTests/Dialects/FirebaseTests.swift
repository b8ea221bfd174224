import Testing

@testable import Feed

private func line(_ name: String, _ parameters: [(String, String)] = [], _ more: String = "")
  -> String
{
  let list = parameters.map { #"{"key":"\#($0.0)","value":\#($0.1)}"# }.joined(separator: ",")
  return
    #"{"event_date":"20260101","event_timestamp":"1767258000000999","event_name":"\#(name)","event_params":[\#(list)],"event_bundle_sequence_id":"7","user_pseudo_id":"P1","platform":"IOS","geo":{"country":"Germany"},"app_info":{"version":"2.4"}\#(more)}"#
}

private func text(_ value: String) -> String { #"{"string_value":"\#(value)"}"# }
private func int(_ value: Int) -> String { #"{"int_value":"\#(value)"}"# }
private func double(_ value: String) -> String {
  #"{"string_value":null,"double_value":\#(value)}"#
}

@Suite struct FirebaseTests {
  @Test("A row says when, who, where and with what; the parameters say the rest")
  func row() throws {
    let told = try tell(
      line(
        "purchase_completed",
        [
          ("tier", text("individual")), ("price", double("4.99")), ("currency", text("EUR")),
          ("paywallId", text("main")), ("timestamp", int(5)),
        ], #","user_id":"u1","batch_event_index":3"#))
    #expect(
      told
        == .event([
          "event": "purchased", "timestamp": "2026-01-01T09:00:00.000Z", "user_id": "u1",
          "event_id": "1767258000000999:7:3:purchase_completed", "country": "DE",
          "platform": "ios", "app_version": "2.4", "original_transaction_id": "ga:P1",
          "tier": "individual", "price": "4.99", "currency": "EUR", "paywall_id": "main",
        ]))
    #expect(try tell(line("purchase"))["event_id"] == "1767258000000999:7::purchase")
    #expect(try tell(line("purchase"))["user_id"] == nil)
    #expect(try tell(line("purchase", [("user_id", text("u2"))]))["user_id"] == "u2")
    #expect(
      try tell(line("purchase", [("user_id", text("u2"))], #","user_id":"null""#))["user_id"]
        == "u2")
    #expect(try tell(line("purchase", [("event_id", text("e9"))]))["event_id"] == "e9")
  }

  @Test("Parameters that the table uses are found without regard to case and underscores")
  func spellings() throws {
    let euros = ("Currency", text("EUR"))
    let told = try tell(line("in_app_purchase", [("Value", double("3.5")), euros]))
    #expect(told["price"] == "3.5" && told["currency"] == "EUR")
    #expect(try tell(line("in_app_purchase", [("Price", int(3_500_000))]))["price"] == "3.5")
    #expect(
      try tell(line("in_app_purchase", [("freeTrial", int(1)), ("value", int(1))]))["event"]
        == "trial_started")
    #expect(
      try tell(line("app_store_subscription_cancel", [("cancellationReason", text("Price"))]))[
        "reason"] == "price")
    #expect(try tell(line("purchase", [("Environment", text("sandbox"))])) == .ignored("sandbox"))
    // The exact name wins, wherever it stands.
    for parameters in [
      [("value", int(1_000_000)), ("Value", int(2_000_000))],
      [("Value", int(2_000_000)), ("value", int(1_000_000))],
    ] {
      #expect(try tell(line("in_app_purchase", parameters))["price"] == "1")
    }
  }

  @Test("Automatic events count an integer as millionths, a double as it stands")
  func automatic() throws {
    let kinds = [
      ("in_app_purchase", "purchased"), ("app_store_subscription_convert", "trial_converted"),
      ("app_store_subscription_renew", "renewed"),
    ]
    for (name, kind) in kinds {
      let micros = try tell(line(name, [("value", int(4_990_000)), ("currency", text("EUR"))]))
      #expect(micros["event"] == kind && micros["price"] == "4.99" && micros["currency"] == "EUR")
      let major = try tell(line(name, [("value", double("39.5")), ("price", int(1))]))
      #expect(major["price"] == "39.5")
      #expect(try tell(line(name, [("price", int(4_990_000))]))["price"] == "4.99")
      let dollars = try tell(line(name, [], #","event_value_in_usd":5.25"#))
      #expect(dollars["price"] == "5.25" && dollars["currency"] == "USD")
      #expect(try tell(line(name))["price"] == nil)
    }
    for flag in [int(1), text("true")] {
      let trial = try tell(
        line(
          "in_app_purchase", [("free_trial", flag), ("value", int(0)), ("currency", text("EUR"))]))
      #expect(
        trial["event"] == "trial_started" && trial["price"] == nil && trial["currency"] == nil)
    }
    let cancel = try tell(
      line("app_store_subscription_cancel", [("cancellation_reason", text("USER"))]))
    #expect(cancel["event"] == "cancelled" && cancel["reason"] == "user")
    #expect(try tell(line("session_start"))["event"] == "app_session")
    #expect(try tell(line("first_open"))["event"] == "app_installed")
    let refund = try tell(line("app_store_refund", [("value", double("3.5"))]))
    #expect(refund["event"] == "refunded" && refund["price"] == "3.5")
    for name in [
      "screen_view", "user_engagement", "app_exception", "notification_open", "app_remove",
    ] {
      #expect(try tell(line(name)) == .ignored(name))
    }
  }

  @Test("An app's own charge has its price, else its value, else dollars")
  func ownPrices() throws {
    let told = try tell(line("renewed", [("price", int(5)), ("value", int(7))]))
    #expect(told["price"] == "5")
    #expect(try tell(line("renewed", [("value", double("7.5"))]))["price"] == "7.5")
    #expect(try tell(line("refund", [("value", double("7.5"))]))["price"] == "7.5")
    #expect(try tell(line("renewed", [], #","event_value_in_usd":3"#))["currency"] == "USD")
    #expect(try tell(line("refund", [], #","event_value_in_usd":3"#))["price"] == nil)
    #expect(try tell(line("trial_started", [("value", double("7.5"))]))["price"] == nil)
    #expect(try tell(line("renewed", [("price", text("cheap"))])) == .rejected(.badAmount, "price"))
    #expect(try tell(line("renewed", [("Price", double("4.5"))]))["price"] == "4.5")
  }

  @Test("Parameters are fields in any spelling, flags in the forms that Analytics has")
  func parameters() throws {
    let told = try tell(
      line(
        "challenge_created",
        [("hasSubscription", int(1)), ("ExperimentX", text("no")), ("variant", text("b"))]))
    #expect(told["feature"] == "challenge_created" && told["access"] == "allowed")
    #expect(told["variant"] == "b")
    let receipt = try tell(
      line("receipt_validated", [("ok", text("true")), ("latency_ms", int(90))]))
    #expect(receipt["ok"] == "true" && receipt["latency_ms"] == "90")
    let twice = [("reason", text("a")), ("reason", text("b"))]
    #expect(try tell(line("cancelled", twice))["reason"] == "b")
    let spelled = [("Reason", text("a")), ("reason", text("b")), ("REASON", text("c"))]
    #expect(try tell(line("cancelled", spelled))["reason"] == "b")
    #expect(
      try tell(line("cancelled", [("reason", text("Too Expensive"))]))["reason"] == "Too Expensive")
    let odd = try readLines([line("cancelled", [("reason", int(5))])])
    #expect(odd.counts.mistyped == ["reason": 1])
    #expect(
      try tell(line("renewed", [("expires_at", text("soon"))])) == .rejected(.badTime, "expires_at")
    )
    let end = try tell(line("renewed", [("expires_at", int(1_769_936_400))]))
    #expect(end["expires_at"] == "2026-02-01T09:00:00.000Z")
    #expect(
      try tell(line("renewed", [("environment", text("sandbox"))])) == .ignored("sandbox"))
    let object = #"{"string_value":{"seconds":1767258000}}"#
    #expect(
      try tell(line("renewed", [("expires_at", object)])) == .rejected(.mistypedField, "expires_at")
    )
  }

  @Test("What Analytics does not know is absent; parameters come before what it found out")
  func sources() throws {
    let both =
      #","collected_traffic_source":{"manual_source":"news"},"traffic_source":{"source":"google","name":"spring"}"#
    let told = try tell(line("first_open", [], both))
    #expect(told["channel"] == "news" && told["campaign"] == "spring")
    #expect(try tell(line("first_open", [("channel", text("own"))], both))["channel"] == "own")
    for nothing in ["(direct)", "(none)", "(not set)", ""] {
      let more = #","traffic_source":{"source":"\#(nothing)","name":"\#(nothing)"}"#
      let told = try tell(line("first_open", [("channel", text(nothing))], more))
      #expect(told["channel"] == nil && told["campaign"] == nil)
    }
    let shop = #","items":[{"item_id":"pro"}],"ecommerce":{"transaction_id":"t1"}"#
    let sale = try tell(line("purchase", [("coupon", text("SPRING"))], shop))
    #expect(sale["product_id"] == "pro" && sale["transaction_id"] == "t1")
    #expect(sale["offer_id"] == "SPRING")
    #expect(
      try tell(line("purchase", [], shop.replacing("t1", with: "(not set)")))["transaction_id"]
        == nil)
    let unknown = [("transaction_id", text("(not set)")), ("product_id", text("(not set)"))]
    let bare = try tell(line("purchase", unknown))
    #expect(bare["transaction_id"] == nil && bare["product_id"] == nil)
    #expect(try tell(line("purchase", unknown, shop))["transaction_id"] == "t1")
  }

  @Test("The configuration's names come before the table, and funnels' steps behind it")
  func names() throws {
    let own = EventNames(eventNames: ["in_app_purchase": "purchase_started"])
    #expect(try tell(line("in_app_purchase"), names: own)["event"] == "purchase_started")
    // Another name for an automatic charge does not change how its amount is written.
    let renamed = EventNames(eventNames: ["in_app_purchase": "renewed"])
    let micros = [("value", int(4_990_000)), ("currency", text("EUR"))]
    let told = try tell(line("in_app_purchase", micros), names: renamed)
    #expect(told["event"] == "renewed" && told["price"] == "4.99" && told["currency"] == "EUR")
    let funnel = EventNames(funnelEvents: ["screen_view"])
    #expect(try tell(line("screen_view"), names: funnel)["event"] == "screen_view")
    let mapped = EventNames(eventNames: ["RENEWAL": "expired"])
    let other = #"{"type":"RENEWAL","event_timestamp_ms":1767258000000,"app_user_id":"u"}"#
    #expect(try tell(other, names: mapped)["event"] == "renewed")
  }
}
