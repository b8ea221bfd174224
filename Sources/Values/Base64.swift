/// Base64 (RFC 4648) into a buffer.
package enum Base64 {
  package enum Alphabet: Sendable {
    /// `+` and `/`, with padding or without.
    case plain
    /// `-` and `_`, without padding.
    case url
    /// Either, with padding or without.
    case either
  }

  /// How many bytes were decoded to `target`; nil for anything that is no base64.
  package static func decode(
    _ text: UnsafeBufferPointer<UInt8>, _ alphabet: Alphabet, to target: UnsafeMutablePointer<UInt8>
  ) -> Int? {
    guard let letters = text.baseAddress, let count = unpadded(text, alphabet), count % 4 != 1
    else { return text.isEmpty ? 0 : nil }
    return table(alphabet).withUnsafeBufferPointer { values in
      decode(letters, count, values, to: target)
    }
  }

  /// Four letters at a time, without branches: what is no letter shows in the end.
  private static func decode(
    _ letters: UnsafePointer<UInt8>, _ count: Int, _ values: UnsafeBufferPointer<UInt8>,
    to target: UnsafeMutablePointer<UInt8>
  ) -> Int? {
    var wrong: UInt8 = 0
    var bits: UInt32 = 0
    var at = 0
    var out = 0
    while at + 4 <= count {
      let (a, b) = (values[Int(letters[at])], values[Int(letters[at + 1])])
      let (c, d) = (values[Int(letters[at + 2])], values[Int(letters[at + 3])])
      wrong |= a | b | c | d
      bits = UInt32(a) << 18 | UInt32(b) << 12 | UInt32(c) << 6 | UInt32(d)
      target[out] = UInt8(truncatingIfNeeded: bits >> 16)
      target[out + 1] = UInt8(truncatingIfNeeded: bits >> 8)
      target[out + 2] = UInt8(truncatingIfNeeded: bits)
      at += 4
      out += 3
    }
    bits = 0
    while at < count {
      let value = values[Int(letters[at])]
      wrong |= value
      bits = bits << 6 | UInt32(value & 63)
      at += 1
    }
    guard wrong < 64 else { return nil }
    return out + rest(count % 4, bits, target + out)
  }

  /// The bytes of the last two or three letters.
  private static func rest(_ letters: Int, _ bits: UInt32, _ target: UnsafeMutablePointer<UInt8>)
    -> Int
  {
    switch letters {
    case 2:
      target[0] = UInt8(truncatingIfNeeded: bits >> 4)
      return 1
    case 3:
      target[0] = UInt8(truncatingIfNeeded: bits >> 10)
      target[1] = UInt8(truncatingIfNeeded: bits >> 2)
      return 2
    default: return 0
    }
  }

  /// The length without padding; nil where padding does not fit.
  private static func unpadded(_ text: UnsafeBufferPointer<UInt8>, _ alphabet: Alphabet) -> Int? {
    var count = text.count
    while count > 0, text.count - count < 2, text[count - 1] == UInt8(ascii: "=") { count -= 1 }
    guard count < text.count else { return count }
    return alphabet == .url || text.count % 4 != 0 ? nil : count
  }

  /// By letter: its six bits, 255 for what is none.
  private static func table(_ alphabet: Alphabet) -> [UInt8] {
    switch alphabet {
    case .plain: plain
    case .url: url
    case .either: either
    }
  }

  private static let plain = table([(43, 62), (47, 63)])
  private static let url = table([(45, 62), (95, 63)])
  private static let either = table([(43, 62), (47, 63), (45, 62), (95, 63)])

  private static func table(_ last: [(letter: Int, value: UInt8)]) -> [UInt8] {
    var table = [UInt8](repeating: 255, count: 256)
    for i in 0..<26 {
      table[65 + i] = UInt8(i)
      table[97 + i] = UInt8(26 + i)
    }
    for i in 0..<10 { table[48 + i] = UInt8(52 + i) }
    for (letter, value) in last { table[letter] = value }
    return table
  }
}
