import Values

// The packed form of an event: what the spool, the database and the fold exchange.
//
//   kind       1 byte
//   time       varint, milliseconds since the App Store's first day
//   fields     4 bytes, one bit for each field that follows (``PackedField``); with bit 31, two
//              more bytes for the fields from 32 on, which few events have
//   values     in the order of the bits: a text as varint of its StringID, an identifier as
//              varint length and bytes, a number as zigzag varint; expiry times count from `time`
//
// `{"event":"purchased","event_id":"e1","price":4.99,"product_id":"pro",…}` takes 25 bytes or so
// instead of 250. Equal events have equal packed bytes.

/// Writes the packed form. Values stand by the number of their field: an identifier as
/// `start << 32 | count` of its bytes in `source`, all others as the varint says them.
struct PackedForm: Sendable {
  static let shared = PackedForm()
  /// Room for every field.
  static let fieldCount = 48
  /// The bit of the first four bytes that says that two more follow.
  static let moreFields: UInt32 = 1 << 31

  /// The fields whose values are identifiers, and those of them that name people.
  private let identifiers = PackedForm.mask { $0.isIdentifier }
  private let people = PackedForm.mask { $0.names(.person) }

  private static func mask(where condition: (EventPlace) -> Bool) -> UInt64 {
    LogField.allCases.map(\.declaration.place).filter(condition)
      .reduce(0) { $0 | ($1.packed?.bit ?? 0) }
  }

  @inline(__always)
  static func number(_ number: Int64) -> UInt64 {
    UInt64(bitPattern: (number << 1) ^ (number >> 63))
  }

  @inline(__always)
  static func number(_ range: ByteRange) -> UInt64 {
    UInt64(UInt32(bitPattern: range.start)) << 32 | UInt64(UInt32(bitPattern: range.count))
  }

  /// Writes an event, and returns where it ends. `isPadded`: seven bytes behind each identifier can
  /// be read, and as many behind its end be written; copying goes by eight then.
  @inline(__always)
  func write(
    _ kind: EventKind, _ time: Int64, _ fields: UInt64, _ values: UnsafePointer<UInt64>,
    from source: UnsafeRawPointer, isPadded: Bool, to target: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    target.storeBytes(of: kind.rawValue, as: UInt8.self)
    let sinceOpening = UInt64(bitPattern: time - Instant.appStoreOpening.milliseconds)
    var at = PackedForm.varint(sinceOpening, to: target + 1)
    at = PackedForm.write(fields: fields, to: at)
    var rest = fields & ~PackedField.identityIsHash.bit
    while rest != 0 {
      let field = rest.trailingZeroBitCount
      at = write(values[field], 1 << UInt64(field), from: source, isPadded: isPadded, to: at)
      rest &= rest - 1
    }
    return at
  }

  @inline(__always)
  private static func write(fields: UInt64, to target: UnsafeMutableRawPointer)
    -> UnsafeMutableRawPointer
  {
    let first = UInt32(truncatingIfNeeded: fields)
    let more = UInt16(truncatingIfNeeded: fields >> 32)
    guard more != 0 else {
      target.storeBytes(of: first.littleEndian, as: UInt32.self)
      return target + 4
    }
    target.storeBytes(of: (first | moreFields).littleEndian, as: UInt32.self)
    target.storeBytes(of: more.littleEndian, toByteOffset: 4, as: UInt16.self)
    return target + 6
  }

  @inline(__always)
  private func write(
    _ value: UInt64, _ bit: UInt64, from source: UnsafeRawPointer, isPadded: Bool,
    to target: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    guard identifiers & bit != 0 else { return PackedForm.varint(value, to: target) }
    let id = PackedForm.varint(value & 0xFFFF_FFFF, to: target)
    let end = PackedForm.copy(value, from: source, isPadded: isPadded, to: id)
    if people & bit != 0 { CustomerID.normalise(id, end - id) }
    return end
  }

  /// Copies the bytes of a range; where they are padded, up to seven behind it are copied too.
  @inline(__always)
  static func copy(
    _ range: UInt64, from source: UnsafeRawPointer, isPadded: Bool,
    to target: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    let count = Int(range & 0xFFFF_FFFF)
    let source = source + Int(range >> 32)
    guard isPadded else {
      target.copyMemory(from: source, byteCount: count)
      return target + count
    }
    var at = 0
    while at < count {
      let word = source.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      target.storeBytes(of: word, toByteOffset: at, as: UInt64.self)
      at += 8
    }
    return target + count
  }

  @inline(__always)
  private static func varint(_ number: UInt64, to target: UnsafeMutableRawPointer)
    -> UnsafeMutableRawPointer
  {
    var number = number
    var at = target
    while number >= 0x80 {
      at.storeBytes(of: UInt8(truncatingIfNeeded: number) | 0x80, as: UInt8.self)
      at += 1
      number >>= 7
    }
    at.storeBytes(of: UInt8(truncatingIfNeeded: number), as: UInt8.self)
    return at + 1
  }
}
