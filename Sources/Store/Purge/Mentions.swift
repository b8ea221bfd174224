import Feed
import Timeline
import Values

/// Removes from events of other people what says an id that is gone: as the one who referred them,
/// or as an id that they had before.
enum Mentions {
  /// The block without such ids; nil where there is none to remove.
  static func removed(
    from block: [UInt8], _ isGone: (Slice<UnsafeRawBufferPointer>, Instant) -> Bool
  ) -> [UInt8]? {
    block.withUnsafeBytes { bytes in
      var isChanged = false
      var packed: [UInt8] = []
      var places: [SpooledEvent] = []
      for (at, count) in BlockEvents(bytes) {
        let event = Event(unpacking: bytes, at: at)
        let clean = removed(from: event, bytes, isGone) ?? Array(bytes[at..<(at + count)])
        isChanged = isChanged || clean.count != count
        places.append(SpooledEvent(input: 0, at: packed.count, count: clean.count))
        packed += clean
      }
      return isChanged ? packed.withUnsafeBytes { EventBlock.bytes(of: places, in: $0) } : nil
    }
  }

  private static func removed(
    from event: Event, _ bytes: UnsafeRawBufferPointer,
    _ isGone: (Slice<UnsafeRawBufferPointer>, Instant) -> Bool
  ) -> [UInt8]? {
    func isMeant(_ id: ByteRange) -> Bool { !id.isEmpty && isGone(bytes[id.range], event.time) }
    let (previous, referrer) = (isMeant(event.previousID), isMeant(event.referrerID))
    guard previous || referrer else { return nil }
    var event = event
    if previous { event.previousID = .empty }
    if referrer { event.referrerID = .empty }
    return [UInt8](unsafeUninitializedCapacity: event.packedCapacity) { target, count in
      count =
        target.baseAddress.map { event.pack(from: bytes, to: UnsafeMutableRawPointer($0)) } ?? 0
    }
  }
}
