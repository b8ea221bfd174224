import Glibc

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
