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

  /// Calls `body` with each user and his packed events.
  static func forEach(
    in bytes: [UInt8], _ body: (UserID, Slice<UnsafeRawBufferPointer>) throws -> Void
  ) rethrows {
    try bytes.withUnsafeBytes { bytes in
      var at = 0
      while at < bytes.count {
        let user = UserID(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UserID.self))
        let count = UInt32(
          littleEndian: bytes.loadUnaligned(fromByteOffset: at + 8, as: UInt32.self))
        let start = at + headerBytes
        at = start + Int(count)
        try body(user, bytes[start..<at])
      }
    }
  }

  /// The frames with what `change` answers in the place of blocks of `user`, or of all: perhaps nothing, or
  /// nil where one stays. With the users of whom one was changed.
  static func rewritten(
    _ bytes: [UInt8], of user: UserID?, _ change: ([UInt8]) throws -> [UInt8]?
  ) rethrows -> (events: [UInt8], users: Set<UserID>) {
    var (events, users): ([UInt8], Set<UserID>) = ([], [])
    try forEach(in: bytes) { owner, block in
      let isMeant = user.map { $0 == owner } ?? true
      let changed = isMeant ? try change(Array(block)) : nil
      if changed != nil { users.insert(owner) }
      guard changed?.isEmpty != true else { return }
      (changed ?? Array(block)).withUnsafeBytes { append($0, of: owner, to: &events) }
    }
    return (events, users)
  }
}
