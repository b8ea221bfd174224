import Feed
import Timeline
import Values

/// Removes from events of other people what says an id that is gone: as the one who referred them,
/// or as an id that they had before; refunds of a payment that is gone name what stands for it.
struct Mentions {
  let isGone: (Slice<UnsafeRawBufferPointer>, Instant) -> Bool
  let payment: (Slice<UnsafeRawBufferPointer>) -> [UInt8]?

  /// The block without such ids; nil where there is none to remove.
  func removed(from block: [UInt8]) -> [UInt8]? {
    block.withUnsafeBytes { bytes in
      var isChanged = false
      var packed: [UInt8] = []
      var places: [SpooledEvent] = []
      for (at, count) in BlockEvents(bytes) {
        let clean = removed(from: Event(unpacking: bytes, at: at), bytes)
        isChanged = isChanged || clean != nil
        let event = clean ?? Array(bytes[at..<(at + count)])
        places.append(SpooledEvent(input: 0, at: packed.count, count: event.count))
        packed += event
      }
      return isChanged ? packed.withUnsafeBytes { EventBlock.bytes(of: places, in: $0) } : nil
    }
  }

  /// Nil for an event that says no such id.
  private func removed(from event: Event, _ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    guard event.isRefund || event.namesPeople else { return nil }
    var isNamed = false
    let packed = event.packed(bytes) { path, id in
      let other = text(inPlaceOf: id, at: path, of: event)
      isNamed = isNamed || other != nil
      return other
    }
    return isNamed ? packed : nil
  }

  private func text(
    inPlaceOf id: Slice<UnsafeRawBufferPointer>, at path: Event.IdentifierPath, of event: Event
  ) -> [UInt8]? {
    if Event.peopleIDs.contains(where: { $0 == path }) { return isGone(id, event.time) ? [] : nil }
    guard event.isRefund, Event.paymentIDs.contains(where: { $0 == path }) else { return nil }
    return payment(id)
  }
}

extension Event {
  /// The packed form with `other` identifiers, where there is one; `bytes` are what they point into.
  func packed(
    _ bytes: UnsafeRawBufferPointer,
    other: (IdentifierPath, Slice<UnsafeRawBufferPointer>) -> [UInt8]?
  ) -> [UInt8] {
    var event = self
    var texts = TextBuffer()
    for path in Event.identifiers where !self[keyPath: path].isEmpty {
      let id = bytes[self[keyPath: path].range]
      event[keyPath: path] = texts.add(other(path, id) ?? Array(id))
    }
    return texts.packed(event)
  }
}
