import Values

/// The known currency codes as a reader of millions of lines looks them up.
enum Currencies {
  /// One bit for each three-letter code, by ``index(_:)``.
  static func bits() -> [UInt64] {
    var bits = [UInt64](repeating: 0, count: (26 * 26 * 26 + 63) / 64)
    for code in CurrencyCodes.all {
      let letters = Array(code.utf8)
      guard letters.count == 3, let index = index(letters[0], letters[1], letters[2]) else {
        continue
      }
      bits[index / 64] |= 1 << UInt64(index % 64)
    }
    return bits
  }

  /// The number of three letters in either case; nil for anything else.
  @inline(__always)
  static func index(_ a: UInt8, _ b: UInt8, _ c: UInt8) -> Int? {
    let x = (a | 32) &- 97
    let y = (b | 32) &- 97
    let z = (c | 32) &- 97
    guard x < 26, y < 26, z < 26 else { return nil }
    return (Int(x) * 26 + Int(y)) * 26 + Int(z)
  }
}
