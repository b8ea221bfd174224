import COpenSSL

/// SHA-256 (FIPS 180-4), as OpenSSL has it: 32 bytes that nobody can find another message for.
package enum SHA256 {
  fileprivate static let size = 32

  /// The hash of a message of any length.
  package static func digest(_ message: [UInt8]) -> [UInt8] {
    message.withUnsafeBufferPointer(digest)
  }

  /// The hash of a message in memory of somebody else.
  package static func digest(_ message: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: size) { hash, count in
      let isDone = EVP_Digest(
        message.baseAddress, message.count, hash.baseAddress, nil, EVP_sha256(), nil)
      precondition(isDone == 1, "OpenSSL has no SHA-256")
      count = size
    }
  }
}

/// HMAC-SHA256 (RFC 2104), as OpenSSL has it: a hash that only who has the key can make, so that
/// nobody else can try out which message it belongs to.
package struct KeyedHash: Sendable {
  private let key: [UInt8]

  /// A key of any length.
  package init(key: [UInt8]) { self.key = key }

  /// 32 bytes for a message of any length.
  package func digest(_ message: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: SHA256.size) { hash, count in
      let made = HMAC(
        EVP_sha256(), key, Int32(key.count), message, message.count, hash.baseAddress, nil)
      precondition(made != nil, "OpenSSL has no HMAC")
      count = SHA256.size
    }
  }
}

/// Lower-case hexadecimal digits, two a byte.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
