/// What bytes say to whoever decodes them: with the escapes of JSON and of addresses undone, with
/// Base64 (as in signed payloads) decoded, without the zeros of UTF-16; also inside each other.
enum Decodings {
  /// How deep encodings can stand inside each other. Signed store messages have three levels.
  private static let depth = 4
  /// A line that has more forms than this was made to have them.
  private static let limit = 64

  /// The bytes themselves first, then every other form, each once.
  static func all(of bytes: [UInt8]) -> [[UInt8]] {
    var forms = [bytes]
    var known: Set<[UInt8]> = [bytes]
    var newest = [bytes]
    for _ in 0..<depth where forms.count < limit {
      newest = newest.flatMap { form in decoders.map { $0(form) } }
        .filter { !$0.isEmpty && known.insert($0).inserted }
      forms += newest
    }
    return forms
  }

  /// Each gives nothing for what it does not change.
  private static let decoders: [@Sendable ([UInt8]) -> [UInt8]] = [
    withoutJSONEscapes, withoutPercents, base64, withoutZeros,
  ]

  private static func withoutZeros(_ bytes: [UInt8]) -> [UInt8] {
    bytes.contains(0) ? bytes.filter { $0 != 0 } : []
  }

  // MARK: - JSON

  private static func withoutJSONEscapes(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "\\")) else { return [] }
    var result: [UInt8] = []
    var at = 0
    while at < bytes.count {
      if let (scalar, count) = escape(in: bytes, at: at) {
        result += Array(String(scalar).utf8)
        at += count
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return result
  }

  /// The character of an escape, and how long that is. An escape of one letter stands for that
  /// letter or for a space of some kind.
  private static func escape(in bytes: [UInt8], at: Int) -> (scalar: Unicode.Scalar, count: Int)? {
    guard bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count else { return nil }
    switch bytes[at + 1] {
    case UInt8(ascii: "u"):
      guard let high = unit(in: bytes, at: at) else { return nil }
      if let low = unit(in: bytes, at: at + 6), let pair = scalar(high, low) { return (pair, 12) }
      return Unicode.Scalar(high).map { ($0, 6) }
    case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "b"),
      UInt8(ascii: "f"):
      return (" ", 2)
    case let byte where byte < 0x80: return (Unicode.Scalar(byte), 2)
    default: return nil
    }
  }

  /// The number of `\uXXXX`.
  private static func unit(in bytes: [UInt8], at: Int) -> UInt32? {
    guard at + 6 <= bytes.count, bytes[at] == UInt8(ascii: "\\"),
      bytes[at + 1] | 32 == UInt8(ascii: "u")
    else { return nil }
    return number(bytes[(at + 2)..<(at + 6)])
  }

  private static func scalar(_ high: UInt32, _ low: UInt32) -> Unicode.Scalar? {
    guard (0xD800..<0xDC00).contains(high), (0xDC00..<0xE000).contains(low) else { return nil }
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + low - 0xDC00)
  }

  /// Of hexadecimal digits in either case.
  private static func number(_ digits: ArraySlice<UInt8>) -> UInt32? {
    digits.reduce(UInt32?(0)) { number, digit in
      guard let number, let value = Character(Unicode.Scalar(digit)).hexDigitValue else {
        return nil
      }
      return number << 4 | UInt32(value)
    }
  }

  // MARK: - Addresses and Base64

  private static func withoutPercents(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "%")) else { return [] }
    var result: [UInt8] = []
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "%"), at + 3 <= bytes.count,
        let byte = number(bytes[(at + 1)..<(at + 3)])
      {
        result.append(UInt8(byte))
        at += 3
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return result
  }

  /// All that could be Base64 of either alphabet, decoded, on lines of its own; the last group may
  /// be cut.
  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    bytes.split { sixBits($0) == nil }.filter { $0.count >= shortestBase64 }
      .flatMap { word in decoded(word) + [UInt8(ascii: "\n")] }
  }

  /// Shorter words say too little: an id of ten bytes takes 14 letters.
  private static let shortestBase64 = 8

  private static func decoded(_ word: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var (bits, count) = (UInt32(0), 0)
    for letter in word {
      bits = bits << 6 | (sixBits(letter) ?? 0)
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return result
  }

  private static func sixBits(_ letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter) - 97 + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter) - 48 + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
