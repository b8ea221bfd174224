import Values

/// The frames of a row of `event_page`.
enum PageFrames {
  /// A user's id and a length.
  static let headerBytes = 12

  static func append(_ events: UnsafeRawBufferPointer, of user: UserID, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: user.littleEndian) { bytes.append(contentsOf: $0) }
    withUnsafeBytes(of: UInt32(events.count).littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: events)
  }

  /// Calls `body` with each user, and where his packed events stand.
  static func forEach(in bytes: [UInt8], _ body: (UserID, Range<Int>) throws -> Void) rethrows {
    var at = 0
    while let (user, block) = next(in: bytes, at: at) {
      try body(user, block)
      at = block.upperBound
    }
  }

  /// The user whose frame begins at a place, and where his packed events stand; nil at the end.
  static func next(in bytes: [UInt8], at start: Int) -> (user: UserID, block: Range<Int>)? {
    guard start < bytes.count else { return nil }
    return bytes.withUnsafeBytes { bytes in
      let user = bytes.loadUnaligned(fromByteOffset: start, as: UserID.self)
      let count = bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt32.self)
      let at = start + headerBytes
      return (UserID(littleEndian: user), at..<(at + Int(UInt32(littleEndian: count))))
    }
  }

  /// The frames with what `change` answers in the place of blocks of `user`, or of all: perhaps
  /// nothing, or nil where one stays. With the users of whom one was changed.
  static func rewritten(
    _ bytes: [UInt8], of user: UserID?, _ change: ([UInt8]) throws -> [UInt8]?
  ) rethrows -> (events: [UInt8], users: Set<UserID>) {
    var (events, users): ([UInt8], Set<UserID>) = ([], [])
    try forEach(in: bytes) { owner, block in
      let isMeant = user.map { $0 == owner } ?? true
      let changed = isMeant ? try change(Array(bytes[block])) : nil
      if changed != nil { users.insert(owner) }
      guard changed?.isEmpty != true else { return }
      (changed?[...] ?? bytes[block]).withUnsafeBytes { append($0, of: owner, to: &events) }
    }
    return (events, users)
  }
}
