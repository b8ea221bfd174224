import Glibc
import Values

/// A small map from bytes to integers that never hashes a `String`: keys, event names and texts
/// that were seen before. Open addressing; when it is half full it forgets everything.
///
/// The eight bytes behind every text that is looked up must be readable.
struct ByteCache: ~Copyable {
  /// 32 bytes, so that two share a cache line.
  private struct Entry {
    var head: UInt64 = 0
    var tail: UInt64 = 0
    /// 0 = free.
    var count: UInt32 = 0
    var value: Int32 = 0
    var copy: UnsafeMutableRawPointer?
  }

  /// What ``value(of:_:)`` answers for bytes it does not know.
  static let unknown = Int32.min

  private let entries: UnsafeMutablePointer<Entry>
  private let capacity: Int
  private var used = 0

  /// `capacity` is a power of two.
  init(capacity: Int) {
    self.capacity = capacity
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: Entry(), count: capacity)
  }

  deinit {
    for i in 0..<capacity { entries[i].copy?.deallocate() }
    entries.deallocate()
  }

  @inline(__always)
  func value(of text: UnsafeRawPointer, _ count: Int) -> Int32 {
    let (head, tail) = ByteCache.ends(of: text, count)
    var at = slot(head, tail, count)
    while entries[at].count != 0 {
      if entries[at].head == head, entries[at].tail == tail,
        entries[at].count == UInt32(truncatingIfNeeded: count),
        count <= 16 || isSame(at, text, count)
      {
        return entries[at].value
      }
      at = (at &+ 1) & (capacity &- 1)
    }
    return ByteCache.unknown
  }

  /// Texts longer than this are not remembered, so that memory stays bounded.
  private static let longest = 256

  /// Remembers `value` for a text that is not known yet, unless it is empty or very long.
  mutating func insert(_ text: UnsafeRawPointer, _ count: Int, _ value: Int32) {
    guard count > 0, count <= ByteCache.longest else { return }
    if used * 2 >= capacity { removeAll() }
    let (head, tail) = ByteCache.ends(of: text, count)
    var at = slot(head, tail, count)
    while entries[at].count != 0 { at = (at &+ 1) & (capacity &- 1) }
    let copy = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 1)
    copy.copyMemory(from: text, byteCount: count)
    entries[at] = Entry(
      head: head, tail: tail, count: UInt32(truncatingIfNeeded: count), value: value, copy: copy)
    used += 1
  }

  private mutating func removeAll() {
    for i in 0..<capacity {
      entries[i].copy?.deallocate()
      entries[i] = Entry()
    }
    used = 0
  }

  private func isSame(_ at: Int, _ text: UnsafeRawPointer, _ count: Int) -> Bool {
    guard let copy = entries[at].copy else { return false }
    return memcmp(copy, text, count) == 0
  }

  /// The first and the last eight bytes: all of a text of up to 16 bytes. Without branches,
  /// because lengths cannot be predicted.
  @inline(__always)
  private static func ends(of text: UnsafeRawPointer, _ count: Int) -> (UInt64, UInt64) {
    let missing = UInt64(max(0, 8 - count))
    let mask = UInt64.max >> (missing * 8)
    let head = text.loadUnaligned(as: UInt64.self) & mask
    let tail = text.loadUnaligned(fromByteOffset: max(0, count - 8), as: UInt64.self) & mask
    return (head, tail)
  }

  @inline(__always)
  private func slot(_ head: UInt64, _ tail: UInt64, _ count: Int) -> Int {
    let mixed = foldedProduct(head ^ 0xA076_1D64_78BD_642F, tail ^ UInt64(count) ^ 0xE703_7ED1)
    return Int(truncatingIfNeeded: mixed) & (capacity &- 1)
  }
}
