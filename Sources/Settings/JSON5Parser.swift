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
      throw error(.tooDeep(limit: JSON5Parser.depthLimit))
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
          fact: .duplicateName(member.name, firstLine: first), position: member.position)
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
        fact: .unexpected(found: word, expected: "a value (text stands in quotes)"),
        position: start)
    }
  }

  /// The error that what stands here is not what had to.
  private func unexpected(expected: String) -> JSON5Error {
    guard let found = scanner.peek else { return error(.unexpectedEnd(expected: expected)) }
    return error(.unexpected(found: String(found), expected: expected))
  }

  func error(_ fact: JSON5Error.Fact) -> JSON5Error {
    JSON5Error(fact: fact, position: scanner.position)
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
