import Feed
import SQLite
import Timeline
package import Values

/// Rewrites the events of one person so that they say what happened, when and for how much, but
/// not to whom: ids become random ones and transactions hashes (equal ones stay equal, so
/// that a refund still finds its charge), links and dimension values are gone. Product, tier, offer, platform, price and
/// times stay, because money and timeline are made of them.
struct EventAnonymizer {
  private let forgettable: [Event.TextPath]
  private let salt: [UInt8]
  /// The texts that were removed, for somebody to forget where nothing else says them.
  private(set) var forgotten: Set<StringID> = []

  init(keepsCountries: Bool, salt: [UInt8]) {
    self.salt = salt
    forgettable = Event.forgettableTexts.filter { !(keepsCountries && $0 == \Event.country) }
  }

  /// One block of the events, which stand in the order of the fold. Their new identities are
  /// their numbers, so that they stay in it.
  /// `payments`: the person's own. Refunds of others' payments still find them.
  mutating func block(of events: CustomerEvents, payments: Set<[UInt8]>) -> [UInt8] {
    var block: [UInt8] = []
    for (number, event) in events.events.enumerated() {
      EventBlock.append(nameless(event, number, events.bytes, payments), to: &block)
    }
    return block
  }

  private mutating func nameless(
    _ event: Event, _ number: Int, _ bytes: [UInt8], _ payments: Set<[UInt8]>
  ) -> [UInt8] {
    var event = event
    event.hasEventID = false
    forgetValues(of: &event)
    return bytes.withUnsafeBytes { bytes in
      event.packed(bytes) { path, id in
        if path == \Event.identity {
          return withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) }
        }
        if Event.peopleIDs.contains(where: { $0 == path }) { return [] }
        let isOfOthers =
          event.isRefund && !payments.contains(Array(id))
          && Event.paymentIDs.contains { $0 == path }
        return isOfOthers
          ? nil : PurgedIDs.text(inPlaceOf: PurgedIDs.payment(Array(id)), salt)
      }
    }
  }

  private mutating func forgetValues(of event: inout Event) {
    for field in forgettable where event[keyPath: field] != 0 {
      forgotten.insert(event[keyPath: field])
      event[keyPath: field] = 0
    }
  }
}

/// Where the identifiers of one event stand while it is packed.
struct TextBuffer {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ text: some Collection<UInt8>) -> ByteRange {
    defer { bytes += text }
    return text.isEmpty ? .empty : ByteRange(start: bytes.count, count: text.count)
  }

  /// The packed form of an event whose identifiers stand here.
  func packed(_ event: Event) -> [UInt8] {
    bytes.withUnsafeBytes { source in
      [UInt8](unsafeUninitializedCapacity: event.packedCapacity) { target, count in
        count =
          target.baseAddress.map { event.pack(from: source, to: UnsafeMutableRawPointer($0)) } ?? 0
      }
    }
  }
}

extension Purge {
  /// Purges everybody whose last event and last access are before `end`, and the rejected lines of
  /// runs before it. Call inside a transaction, when everything is folded.
  package func purge(before end: Instant) throws {
    let components = try Components(database, end: .distantFuture)
    for customer in try withoutAccess(since: end) {
      let members = try components.members(of: customer)
      if try !isPurged(customer), try isSilent(members, since: end) {
        try purge(members, until: end)
      }
    }
    try removeRejectedLines(before: end)
  }

  private func withoutAccess(since end: Instant) throws -> [UserID] {
    try database.rows(
      """
      SELECT id FROM main.customer
      WHERE coalesce(access_until_ms, 0) < \(end.milliseconds)
        AND coalesce(complimentary_until_ms, 0) < \(end.milliseconds)
      ORDER BY id
      """
    ) { $0.integer(0) }
  }

  private func isPurged(_ user: UserID) throws -> Bool {
    try keys.key(of: user)?.starts(with: Purge.prefix.utf8) ?? true
  }

  private func isSilent(_ members: [UserID], since end: Instant) throws -> Bool {
    try !members.contains { member in
      try blocks.blocks(of: member).contains { $0.contains { $0.time >= end } }
    }
  }
}
