import Feed
import Store
import Timeline
import Values

extension StoredEvents {
  /// The events as lines of a log. `namesApps`: with the app, where there are several.
  func lines(_ strings: StringTable, namesApps: Bool) -> [(time: Instant, json: JSONValue)] {
    events.events.map { event in
      let texts = EventTexts(
        user: user, bytes: events.bytes, strings: strings, namesApps: namesApps)
      return (event.time, texts.json(event))
    }
  }
}

/// Turns an event back into a line: canonical names, absent fields left out.
private struct EventTexts {
  let user: String
  let bytes: [UInt8]
  let strings: StringTable
  let namesApps: Bool

  func json(_ event: Event) -> JSONValue {
    .object(
      (identity(event) + dimensions(event) + sale(event) + circumstances(event))
        .compactMap { name, value in value.map { JSONValue.Member(name, $0) } })
  }

  private typealias Members = [(String, JSONValue?)]

  private func identity(_ event: Event) -> Members {
    let name = event.kind == .custom ? strings.string(event.name) : event.kind.canonicalName
    return [
      ("event", .string(name)), ("timestamp", .string(event.time.iso8601)),
      ("event_id", event.hasEventID ? text(event.identity) : nil),
      ("user_id", user.hasPrefix("txn:") ? nil : .string(user)),
      ("previous_id", text(event.previousID)), ("referrer_id", text(event.referrerID)),
    ]
  }

  private func dimensions(_ event: Event) -> Members {
    [
      ("platform", text(event.platform)), ("country", text(event.country)),
      ("channel", text(event.channel)), ("campaign", text(event.campaign)),
      ("app", namesApps ? text(event.app) : nil), ("app_version", text(event.appVersion)),
    ]
  }

  private func sale(_ event: Event) -> Members {
    [
      ("product_id", text(event.product)), ("tier", text(event.tier)),
      ("transaction_id", text(event.transactionID)),
      ("original_transaction_id", text(event.originalTransactionID)),
      ("price", event.price.map { .decimal($0.decimalText) }), ("currency", text(event.currency)),
      ("period", event.period.map { .string($0.description) }),
      ("expires_at", event.expiresAt.map { .string($0.iso8601) }),
      ("grace_expires_at", event.graceExpiresAt.map { .string($0.iso8601) }),
      ("offer_id", text(event.offerID)), ("offer_code", text(event.offerCode)),
      ("ownership", event.flags.contains(.familyShared) ? .string("family_shared") : nil),
    ]
  }

  private func circumstances(_ event: Event) -> Members {
    [
      ("reason", text(event.reason)), ("error", text(event.error)),
      ("paywall_id", text(event.paywall)), ("trigger", text(event.trigger)),
      ("experiment", text(event.experiment)), ("variant", text(event.variant)),
      ("feature", text(event.feature)), ("access", event.flags.access.map { .string($0) }),
      ("ok", event.flags.success.map { .bool($0) }),
      ("latency_ms", event.latencyMilliseconds.map { .integer($0) }),
      ("crashed", event.flags.contains(.crashed) ? .bool(true) : nil),
      ("anr", event.flags.contains(.anr) ? .bool(true) : nil),
    ]
  }

  private func text(_ id: StringID) -> JSONValue? { id == 0 ? nil : .string(strings.string(id)) }

  private func text(_ range: ByteRange) -> JSONValue? {
    range.isEmpty ? nil : .string(String(decoding: bytes[range.range], as: UTF8.self))
  }
}

extension EventFlags {
  /// As `access` spells it.
  fileprivate var access: String? {
    if contains(.accessAllowed) { return "allowed" }
    if contains(.accessDenied) { return "denied" }
    return contains(.accessTrial) ? "trial" : nil
  }

  /// As `ok` spells it.
  fileprivate var success: Bool? {
    if contains(.ok) { return true }
    return contains(.notOK) ? false : nil
  }
}
