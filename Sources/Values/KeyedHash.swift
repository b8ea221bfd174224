/// HMAC-SHA256 (RFC 2104): a hash that only who has the key can make, so that nobody else can try
/// out which message it belongs to.
package struct KeyedHash: Sendable {
  private static let block = 64

  private let inner: [UInt32]
  private let outer: [UInt32]

  package init(key: [UInt8]) {
    let short = key.count > Self.block ? SHA256.digest(key) : key
    let padded = short + [UInt8](repeating: 0, count: Self.block - short.count)
    inner = SHA256.state(after: padded.map { $0 ^ 0x36 })
    outer = SHA256.state(after: padded.map { $0 ^ 0x5C })
  }

  /// 32 bytes.
  package func digest(_ message: [UInt8]) -> [UInt8] {
    let hash = SHA256.digest(message, after: inner, length: Self.block)
    return SHA256.digest(hash, after: outer, length: Self.block)
  }
}
