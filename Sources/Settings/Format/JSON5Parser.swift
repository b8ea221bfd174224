/// Reads JSON5 (https://spec.json5.org) into a tree that knows its lines and columns.
///
/// Stricter than the standard in two points: a name may stand only once in an object, and names
/// without quotes may not contain escapes. Foundation's reader lets duplicate names pass and
/// gives no places, so that a mistake in a configuration could not be shown.
package struct JSON5Parser {
  /// Objects and lists may be nested this deep.
  package static let depthLimit = 64

  var scanner: JSON5Scanner
  private var depth = 0

  /// The value that `bytes` (UTF-8, a byte order mark is skipped) spell.
  package static func parse(_ bytes: [UInt8]) throws(JSON5Error) -> JSON5Node {
    var parser = JSON5Parser(scanner: try JSON5Scanner(bytes))
    let node = try parser.value()
    try parser.scanner.skipBlanks()
    guard parser.scanner.peek == nil else { throw parser.unexpected(expected: "the end") }
    return node
  }

  /// The values that `bytes` spell, one after another: pages of an API, or a line for each.
  static func parseAll(_ bytes: [UInt8]) throws(JSON5Error) -> [JSON5Node] {
    var parser = JSON5Parser(scanner: try JSON5Scanner(bytes))
    var nodes: [JSON5Node] = []
    try parser.scanner.skipBlanks()
    while parser.scanner.peek != nil {
      nodes.append(try parser.value())
      try parser.scanner.skipBlanks()
    }
    return nodes
  }

  private init(scanner: JSON5Scanner) { self.scanner = scanner }

  private mutating func value() throws(JSON5Error) -> JSON5Node {
    try scanner.skipBlanks()
    let start = scanner.position
    return JSON5Node(value: try bareValue(), position: start)
  }

  private mutating func bareValue() throws(JSON5Error) -> JSON5Node.Value {
    switch scanner.peek {
    case "{": .object(try nested { parser throws(JSON5Error) in try parser.members() })
    case "[": .list(try nested { parser throws(JSON5Error) in try parser.elements() })
    case "\"", "'": .text(try string())
    case .some(let scalar) where startsNumber(scalar): .number(try number())
    default: try word()
    }
  }

  /// Reads what stands between brackets, one level deeper.
  private mutating func nested<T>(
    _ content: (inout JSON5Parser) throws(JSON5Error) -> T
  ) throws(JSON5Error) -> T {
    guard depth < JSON5Parser.depthLimit else {
      throw JSON5Error(
        "more than \(JSON5Parser.depthLimit) brackets inside each other", at: scanner.position)
    }
    depth += 1
    scanner.next()
    let value = try content(&self)
    depth -= 1
    return value
  }

  private mutating func elements() throws(JSON5Error) -> [JSON5Node] {
    var elements: [JSON5Node] = []
    while !(try ends(with: "]")) {
      elements.append(try value())
      try separator(before: "]")
    }
    return elements
  }

  private mutating func members() throws(JSON5Error) -> [JSON5Node.Member] {
    var members: [JSON5Node.Member] = []
    var lines: [String: Int] = [:]
    while !(try ends(with: "}")) {
      let member = try member()
      if let first = lines.updateValue(member.position.line, forKey: member.name) {
        throw JSON5Error(
          "\(member.name) is repeated here, first in line \(first)", at: member.position)
      }
      members.append(member)
      try separator(before: "}")
    }
    return members
  }

  private mutating func member() throws(JSON5Error) -> JSON5Node.Member {
    let position = scanner.position
    let name = try name()
    try scanner.skipBlanks()
    guard scanner.take(":") else { throw unexpected(expected: "\":\" after the name") }
    return JSON5Node.Member(name: name, position: position, node: try value())
  }

  private mutating func name() throws(JSON5Error) -> String {
    guard let first = scanner.peek else { throw unexpected(expected: "a name or \"}\"") }
    if first == "\"" || first == "'" { return try string() }
    guard startsWord(first) else { throw unexpected(expected: "a name or \"}\"") }
    return scanner.run(while: continuesWord)
  }

  /// Whether the object or list ends here; takes the bracket.
  private mutating func ends(with bracket: Unicode.Scalar) throws(JSON5Error) -> Bool {
    try scanner.skipBlanks()
    return scanner.take(bracket)
  }

  /// Takes a comma, unless the closing bracket stands here.
  private mutating func separator(before bracket: Unicode.Scalar) throws(JSON5Error) {
    try scanner.skipBlanks()
    guard !scanner.take(","), scanner.peek != bracket else { return }
    throw unexpected(expected: "\",\" or \"\(bracket)\"")
  }

  private mutating func word() throws(JSON5Error) -> JSON5Node.Value {
    guard let first = scanner.peek, startsWord(first) else { throw unexpected(expected: "a value") }
    let start = scanner.position
    switch scanner.run(while: continuesWord) {
    case "null": return .null
    case "true": return .flag(true)
    case "false": return .flag(false)
    case let number where number == "Infinity" || number == "NaN": return .number(number)
    case let word:
      throw JSON5Error(
        "found \"\(word)\", expected a value (text stands in quotes)", at: start)
    }
  }

  /// The error that what stands here is not what had to.
  private func unexpected(expected: String) -> JSON5Error {
    let found = scanner.peek.map { "found \"\($0)\"" } ?? "the file ends"
    return JSON5Error("\(found), expected \(expected)", at: scanner.position)
  }
}

private func startsNumber(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "0"..."9", "+", "-", ".": true
  default: false
  }
}

private func startsWord(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "a"..."z", "A"..."Z", "_", "$": true
  default: !scalar.isASCII && scalar.properties.isIDStart
  }
}

private func continuesWord(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "\u{200C}", "\u{200D}": true
  default: !scalar.isASCII && scalar.properties.isIDContinue
  }
}

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
    throw JSON5Error("the quote that begins here does not end on its line", at: start)
  }

  /// What the characters after a backslash mean.
  private mutating func escaped() throws(JSON5Error) -> String {
    guard let scalar = scanner.peek else { return "" }
    switch scalar {
    case "x": return String(try scalarValue(of: try hexDigits(2)))
    case "u": return String(try unicodeEscape())
    case "\r" where scanner.peek(1) == "\n": scanner.next()
    case "0" where scanner.peek(1).map(isDigit) != true: break
    case "0"..."9": throw badEscape("\(scalar)", at: scanner.position)
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
      throw badEscape((count == 2 ? "x" : "u") + text, at: place)
    }
    return value
  }

  private func scalarValue(of code: UInt32) throws(JSON5Error) -> Unicode.Scalar {
    guard let scalar = Unicode.Scalar(code) else {
      throw badEscape("u" + String(code, radix: 16, uppercase: true), at: scanner.position)
    }
    return scalar
  }

  private func badEscape(_ text: String, at position: TextPosition) -> JSON5Error {
    JSON5Error("\\\(text) means nothing in a text", at: position)
  }
}

private let controls: [Unicode.Scalar: Unicode.Scalar] = [
  "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t", "v": "\u{B}", "0": "\0",
]

private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

extension JSON5Parser {
  /// Reads a number and brings it to the grammar of JSON: `+1` is `1`, `.5` is `0.5`, `0xFF` is
  /// `255`. `Infinity` and `NaN` stay; whoever wants a number refuses them.
  mutating func number() throws(JSON5Error) -> String {
    let start = scanner.position
    let text = scanner.run {
      $0.properties.isAlphabetic || "0123456789.+-_".unicodeScalars.contains($0)
    }
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard let plain = plainNumber(digits) else {
      throw JSON5Error("\(text) is not a number", at: start)
    }
    return isNegative ? "-" + plain : plain
  }
}

private func plainNumber(_ text: Substring) -> String? {
  if text == "Infinity" || text == "NaN" { return String(text) }
  if text.hasPrefix("0x") || text.hasPrefix("0X") { return plainHexadecimal(text.dropFirst(2)) }
  return plainDecimal(text)
}

private func plainHexadecimal(_ digits: Substring) -> String? {
  guard digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else {
    return nil
  }
  return UInt64(digits, radix: 16).map(String.init)
}

private func plainDecimal(_ text: Substring) -> String? {
  let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
  let halves = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
  let fraction = halves.count == 2 ? halves[1] : ""
  guard isDigits(halves[0]), isDigits(fraction), !(halves[0].isEmpty && fraction.isEmpty),
    halves[0].count < 2 || !halves[0].hasPrefix("0")
  else { return nil }
  let mantissa = (halves[0].isEmpty ? "0" : halves[0]) + (fraction.isEmpty ? "" : "." + fraction)
  guard parts.count == 2 else { return String(mantissa) }
  return isExponent(parts[1]) ? "\(mantissa)e\(parts[1])" : nil
}

private func isExponent(_ text: Substring) -> Bool {
  let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text
  return !digits.isEmpty && isDigits(digits)
}

private func isDigits(_ text: Substring) -> Bool {
  text.utf8.allSatisfy { $0 &- 48 < 10 }
}
