import Feed
import Timeline
import Values

/// Rewrites the events of one person so that they say what happened, when and for how much, but
/// not to whom: ids become random ones and transactions hashes (equal ones stay equal, so
/// that a refund still finds its charge), links and dimension values are gone. Product, tier, offer, platform, price and
/// times stay, because money and timeline are made of them.
struct EventAnonymizer {
  /// The texts that are removed.
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
    var packed: [UInt8] = []
    var places: [SpooledEvent] = []
    for (number, event) in events.events.enumerated() {
      let bytes = nameless(event, number, events.bytes, payments)
      places.append(SpooledEvent(input: 0, at: packed.count, count: bytes.count))
      packed += bytes
    }
    return packed.withUnsafeBytes { EventBlock.bytes(of: places, in: $0) }
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
