import Foundation
import Values

/// Texts as lines of a mail have them: ASCII, at most 76 characters, ended by CRLF.
enum MailText {
  static let newline = "\r\n"
  private static let width = 76

  /// The lines of a header, without its end. What could begin another header is a space.
  static func header(_ name: String, _ text: String) -> String {
    let clean = oneLine(text)
    let line = "\(name): \(clean)"
    guard !isPlain(clean) || line.utf8.count > width else { return line }
    return "\(name): " + encodedWords(clean, after: name.utf8.count + 2)
  }

  /// The name beside an address: as it is where it is made of words, else encoded (RFC 2047).
  static func displayName(_ name: String) -> String {
    let clean = oneLine(name)
    let isWord = clean.utf8.allSatisfy {
      ($0 | 32) &- 97 < 26 || $0 &- 48 < 10 || $0 == UInt8(ascii: " ")
    }
    return isWord && clean.utf8.count <= 40 ? clean : encodedWords(clean, after: width / 2)
  }

  private static func oneLine(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory.isLine ? " " : $0 }))
  }

  /// Whether it can stand in a header as it is, and is not taken for an encoded word.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { (32..<127).contains($0) } && !text.contains("=?")
  }

  /// `=?utf-8?B?…?=`, as many as it takes, each with whole characters (RFC 2047, 5).
  private static func encodedWords(_ text: String, after column: Int) -> String {
    var words: [String] = []
    var part: [UInt8] = []
    func room() -> Int { (width - (words.isEmpty ? column : 1) - 12) / 4 * 3 }
    for character in text.unicodeScalars {
      let bytes = Array(String(character).utf8)
      if part.count + bytes.count > room() {
        words.append("=?utf-8?B?\(Base64.encode(part))?=")
        part = []
      }
      part += bytes
    }
    if !part.isEmpty { words.append("=?utf-8?B?\(Base64.encode(part))?=") }
    return words.joined(separator: newline + " ")
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isLine: Bool {
    [.control, .lineSeparator, .paragraphSeparator].contains(self)
  }
}

// MARK: - Bodies

extension MailText {
  /// Quoted-printable (RFC 2045, 6.7): readable where it is ASCII.
  static func quotedPrintable(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { quotedLine(Array($0.utf8.filter { $0 != 13 })) }
      .joined(separator: newline)
  }

  private static func quotedLine(_ bytes: [UInt8]) -> String {
    var (text, column) = ("", 0)
    for (index, byte) in bytes.enumerated() {
      let isLast = index == bytes.count - 1
      let letter = quoted(byte, isLast: isLast)
      if column + letter.utf8.count > width - (isLast ? 0 : 1) {
        text += "=" + newline
        column = 0
      }
      text += letter
      column += letter.utf8.count
    }
    return text
  }

  /// A space at the end of a line would get lost.
  private static func quoted(_ byte: UInt8, isLast: Bool) -> String {
    let isSpace = byte == 32 || byte == 9
    if isSpace ? !isLast : (33..<127).contains(byte) && byte != UInt8(ascii: "=") {
      return String(UnicodeScalar(byte))
    }
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "=0\(digits)" : "=\(digits)"
  }

  /// Base64 in lines of 76.
  static func base64(_ bytes: [UInt8]) -> String {
    stride(from: 0, to: bytes.count, by: width / 4 * 3)
      .map { Base64.encode(bytes[$0..<min($0 + width / 4 * 3, bytes.count)]) }
      .joined(separator: newline)
  }
}

extension Base64 {
  /// With padding, on one line.
  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString()
  }
}
