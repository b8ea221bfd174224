import Feed
import Values

/// One event of the spool, before it is known whether it is new.
struct SpooledEvent {
  let input: Int32
  /// Offset of the packed event, and its length.
  let at: Int
  let count: Int

  var range: Range<Int> { at..<(at + count) }
}

struct IdentifiedEvent {
  let event: SpooledEvent
  let time: Instant
  let identity: IdentityKey

  init(_ event: SpooledEvent, in bytes: UnsafeRawBufferPointer) {
    let header = PackedHeader(bytes, at: event.at)
    self.event = event
    time = header.time
    identity = header.key(in: bytes)
  }
}

/// The events of one user in one partition of the spool, in the order of arrival.
struct UserFrames {
  let keyHash: UInt64
  let key: Range<Int>
  fileprivate(set) var events: Range<Int>
}

/// Grouped by user by a counting sort, then users by their hash.
struct GroupedPartition {
  private(set) var users: [UserFrames] = []
  private(set) var events: [IdentifiedEvent] = []

  /// Groups the frames of `bytes`, leaving out those of `refused` inputs. Whatever is needed of
  /// each event is read here, where one follows the other in memory.
  init(_ bytes: UnsafeRawBufferPointer, refused: Set<Int32>) {
    var found: [(user: Int32, event: IdentifiedEvent)] = []
    found.reserveCapacity(bytes.count / 64)
    var table = UserTable(capacity: 1024)
    var counts: [Int] = []
    var at = 0
    while at < bytes.count {
      let input = Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: Int32.self))
      let frame = EventBatch.frame(at: at + 4, of: bytes)
      at = frame.packed.upperBound
      guard !refused.contains(input) else { continue }
      let user = table.index(of: frame, bytes, &users)
      if user == counts.count { counts.append(0) }
      counts[user] += 1
      let event = SpooledEvent(
        input: input, at: frame.packed.lowerBound, count: frame.packed.count)
      found.append((Int32(user), IdentifiedEvent(event, in: bytes)))
    }
    place(found, counts)
  }

  private mutating func place(_ found: [(user: Int32, event: IdentifiedEvent)], _ counts: [Int]) {
    var next: [Int] = []
    var start = 0
    for (user, count) in counts.enumerated() {
      users[user].events = start..<(start + count)
      next.append(start)
      start += count
    }
    events = [IdentifiedEvent](unsafeUninitializedCapacity: start) { buffer, count in
      for (user, event) in found {
        buffer.initializeElement(at: next[Int(user)], to: event)
        next[Int(user)] += 1
      }
      count = start
    }
    users.sort { $0.keyHash < $1.keyHash }
  }
}

/// Users by key: open addressing on the hash, keys compared where hashes meet.
private struct UserTable {
  private var slots: [Int32]

  init(capacity: Int) { slots = Array(repeating: -1, count: capacity) }

  mutating func index(
    of frame: EventBatch.Frame, _ bytes: UnsafeRawBufferPointer, _ users: inout [UserFrames]
  ) -> Int {
    var slot = Int(truncatingIfNeeded: frame.keyHash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let user = Int(slots[slot])
      if users[user].keyHash == frame.keyHash,
        isEqual(bytes, users[user].key, bytes, frame.key)
      {
        return user
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(users.count)
    users.append(UserFrames(keyHash: frame.keyHash, key: frame.key, events: 0..<0))
    if users.count * 2 > slots.count { grow(users) }
    return users.count - 1
  }

  private mutating func grow(_ users: [UserFrames]) {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (index, user) in users.enumerated() {
      var slot = Int(truncatingIfNeeded: user.keyHash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(index)
    }
  }
}

/// The frames of a row of `event_page`.
enum PageFrames {
  /// A user's id and a length.
  static let headerBytes = 12

  static func append(_ events: UnsafeRawBufferPointer, of user: UserID, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: user.littleEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: UInt32(events.count).littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: events)
  }

  /// Calls `body` with each user, and where his packed events stand.
  static func forEach(in bytes: [UInt8], _ body: (UserID, Range<Int>) throws -> Void) rethrows {
    var at = 0
    while let (user, block) = next(in: bytes, at: at) {
      try body(user, block)
      at = block.upperBound
    }
  }

  /// The user whose frame begins at a place, and where his packed events stand; nil at the end.
  static func next(in bytes: [UInt8], at start: Int) -> (user: UserID, block: Range<Int>)? {
    guard start < bytes.count else { return nil }
    return bytes.withUnsafeBytes { bytes in
      let user = bytes.loadUnaligned(fromByteOffset: start, as: UserID.self)
      let count = bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt32.self)
      let at = start + headerBytes
      return (UserID(littleEndian: user), at..<(at + Int(UInt32(littleEndian: count))))
    }
  }

  /// The frames with what `change` answers in the place of blocks of `user`, or of all: perhaps
  /// nothing, or nil where one stays. With the users of whom one was changed.
  static func rewritten(
    _ bytes: [UInt8], of user: UserID?, _ change: ([UInt8]) throws -> [UInt8]?
  ) rethrows -> (events: [UInt8], users: Set<UserID>) {
    var (events, users): ([UInt8], Set<UserID>) = ([], [])
    try forEach(in: bytes) { owner, block in
      let isMeant = user.map { $0 == owner } ?? true
      let changed = isMeant ? try change(Array(bytes[block])) : nil
      if changed != nil { users.insert(owner) }
      guard changed?.isEmpty != true else { return }
      (changed?[...] ?? bytes[block]).withUnsafeBytes { append($0, of: owner, to: &events) }
    }
    return (events, users)
  }
}
