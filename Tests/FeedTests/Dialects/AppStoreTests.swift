import Foundation
import Testing
import Values

@testable import Feed

/// A transaction and a notification around it, decoded.
private let transaction: [String: String?] = [
  "transactionId": "t2", "originalTransactionId": "t1",
  "bundleId": "com.example.app", "productId": "pro", "purchaseDate": "1767258000000",
  "originalPurchaseDate": "-62135769600000", "expiresDate": "1769936400000",
  "appAccountToken": "5f0c2f5e-2f5b-4d0a-9a53-0c7d3f6a1b2c", "storefront": "DEU",
  "price": "9990", "currency": "EUR", "inAppOwnershipType": "PURCHASED",
  "environment": "Production", "signedDate": "1767258000500",
]

private func notification(
  _ type: String, _ subtype: String? = nil, _ changes: [String: String?] = [:],
  renewal: [String: String?]? = nil, data: [String: String?] = [:]
) -> String {
  var all: [String: String?] = [
    "transactionInfo": json(transaction.merging(changes) { $1 }),
    "renewalInfo": renewal.map { json($0) },
  ]
  all.merge(data) { $1 }
  return json([
    "notificationType": type, "subtype": subtype, "notificationUUID": "n-1",
    "signedDate": "1767300000000", "data": json(all),
  ])
}

/// What every event of the notification above says.
private let always = [
  "event_id": "n-1", "user_id": "5f0c2f5e-2f5b-4d0a-9a53-0c7d3f6a1b2c", "country": "DE",
  "product_id": "pro", "transaction_id": "t2", "original_transaction_id": "t1",
]
private let charge = [
  "price": "9.99", "currency": "EUR", "expires_at": "2026-02-01T09:00:00.000Z",
]
private let bought = "2026-01-01T09:00:00.000Z"
private let signed = "2026-01-01T20:40:00.000Z"

private func event(
  _ name: String, at time: String, _ more: [String: String] = [:], without: [String] = []
) -> Telling {
  var fields = always.merging(["event": name, "timestamp": time]) { $1 }.merging(more) { $1 }
  for name in without { fields[name] = nil }
  return .event(fields)
}

@Suite struct AppStoreTests {
  @Test("Charges are dated when they were bought, and carry money and an end")
  func charges() throws {
    #expect(try tell(notification("DID_RENEW")) == event("renewed", at: bought, charge))
    #expect(
      try tell(notification("DID_RENEW", "BILLING_RECOVERY"))
        == event("renewed", at: bought, charge.merging(["reason": "billing_recovery"]) { $1 }))
    #expect(
      try tell(notification("ONE_TIME_CHARGE"))
        == event("purchased", at: bought, ["price": "9.99", "currency": "EUR"]))
    #expect(
      try tell(notification("DID_CHANGE_RENEWAL_PREF", "UPGRADE"))
        == event("product_changed", at: bought, charge))
    #expect(
      try tell(notification("DID_RENEW", nil, ["price": "0"]))["price"] == "0")
    #expect(
      try tell(notification("DID_RENEW", nil, ["price": "4999.5"]))["price"] == "4.9995")
  }

  @Test(
    "A first purchase is what its transaction says",
    arguments: [
      (["offerType": "1", "offerDiscountType": "FREE_TRIAL", "price": "0"], "trial_started"),
      (["offerDiscountType": "FREE_TRIAL"], "trial_started"),
      (["offerType": "0", "offerDiscountType": "FREE_TRIAL"], "trial_started"),
      (["offerType": "2", "offerDiscountType": "FREE_TRIAL"], "offer_redeemed"),
      (["offerType": "3", "offerDiscountType": "FREE_TRIAL"], "offer_redeemed"),
      (["offerType": "4", "offerDiscountType": "FREE_TRIAL"], "offer_redeemed"),
      (["offerType": "1", "offerDiscountType": "PAY_AS_YOU_GO"], "purchased"),
      (["offerType": "1", "price": "0"], "trial_started"), (["offerType": "1"], "purchased"),
      (["offerType": "1", "price": nil], "purchased"), ([:], "purchased"),
      (["inAppOwnershipType": "FAMILY_SHARED", "offerDiscountType": "FREE_TRIAL"], "purchased"),
    ] as [([String: String?], String)])
  func firstPurchases(_ changes: [String: String?], _ expected: String) throws {
    for subtype in ["INITIAL_BUY", "RESUBSCRIBE", nil] {
      let told = try tell(notification("SUBSCRIBED", subtype, changes))
      #expect(told["event"] == expected)
      #expect(told["timestamp"] == bought)
      #expect(told["expires_at"] == charge["expires_at"])
      if expected == "trial_started" { #expect(told["price"] == nil && told["currency"] == nil) }
      if expected == "offer_redeemed" { #expect(told["price"] == "0") }
    }
  }

  @Test("Notes are dated when they were signed, and carry no money")
  func notes() throws {
    let renewal = ["autoRenewProductId": "basic", "autoRenewStatus": "0"]
    let note = ["product_id": "basic"]
    for subtype in ["DOWNGRADE", nil] {
      #expect(
        try tell(notification("DID_CHANGE_RENEWAL_PREF", subtype, renewal: renewal))
          == event("product_changed", at: signed, note, without: ["transaction_id"]))
    }
    #expect(
      try tell(notification("DID_CHANGE_RENEWAL_PREF"))
        == event("product_changed", at: signed, without: ["transaction_id"]))
    #expect(
      try tell(notification("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED", renewal: renewal))
        == event("uncancelled", at: signed))
    #expect(
      try tell(notification("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED"))
        == event("cancelled", at: signed))
    #expect(
      try tell(notification("DID_CHANGE_RENEWAL_STATUS", renewal: renewal))
        == event("cancelled", at: signed))
    #expect(
      try tell(notification("DID_CHANGE_RENEWAL_STATUS", renewal: ["autoRenewStatus": "1"]))
        == event("uncancelled", at: signed))
    #expect(
      try tell(notification("DID_CHANGE_RENEWAL_STATUS", "NEW"))
        == .ignored("DID_CHANGE_RENEWAL_STATUS/unknown"))
    #expect(
      try tell(notification("RENEWAL_EXTENDED"))
        == event("subscription_extended", at: signed, ["expires_at": charge["expires_at"]!]))
    #expect(try tell(notification("REFUND_REVERSED")) == event("refund_reversed", at: signed))
  }

  @Test("Failures and ends have the reasons that the store gives")
  func failures() throws {
    let grace = ["gracePeriodExpiresDate": "1768000000000"]
    #expect(
      try tell(notification("DID_FAIL_TO_RENEW", "GRACE_PERIOD", renewal: grace))
        == event(
          "grace_period_entered", at: signed, ["grace_expires_at": "2026-01-09T23:06:40.000Z"]))
    #expect(try tell(notification("DID_FAIL_TO_RENEW")) == event("billing_failed", at: signed))
    #expect(
      try tell(notification("GRACE_PERIOD_EXPIRED"))
        == event("expired", at: signed, ["reason": "billing"]))
    let reasons = [
      ("VOLUNTARY", "voluntary"), ("BILLING_RETRY", "billing"),
      ("PRICE_INCREASE", "price_increase"), ("PRODUCT_NOT_FOR_SALE", "product_not_for_sale"),
      (nil, "other"), ("", "other"), ("OF_2030", "of_2030"), ("UNKNOWN", "unknown"),
    ]
    for (subtype, reason) in reasons {
      #expect(
        try tell(notification("EXPIRED", subtype))
          == event("expired", at: signed, ["reason": reason]))
    }
  }

  @Test("A refund is the whole charge unless a share says how much, to the micro-unit, half even")
  func refunds() throws {
    let whole = ["revocationDate": "1767400000000"]
    let time = "2026-01-03T00:26:40.000Z"
    let revokes = ["revokes": "true"]
    #expect(try tell(notification("REFUND", nil, whole)) == event("refunded", at: time, revokes))
    #expect(try tell(notification("REFUND")) == event("refunded", at: signed))
    let shares = [
      ("9990", "50000", "4.995"), ("9990", "33333", "3.3299667"), ("5", "10", "0.0000005"),
      ("9990", "100000", "9.99"), ("9990", "0", "0"),
    ]
    for (price, share, exact) in shares {
      let told = try tell(
        notification(
          "REFUND", nil,
          whole.merging([
            "revocationType": "REFUND_PRORATED", "revocationPercentage": share, "price": price,
          ]) { $1 }))
      let expected = exact == "3.3299667" ? "3.329967" : exact == "0.0000005" ? "0" : exact
      #expect(told["price"] == expected && told["currency"] == "EUR" && told["revokes"] == "true")
    }
    let full = whole.merging(["revocationType": "REFUND_FULL", "revocationPercentage": "100000"]) {
      $1
    }
    #expect(try tell(notification("REFUND", nil, full)) == event("refunded", at: time, revokes))
    #expect(try tell(notification("REVOKE", nil, whole)) == event("revoked", at: time))
  }

  @Test("The store's subscription group stands on every event")
  func groups() throws {
    let group = ["subscriptionGroupIdentifier": "\"210\""]
    for type in ["DID_RENEW", "EXPIRED", "DID_CHANGE_RENEWAL_PREF", "REFUND"] {
      #expect(try tell(notification(type, nil, group))["subscription_group"] == "210")
    }
    let blank = ["subscriptionGroupIdentifier": ""]
    #expect(try tell(notification("DID_RENEW", nil, blank))["subscription_group"] == nil)
  }

  @Test("A redeemed offer is a charge, a free offer or a change")
  func offers() throws {
    let offer = ["offerType": "3", "offerIdentifier": "autumn"]
    #expect(
      try tell(notification("OFFER_REDEEMED", "INITIAL_BUY", offer))
        == event("offer_redeemed", at: bought, charge.merging(["offer_id": "autumn"]) { $1 }))
    #expect(
      try tell(notification("OFFER_REDEEMED", nil, renewal: ["offerIdentifier": "loyal"]))
        == event(
          "offer_redeemed", at: signed, ["price": "0", "currency": "EUR", "offer_id": "loyal"]))
    #expect(
      try tell(notification("OFFER_REDEEMED", "UPGRADE"))
        == event("product_changed", at: bought, charge))
    #expect(
      try tell(notification("OFFER_REDEEMED", "UPGRADE", ["price": "0"]))
        == event("offer_redeemed", at: bought, charge.merging(["price": "0"]) { $1 }))
    #expect(
      try tell(
        notification("OFFER_REDEEMED", "DOWNGRADE", renewal: ["autoRenewProductId": "basic"]))
        == event(
          "product_changed", at: signed, ["product_id": "basic"], without: ["transaction_id"]))
  }

  @Test(
    "Types without a customer's access or money are ignored under their name",
    arguments: [
      "RENEWAL_EXTENSION", "PRICE_INCREASE", "PRICE_CHANGE", "REFUND_DECLINED",
      "CONSUMPTION_REQUEST", "METADATA_UPDATE", "MIGRATION", "EXTERNAL_PURCHASE_TOKEN",
      "RESCIND_CONSENT", "TEST", "A_TYPE_OF_2030",
    ])
  func ignored(_ type: String) throws {
    #expect(try tell(notification(type, nil, ["environment": "Sandbox"])) == .ignored(type))
  }

  @Test("What is not of the store itself is ignored as sandbox, whoever says it first")
  func environments() throws {
    for word in ["Sandbox", "Xcode", "LocalTesting", "SANDBOX"] {
      #expect(
        try tell(notification("DID_RENEW", data: ["environment": word])) == .ignored("sandbox"))
      #expect(
        try tell(notification("DID_RENEW", nil, ["environment": word])) == .ignored("sandbox"))
    }
    let inner = ["environment": "Sandbox"]
    #expect(
      try tell(notification("DID_RENEW", nil, inner, data: ["environment": "Production"]))["event"]
        == "renewed")
    let odd = try readLines([notification("DID_RENEW", nil, inner, data: ["environment": "Moon"])])
    #expect(odd.counts.accepted == 1 && odd.counts.mistyped == ["environment": 1])
  }

  @Test("Empty texts, dates of 0 and an offer type of 0 are absent")
  func blanks() throws {
    let blank = [
      "appAccountToken": "", "storefront": "", "expiresDate": "0", "offerType": "0",
      "revocationDate": "0", "offerIdentifier": "",
    ]
    #expect(
      try tell(notification("DID_RENEW", "", blank))
        == event(
          "renewed", at: bought, ["price": "9.99", "currency": "EUR"],
          without: ["user_id", "country"]))
    #expect(
      try tell(
        notification(
          "DID_RENEW", nil, ["appAccountToken": "00000000-0000-0000-0000-000000000000"],
          renewal: ["appAccountToken": "u2"]))["user_id"] == "u2")
    #expect(try tell(notification("DID_RENEW", nil, ["purchaseDate": "0"]))["timestamp"] == signed)
  }

  @Test("What is used must have its type; what is not used may be anything")
  func types() throws {
    let wrong: [([String: String?], Telling)] = [
      (["purchaseDate": "true"], .rejected(.mistypedField, "timestamp")),
      (["purchaseDate": "soon"], .rejected(.badTime, "timestamp")),
      (["purchaseDate": "1e30"], .rejected(.badTime, "timestamp")),
      (["purchaseDate": "1000"], .rejected(.timeBeforeAppStore, "timestamp")),
      (["purchaseDate": "1999999999999"], .rejected(.timeInFuture, "timestamp")),
      (["expiresDate": "[]"], .rejected(.mistypedField, "expires_at")),
      (["price": "{}"], .rejected(.mistypedField, "price")),
      (["price": "cheap"], .rejected(.badAmount, "price")),
      (["price": "-9990"], .rejected(.negativePrice, "price")),
      (["currency": "EURO"], .rejected(.unknownCurrency, "currency")),
      (
        ["originalTransactionId": nil, "appAccountToken": "{}"],
        .rejected(.mistypedField, "user_id")
      ),
      (
        ["transactionId": "[]", "originalTransactionId": nil, "appAccountToken": nil],
        .rejected(.missingField, "user_id")
      ),
    ]
    for (changes, expected) in wrong {
      #expect(try tell(notification("DID_RENEW", nil, changes)) == expected)
    }
    let unused: [String: String?] = ["price": "{}", "expiresDate": "soon", "currency": "EURO"]
    #expect(try tell(notification("REVOKE", nil, unused)) == event("revoked", at: signed))
    let reading = try readLines([notification("DID_RENEW", nil, ["storefront": "5"])])
    #expect(reading.counts.accepted == 1 && reading.counts.mistyped == ["country": 1])
    // Whose it is, the original transaction tells, too.
    let nobody = try readLines([notification("DID_RENEW", nil, ["appAccountToken": "{}"])])
    #expect(nobody.counts.accepted == 1 && nobody.counts.mistyped == ["user_id": 1])
    #expect(try nobody.onlyFields()["user_id"] == nil)
    #expect(
      try tell(notification("DID_RENEW", nil, ["purchaseDate": "\"1767258000000.9\""]))["timestamp"]
        == bought)
  }

  @Test("A notification without transaction and renewal info has no customer")
  func nobody() throws {
    let line = #"{"notificationType":"EXPIRED","signedDate":1767300000000,"data":{}}"#
    #expect(try tell(line) == .rejected(.missingField, "user_id"))
    let timeless = #"{"notificationType":"EXPIRED","data":{}}"#
    #expect(try tell(timeless) == .rejected(.missingField, "timestamp"))
  }

  @Test("Lines of another app are rejected when the configuration names its own")
  func apps() throws {
    let own = SignatureRules(bundleIDs: ["com.example.app"])
    #expect(try tell(notification("DID_RENEW"), signatures: own)["event"] == "renewed")
    #expect(
      try tell(notification("DID_RENEW", data: ["bundleId": "other"]), signatures: own)
        == .rejected(.wrongApp, ""))
    #expect(
      try tell(notification("DID_RENEW", nil, ["bundleId": "other"]), signatures: own)
        == .rejected(.wrongApp, ""))
    #expect(
      try tell(
        notification("DID_RENEW", data: ["bundleId": "other", "environment": "Sandbox"]),
        signatures: own) == .ignored("sandbox"))
    #expect(
      try tell(
        notification("DID_RENEW", nil, ["environment": "Sandbox"], data: ["bundleId": "other"]),
        signatures: own) == .ignored("sandbox"))
    #expect(
      try tell(notification("DID_RENEW", nil, ["bundleId": nil]), signatures: own)["event"]
        == "renewed")
  }

  @Test("A price for a month of a year and one paid at once have periods of their own")
  func periods() throws {
    #expect(
      try tell(notification("DID_RENEW", nil, ["billingPlanType": "MONTHLY"]))["period"] == "P1M")
    #expect(
      try tell(
        notification(
          "DID_RENEW", nil, ["offerDiscountType": "PAY_UP_FRONT", "offerPeriod": "P3M"]))["period"]
        == "P3M")
    #expect(try tell(notification("DID_RENEW"))["period"] == nil)
  }

  // MARK: - Transactions alone

  @Test("A transaction alone is identified by itself, and by its revocation")
  func alone() throws {
    let renewed = json(transaction.merging(["transactionReason": "RENEWAL"]) { $1 })
    #expect(
      try tell(renewed)
        == event("renewed", at: bought, charge.merging(["event_id": "transaction:t2"]) { $1 }))
    for key in ["signedTransactionInfo", "signedTransaction", "jwsRepresentation"] {
      #expect(try tell(json([key: renewed])) == (try tell(renewed)))
      #expect(try tell(json([key: unsigned(renewed)])) == (try tell(renewed)))
    }
    let revoked = transaction.merging(["revocationDate": "1767400000000"]) { $1 }
    #expect(
      try tell(json(revoked))
        == event(
          "refunded", at: "2026-01-03T00:26:40.000Z",
          ["event_id": "transaction:t2:revoked", "revokes": "true"]))
    let shared = revoked.merging(["inAppOwnershipType": "FAMILY_SHARED"]) { $1 }
    #expect(try tell(json(shared))["event"] == "revoked")
    let left = revoked.merging(["revocationType": "FAMILY_REVOKE"]) { $1 }
    #expect(try tell(json(left))["event"] == "revoked")
    #expect(try tell(json(transaction))["event"] == "purchased")
    let nameless = json(transaction.merging(["transactionId": nil]) { $1 })
    let told = try tell(json(["signedTransactionInfo": nameless]))
    #expect(told["event"] == "purchased" && told["transaction_id"] == nil)
    let sandbox = json(["environment": "Sandbox", "signedDate": "1767258000000"])
    #expect(try tell(json(["signedTransactionInfo": sandbox])) == .ignored("sandbox"))
    let nowhere = json(transaction.merging(["environment": nil]) { $1 })
    for word in ["Sandbox", "Production"] {
      let renewal = json(["environment": word, "autoRenewProductId": "pro"])
      let both = json(["signedTransactionInfo": nowhere, "signedRenewalInfo": renewal])
      #expect((try tell(both) == .ignored("sandbox")) == (word == "Sandbox"))
    }
  }

  @Test("Renewal info, an app transaction and a whole receipt are no events")
  func others() throws {
    #expect(
      try tell(json(["signedRenewalInfo": unsigned(#"{"autoRenewProductId":"a"}"#)]))
        == .ignored("RenewalInfo"))
    #expect(
      try tell(json(["signedRenewalInfo": unsigned(#"{"environment":"Sandbox"}"#)]))
        == .ignored("RenewalInfo"))
    #expect(
      try tell(json(["jwsRepresentation": unsigned(#"{"autoRenewProductId":"a"}"#)]))
        == .ignored("RenewalInfo"))
    #expect(
      try tell(json(["jwsRepresentation": unsigned(#"{"receiptType":"Production"}"#)]))
        == .ignored("AppTransaction"))
    #expect(try tell(#"{"receiptType":"Production"}"#, in: .appStore) == .ignored("AppTransaction"))
    #expect(try tell(#"{"status":0,"latest_receipt_info":[{}]}"#) == .ignored("verifyReceipt"))
  }

  @Test("Without verification a JWS is decoded, and anything else in its place is a bad one")
  func decoded() throws {
    let inner = json(transaction)
    let signed = json([
      "notificationType": "DID_RENEW", "notificationUUID": "n-1",
      "data": json(["signedTransactionInfo": unsigned(inner)]),
    ])
    #expect(
      try tell(json(["signedPayload": unsigned(signed)])) == event("renewed", at: bought, charge))
    for bad in ["a.b", "a..c", "a.b.c.d", "a.e30=.c", "a.*.c", "a.W10.c", "a.eyI.c", "", "5", "{}"]
    {
      let told = try tell(json(["signedPayload": bad]))
      let isEmpty = bad == "" || bad == "{}"
      #expect(
        told == (isEmpty ? .rejected(.missingField, "event") : .rejected(.badJWS, "")), "\(bad)")
    }
  }

  // MARK: - Version 1

  @Test("A notification of version 1 speaks of its newest transaction")
  func firstVersion() throws {
    let element = { (id: String, time: String) in
      json([
        "transaction_id": "\"\(id)\"", "original_transaction_id": "\"1\"", "product_id": "pro",
        "purchase_date_ms": "\"\(time)\"", "expires_date_ms": "\"1769936400000\"",
        "is_trial_period": "\"false\"", "cancellation_date_ms": "\"1767400000000\"",
        "app_account_token": "u1",
      ]).replacing("\"\"", with: "\"")
    }
    let receipt =
      #"{"latest_receipt_info":[\#(element("1", "1764579600000")),\#(element("2", "1767258000000")),\#(element("0", "1764579500000"))],"pending_renewal_info":[{"grace_period_expires_date_ms":"1770936400000"}]}"#
    let line = { (type: String, more: String) in
      #"{"notification_type":"\#(type)","environment":"PROD","password":"s3cret","unified_receipt":\#(receipt)\#(more)}"#
    }
    let same = [
      "user_id": "u1", "product_id": "pro", "transaction_id": "2", "original_transaction_id": "1",
    ]
    #expect(
      try tell(line("DID_RENEW", ""))
        == .event(
          same.merging([
            "event": "renewed", "timestamp": bought, "expires_at": "2026-02-01T09:00:00.000Z",
            "event_id": "v1:DID_RENEW:2:1767258000000",
          ]) { $1 }))
    let kinds = [
      ("INITIAL_BUY", "purchased"), ("INTERACTIVE_RENEWAL", "purchased"),
      ("DID_RECOVER", "renewed"), ("DID_FAIL_TO_RENEW", "grace_period_entered"),
      ("CANCEL", "refunded"), ("REFUND", "refunded"), ("REVOKE", "revoked"),
    ]
    for (type, kind) in kinds { #expect(try tell(line(type, ""))["event"] == kind) }
    let trial = line("INITIAL_BUY", "").replacing(
      #""is_trial_period":"false""#, with: #""is_trial_period":"true""#)
    #expect(try tell(trial)["event"] == "trial_started")
    let shared = trial.replacing(
      #""app_account_token""#, with: #""in_app_ownership_type":"FAMILY_SHARED","app_account_token""#
    )
    let told = try tell(shared)
    #expect(told["event"] == "purchased" && told["ownership"] == "family_shared")
    #expect(
      try tell(line("CANCEL", ""))["event_id"] == "v1:CANCEL:2:1767400000000")
    let status = #","auto_renew_status_change_date_ms":"1767300000000","auto_renew_status":"#
    #expect(
      try tell(line("DID_CHANGE_RENEWAL_STATUS", status + #""true""#))["event"] == "uncancelled")
    #expect(
      try tell(line("DID_CHANGE_RENEWAL_STATUS", status + #""false""#))["event"] == "cancelled")
    #expect(
      try tell(line("DID_CHANGE_RENEWAL_STATUS", ""))
        == .ignored("DID_CHANGE_RENEWAL_STATUS/unknown"))
    let change = try tell(line("DID_CHANGE_RENEWAL_PREF", #","auto_renew_product_id":"basic""#))
    #expect(change["product_id"] == "basic" && change["transaction_id"] == nil)
    #expect(try tell(line("PRICE_INCREASE_CONSENT", "")) == .ignored("PRICE_INCREASE_CONSENT"))
    let sandbox = line("DID_RENEW", "").replacing("PROD\"", with: "Sandbox\"")
    #expect(try tell(sandbox) == .ignored("sandbox"))
  }

  @Test("The shared secret of a rejected line of version 1 is not kept")
  func secrets() throws {
    let lines = [
      #"{"notification_type":"CANCEL","unified_receipt":{},"password":"s3cret"}"#,
      #"{"notification_type":"CANCEL","password" : "s3cr\"et","unified_receipt":{}}"#,
      #"{"notification_type":"CANCEL","unified_receipt":{},"password":"s3cret"#,
      #"{"notification_type":"CANCEL","password":9s3cr1,"unified_receipt":{}}"#,
      #"{"notification_type":"CANCEL","unified_receipt":{},"password":["s3cret"]}"#,
    ]
    for line in lines {
      let reject = try #require(try readLines([line, "{}"]).rejects.first)
      let raw = String(decoding: reject.raw, as: UTF8.self)
      #expect(!raw.contains("s3cr") && !raw.contains("et\"") && raw.contains("***"))
    }
    let word = #"{"event":7,"field":"password","other":"kept"}"#
    let reject = try #require(try readLines([word, "{}"]).rejects.first)
    #expect(String(decoding: reject.raw, as: UTF8.self) == word)
  }
}

/// A JWS that nobody signed.
func unsigned(_ payload: String) -> String { "e30.\(base64url(Array(payload.utf8))).AA" }

func base64url(_ bytes: [UInt8]) -> String {
  Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    .replacing("=", with: "")
}
