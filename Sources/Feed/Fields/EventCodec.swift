package import Values

extension Event {
  /// Upper bound of the packed form's size.
  package var packedCapacity: Int {
    256
      + Event.places.reduce(0) { sum, place in
        guard case .identifier(_, let path, _) = place else { return sum }
        return sum + 8 + Int(self[keyPath: path].count)
      }
  }

  /// Writes the packed form to `target`, which has room for `packedCapacity` bytes, and returns
  /// how many it took. `source` is what the event's byte ranges point into.
  package func pack(from source: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer) -> Int
  {
    var fields = hasEventID ? 0 : PackedField.identityIsHash.bit
    let capacity = PackedForm.fieldCount
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: capacity) { values in
      func set(_ field: PackedField?, _ value: UInt64?) {
        guard let field, let value else { return }
        values[field.rawValue] = value
        fields |= field.bit
      }
      for place in Event.places { set(place.packed, place.number(of: self)) }
      set(.name, name == 0 ? nil : UInt64(UInt32(bitPattern: name)))
      set(.flags, flags.isEmpty ? nil : PackedForm.number(Int64(flags.rawValue)))
      // Only an event without identifiers may point into nothing.
      let source = source.baseAddress ?? UnsafeRawPointer(target)
      guard let values = values.baseAddress else { return 0 }
      let end = PackedForm.shared.write(
        kind, time.milliseconds, fields, values, from: source, isPadded: false, to: target)
      return end - target
    }
  }

  /// Decodes one packed event that starts at `offset` of `bytes`; its byte ranges point into
  /// `bytes`. The bytes are trusted: they are our own, and the pages of the database that hold them
  /// bear a hash, which is compared when they are read.
  package init(unpacking bytes: UnsafeRawBufferPointer, at offset: Int) {
    self.init()
    var reader = PackedReader(bytes: bytes, at: offset)
    kind = EventKind(rawValue: reader.byte()) ?? .custom
    let sinceOpening = TimeSpan(milliseconds: Int64(bitPattern: reader.varint()))
    time = .appStoreOpening + sinceOpening
    let time = time
    var fields = reader.fields()
    hasEventID = fields & PackedField.identityIsHash.bit == 0
    let slots = EventSlot.all
    withUnsafeMutableBytes(of: &self) { event in
      while fields != 0 {
        slots[fields.trailingZeroBitCount].read(from: &reader, time, into: event)
        fields &= fields - 1
      }
    }
  }
}

/// Reads what ``PackedForm`` writes, and nothing else: in a release build nothing stops it at the
/// end.
struct PackedReader {
  let bytes: UnsafeRawBufferPointer
  var at: Int

  init(bytes: UnsafeRawBufferPointer, at: Int) {
    self.bytes = bytes
    self.at = at
  }

  mutating func byte() -> UInt8 {
    defer { at += 1 }
    return bytes[at]
  }

  @inline(__always)
  mutating func fields() -> UInt64 {
    let first = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
    at += 4
    guard first & PackedForm.moreFields != 0 else { return UInt64(first) }
    let more = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt16.self))
    at += 2
    return UInt64(first & ~PackedForm.moreFields) | UInt64(more) << 32
  }

  @inline(__always)
  mutating func varint() -> UInt64 {
    let first = bytes[at]
    guard first >= 0x80 else {
      at += 1
      return UInt64(first)
    }
    return at + 8 <= bytes.count ? varintAtOnce() ?? varintByByte() : varintByByte()
  }

  /// One of up to eight bytes: its sevens of bits are pushed together, then pairs of them, then
  /// fours.
  @inline(__always)
  private mutating func varintAtOnce() -> UInt64? {
    let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self))
    let ends = ~word & 0x8080_8080_8080_8080
    guard ends != 0 else { return nil }
    at += ends.trailingZeroBitCount / 8 + 1
    // Nothing of the bytes behind the first that ends a number.
    var number = word & (ends ^ (ends &- 1)) & 0x7F7F_7F7F_7F7F_7F7F
    number = number & 0x007F_007F_007F_007F | (number & 0x7F00_7F00_7F00_7F00) >> 1
    number = number & 0x0000_3FFF_0000_3FFF | (number & 0x3FFF_0000_3FFF_0000) >> 2
    return number & 0x0FFF_FFFF | (number & 0x0FFF_FFFF_0000_0000) >> 4
  }

  private mutating func varintByByte() -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = byte()
      number |= UInt64(next & 0x7F) << shift
      guard next >= 0x80, shift < 63 else { return number }
      shift += 7
    }
  }

  mutating func number() -> Int64 {
    let folded = varint()
    return Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
  }

  mutating func text() -> StringID { StringID(truncatingIfNeeded: varint()) }

  mutating func identifier() -> ByteRange {
    let count = Int(varint())
    defer { at += count }
    return ByteRange(start: at, count: count)
  }
}

/// What deduplication needs of a packed event, without decoding the rest.
package struct PackedHeader: Sendable {
  package let time: Instant
  package let identity: Range<Int>
  package let identityIsHash: Bool
  /// Tells canonical events apart: the kind, and the name of one that only the configuration knows.
  package let event: UInt64

  package init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    var reader = PackedReader(bytes: bytes, at: offset + 1)
    let sinceOpening = TimeSpan(milliseconds: Int64(bitPattern: reader.varint()))
    time = .appStoreOpening + sinceOpening
    let fields = reader.fields()
    identityIsHash = fields & PackedField.identityIsHash.bit != 0
    let hasIdentity = fields & PackedField.identity.bit != 0
    identity = hasIdentity ? reader.identifier().range : offset..<offset
    let kind = bytes[offset]
    let name = kind == 0 ? Event(unpacking: bytes, at: offset).name : 0
    event = UInt64(kind) << 32 | UInt64(UInt32(bitPattern: name))
  }
}

/// What the resolution of identity needs of a packed event.
package struct PackedIdentityFields: Sendable {
  package let time: Instant
  package private(set) var originalTransactionID: Range<Int>?
  /// Of `user_aliased`, and of a dialect's events that name an earlier id.
  package private(set) var previousID: Range<Int>?
  /// The vendor keeps customers of its own, and joins all that it names.
  package private(set) var isJoinedByVendor = false
  /// All that the vendor tells of under the original transaction are one customer.
  package private(set) var isOfSubscriber = false
  package private(set) var linkedTransactionID: Range<Int>?
  /// The ids of a payment that has two, or of one that says whose the event is.
  package private(set) var transactionID: Range<Int>?
  package private(set) var paymentID: Range<Int>?

  package init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    let header = PackedHeader(bytes, at: offset)
    time = header.time
    let mayMatter =
      PackedField.originalTransactionID.bit | PackedField.previousID.bit
      | PackedField.linkedTransactionID.bit | PackedField.paymentID.bit
    guard PackedHeader.fields(bytes, at: offset) & mayMatter != 0 else { return }
    let event = Event(unpacking: bytes, at: offset)
    originalTransactionID = event.originalTransactionID.known
    isJoinedByVendor = event.flags.contains(.alias)
    isOfSubscriber =
      event.flags.contains(.subscriber) && !event.flags.contains(.familyShared)
    if event.kind == .userAliased || !event.flags.isDisjoint(with: [.alias, .deviceAlias]) {
      previousID = event.previousID.known
    }
    linkedTransactionID = event.linkedTransactionID.known
    paymentID = event.paymentID.known
    if paymentID != nil { transactionID = event.transactionID.known }
  }
}

extension ByteRange {
  /// Nil where it is empty.
  fileprivate var known: Range<Int>? { isEmpty ? nil : range }
}

extension PackedHeader {
  /// The bits of the fields that a packed event has.
  static func fields(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
    var reader = PackedReader(bytes: bytes, at: offset + 1)
    _ = reader.varint()
    return reader.fields()
  }
}
