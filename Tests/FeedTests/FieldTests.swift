import Testing
import Values

@testable import Feed

@Suite struct FieldTests {
  @Test(
    "The better name of a field wins, wherever it stands",
    arguments: [
      (#""product_id":"a","productID":"b""#, "a"),
      (#""productID":"b","product_id":"a""#, "a"),
      (#""productID":"b","properties":{"product_id":"a"}"#, "b"),
      (#""properties":{"productId":"b","product_id":"a"}"#, "a"),
      (#""parameters":{"product_id":"a"}"#, "a"),
      (#""event_params":{"PRODUCT_ID":"a"}"#, "a"),
      (#""EventParams":{"product_id":"a"}"#, "a"),
      (#""product_id":"a","product_id":"b""#, "b"),
      (#""product_id":null,"productID":"b""#, "b"),
      (#""product_id":"a","product_id":null"#, ""),
      (#""productId":"c","product_id":"a","product_id":null"#, "c"),
      (#""product_id":null,"product_id":"b""#, "b"),
      (#""product_id":"""#, ""),
      (#""other":{"product_id":"a"}"#, ""),
      (#""properties":{"deep":{"product_id":"a"}}"#, ""),
      (#""product_\u0069d":"\u0061""#, "a"),
      (
        #""other":{},"properties":{"product_id":"a"},"properties":{"country":"DE"},"#
          + #""platform":null,"platform":"ios""#, "a"
      ),
      (
        #""parameters":{"country":"DE"},"properties":{"product_id":"a"},"#
          + #""platform":null,"platform":"ios""#, "a"
      ),
    ])
  func precedence(members: String, product: String) throws {
    #expect(try read(members).text(\.product) == product)
  }

  @Test(
    "Where there is no user id, the other names stand in, in their order",
    arguments: [
      (#""user_id":"u","device_id":"d""#, "u"),
      (#""device_id":"d","properties":{"userId":"u"}"#, "u"),
      (#""family_id":"f","device_id":"d""#, "d"),
      (#""familyID":"f","app_account_token":"t""#, "f"),
      (#""user_pseudo_id":"p","appAccountToken":"t""#, "t"),
      (#""userPseudoID":"p""#, "p"),
      (#""user_id":"","device_id":"d""#, "d"),
      (#""user_id":12345678901234567890123,"device_id":"d""#, "12345678901234567890123"),
      (#""original_transaction_id":20000001"#, "txn:20000001"),
      (#""original_transaction_id":"9","device_id":null"#, "txn:9"),
      (#""user_id":"null","device_id":"d""#, "d"),
      (#""user_id":0,"device_id":"-1","family_id":"N/A","user_pseudo_id":"p""#, "p"),
      (#""user_id":"UNDEFINED","original_transaction_id":"9""#, "txn:9"),
      (#""user_id":"00000000-0000-0000-0000-000000000000","device_id":"d""#, "d"),
      (#""user_id":"Unknown1""#, "Unknown1"), (#""user_id":"nul""#, "nul"),
      (
        #""user_id":"3F2504E0-4F89-41D3-9A0C-0305E82C3301""#, "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
      ),
      (
        #""app_account_token":"3f2504E0-4f89-41d3-9a0c-0305E82C3301""#,
        "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
      ),
      (
        #""user_id":"3F2504E0-4F89-41D3-9A0C-0305E82C330G""#, "3F2504E0-4F89-41D3-9A0C-0305E82C330G"
      ),
      (
        #""user_id":"3F2504E0+4F89-41D3-9A0C-0305E82C3301""#, "3F2504E0+4F89-41D3-9A0C-0305E82C3301"
      ),
      (#""user_id":"ANNA""#, "ANNA"),
    ])
  func customers(members: String, key: String) throws {
    let reading = try read(
      text: #"{"event":"renewed","timestamp":"2026-01-10T10:00:00Z","# + members + "}\n")
    #expect(reading.events.map(\.key) == [key])
  }

  @Test("An alias of nobody is rejected, and joins nobody with anybody")
  func aliasOfNobody() throws {
    let line = #"{"event":"user_aliased","timestamp":1768039200,"#
    let members = [
      #""user_id":"u","previous_id":"null"}"#, #""user_id":"null","previous_id":"u"}"#,
      #""original_transaction_id":"1000","previous_id":"u"}"#,
    ]
    let reading = try read(text: members.map { line + $0 + "\n" }.joined())
    #expect(reading.events.isEmpty)
    #expect(reading.rejects.map(\.reason) == [.missingField, .missingField, .missingField])
    #expect(reading.rejects.map(\.field) == ["previous_id", "user_id", "user_id"])
  }

  @Test("Ids of people in the form of a UUID are in lower case, others are not touched")
  func uuids() throws {
    let id = "3F2504E0-4F89-41D3-9A0C-0305E82C3301"
    let event = try read(
      #""referrer_id":"\#(id)","previous_id":"\#(id)","transaction_id":"\#(id)""#)
    #expect(try event.identifier(\.referrerID) == id.lowercased())
    #expect(try event.identifier(\.previousID) == id.lowercased())
    #expect(try event.identifier(\.transactionID) == id)
    #expect(CustomerID.normalised(id) == id.lowercased())
    #expect(CustomerID.normalised("ANNA") == "ANNA")
  }

  @Test(
    "A required field that is missing or of another type rejects the line",
    arguments: [
      (#"{"timestamp":1768039200,"user_id":"u"}"#, Reject.Reason.missingField, "event"),
      (#"{"event":null,"timestamp":1768039200,"user_id":"u"}"#, .missingField, "event"),
      (#"{"event":["a"],"timestamp":1768039200,"user_id":"u"}"#, .mistypedField, "event"),
      (#"{"event":"renewed","user_id":"u"}"#, .missingField, "timestamp"),
      (#"{"event":"renewed","timestamp":true,"user_id":"u"}"#, .mistypedField, "timestamp"),
      (#"{"event":"renewed","timestamp":1768039200}"#, .missingField, "user_id"),
      (#"{"event":"renewed","timestamp":1768039200,"user_id":1.5}"#, .mistypedField, "user_id"),
      (#"{"event":"renewed","timestamp":1768039200,"user_id":{}}"#, .mistypedField, "user_id"),
      (
        #"{"event":"identified","timestamp":1768039200,"user_id":"u"}"#, .missingField,
        "previous_id"
      ),
      (
        #"{"event":"renewed","timestamp":1768039200,"original_transaction_id":true}"#,
        .mistypedField, "original_transaction_id"
      ),
    ])
  func required(line: String, reason: Reject.Reason, field: String) throws {
    let reading = try read(text: line + "\n")
    #expect(reading.rejects.map(\.reason) == [reason])
    #expect(reading.rejects.map(\.field) == [field])
  }

  @Test(
    "An optional field of another type is read as absent and counted",
    arguments: [
      (#""platform":7"#, "platform"), (#""event_id":1.0"#, "event_id"),
      (#""period":"P0M""#, "period"), (#""period":3"#, "period"),
      (#""ownership":"stolen""#, "ownership"), (#""access":"maybe""#, "access"),
      (#""ok":"true""#, "ok"), (#""latency_ms":-1"#, "latency_ms"),
      (#""currency":840"#, "currency"), (#""environment":"moon""#, "environment"),
      (#""environment":1"#, "environment"), (#""has_subscription":1"#, "has_subscription"),
      (#""transaction_id":{}"#, "transaction_id"), (#""crashed":0"#, "crashed"),
    ])
  func mistyped(members: String, field: String) throws {
    let reading = try read(members)
    #expect(reading.counts.accepted == 1)
    #expect(reading.counts.mistyped == [field: 1])
  }

  @Test("Mistyped fields of rejected lines are not counted")
  func mistypedInRejected() throws {
    let reading = try read(#""platform":7,"currency":"ZZZ""#)
    #expect(reading.counts.mistyped == [:])
    #expect(reading.counts.rejected == [.unknownCurrency: 1])
  }

  @Test(
    "Prices are exact",
    arguments: [
      ("4.99", 4_990_000), ("\"4.99\"", 4_990_000), ("0", 0), ("\"0.00\"", 0), ("0.1", 100_000),
      ("499e-2", 4_990_000), ("1E3", 1_000_000_000), ("13498.50", 13_498_500_000),
      ("0.000001", 1), ("0.0000005", 0), ("0.0000015", 2),
      ("999999999.999999", 999_999_999_999_999),
      ("1000000000", 1_000_000_000_000_000), ("79.989999999999995", 79_990_000), ("-0", 0),
      ("\"007\"", nil), ("\"\"", nil), ("\"4,99\"", nil), ("\"$4.99\"", nil), ("true", nil),
      ("1000000000.01", nil), ("1e400", nil), ("\" 4.99\"", nil), ("{}", nil), ("-0.01", nil),
    ] as [(String, Int64?)])
  func prices(text: String, micros: Int64?) throws {
    let reading = try read("\"price\":" + text)
    if let micros {
      #expect(try reading.only().price?.micros == micros)
    } else {
      #expect(reading.rejects.map(\.field) == ["price"])
    }
  }

  @Test("Only a refund may be negative, and its sign is ignored")
  func refunds() throws {
    #expect(try read(event: "REFUND", #""price":-4.99"#).only().price?.micros == 4_990_000)
    #expect(try read(event: "refund", #""price":"-4.99""#).only().price?.micros == 4_990_000)
    #expect(try read(event: "renewed", #""price":-4.99"#).counts.rejected == [.negativePrice: 1])
  }

  @Test("Currencies are codes of ISO 4217 in any case")
  func currencies() throws {
    #expect(try read(#""currency":"eur""#).text(\.currency) == "EUR")
    #expect(try read(#""currency":"""#).text(\.currency) == "")
    for code in ["EURO", "ZZZ", "E1R", "€"] {
      #expect(try read("\"currency\":\"\(code)\"").counts.rejected == [.unknownCurrency: 1])
    }
  }

  @Test("All fields arrive where they belong")
  func allFields() throws {
    let reading = try read(
      """
      "eventId":"e-1","platform":"ios","country":"DE","channel":"ads","campaign":"c1",\
      "appVersion":"1.2","product_id":"p","tier":"t","original_transaction_id":"o1",\
      "transaction_id":77,"price":9.99,"currency":"USD","expiry_date":1770717600000,\
      "graceExpiresAt":{"seconds":1770717600,"nanoseconds":5000000},"period":"p3m",\
      "offer_id":"of","offer_code_used":"oc","offer_type":"intro","ownership":"Family_Shared",\
      "reason":"r","error":"x","paywall_id":"pw","trigger":"tr","experiment":"ex","variant":"B",\
      "feature":"f","access":"trial","ok":false,"latency_ms":12.5,"previous_id":"pr",\
      "referrer_id":"rf","crashed":true,"anr":true,"auto_renew":true,"subtype":"s"
      """)
    let event = try reading.only()
    #expect(reading.counts.mistyped == [:])
    #expect(try reading.identifier(\.identity) == "e-1" && event.hasEventID)
    #expect(try reading.identifier(\.transactionID) == "77")
    #expect(try reading.identifier(\.originalTransactionID) == "o1")
    #expect(try reading.identifier(\.previousID) == "pr")
    #expect(try reading.identifier(\.referrerID) == "rf")
    let texts: [KeyPath<Event, StringID>] = [
      \.platform, \.country, \.channel, \.campaign, \.appVersion, \.product, \.tier, \.currency,
      \.offerID, \.offerCode, \.reason, \.error, \.paywall, \.trigger, \.experiment, \.variant,
      \.feature,
    ]
    #expect(
      try texts.map { try reading.text($0) } == [
        "ios", "DE", "ads", "c1", "1.2", "p", "t", "USD", "of", "oc", "r", "x", "pw", "tr", "ex",
        "B", "f",
      ])
    #expect(event.expiresAt?.milliseconds == 1_770_717_600_000)
    #expect(event.graceExpiresAt?.milliseconds == 1_770_717_600_005)
    #expect(event.period == Period(3, .month))
    #expect(event.latencyMilliseconds == 12)
    #expect(event.flags == [.familyShared, .accessTrial, .notOK, .crashed, .anr])
  }

  @Test("The packed form is the codec's, byte by byte")
  func packedForm() throws {
    let reading = try read(
      #""event_id":"e","price":4.99,"currency":"USD","expires_at":1,"ok":true,"period":"P1Y""#)
    let batch = try #require(reading.batches.first)
    batch.forEachFrame { frame, bytes in
      let event = Event(unpacking: bytes, at: frame.packed.lowerBound)
      let copy = UnsafeMutableRawPointer.allocate(byteCount: event.packedCapacity, alignment: 8)
      defer { copy.deallocate() }
      let count = event.pack(from: bytes, to: copy)
      let again = Array(UnsafeRawBufferPointer(start: copy, count: count))
      #expect(again == Array(bytes[frame.packed]))
      #expect(frame.keyHash == stableHash(UnsafeRawBufferPointer(rebasing: bytes[frame.key])))
    }
  }
}

@Suite struct EventNameTests {
  @Test(
    "Every name of the vocabulary is read, in any case",
    arguments: EventKind.allCases.filter { ![.custom, .annotation].contains($0) })
  func spellings(kind: EventKind) throws {
    for name in kind.names {
      for spelling in [name, name.uppercased()] {
        #expect(try read(event: spelling, #""previous_id":"p""#).only().kind == kind)
      }
    }
  }

  @Test("No two kinds have a name in common, and their numbers have no gap")
  func distinct() {
    let names = EventKind.allCases.flatMap(\.names)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0 == $0.lowercased() })
    #expect(EventKind.allCases.map(\.rawValue) == Array(0..<UInt8(EventKind.allCases.count)))
  }

  @Test("A change of renewal status is on, off, or a note")
  func renewalStatus() throws {
    let cases: [(String, EventKind)] = [
      (#""auto_renew":true"#, .uncancelled), (#""autoRenew":false"#, .cancelled),
      (#""auto_renew":false,"subtype":"AUTO_RENEW_ENABLED""#, .cancelled),
      (#""subtype":"AUTO_RENEW_ENABLED""#, .uncancelled),
      (#""subtype":"AUTO_RENEW_DISABLED""#, .cancelled),
      (#""subtype":"VOLUNTARY""#, .renewalStatusChanged), ("", .renewalStatusChanged),
    ]
    for (members, kind) in cases {
      #expect(try read(event: "DID_CHANGE_RENEWAL_STATUS", members).only().kind == kind)
    }
  }

  @Test("A manual override grants access, or revokes it when access is denied")
  func overrides() throws {
    #expect(try read(event: "manual_override", "").only().kind == .accessGranted)
    #expect(try read(event: "manual_override", #""access":"denied""#).only().kind == .accessRevoked)
    #expect(
      try read(event: "manual_override", #""has_subscription":false"#).only().kind
        == .accessRevoked)
    #expect(try read(event: "access_granted", #""access":"denied""#).only().kind == .accessGranted)
  }

  @Test("A feature is named after its event unless it has a name")
  func features() throws {
    #expect(try read(event: "Challenge_Created", "").text(\.feature) == "challenge_created")
    #expect(try read(event: "feature_gated", #""feature":"x""#).text(\.feature) == "x")
    let own = EventNames(eventNames: ["Gate": "feature_used"])
    #expect(try read(event: "GATE", "", names: own).text(\.feature) == "gate")
  }

  @Test("Events of the configuration and of funnels are accepted under their names")
  func ownNames() throws {
    let own = EventNames(
      eventNames: ["bought": "purchased", "Lesson": "lesson_done", "churn": "quiz"],
      funnelEvents: ["Quiz", "renewed"])
    #expect(try read(event: "Bought", "", names: own).only().kind == .purchased)
    #expect(try read(event: "lesson", "", names: own).text(\.name) == "lesson_done")
    #expect(try read(event: "churn", "", names: own).text(\.name) == "Quiz")
    #expect(try read(event: "QUIZ", "", names: own).only().kind == .custom)
    #expect(try read(event: "renewed", "", names: own).only().kind == .renewed)
    #expect(try read(event: "other", "", names: own).counts.ignored == ["other": 1])
  }

  @Test("A log's own names of fields are read behind the usual ones, wherever these may stand")
  func ownFieldNames() throws {
    let folder = try Folder()
    let path = try folder.write(
      "a.ndjson",
      """
      {"action":"purchased","ts":"2026-01-01T00:00:00Z","uid":"a","SKU":"p1","properties":{"amount":1}}
      {"action":"purchased","ts":"2026-01-01T00:00:00Z","uid":"b","sku":"p1","product_id":"p2"}

      """)
    let rules = ReadingRules(
      names: EventNames(),
      fieldNames: [
        "action": "event", "ts": "timestamp", "uid": "user_id", "sku": "product_id",
        "amount": "price",
      ], now: now)
    let reading = try read([path], rules: rules)
    #expect(reading.counts.accepted == 2)
    #expect(texts(reading, \.product) == ["p1", "p2"])
    #expect(try read([path]).counts.rejected == [.missingField: 2])
  }

  @Test("A usual name that the configuration gives to another field is no longer the usual field's")
  func takenFieldName() throws {
    let folder = try Folder()
    let path = try folder.write(
      "a.ndjson",
      #"{"event":"purchased","time":"x","at":"2026-01-01T00:00:00Z","user_id":"a"}"# + "\n")
    let rules = ReadingRules(
      names: EventNames(), fieldNames: ["time": "reason", "at": "timestamp"], now: now)
    let reading = try read([path], rules: rules)
    #expect(texts(reading, \.reason) == ["x"])
  }

  private func texts(_ reading: Reading, _ field: KeyPath<Event, StringID>) -> [String] {
    var texts: [String] = []
    reading.forEachEvent { _, event, _ in
      texts.append(reading.strings.string(event[keyPath: field]))
    }
    return texts
  }
}
