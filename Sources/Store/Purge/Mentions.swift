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

  /// Nil for an event that says no such id.
  private static func removed(
    from event: Event, _ bytes: UnsafeRawBufferPointer,
    _ isGone: (Slice<UnsafeRawBufferPointer>, Instant) -> Bool
  ) -> [UInt8]? {
    let isNamed = [event.previousID, event.referrerID].contains {
      !$0.isEmpty && isGone(bytes[$0.range], event.time)
    }
    guard isNamed else { return nil }
    return event.packed(bytes) { id in
      isGone(bytes[id.range], event.time) ? [] : Array(bytes[id.range])
    }
  }
}

extension Event {
  /// The packed form with other ids in its links; `bytes` are what its identifiers point into.
  func packed(_ bytes: UnsafeRawBufferPointer, links: (ByteRange) -> [UInt8]) -> [UInt8] {
    var event = self
    var texts = TextBuffer()
    event.identity = texts.add(bytes[identity.range])
    event.transactionID = texts.add(bytes[transactionID.range])
    event.originalTransactionID = texts.add(bytes[originalTransactionID.range])
    event.previousID = previousID.isEmpty ? .empty : texts.add(links(previousID))
    event.referrerID = referrerID.isEmpty ? .empty : texts.add(links(referrerID))
    return texts.packed(event)
  }
}
