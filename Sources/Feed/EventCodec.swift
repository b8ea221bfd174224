// The packed form of an event: what the spool, the database and the fold exchange.
//
//   kind       1 byte
//   time       varint, milliseconds since the App Store's first day
//   fields     4 bytes, one bit for each field that follows (``PackedField``)
//   values     in the order of the bits: a text as varint of its StringID, an identifier as
//              varint length and bytes, a number as zigzag varint; expiry times count from `time`
//
// `{"event":"purchased","event_id":"e1","price":4.99,"product_id":"pro",…}` takes 25 bytes or so
// instead of 250. Equal events have equal packed bytes.

package import Values

/// The fields of the packed form, by bit. Stored in the database: never renumber.
package enum PackedField: Int, CaseIterable, Sendable {
  case identity = 0
  case platform = 1
  case country = 2
  case channel = 3
  case product = 4
  case transactionID = 5
  case originalTransactionID = 6
  case price = 7
  case currency = 8
  case expiresAt = 9
  case paywall = 10
  case trigger = 11
  case experiment = 12
  case variant = 13
  case appVersion = 14
  case campaign = 15
  case tier = 16
  case period = 17
  case offerID = 18
  case offerCode = 19
  case reason = 20
  case error = 21
  case graceExpiresAt = 22
  case feature = 23
  case flags = 24
  case latency = 25
  case previousID = 26
  case referrerID = 27
  case name = 28
  /// No value: `identity` is the hash of the line, because it had no `event_id`.
  case identityIsHash = 29
  case app = 30

  @inlinable
  package var bit: UInt32 { 1 << UInt32(rawValue) }
}

extension Event {
  /// Upper bound of the packed form's size.
  package var packedCapacity: Int {
    256 + Int(identity.count) + Int(transactionID.count) + Int(originalTransactionID.count)
      + Int(previousID.count) + Int(referrerID.count)
  }

  /// Writes the packed form to `target`, which has room for `packedCapacity` bytes, and returns
  /// how many it took. `source` is what the event's byte ranges point into.
  package func pack(from source: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer) -> Int
  {
    var writer = PackedWriter(target: target, source: source)
    writer.begin(kind, time)
    writer.add(.identity, identity)
    writer.add(.platform, platform)
    writer.add(.country, country)
    writer.add(.channel, channel)
    writer.add(.product, product)
    writer.add(.transactionID, transactionID)
    writer.add(.originalTransactionID, originalTransactionID)
    writer.add(.price, price?.micros)
    writer.add(.currency, currency)
    writer.add(.expiresAt, expiresAt.map { ($0 - time).milliseconds })
    writer.add(.paywall, paywall)
    writer.add(.trigger, trigger)
    writer.add(.experiment, experiment)
    writer.add(.variant, variant)
    writer.add(.appVersion, appVersion)
    writer.add(.campaign, campaign)
    writer.add(.tier, tier)
    writer.add(.period, period.map { Int64($0.packed) })
    writer.add(.offerID, offerID)
    writer.add(.offerCode, offerCode)
    writer.add(.reason, reason)
    writer.add(.error, error)
    writer.add(.graceExpiresAt, graceExpiresAt.map { ($0 - time).milliseconds })
    writer.add(.feature, feature)
    writer.add(.flags, flags.isEmpty ? nil : Int64(flags.rawValue))
    writer.add(.latency, latencyMilliseconds)
    writer.add(.previousID, previousID)
    writer.add(.referrerID, referrerID)
    writer.add(.name, name)
    writer.add(.app, app)
    if !hasEventID { writer.fields |= PackedField.identityIsHash.bit }
    return writer.finish()
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
    var fields = reader.fields()
    hasEventID = fields & PackedField.identityIsHash.bit == 0
    fields &= ~PackedField.identityIsHash.bit
    while fields != 0 {
      read(PackedField(rawValue: fields.trailingZeroBitCount), from: &reader)
      fields &= fields - 1
    }
  }

  private mutating func read(_ field: PackedField?, from reader: inout PackedReader) {
    switch field {
    case .identity: identity = reader.identifier()
    case .platform: platform = reader.text()
    case .country: country = reader.text()
    case .channel: channel = reader.text()
    case .product: product = reader.text()
    case .transactionID: transactionID = reader.identifier()
    case .originalTransactionID: originalTransactionID = reader.identifier()
    case .price: price = Amount(micros: reader.number())
    case .currency: currency = reader.text()
    case .expiresAt: expiresAt = time + TimeSpan(milliseconds: reader.number())
    case .paywall: paywall = reader.text()
    case .trigger: trigger = reader.text()
    case .experiment: experiment = reader.text()
    case .variant: variant = reader.text()
    case .appVersion: appVersion = reader.text()
    case .campaign: campaign = reader.text()
    case .tier: tier = reader.text()
    case .period: period = Period(packed: Int32(truncatingIfNeeded: reader.number()))
    case .offerID: offerID = reader.text()
    case .offerCode: offerCode = reader.text()
    case .reason: reason = reader.text()
    case .error: error = reader.text()
    case .graceExpiresAt: graceExpiresAt = time + TimeSpan(milliseconds: reader.number())
    case .feature: feature = reader.text()
    case .flags: flags = EventFlags(rawValue: UInt16(truncatingIfNeeded: reader.number()))
    case .latency: latencyMilliseconds = reader.number()
    case .previousID: previousID = reader.identifier()
    case .referrerID: referrerID = reader.identifier()
    case .name: name = reader.text()
    case .app: app = reader.text()
    case .identityIsHash, nil: break
    }
  }
}

/// Writes fields behind one another and remembers which there were.
private struct PackedWriter {
  private let start: UnsafeMutableRawPointer
  private var at: UnsafeMutableRawPointer
  private let source: UnsafeRawBufferPointer
  private var fieldsAt: UnsafeMutableRawPointer
  var fields: UInt32 = 0

  init(target: UnsafeMutableRawPointer, source: UnsafeRawBufferPointer) {
    start = target
    at = target
    fieldsAt = target
    self.source = source
  }

  mutating func begin(_ kind: EventKind, _ time: Instant) {
    at.storeBytes(of: kind.rawValue, as: UInt8.self)
    at += 1
    varint(UInt64(bitPattern: (time - .appStoreOpening).milliseconds))
    fieldsAt = at
    at += 4
  }

  mutating func add(_ field: PackedField, _ text: StringID) {
    guard text != 0 else { return }
    fields |= field.bit
    varint(UInt64(UInt32(bitPattern: text)))
  }

  mutating func add(_ field: PackedField, _ number: Int64?) {
    guard let number else { return }
    fields |= field.bit
    varint(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }

  mutating func add(_ field: PackedField, _ identifier: ByteRange) {
    guard !identifier.isEmpty, let base = source.baseAddress else { return }
    fields |= field.bit
    let count = Int(identifier.count)
    varint(UInt64(count))
    at.copyMemory(from: base + Int(identifier.start), byteCount: count)
    at += count
  }

  func finish() -> Int {
    fieldsAt.storeBytes(of: fields.littleEndian, as: UInt32.self)
    return at - start
  }

  private mutating func varint(_ number: UInt64) {
    var number = number
    while number >= 0x80 {
      at.storeBytes(of: UInt8(truncatingIfNeeded: number) | 0x80, as: UInt8.self)
      at += 1
      number >>= 7
    }
    at.storeBytes(of: UInt8(truncatingIfNeeded: number), as: UInt8.self)
    at += 1
  }
}

/// Reads what ``PackedWriter`` wrote, and nothing else: in a release build nothing stops it at the
/// end.
private struct PackedReader {
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

  mutating func fields() -> UInt32 {
    defer { at += 4 }
    return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
  }

  mutating func varint() -> UInt64 {
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

  package init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    var reader = PackedReader(bytes: bytes, at: offset + 1)
    let sinceOpening = TimeSpan(milliseconds: Int64(bitPattern: reader.varint()))
    time = .appStoreOpening + sinceOpening
    let fields = reader.fields()
    identityIsHash = fields & PackedField.identityIsHash.bit != 0
    let hasIdentity = fields & PackedField.identity.bit != 0
    identity = hasIdentity ? reader.identifier().range : offset..<offset
  }
}

/// What the resolution of identity needs of a packed event.
package struct PackedIdentityFields: Sendable {
  package let time: Instant
  package private(set) var originalTransactionID: Range<Int>?
  /// Of `user_aliased`, and of a dialect's events that name an earlier id.
  package private(set) var previousID: Range<Int>?

  package init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    let header = PackedHeader(bytes, at: offset)
    time = header.time
    let mayMatter = PackedField.originalTransactionID.bit | PackedField.previousID.bit
    guard PackedHeader.fields(bytes, at: offset) & mayMatter != 0 else { return }
    let event = Event(unpacking: bytes, at: offset)
    if !event.originalTransactionID.isEmpty {
      originalTransactionID = event.originalTransactionID.range
    }
    let joins = event.kind == .userAliased || event.flags.contains(.alias)
    if joins, !event.previousID.isEmpty { previousID = event.previousID.range }
  }
}

extension PackedHeader {
  /// The bits of the fields that a packed event has.
  static func fields(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt32 {
    var reader = PackedReader(bytes: bytes, at: offset + 1)
    _ = reader.varint()
    return reader.fields()
  }
}
