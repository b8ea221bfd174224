import Feed
import Timeline
import Values

/// By what a person could be found in a line: the ids of the person, events and payments.
struct PersonTraces {
  /// Under which the person's events come: the ids, and original transactions for events without.
  private(set) var userKeys: [[UInt8]]
  /// All of them, as lines write them.
  private(set) var all: Set<[UInt8]>
  /// The payments, as refunds name them.
  private(set) var payments: Set<[UInt8]> = []
  /// After the last event.
  private(set) var end = Instant.distantPast

  /// `blocks` are all that is kept of the events, also of those that others have replaced.
  init(keys: [[UInt8]], _ blocks: [EventBlock]) {
    userKeys = keys
    all = Set(keys.map(Self.asWritten))
    for block in blocks {
      block.events.withUnsafeBytes { bytes in
        for (at, _) in BlockEvents(bytes) { note(Event(unpacking: bytes, at: at), bytes) }
      }
    }
    userKeys = Set(userKeys).sorted { $0.lexicographicallyPrecedes($1) }
    all.formUnion(all.compactMap(Self.withoutHyphens))
    all.remove([])
  }

  private mutating func note(_ event: Event, _ bytes: UnsafeRawBufferPointer) {
    end = max(end, Instant(milliseconds: event.time.milliseconds + 1))
    let original = Array(bytes[event.originalTransactionID.range])
    if !original.isEmpty { userKeys.append(Array(Links.transactionPrefix) + original) }
    let subscriptions: [Event.IdentifierPath] = [\.originalTransactionID, \.linkedTransactionID]
    for path in Event.paymentIDs + subscriptions {
      all.insert(Array(bytes[event[keyPath: path].range]))
    }
    let paid = event.isRefund ? [] : Event.paymentIDs.map { Array(bytes[event[keyPath: $0].range]) }
    payments.formUnion(paid.filter { !$0.isEmpty })
    if event.hasEventID { all.insert(Array(bytes[event.identity.range])) }
  }

  /// The other way to write a UUID; nil for other ids.
  private static func withoutHyphens(_ id: [UInt8]) -> [UInt8]? {
    guard id.count == 36, id.count(where: { $0 == UInt8(ascii: "-") }) == 4 else { return nil }
    let digits = id.filter { $0 != UInt8(ascii: "-") }
    return digits.count == 32 && digits.allSatisfy(\.isHexadecimal) ? digits : nil
  }

  /// An original transaction without what tells it from other ids.
  private static func asWritten(_ key: [UInt8]) -> [UInt8] {
    let prefix = Links.transactionPrefix
    return key.starts(with: prefix) ? Array(key.dropFirst(prefix.count)) : key
  }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool {
    self &- UInt8(ascii: "0") < 10 || (self | 32) &- UInt8(ascii: "a") < 6
  }
}
