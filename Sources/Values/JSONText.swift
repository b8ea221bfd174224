/// A value of JSON to be written: members keep their order, numbers are exact.
package indirect enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// Already a number of JSON's grammar, such as `4.99`.
  case decimal(String)
  case string(String)
  case array([JSONValue])
  case object([Member])
  /// A value on one line, also within a page.
  case onOneLine(JSONValue)

  package struct Member: Sendable, Hashable {
    package let name: String
    package let value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// An object with members in this order; nil leaves a member out.
  package static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { name, value in value.map { Member(name, $0) } })
  }

  package static func text(_ text: String?) -> JSONValue { text.map(string) ?? .null }

  /// A whole number, or null.
  package static func number(_ number: some BinaryInteger) -> JSONValue { .integer(Int64(number)) }
}

extension JSONValue {
  /// On one line, without spaces: one line of NDJSON.
  package var line: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// On many lines, two spaces a level, with a newline at its end: a file for people too.
  package var page: String {
    var text = ""
    write(to: &text, indent: 0)
    return text + "\n"
  }

  private func write(to text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += "\(number)"
    case .decimal(let number): text += number
    case .string(let string): text += JSONValue.quoted(string)
    case .onOneLine(let value): value.write(to: &text, indent: nil)
    case .array(let values):
      write(values, between: "[", "]", to: &text, indent) { $0.write(to: &$1, indent: $2) }
    case .object(let members):
      write(members, between: "{", "}", to: &text, indent) { member, text, indent in
        text += JSONValue.quoted(member.name) + (indent == nil ? ":" : ": ")
        member.value.write(to: &text, indent: indent)
      }
    }
  }

  private func write<Item>(
    _ items: [Item], between open: String, _ close: String, to text: inout String, _ indent: Int?,
    _ body: (Item, inout String, Int?) -> Void
  ) {
    text += open
    for (index, item) in items.enumerated() {
      if index > 0 { text += "," }
      if let indent { text += "\n" + String(repeating: "  ", count: indent + 1) }
      body(item, &text, indent.map { $0 + 1 })
    }
    if let indent, !items.isEmpty { text += "\n" + String(repeating: "  ", count: indent) }
    text += close
  }

  /// A string of JSON: quotes, backslashes, control characters and what steers the direction of
  /// text escaped, so that a terminal shows it harmlessly; all else as it is.
  package static func quoted(_ string: String) -> String {
    guard string.utf8.contains(where: needsEscape) else { return "\"" + string + "\"" }
    return "\"" + string.unicodeScalars.map(escaped).joined() + "\""
  }

  /// Whether a byte is, or may begin, something to escape.
  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 32 || byte == 34 || byte == 92 || byte >= 127
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default: return scalar.isBidiControl ? scalar.jsonEscape : String(Character(scalar))
    }
  }
}
