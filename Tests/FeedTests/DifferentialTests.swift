import Foundation
import Support
import Testing
import Values

@testable import Feed

/// The fast reader against ``PlainReader``, on lines that nobody thought of. `RUNRATE_CASES` tries
/// more of them.
struct DifferentialTests {
  @Test("The fast reader and a plain one say the same of every line")
  func sameAnswers() throws {
    let cases = ProcessInfo.processInfo.environment["RUNRATE_CASES"].flatMap(Int.init) ?? 40
    let folder = try Folder()
    for seed in 0..<cases {
      var random = SplitMix(seed: UInt64(seed))
      let lines = (0..<100).map { _ in RandomLine.make(&random) }
      let reading = try read([folder.write("log", lines.map { $0 + "\n" }.joined())])
      let plain = lines.map { (line: $0, answer: PlainReader().answer(to: $0)) }
      try compare(plain, reading)
    }
  }

  private func compare(_ plain: [(line: String, answer: String)], _ reading: Reading) throws {
    let rejected = plain.enumerated().filter { $0.element.answer.hasPrefix("rejected") }
    let found = reading.rejects.map {
      ($0.lineNumber, "rejected \($0.reason.rawValue) \($0.field)".trimmed)
    }
    #expect(found.map(\.0) == rejected.map { Int64($0.offset + 1) })
    for (mine, theirs) in zip(rejected, found) {
      #expect(mine.element.answer.trimmed == theirs.1, "\(mine.element.line)")
    }
    let ignored = plain.filter { $0.answer.hasPrefix("ignored") }.map(\.answer)
    let counted = reading.counts.ignored.flatMap {
      Array(repeating: "ignored \($0.key)", count: $0.value)
    }
    #expect(ignored.sorted() == counted.sorted())
    #expect(plain.count { $0.answer == "annotated" } == reading.counts.annotations.count)
    let accepted = plain.filter {
      !$0.answer.hasPrefix("rejected") && !$0.answer.hasPrefix("ignored")
        && $0.answer != "annotated"
    }
    var at = 0
    reading.forEachEvent { customer, event, bytes in
      let words = reading.words(customer, event, bytes)
      if at < accepted.count, accepted[at].answer != words {
        Issue.record("\(accepted[at].line)\n  plain \(accepted[at].answer)\n  fast  \(words)")
      }
      at += 1
    }
    #expect(at == accepted.count)
  }
}

extension Reading {
  fileprivate func words(_ customer: String, _ event: Event, _ bytes: UnsafeRawBufferPointer)
    -> String
  {
    func text(_ id: StringID) -> String { id == 0 ? "" : strings.string(id) }
    func id(_ range: ByteRange) -> String { String(decoding: bytes[range.range], as: UTF8.self) }
    return FeedTests.words(
      event.kind, event.time.milliseconds, customer,
      [
        event.expiresAt?.milliseconds, event.graceExpiresAt?.milliseconds, event.price?.micros,
        event.period.map { Int64($0.packed) },
      ], text(event.currency),
      [event.product, event.country, event.channel, event.tier, event.offerID, event.reason]
        .map(text),
      [
        event.hasEventID ? id(event.identity) : "", id(event.transactionID),
        id(event.originalTransactionID),
      ])
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}

/// Lines with a little of everything: fields that are there, missing, mistyped, misspelt, nested.
private enum RandomLine {
  private static let times = [
    "\"2026-01-10T10:00:00Z\"", "1768039200", "1768039200123", "1768039200123456",
    "\"2024-02-29T23:59:59.9999+05:30\"", "\"2026-02-29T00:00:00Z\"", "\"2026-01-10 10:00:00Z\"",
    "{\"_seconds\":1768039200,\"_nanoseconds\":999999999}", "{\"seconds\":\"1\"}", "true", "null",
    "1768039200.5", "\"2026-03-01T00:00:00Z\"", "0", "\"\"", "[]",
    "\"2025-12-31t23:59:59.1z\"", "\"2026-01-10T10:00:00-24:00\"",
  ]
  private static let texts = [
    "\"a\"", "\"é\\u00e9\\ud83d\\ude00\"", "\"\"", "7", "null", "[1]", "\" x \"",
  ]
  private static let ids = [
    "\"u1\"", "12345678901234567", "-5", "1.5", "\"\"", "null", "true", "\"ü\"",
  ]
  private static let pools: [String: [String]] = [
    "price": [
      "4.99", "\"4.99\"", "0", "\"-1\"", "-3", "1e2", "\"abc\"", "true", "null", "1000000001",
      "\"0.0000005\"", "\"0.0000015\"", "\"00.1\"", "\"\"", "0.125",
    ],
    "currency": ["\"USD\"", "\"eur\"", "\"XXQ\"", "\"\"", "7", "null"],
    "period": ["\"P1M\"", "\"p2w\"", "\"P0D\"", "\"P12345D\"", "\"1M\"", "5", "null"],
    "environment": ["\"Sandbox\"", "\"production\"", "\"\"", "\"Test\"", "\"eu\"", "1"],
    "expires_at": times, "grace_expires_at": times, "timestamp": times,
  ]
  private static let texted = ["product_id", "country", "channel", "tier", "offer_id", "reason"]
  private static let identified = [
    "user_id", "device_id", "family_id", "event_id", "transaction_id", "original_transaction_id",
    "previous_id",
  ]
  private static let events = [
    "purchased", "RENEWED", "refund", "user_aliased", "nobody_knows", "trial_start", "DID_RENEW",
  ]

  static func make(_ random: inout SplitMix) -> String {
    var members = [("event", "\"\(random.one(of: events))\"")]
    if random.chance(3) { members[0].1 = random.one(of: texts) }
    members.append(("timestamp", random.chance(70) ? times[0] : random.one(of: times)))
    if random.chance(85) { members.append(("user_id", "\"u1\"")) }
    for _ in 0..<Int.random(in: 0...5, using: &random) { members.append(extra(&random)) }
    return object(members, &random)
  }

  private static func extra(_ random: inout SplitMix) -> (String, String) {
    let field = random.one(of: pools.keys.sorted() + texted + identified)
    let pool = pools[field] ?? (texted.contains(field) ? texts : ids)
    return (field, random.one(of: pool))
  }

  /// Each field at most once, under one of its spellings, some of them in a nested object.
  private static func object(_ members: [(String, String)], _ random: inout SplitMix) -> String {
    var (seen, top, nested): (Set<String>, [String], [String]) = ([], [], [])
    for (field, value) in members where seen.insert(field).inserted {
      let key = random.chance(80) ? field : field.split(separator: "_").map(\.capitalized).joined()
      let member = "\"\(key)\":\(value)"
      if random.chance(85) { top.append(member) } else { nested.append(member) }
    }
    if !nested.isEmpty { top.append("\"properties\":{\(nested.joined(separator: ","))}") }
    return "{\(top.shuffled(using: &random).joined(separator: ","))}"
  }
}
