import Feed
import SQLite
import Timeline
import Values

/// What became of those of a user's events of one run that repeat others (Definitions, "The log").
struct Repetitions {
  /// Input and count of lines that repeat an accepted event.
  var duplicates: [Int32: Int] = [:]
  /// Pairs of lines with one identity and different content.
  var conflicts = 0
  /// Kept events that take the place of stored ones.
  var replaced: [Replacement] = []
  var dropped: [DroppedPayment] = []
}

/// A new event in the place of a stored one of the same identity.
struct Replacement {
  let new: SpooledEvent
  let old: StoredEvent
}

struct StoredEvent {
  let time: Instant
  let packed: [UInt8]
}

extension IdentifiedEvent {
  fileprivate func packed(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[event.range])
  }
}

extension Repetitions {
  fileprivate mutating func note(_ payment: DroppedPayment?) {
    if let payment { dropped.append(payment) }
  }
}

/// Finds repeated events within a user's new events and against the stored ones.
struct Deduplication {
  private let order: ContentOrder

  init(_ order: ContentOrder) { self.order = order }

  /// The block of the events that stand, of several blocks behind one another.
  func standing(in bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var events = BlockEvents(bytes).map { at, count in
      IdentifiedEvent(SpooledEvent(input: 0, at: at, count: count), in: bytes)
    }
    let (kept, _) = run(events.indices, of: &events, in: bytes, stored: [])
    return EventBlock.bytes(of: events[kept].lazy.map(\.event), in: bytes)
  }

  /// Puts a user's new events, those of `range`, in order of time, and answers with where those
  /// stand that are to be kept: there, or behind all events. `stored`: the user's blocks of earlier
  /// runs.
  func run(
    _ range: Range<Int>, of events: inout [IdentifiedEvent], in bytes: UnsafeRawBufferPointer,
    stored: [ArraySlice<UInt8>]
  ) -> (kept: Range<Int>, Repetitions?) {
    let mayRepeat = events.withUnsafeMutableBufferPointer { events in
      var own = UnsafeMutableBufferPointer(rebasing: events[range])
      own.sort { ($0.time, $0.event.at) < ($1.time, $1.event.at) }
      return self.mayRepeat(own)
    }
    guard mayRepeat || !stored.isEmpty else { return (range, nil) }
    var result = Repetitions()
    var winners = mayRepeat ? standing(of: events[range], bytes, &result) : Array(events[range])
    if !stored.isEmpty { winners = against(stored, winners, bytes, &result) }
    winners.sort { ($0.time, $0.event.at) < ($1.time, $1.event.at) }
    let start = events.count
    events += winners
    return (start..<events.count, result)
  }

  /// Whether two identities may be the same: not where half of their bits differ, as of most users.
  private func mayRepeat(_ events: UnsafeMutableBufferPointer<IdentifiedEvent>) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: events.count) { memory in
      var halves = memory
      _ = halves.initialize(from: events.lazy.map(\.identity.high))
      halves.sort()
      return halves.indices.dropFirst().contains { halves[$0] == halves[$0 - 1] }
    }
  }

  private func standing(
    of events: ArraySlice<IdentifiedEvent>, _ bytes: UnsafeRawBufferPointer,
    _ result: inout Repetitions
  ) -> [IdentifiedEvent] {
    // By input before the place in the spool, which is a matter of threads: so the same file is
    // always the one that repeats the other.
    let entries = events.sorted { a, b in
      (a.identity, a.time, a.event.input, a.event.at)
        < (b.identity, b.time, b.event.input, b.event.at)
    }
    var winners: [IdentifiedEvent] = []
    for entry in entries { take(entry, bytes, &winners, &result) }
    return winners
  }

  /// Entries of one identity come behind one another, the earliest first.
  private func take(
    _ entry: IdentifiedEvent, _ bytes: UnsafeRawBufferPointer, _ winners: inout [IdentifiedEvent],
    _ result: inout Repetitions
  ) {
    guard let winner = winners.last, winner.identity == entry.identity else {
      winners.append(entry)
      return
    }
    let loses: IdentifiedEvent
    if isSame(winner.event, bytes, entry.event, bytes) {
      loses = entry
    } else {
      result.conflicts += 1
      let isLater =
        winner.time < entry.time
        || order.precedes((bytes, winner.event.at), (bytes, entry.event.at))
      loses = isLater ? entry : winner
      let stands = isLater ? winner : entry
      result.note(DroppedPayment(loses.packed(in: bytes), besides: stands.packed(in: bytes)))
      if !isLater { winners[winners.count - 1] = entry }
    }
    result.duplicates[loses.event.input, default: 0] += 1
  }

  private func isSame(
    _ a: SpooledEvent, _ aBytes: UnsafeRawBufferPointer, _ b: SpooledEvent,
    _ bBytes: UnsafeRawBufferPointer
  ) -> Bool {
    isEqual(aBytes, a.range, bBytes, b.range)
  }

  /// Drops what is stored already; an earlier or smaller twin of a stored event replaces it.
  private func against(
    _ stored: [ArraySlice<UInt8>], _ winners: [IdentifiedEvent], _ bytes: UnsafeRawBufferPointer,
    _ result: inout Repetitions
  ) -> [IdentifiedEvent] {
    var twins = Dictionary(
      winners.map { ($0.identity, Twin(of: $0)) }, uniquingKeysWith: { a, _ in a })
    for block in stored { compare(block, bytes, &twins) }
    return winners.filter { entry in
      guard let twin = twins[entry.identity], let standing = twin.standing else { return true }
      result.duplicates[entry.event.input, default: 0] += 1
      guard !twin.isKnown else { return false }
      result.conflicts += 1
      let precedes = precedes(entry, bytes, standing)
      standing.packed.withUnsafeBytes { old in
        result.note(
          precedes
            ? DroppedPayment(old, besides: entry.packed(in: bytes))
            : DroppedPayment(entry.packed(in: bytes), besides: old))
      }
      guard precedes else { return false }
      result.replaced.append(Replacement(new: entry.event, old: standing))
      return true
    }
  }

  /// Finds, for each new event, the stored one of the same identity that stands.
  private func compare(
    _ block: ArraySlice<UInt8>, _ bytes: UnsafeRawBufferPointer, _ twins: inout [IdentityKey: Twin]
  ) {
    block.withUnsafeBytes { old in
      for (at, count) in BlockEvents(old) {
        let header = PackedHeader(old, at: at)
        let identity = header.key(in: old)
        guard let twin = twins[identity] else { continue }
        let content = at..<(at + count)
        if isEqual(old, content, bytes, twin.new.event.range) { twins[identity]?.isKnown = true }
        let isEarlier = twin.standing.map { standing in
          header.time != standing.time
            ? header.time < standing.time
            : standing.packed.withUnsafeBytes { order.precedes((old, at), ($0, 0)) }
        }
        guard isEarlier ?? true else { continue }
        twins[identity]?.standing = StoredEvent(time: header.time, packed: Array(old[content]))
      }
    }
  }

  private func precedes(
    _ new: IdentifiedEvent, _ bytes: UnsafeRawBufferPointer, _ old: StoredEvent
  ) -> Bool {
    guard new.time == old.time else { return new.time < old.time }
    return old.packed.withUnsafeBytes { order.precedes((bytes, new.event.at), ($0, 0)) }
  }

  private struct Twin {
    let new: IdentifiedEvent
    var standing: StoredEvent?
    /// The very same event is stored, standing or not.
    var isKnown = false

    init(of new: IdentifiedEvent) { self.new = new }
  }
}

/// 128 bits that stand for an identity among the events of one user (Definitions, "The log").
struct IdentityKey: Hashable, Comparable {
  let high: UInt64
  private let low: UInt64

  /// `event`: tells canonical events apart, for one request id may stand on several.
  fileprivate init(_ identity: UnsafeRawBufferPointer, isHash: Bool, event: UInt64) {
    // Not as part of the seed: with it, letters of a short id could make up for another event.
    high = stableHash(identity, seed: isHash ? 1 : 0x51AB_1E) &+ event
    low = stableHash(identity, seed: isHash ? 2 : 0xB0B_CA7) &+ event
  }

  static func < (a: IdentityKey, b: IdentityKey) -> Bool { (a.high, a.low) < (b.high, b.low) }
}

extension PackedHeader {
  /// The key of the identity; events without an `event_id` have keys of their own.
  func key(in bytes: UnsafeRawBufferPointer) -> IdentityKey {
    IdentityKey(
      UnsafeRawBufferPointer(rebasing: bytes[identity]), isHash: identityIsHash, event: event)
  }
}

/// A payment that counts nothing, because another one has its `event_id`.
struct DroppedPayment: Sendable {
  /// Of what it says.
  private let hash: Int64
  private let time: Instant
  private let price: Amount
  private let currency: StringID

  /// The next payment of the shortest period that stores sell comes later.
  private static let retrying = TimeSpan.days(6)

  /// Of packed events. Nil for no payment, or for the payment that stands.
  init?(_ packed: UnsafeRawBufferPointer, besides standing: UnsafeRawBufferPointer) {
    let lost = Event(unpacking: packed, at: 0)
    let kept = Event(unpacking: standing, at: 0)
    guard lost.kind.isSale, let price = lost.price, price > .zero else { return nil }
    let (one, other) = (packed[lost.transactionID.range], standing[kept.transactionID.range])
    let isSame =
      one.isEmpty || other.isEmpty
      ? lost.price == kept.price && lost.product == kept.product
        && lost.time - kept.time < Self.retrying
      : one.elementsEqual(other)
    guard !isSame else { return nil }
    hash = Int64(bitPattern: stableHash(packed))
    (time, self.price, currency) = (lost.time, price, lost.currency)
  }

  /// Keeps it, once.
  func write(with insert: Statement) throws {
    try insert.run(hash, time.milliseconds, price.micros, Int64(currency))
  }
}
