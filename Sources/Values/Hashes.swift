import COpenSSL
import Glibc

/// SHA-256 (FIPS 180-4), as OpenSSL has it: 32 bytes that nobody can find another message for.
package enum SHA256 {
  fileprivate static let size = 32

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

/// HMAC-SHA256 (RFC 2104).
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

/// A 64-bit hash of bytes, the same on every machine and in every release: it is stored.
///
/// Multiply-and-fold over eight bytes at a time (the 128-bit product's halves, xored). Fast, not
/// cryptographic: users are told apart by their bytes where hashes meet, and events of one user by
/// two such hashes together.
@inlinable
package func stableHash(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0x9E37_79B9_7F4A_7C15)
  -> UInt64
{
  var hash = seed ^ UInt64(truncatingIfNeeded: bytes.count)
  var at = 0
  while at + 8 <= bytes.count {
    let word = bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)
    hash = foldedProduct(hash ^ UInt64(littleEndian: word), 0xA076_1D64_78BD_642F)
    at += 8
  }
  var tail: UInt64 = 0
  var shift: UInt64 = 0
  while at < bytes.count {
    tail |= UInt64(bytes[at]) << shift
    shift += 8
    at += 1
  }
  return foldedProduct(hash ^ tail, 0xE703_7ED1_A0B4_28DB)
}

@inlinable
package func foldedProduct(_ a: UInt64, _ b: UInt64) -> UInt64 {
  let product = a.multipliedFullWidth(by: b)
  return product.high ^ product.low
}

/// Whether two stretches of bytes are the same.
package func isEqual(
  _ a: UnsafeRawBufferPointer, _ aRange: Range<Int>, _ b: UnsafeRawBufferPointer,
  _ bRange: Range<Int>
) -> Bool {
  guard aRange.count == bRange.count, !aRange.isEmpty else { return aRange.count == bRange.count }
  let (a, b) = (
    UnsafeRawBufferPointer(rebasing: a[aRange]), UnsafeRawBufferPointer(rebasing: b[bRange])
  )
  guard let first = a.baseAddress, let second = b.baseAddress else { return false }
  return memcmp(first, second, a.count) == 0
}
