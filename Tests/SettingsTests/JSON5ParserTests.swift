import Support
import Testing

@testable import Settings

struct JSON5ParserTests {
  @Test(
    "Every form of value is read",
    arguments: [
      ("null", .null), ("true", .flag(true)), ("false", .flag(false)),
      ("\"a\"", .text("a")), ("'it is \"so\"'", .text("it is \"so\"")),
      ("'a\\'b\\\\\\n\\x41\\u00e9\\0'", .text("a'b\\\nA\u{e9}\0")),
      ("'\\uD83D\\uDE00'", .text("😀")),
      ("'two \\\nlines \\\r\nthree'", .text("two lines three")),
      ("'\\q'", .text("q")),
      ("12", .number("12")), ("-12.50", .number("-12.50")), ("+1", .number("1")),
      (".5", .number("0.5")), ("5.", .number("5")), ("-.5e-3", .number("-0.5e-3")),
      ("1E+3", .number("1e+3")), ("0xFf", .number("255")), ("-0x10", .number("-16")),
      ("Infinity", .number("Infinity")), ("-Infinity", .number("-Infinity")),
      ("+NaN", .number("NaN")), ("0.1000000000000000055", .number("0.1000000000000000055")),
      ("[]", .list([])), ("{}", .object([])),
      ("// a note\n /* another\n*/ 1 // last", .number("1")),
      ("\u{FEFF}\u{A0}\u{2028}1", .number("1")),
    ] as [(String, JSON5Node.Value)])
  func values(text: String, expected: JSON5Node.Value) throws {
    #expect(try parse(text).value == expected)
  }

  @Test("Names stand with or without quotes, and commas may trail")
  func names() throws {
    let text = "{a: 1, 'b c': [2, 3,], \"d\": {}, $e_1: 4, größe: 5,}"
    guard case .object(let members) = try parse(text).value else {
      Issue.record("no object")
      return
    }
    #expect(members.map(\.name) == ["a", "b c", "d", "$e_1", "größe"])
  }

  @Test("Every value knows its line and column")
  func positions() throws {
    let text = "{\r\n  a: 1,\r  é: [\n\ttrue],\n}"
    guard case .object(let members) = try parse(text).value,
      case .list(let elements) = members[1].node.value
    else {
      Issue.record("no object with a list")
      return
    }
    #expect(members[0].position == TextPosition(line: 2, column: 3))
    #expect(members[0].node.position == TextPosition(line: 2, column: 6))
    #expect(members[1].node.position == TextPosition(line: 3, column: 6))
    #expect(elements[0].position == TextPosition(line: 4, column: 2))
  }

  @Test(
    "Every mistake is told with its line and column",
    arguments: [
      ("", "the file ends, expected a value", 1, 1),
      ("{", "the file ends, expected a name or \"}\"", 1, 2),
      ("{\n  a 1}", "found \"1\", expected \":\" after the name", 2, 5),
      ("{a: 1 b: 2}", "found \"b\", expected \",\" or \"}\"", 1, 7),
      ("{a: 1,, }", "found \",\", expected a name or \"}\"", 1, 7),
      ("[1 2]", "found \"2\", expected \",\" or \"]\"", 1, 4),
      ("[1", "the file ends, expected \",\" or \"]\"", 1, 3),
      ("{currency: USD}", "found \"USD\", expected a value (text stands in quotes)", 1, 12),
      ("{} {}", "found \"{\", expected the end", 1, 4),
      ("{1a: 2}", "found \"1\", expected a name or \"}\"", 1, 2),
      ("'abc", "the quote that begins here does not end on its line", 1, 1),
      ("{a: 'abc\n'}", "the quote that begins here does not end on its line", 1, 5),
      ("1 /* never", "the comment that begins here does not end", 1, 3),
      ("1 /", "found \"/\", expected the end", 1, 3),
      ("'\\u12'", "\\u12 means nothing in a text", 1, 3),
      ("'\\xZZ'", "\\x means nothing in a text", 1, 3),
      ("'\\uD800'", "\\uD800 means nothing in a text", 1, 8),
      ("'\\1'", "\\1 means nothing in a text", 1, 3),
      ("[012]", "012 is not a number", 1, 2),
      ("[1.2.3]", "1.2.3 is not a number", 1, 2),
      ("[1e]", "1e is not a number", 1, 2),
      ("[.]", ". is not a number", 1, 2),
      ("[--1]", "--1 is not a number", 1, 2),
      ("[0x]", "0x is not a number", 1, 2),
      ("[4.99USD]", "4.99USD is not a number", 1, 2),
      ("{a: 1,\n b: 2, 'a': 3}", "a is repeated here, first in line 1", 2, 8),
    ])
  func mistakes(text: String, message: String, line: Int, column: Int) {
    let expected = JSON5Error(message, at: TextPosition(line: line, column: column))
    #expect(throws: expected) { try parse(text) }
  }

  @Test("Bytes that are no UTF-8 are told with their place")
  func invalidUTF8() {
    let bytes = Array("{\n a: '".utf8) + [0xC3, 0x28]
    let expected = JSON5Error("bytes that are not UTF-8", at: TextPosition(line: 2, column: 6))
    #expect(throws: expected) { try JSON5Parser.parse(bytes) }
  }

  @Test("Nesting is limited, so that no file exhausts the stack")
  func depth() throws {
    let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(throws: Never.self) { try parse(deepest) }
    let expected = JSON5Error(
      "more than 64 brackets inside each other", at: TextPosition(line: 1, column: 65))
    #expect(throws: expected) { try parse("[" + deepest + "]") }
    #expect(throws: expected) { try parse(String(repeating: "[", count: 100_000)) }
  }

  @Test("Random bytes and mutated files never crash the reader", arguments: 0..<8)
  func mutations(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let sample = Array(
      "{a: [1, -.5e3, 0xF], 'b': \"\\u00e9\\n\", /* c */ d: {e: null}} // f\n".utf8)
    let samples = [random.bytes(40), sample, Array(full.utf8)]
    for _ in 0..<1000 {
      var bytes = samples.randomElement(using: &random) ?? sample
      for _ in 0..<(random.next() % 6) { random.mutate(&bytes) }
      _ = try? Settings.parse(bytes, file: "f")
      _ = try? JSON5Parser.parse(bytes)
    }
  }

  private func parse(_ text: String) throws(JSON5Error) -> JSON5Node {
    try JSON5Parser.parse(Array(text.utf8))
  }
}
