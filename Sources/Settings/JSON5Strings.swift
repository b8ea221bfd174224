extension JSON5Parser {
  /// Reads a string in single or double quotes.
  mutating func string() throws(JSON5Error) -> String {
    let start = scanner.position
    let quote = scanner.next()
    var text = ""
    while let scalar = scanner.peek, scalar != "\n", scalar != "\r" {
      scanner.next()
      if scalar == quote { return text }
      if scalar == "\\" {
        text += try escaped()
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    throw JSON5Error(fact: .unterminatedString, position: start)
  }

  /// What the characters after a backslash mean.
  private mutating func escaped() throws(JSON5Error) -> String {
    guard let scalar = scanner.peek else { return "" }
    switch scalar {
    case "x": return String(try scalarValue(of: try hexDigits(2)))
    case "u": return String(try unicodeEscape())
    case "\r" where scanner.peek(1) == "\n": scanner.next()
    case "0" where scanner.peek(1).map(isDigit) != true: break
    case "0"..."9": throw error(.badEscape("\\\(scalar)"))
    default: break
    }
    scanner.next()
    return isLineEnd(scalar) ? "" : String(controls[scalar] ?? scalar)
  }

  /// `uXXXX`, or two of them that are a surrogate pair.
  private mutating func unicodeEscape() throws(JSON5Error) -> Unicode.Scalar {
    let first = try hexDigits(4)
    guard (0xD800...0xDBFF).contains(first) else { return try scalarValue(of: first) }
    guard scanner.take("\\"), scanner.peek == "u" else { return try scalarValue(of: first) }
    let second = try hexDigits(4)
    guard (0xDC00...0xDFFF).contains(second) else { return try scalarValue(of: first) }
    return try scalarValue(of: 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  /// Takes the letter of the escape and `count` hexadecimal digits.
  private mutating func hexDigits(_ count: Int) throws(JSON5Error) -> UInt32 {
    let place = scanner.position
    var text = ""
    scanner.next()
    while text.utf8.count < count, let digit = scanner.peek, digit.properties.isASCIIHexDigit {
      text.unicodeScalars.append(digit)
      scanner.next()
    }
    guard text.utf8.count == count, let value = UInt32(text, radix: 16) else {
      throw JSON5Error(fact: .badEscape("\\\(count == 2 ? "x" : "u")\(text)"), position: place)
    }
    return value
  }

  private func scalarValue(of code: UInt32) throws(JSON5Error) -> Unicode.Scalar {
    guard let scalar = Unicode.Scalar(code) else {
      throw error(.badEscape("\\u\(String(code, radix: 16, uppercase: true))"))
    }
    return scalar
  }
}

private let controls: [Unicode.Scalar: Unicode.Scalar] = [
  "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t", "v": "\u{B}", "0": "\0",
]

private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
