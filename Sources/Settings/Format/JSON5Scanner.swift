import Values

/// A cursor over the characters of a JSON5 text that knows its line and column.
struct JSON5Scanner {
  private let scalars: [Unicode.Scalar]
  private var at = 0
  private(set) var position = TextPosition.start

  /// Decodes `bytes`; the first that are no UTF-8 are an error with their place.
  init(_ bytes: [UInt8]) throws(JSON5Error) {
    scalars = try decodedScalars(bytes)
    if peek == "\u{FEFF}" { at = 1 }
  }

  /// The next character, which stays.
  var peek: Unicode.Scalar? { peek(0) }

  func peek(_ ahead: Int) -> Unicode.Scalar? {
    at + ahead < scalars.count ? scalars[at + ahead] : nil
  }

  /// Takes the next character.
  @discardableResult
  mutating func next() -> Unicode.Scalar? {
    guard let scalar = peek else { return nil }
    at += 1
    let endsLine = scalar == "\n" || (scalar == "\r" && peek != "\n")
    if endsLine {
      position = TextPosition(line: position.line + 1, column: 1)
    } else {
      position.column += 1
    }
    return scalar
  }

  /// Takes the next character if it is `scalar`.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    next()
    return true
  }

  /// Takes characters as long as they fit.
  mutating func run(while fits: (Unicode.Scalar) -> Bool) -> String {
    var text = ""
    while let scalar = peek, fits(scalar) {
      text.unicodeScalars.append(scalar)
      next()
    }
    return text
  }

  /// Takes white space and comments.
  mutating func skipBlanks() throws(JSON5Error) {
    while let scalar = peek {
      if isBlank(scalar) {
        next()
      } else if scalar == "/", peek(1) == "/" {
        _ = run { !isLineEnd($0) }
      } else if scalar == "/", peek(1) == "*" {
        try skipBlockComment()
      } else {
        return
      }
    }
  }

  private mutating func skipBlockComment() throws(JSON5Error) {
    let start = position
    next()
    next()
    while let scalar = next() {
      if scalar == "*", take("/") { return }
    }
    throw JSON5Error("the comment that begins here does not end", at: start)
  }
}

/// JSON5's line terminators.
func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
  scalar == "\n" || scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}"
}

private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case " ", "\t", "\u{0B}", "\u{0C}", "\u{FEFF}": true
  default:
    isLineEnd(scalar)
      || !scalar.isASCII && scalar.properties.generalCategory == .spaceSeparator
  }
}

private func decodedScalars(_ bytes: [UInt8]) throws(JSON5Error) -> [Unicode.Scalar] {
  var scalars: [Unicode.Scalar] = []
  scalars.reserveCapacity(bytes.count)
  var decoder = UTF8()
  var rest = bytes.makeIterator()
  while true {
    switch decoder.decode(&rest) {
    case .scalarValue(let scalar): scalars.append(scalar)
    case .emptyInput: return scalars
    case .error: throw JSON5Error("bytes that are not UTF-8", at: endPosition(of: scalars))
    }
  }
}

private func endPosition(of scalars: [Unicode.Scalar]) -> TextPosition {
  var position = TextPosition.start
  for (index, scalar) in scalars.enumerated() {
    let isLast = index + 1 == scalars.count
    let endsLine = scalar == "\n" || (scalar == "\r" && (isLast || scalars[index + 1] != "\n"))
    position =
      endsLine
      ? TextPosition(line: position.line + 1, column: 1)
      : TextPosition(line: position.line, column: position.column + 1)
  }
  return position
}

/// A value of a JSON5 text and where it begins.
package struct JSON5Node: Sendable, Equatable {
  package let value: Value
  package let position: TextPosition

  /// What JSON5 can say. Numbers keep their digits, so that decimals stay exact.
  package indirect enum Value: Sendable, Equatable {
    case null
    case flag(Bool)
    /// In the grammar of JSON, or `Infinity`, `-Infinity`, `NaN`, `-NaN`.
    case number(String)
    case text(String)
    case list([JSON5Node])
    /// In the order of the text; names are unique.
    case object([Member])
  }

  /// One `name: value` of an object.
  package struct Member: Sendable, Equatable {
    package let name: String
    /// Where the name begins.
    package let position: TextPosition
    package let node: JSON5Node
  }
}

/// A place in a text, as editors count: lines and characters (Unicode scalars), both from 1.
package struct TextPosition: Sendable, Hashable, CustomStringConvertible {
  package var line: Int
  package var column: Int

  package static let start = TextPosition(line: 1, column: 1)

  package var description: String { "\(line):\(column)" }
}

/// Why a text is not JSON5, and where.
package struct JSON5Error: Error, Sendable, Equatable {
  package let message: String
  package let position: TextPosition

  init(_ message: String, at position: TextPosition) {
    (self.message, self.position) = (message, position)
  }

  func failure(in file: String) -> Failure {
    Failure("\(file):\(position): \(message)", exit: .badData)
  }
}
