/// A value of a JSON5 text and where it begins.
package struct JSON5Node: Sendable, Equatable {
  package let value: Value
  package let position: TextPosition

  /// What JSON5 can say. Numbers keep their digits, so that decimals stay exact.
  package indirect enum Value: Sendable, Equatable {
    case null
    case flag(Bool)
    /// In the grammar of JSON (hex, `+`, `.5` and `5.` are brought to it), or `Infinity`,
    /// `-Infinity`, `NaN`, `-NaN`.
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
package struct TextPosition: Sendable, Hashable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package static let start = TextPosition(line: 1, column: 1)
}

/// Why a text is not JSON5, and where.
package struct JSON5Error: Error, Sendable, Equatable {
  package let fact: Fact
  package let position: TextPosition

  package enum Fact: Sendable, Equatable {
    case invalidUTF8
    /// The text ends where something had to follow.
    case unexpectedEnd(expected: String)
    case unexpected(found: String, expected: String)
    case unterminatedString
    case unterminatedComment
    case badEscape(String)
    case badNumber(String)
    case duplicateName(String, firstLine: Int)
    case tooDeep(limit: Int)
  }
}
