extension Unicode.Scalar {
  /// Whether it shows nothing itself, or steers what is shown: control characters (C0, C1, DEL),
  /// line and paragraph separators, zero-width and bidi controls, the byte-order mark,
  /// noncharacters, and the invisible tag block.
  package var isBidiControl: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
      0xFEFF, 0xFFF9...0xFFFB, 0xFDD0...0xFDEF, 0xE0000...0xE007F:
      true
    default: value & 0xFFFE == 0xFFFE
    }
  }

  /// `\u001b`: as JSON escapes it, by the units of UTF-16.
  package var jsonEscape: String {
    String(self).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
