import Foundation
import Testing
import Values

@testable import Feed

/// What became of one line: the canonical event field by field, or why there is none.
enum Telling: Equatable, CustomStringConvertible {
  case event([String: String])
  case ignored(String)
  case rejected(Reject.Reason, String)

  var description: String {
    switch self {
    case .event(let fields):
      fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    case .ignored(let name): "ignored \(name)"
    case .rejected(let reason, let field): "rejected \(reason.rawValue) \(field)"
    }
  }

  subscript(field: String) -> String? {
    if case .event(let fields) = self { fields[field] } else { nil }
  }
}

/// Reads one line, told apart or in a dialect.
func tell(
  _ line: String, in dialect: Dialect = .auto, signatures: SignatureRules? = nil,
  names: EventNames = EventNames()
) throws -> Telling {
  let reading = try readLines([line], in: dialect, signatures: signatures, names: names)
  #expect(reading.counts.read == 1)
  if let reject = reading.rejects.first { return .rejected(reject.reason, reject.field) }
  if let name = reading.counts.ignored.keys.first { return .ignored(name) }
  return .event(try reading.onlyFields())
}

func readLines(
  _ lines: [String], in dialect: Dialect = .auto, signatures: SignatureRules? = nil,
  names: EventNames = EventNames(), now: Instant = later
) throws -> Reading {
  let folder = try Folder()
  let path = try folder.write("log.ndjson", lines.joined(separator: "\n") + "\n")
  let rules = ReadingRules(
    names: names, dialect: dialect, signatures: signatures, now: now)
  return try read([path], rules: rules)
}

/// 2027-01-01: later than anything the lines of these tests tell.
let later = Instant(milliseconds: 1_798_761_600_000)

extension Reading {
  /// The only event as `events` prints it.
  func onlyFields() throws -> [String: String] {
    var found: [[String: String]] = []
    forEachEvent { key, event, bytes in found.append(fields(key, event, bytes)) }
    try #require(found.count == 1)
    return found[0]
  }

  private func fields(_ key: String, _ event: Event, _ bytes: UnsafeRawBufferPointer)
    -> [String: String]
  {
    var fields = ["event": event.kind.canonicalName, "timestamp": event.time.iso8601]
    if event.kind == .custom { fields["event"] = strings.string(event.name) }
    if !key.hasPrefix("txn:") { fields["user_id"] = key }
    for (name, range) in identifiers(event) where !range.isEmpty {
      fields[name] = String(decoding: bytes[range.range], as: UTF8.self)
    }
    for (name, id) in texts(event) where id != 0 { fields[name] = strings.string(id) }
    for (name, amount) in amounts(event) { fields[name] = amount?.decimalText }
    fields["starts_at"] = event.startsAt?.iso8601
    fields["expires_at"] = event.expiresAt?.iso8601
    fields["grace_expires_at"] = event.graceExpiresAt?.iso8601
    fields["period"] = event.period?.description
    fields["latency_ms"] = event.latencyMilliseconds.map { String($0) }
    if event.flags.contains(.familyShared) { fields["ownership"] = "family_shared" }
    if event.flags.contains(.accessAllowed) { fields["access"] = "allowed" }
    if event.flags.contains(.ok) { fields["ok"] = "true" }
    if event.flags.contains(.alias), !event.previousID.isEmpty { fields["joins"] = "true" }
    if event.flags.contains(.revokes) { fields["revokes"] = "true" }
    return fields
  }

  private func amounts(_ event: Event) -> [(String, Amount?)] {
    [
      ("price", event.price), ("recurring_price", event.recurringPrice), ("tax", event.tax),
      ("fee", event.fee), ("converted_price", event.convertedPrice),
      ("charge_price", event.chargePrice),
    ]
  }

  private func identifiers(_ event: Event) -> [(String, ByteRange)] {
    [
      ("event_id", event.hasEventID ? event.identity : .empty),
      ("transaction_id", event.transactionID),
      ("original_transaction_id", event.originalTransactionID),
      ("payment_id", event.paymentID), ("linked_transaction_id", event.linkedTransactionID),
      ("previous_id", event.previousID), ("referrer_id", event.referrerID),
    ]
  }

  private func texts(_ event: Event) -> [(String, StringID)] {
    [
      ("platform", event.platform), ("country", event.country), ("channel", event.channel),
      ("campaign", event.campaign), ("app_version", event.appVersion),
      ("product_id", event.product), ("tier", event.tier), ("currency", event.currency),
      ("offer_id", event.offerID), ("reason", event.reason), ("error", event.error),
      ("paywall_id", event.paywall), ("experiment", event.experiment),
      ("variant", event.variant), ("feature", event.feature),
      ("subscription_group", event.subscriptionGroup),
      ("converted_currency", event.convertedCurrency),
    ]
  }
}

/// Members as JSON, in the order of their names; `nil` is left out; objects, lists, numbers,
/// quoted texts and literals stand as they are.
func json(_ members: [String: String?]) -> String {
  let parts = members.sorted { $0.key < $1.key }.compactMap { key, value in
    value.map { "\"\(key)\":\(jsonValue($0))" }
  }
  return "{" + parts.joined(separator: ",") + "}"
}

private func jsonValue(_ text: String) -> String {
  let isRaw =
    ["true", "false", "null"].contains(text)
    || text.hasPrefix("{") || text.hasPrefix("[") || text.hasPrefix("\"") || Double(text) != nil
  return isRaw ? text : "\"\(text)\""
}
