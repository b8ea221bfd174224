import Foundation

extension String {
  /// In Unicode's form NFC. Letters below U+0300 (bytes below 0xCC) have no other form.
  package var normalized: String {
    utf8.allSatisfy { $0 < 0xCC } ? self : precomposedStringWithCanonicalMapping
  }
}

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

/// What reports write where the log says nothing. SQL models write the first of them.
package enum MissingText {
  /// A country, channel, product … that no line has told.
  package static let none = "(none)"
  /// What was bought without an offer, beside the offers.
  package static let without = "(without)"
  package static let all = [none, without]
}

/// Text for a command line.
package enum ShellText {
  /// As one word of a POSIX shell: in single quotes unless it is plain.
  package static func quoted(_ text: String) -> String {
    let plain = text.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "=._-:@".contains($0))
    }
    return plain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}

/// How reports name an id: a letter, and its number in the database in hexadecimal.
package enum Pseudonym: String {
  case customer = "c"
  case transaction = "t"

  /// `c163eff4d9f5e584`.
  package func text(_ number: Int64) -> String { rawValue + String(number, radix: 16) }

  /// The number of one that ``text(_:)`` has written; nil for anything else.
  package func number(_ text: String) -> Int64? {
    text.hasPrefix(rawValue) ? Int64(text.dropFirst(), radix: 16) : nil
  }
}

/// `12,345`, with a real minus.
package func grouped(_ number: Int64) -> String {
  let digits = String(number.magnitude)
  var result = ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { result += "," }
    result.append(digit)
  }
  return (number < 0 ? "−" : "") + result
}

/// `1 file`, `2 files`; `things`: the plural where it is no `s` behind the singular.
package func counted(_ number: Int64, _ thing: String, _ things: String? = nil) -> String {
  "\(grouped(number)) \(number == 1 ? thing : things ?? thing + "s")"
}
