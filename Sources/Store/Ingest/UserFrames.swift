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

/// An event of the spool with what tells it from the others of its user.
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

/// A partition of the spool, grouped by user: a counting sort by the users' first appearance,
/// then the users by their hash.
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
