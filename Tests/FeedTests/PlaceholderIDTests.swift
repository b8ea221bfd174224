import Foundation
import Support
import Testing
import Values

@testable import Feed

/// What stands where an id should be and is none joins nobody with anybody: neither as the user,
/// nor as an alias, a referrer or an original transaction, however it is written, in whatever
/// dialect.
@Suite struct NoIDTests {
  private static let words = [
    "null", "nil", "none", "undefined", "unknown", "anonymous", "n/a", "nan", "(null)", "<null>",
    "[object Object]", "0", "-1", "00", "-", "0000-0000", "00000000-0000-0000-0000-000000000000",
    "00000000000000000000000000000000", "", "guest", "a-very-long-word-for-nobody",
  ]
  private static let spaces = [
    "", " ", "  ", "\t", "\n", "\r\n", "\u{0}", "\u{7F}", "\u{A0}", "\u{3000}", "\u{200B}",
    "\u{FEFF}",
    " \u{2009}\t",
  ]
  @Test("A spelling that says nothing hides no other of the same field")
  func otherSpelling() throws {
    for line in [
      #"{"user_id":"null","userId":"a","#, #"{"userId":"a","user_id":"","#,
      #"{"user_id":"","properties":{"user_id":"a"},"#,
      #"{"properties":{"user_id":"a"},"user_id":"n/a","#,
      #"{"user_id":"a","userId":"b","#,
    ] {
      let reading = try read(
        text: line
          + #""event":"purchased","timestamp":1768039200,"product_id":"","productId":"m"}"# + "\n")
      #expect(reading.events.map(\.key) == ["a"], "\(line)")
      #expect(try reading.text(\.product) == "m")
    }
  }

  private static let rules = PlaceholderIDs(besides: ["Guest", " A-very-long-word-for-nobody "])

  /// A relative of a word: in some case, with some space around it, escaped or not.
  private static func relative(_ random: inout SplitMix) -> String {
    let word = random.one(of: words)
    let cased = random.one(of: [word, word.uppercased(), word.lowercased(), word.capitalized])
    return random.one(of: spaces) + cased + random.one(of: spaces)
  }

  /// As a JSON string, now and then with escapes.
  private static func quoted(_ text: String, _ random: inout SplitMix) -> String {
    let escaped = random.chance(30)
    let units = text.utf16.map { unit -> String in
      let isPlain = !escaped && (35..<92).contains(unit) || (97..<123).contains(unit) && !escaped
      return isPlain
        ? String(UnicodeScalar(UInt8(unit)))
        : #"\u"# + String(repeating: "0", count: 4 - String(unit, radix: 16).count)
          + String(unit, radix: 16)
    }
    return "\"" + units.joined() + "\""
  }

  private static let places = [
    "user_id", "userId", "device_id", "family_id", "app_account_token", "appAccountToken",
    "user_pseudo_id", "original_transaction_id", "originalTransactionID",
  ]

  @Test("No relative of such a word is anybody, in any field", arguments: 0..<400)
  func nobody(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let id = Self.quoted(Self.relative(&random), &random)
    let place = random.one(of: Self.places)
    let member = "\"\(place)\":\(id)"
    let inner = random.chance(30) ? "\"properties\":{\(member)}" : member
    let start = #"{"event":"purchased","timestamp":1768039200,"price":1,"#
    let lines = [
      start + inner + "}",
      start + inner + #","user_pseudo_id":"p","family_id":"f"}"#,
      start + #""user_id":"u","referrer_id":"# + id + ","
        + inner.replacing(place, with: "previous_id")
        + "}",
    ]
    let reading = try read(text: lines.joined(separator: "\n") + "\n", noIDs: Self.rules)
    #expect(reading.rejects.map(\.reason) == [.missingField], "\(member)")
    let keys = Set(reading.events.map(\.key))
    #expect(keys.isSubset(of: ["u", "f", "p"]), "\(member): \(keys)")
    reading.forEachEvent { _, event, _ in
      #expect(event.previousID.isEmpty && event.referrerID.isEmpty, "\(member)")
      #expect(event.originalTransactionID.isEmpty, "\(member)")
    }
  }

  @Test("An alias of nobody is rejected, and joins nobody with anybody", arguments: 0..<100)
  func aliases(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let id = Self.quoted(Self.relative(&random), &random)
    let start = #"{"event":"user_aliased","timestamp":1768039200,"#
    let lines = [
      start + #""user_id":"u","previous_id":"# + id + "}",
      start + #""previous_id":"u","user_id":"# + id + "}",
    ]
    let reading = try read(text: lines.joined(separator: "\n") + "\n", noIDs: Self.rules)
    #expect(reading.events.isEmpty, "\(id)")
    #expect(reading.rejects.map(\.reason) == [.missingField, .missingField])
    #expect(reading.rejects.map(\.field) == ["previous_id", "user_id"])
  }

  /// A purchase of each dialect, whose customer is to be written in place of `ID`.
  private static let dialects: [(name: String, line: String)] = [
    (
      "revenuecat",
      #"{"event":{"type":"RENEWAL","id":"e","event_timestamp_ms":1767300000000,"purchased_at_ms":1767258000000,"expiration_at_ms":1769936400000,"app_user_id":ID,"original_app_user_id":"u1","product_id":"pro","transaction_id":"t2","price":1,"currency":"USD","store":"APP_STORE","environment":"PRODUCTION","period_type":"NORMAL"},"api_version":"1.0"}"#
    ),
    (
      "revenuecat, earlier id",
      #"{"event":{"type":"RENEWAL","id":"e","event_timestamp_ms":1767300000000,"purchased_at_ms":1767258000000,"expiration_at_ms":1769936400000,"app_user_id":"u1","original_app_user_id":ID,"product_id":"pro","transaction_id":"t2","price":1,"currency":"USD","store":"APP_STORE","environment":"PRODUCTION","period_type":"NORMAL"},"api_version":"1.0"}"#
    ),
    (
      "firebase",
      #"{"event_name":"purchase","event_timestamp":"1767258000000000","user_pseudo_id":ID,"user_id":ID,"event_params":[{"key":"transaction_id","value":{"string_value":"t"}}]}"#
    ),
    (
      "stripe",
      #"{"id":"evt_1","object":"event","type":"invoice.paid","created":1767258000,"livemode":true,"data":{"object":{"id":"in_1","object":"invoice","customer":ID,"billing_reason":"manual","amount_paid":100,"currency":"usd"}}}"#
    ),
    (
      "app store, a transaction",
      #"{"transactionId":"2","originalTransactionId":ID,"bundleId":"com.example.app","productId":"pro","purchaseDate":1767258000000,"expiresDate":1769936400000,"inAppOwnershipType":"PURCHASED","environment":"Production","signedDate":1767258000500,"appAccountToken":ID,"price":9990,"currency":"USD"}"#
    ),
    (
      "google play",
      #"{"version":"1.0","packageName":"p","eventTimeMillis":"1767258000000","subscriptionNotification":{"version":"1.0","notificationType":4,"purchaseToken":"tok","subscriptionId":"pro"},"purchase":{"startTime":"2026-01-01T09:00:00Z","latestOrderId":"GPA.1","regionCode":"DE","lineItems":[{"productId":"pro","expiryTime":"2026-02-01T09:00:00Z"}],"externalAccountIdentifiers":{"obfuscatedExternalAccountId":ID}}}"#
    ),
  ]

  @Test("No dialect makes anybody of such a word", arguments: NoIDTests.dialects.indices)
  func nobodyInDialects(number: Int) throws {
    let (name, line) = Self.dialects[number]
    var random = SplitMix(seed: UInt64(number))
    let known = try readLines([line.replacing("ID", with: "\"somebody\"")])
    #expect(
      known.counts.read == 1 && known.counts.accepted == 1,
      "\(name): \(known.rejects.map { ($0.reason, $0.field) }), \(known.counts.ignored)")
    let rules = ReadingRules(names: EventNames(), noIDs: Self.rules, now: later)
    for _ in 0..<60 {
      let id = Self.quoted(Self.relative(&random), &random)
      let folder = try Folder()
      let path = try folder.write("log.ndjson", line.replacing("ID", with: id) + "\n")
      let reading = try read([path], rules: rules)
      let keys = reading.events.map(\.key).filter { $0 != "u1" && $0 != "txn:tok" }
      #expect(keys.isEmpty, "\(name), \(id): \(keys)")
      reading.forEachEvent { _, event, _ in #expect(event.previousID.isEmpty, "\(name), \(id)") }
    }
  }

  @Test(
    "What only looks like such a word is an id",
    arguments: [
      "nul", "Unknown1", "1", "-2", "01", "10", "0a", "nullable", "guest2", "n.a", "unknown user",
      "00000000-0000-0000-0000-000000000001", "0000000000000000000000000000000g", "é", "日本",
    ])
  func ids(id: String) throws {
    let line = #"{"event":"app_session","timestamp":1768039200,"user_id":"\#(id)"}"# + "\n"
    #expect(try read(text: line, noIDs: Self.rules).events.map(\.key) == [id])
  }

  @Test("An event can have the number 0, a payment cannot, and neither a word for nothing")
  func ofOthers() throws {
    for (id, isThere) in [("0", true), ("-1", true), ("NULL", false), (" none ", false)] {
      let event = try read(#""event_id":"\#(id)","transaction_id":"\#(id)""#).only()
      #expect(event.hasEventID == isThere && event.transactionID.isEmpty, "\(id)")
    }
    let zeros = Self.words.first { $0.count == 36 } ?? ""
    #expect(try read(#""transaction_id":"\#(zeros)""#).only().transactionID.isEmpty)
  }

  @Test("A configuration can say that a usual word is somebody")
  func realIDs() throws {
    let rules = PlaceholderIDs(except: ["0", "ANONYMOUS"])
    let line = { (id: String) in
      #"{"event":"app_session","timestamp":1768039200,"user_id":"\#(id)"}"# + "\n"
    }
    #expect(try read(text: line("0") + line("anonymous"), noIDs: rules).events.count == 2)
    #expect(try read(text: line("null") + line("00"), noIDs: rules).events.isEmpty)
  }
}
