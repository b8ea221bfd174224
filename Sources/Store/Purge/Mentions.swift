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
    let isNamed = [event.previousID, event.referrerID].contains {
      !$0.isEmpty && isGone(bytes[$0.range], event.time)
    }
    let isOfPayment = event.isRefund && !event.transactionID.isEmpty
    let payment = isOfPayment ? payment(bytes[event.transactionID.range]) : nil
    guard isNamed || payment != nil else { return nil }
    return event.packed(bytes, transaction: payment) { id in
      isGone(bytes[id.range], event.time) ? [] : Array(bytes[id.range])
    }
  }
}

extension Event {
  /// The packed form with other ids in its links, and perhaps of another transaction; `bytes` are what
  /// its identifiers point into.
  func packed(
    _ bytes: UnsafeRawBufferPointer, transaction: [UInt8]? = nil, links: (ByteRange) -> [UInt8]
  ) -> [UInt8] {
    var event = self
    var texts = TextBuffer()
    event.identity = texts.add(bytes[identity.range])
    event.transactionID = texts.add(transaction ?? Array(bytes[transactionID.range]))
    event.originalTransactionID = texts.add(bytes[originalTransactionID.range])
    event.previousID = previousID.isEmpty ? .empty : texts.add(links(previousID))
    event.referrerID = referrerID.isEmpty ? .empty : texts.add(links(referrerID))
    return texts.packed(event)
  }
}
