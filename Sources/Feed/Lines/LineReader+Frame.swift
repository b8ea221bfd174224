import CSimdJSON
import Values

// The last step of an accepted line: what depends on several fields, then its frame.

extension LineReader {
  @inline(__always)
  mutating func finish(
    _ event: EventName, _ time: Int64, _ customer: (range: UInt64, isTransaction: Bool)
  ) {
    var kind = event.kind
    if kind == .renewalStatusChanged { kind = renewalStatus() }
    if event.isOverride, flags.contains(.accessDenied) { kind = .accessRevoked }
    if event.feature != 0, packedFields & PackedField.feature.bit == 0 {
      set(.feature, UInt64(UInt32(bitPattern: event.feature)))
    }
    if event.name != 0 { set(.name, UInt64(UInt32(bitPattern: event.name))) }
    if !flags.isEmpty { setNumber(.flags, Int64(flags.rawValue)) }
    if packedFields & PackedField.identity.bit == 0 { identifyByHash() }
    if mistyped != 0 { countMistyped() }
    if packedFields & PackedField.app.bit != 0 { noteApp() }
    append(kind, time, customer)
  }

  /// What DID_CHANGE_RENEWAL_STATUS says (Definitions, "The log").
  @inline(never)
  private mutating func renewalStatus() -> EventKind {
    if has(.autoRenew) {
      if let isOn = boolean(.autoRenew) { return isOn ? .uncancelled : .cancelled }
      mistyped |= LogField.autoRenew.bit
    }
    guard has(.subtype) else { return .renewalStatusChanged }
    if isWord(member(.subtype), "auto_renew_enabled") { return .uncancelled }
    if isWord(member(.subtype), "auto_renew_disabled") { return .cancelled }
    return .renewalStatusChanged
  }

  /// The identity of a line without `event_id`: two hashes of its bytes, in front of `scratch`.
  private mutating func identifyByHash() {
    let line = UnsafeRawBufferPointer(start: base + start, count: end - start)
    let target = UnsafeMutableRawPointer(base + scratch)
    let first = stableHash(line)
    let second = stableHash(line, seed: 0xD6E8_FEB8_6659_FD93)
    target.storeBytes(of: first.littleEndian, as: UInt64.self)
    target.storeBytes(of: second.littleEndian, toByteOffset: 8, as: UInt64.self)
    set(.identity, UInt64(scratch) << 32 | 16)
    packedFields |= PackedField.identityIsHash.bit
  }

  /// Most lines are of the app of the line before.
  @inline(__always)
  private mutating func noteApp() {
    let app = StringID(truncatingIfNeeded: values[PackedField.app.rawValue])
    guard app != lastApp else { return }
    lastApp = app
    apps.insert(app)
  }

  private mutating func countMistyped() {
    var rest = mistyped
    while rest != 0 {
      mistypedCounts[rest.trailingZeroBitCount] += 1
      rest &= rest - 1
    }
  }

  @inline(__always)
  private mutating func append(
    _ kind: EventKind, _ time: Int64, _ customer: (range: UInt64, isTransaction: Bool)
  ) {
    let frame = output.room(for: 512 + 8 * (end - start))
    let key = frame + EventBatch.headerBytes
    var at = key
    if customer.isTransaction { at = copy(EventBatch.transactionPrefix, to: at) }
    at = PackedForm.copy(customer.range, from: base, isPadded: true, to: at)
    let keyCount = at - key
    CustomerID.normalise(key, keyCount)
    let hash = stableHash(UnsafeRawBufferPointer(start: key, count: keyCount))
    let event = at
    at = packed.write(kind, time, packedFields, values, from: base, isPadded: true, to: at)
    frame.storeBytes(of: hash.littleEndian, as: UInt64.self)
    frame.storeBytes(of: UInt32(keyCount).littleEndian, toByteOffset: 8, as: UInt32.self)
    frame.storeBytes(of: UInt32(at - event).littleEndian, toByteOffset: 12, as: UInt32.self)
    output.grow(by: at - frame)
  }

  private func copy(_ word: String, to target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    var at = target
    for byte in word.utf8 {
      at.storeBytes(of: byte, as: UInt8.self)
      at += 1
    }
    return at
  }
}

/// Grows while frames are appended; taken as a whole.
struct FrameBuffer: ~Copyable {
  private var bytes: UnsafeMutableRawPointer
  private var capacity = 1 << 20
  private(set) var count = 0

  init() { bytes = .allocate(byteCount: 1 << 20, alignment: 16) }

  deinit { bytes.deallocate() }

  /// Where the next `more` bytes may be written.
  @inline(__always)
  mutating func room(for more: Int) -> UnsafeMutableRawPointer {
    if count + more > capacity { reallocate(count + more) }
    return bytes + count
  }

  @inline(__always)
  mutating func grow(by more: Int) { count += more }

  /// The bytes so far; the buffer is empty then.
  mutating func take() -> [UInt8] {
    defer { count = 0 }
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  @inline(never)
  private mutating func reallocate(_ needed: Int) {
    let larger = UnsafeMutableRawPointer.allocate(byteCount: needed * 2, alignment: 16)
    larger.copyMemory(from: bytes, byteCount: count)
    bytes.deallocate()
    bytes = larger
    capacity = needed * 2
  }
}
