/// Ids of people as they are kept: those in the form of a UUID in lower case (Definitions, "Who is
/// one customer"), for Swift prints `uuidString` in upper case and Apple returns `appAccountToken`
/// in lower case.
package enum CustomerID {
  private static let uuidBytes = 36

  /// How the id that somebody writes is kept.
  package static func normalised(_ id: String) -> String {
    var bytes = Array(id.utf8)
    bytes.withUnsafeMutableBytes { normalise($0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Brings an id into the form in which it is kept.
  package static func normalise(_ id: UnsafeMutableRawBufferPointer) {
    if let base = id.baseAddress { normalise(base, id.count) }
  }

  /// Brings the `count` bytes of an id into the form in which it is kept.
  @inline(__always)
  static func normalise(_ id: UnsafeMutableRawPointer, _ count: Int) {
    guard count == uuidBytes else { return }
    let bytes = id.assumingMemoryBound(to: UInt8.self)
    if isUUID(bytes) { for at in 0..<uuidBytes { bytes[at] = lowerCase(bytes[at]) } }
  }

  /// Whether 36 bytes are 8-4-4-4-12 hexadecimal digits.
  private static func isUUID(_ bytes: UnsafePointer<UInt8>) -> Bool {
    for at in 0..<uuidBytes {
      let isHyphen = at == 8 || at == 13 || at == 18 || at == 23
      guard isHyphen ? bytes[at] == 45 : isHexadecimal(bytes[at]) else { return false }
    }
    return true
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte &- 48 < 10 || (byte | 32) &- 97 < 6
  }
}
