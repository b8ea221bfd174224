import Feed
import SQLite
import Values

/// A payment that counts nothing, because another one has its `event_id`.
struct DroppedPayment: Sendable {
  /// Of what it says.
  private let hash: Int64
  private let time: Instant
  private let price: Amount
  private let currency: StringID

  /// Of packed events. Nil for one that is no payment, or tells of the same payment as the one that
  /// stands.
  init?(_ packed: UnsafeRawBufferPointer, besides standing: UnsafeRawBufferPointer) {
    let lost = Event(unpacking: packed, at: 0)
    let kept = Event(unpacking: standing, at: 0)
    guard lost.kind.isSale, let price = lost.price, price > .zero else { return nil }
    let (one, other) = (packed[lost.transactionID.range], standing[kept.transactionID.range])
    let isSame =
      one.isEmpty || other.isEmpty
      ? lost.price == kept.price && lost.product == kept.product : one.elementsEqual(other)
    guard !isSame else { return nil }
    hash = Int64(bitPattern: stableHash(packed))
    (time, self.price, currency) = (lost.time, price, lost.currency)
  }

  /// Keeps it, once.
  func write(with insert: Statement) throws {
    try insert.run(hash, time.milliseconds, price.micros, Int64(currency))
  }
}
