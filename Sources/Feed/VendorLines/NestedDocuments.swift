import CSimdJSON
import Values

/// JSON documents inside texts of a line, each with a parser of its own, which is kept for the
/// lines that follow.
struct NestedDocuments: ~Copyable {
  private struct Parser {
    var parser: OpaquePointer
    var capacity: Int
  }

  /// More than any vendor nests: a header, and a payload, of three signatures.
  private static let most = 8

  private var parsers: [Parser] = []
  /// How many of them hold a document of the line at hand.
  private var count = 0
  /// Documents whose signature was verified.
  private var signed: [LineValue] = []

  deinit {
    for parser in parsers { rr_parser_destroy(parser.parser) }
  }

  mutating func removeAll() {
    count = 0
    if !signed.isEmpty { signed = [] }
  }

  mutating func insertSigned(_ document: LineValue) { signed.append(document) }

  /// Whether a value is inside a document whose signature was verified.
  func isSigned(_ value: LineValue) -> Bool { signed.contains { $0.holds(value) } }

  /// A parser that is large enough; nil without memory, or for too many documents.
  fileprivate mutating func next(capacity: Int) -> OpaquePointer? {
    guard count < NestedDocuments.most else { return nil }
    if count == parsers.count || parsers[count].capacity < capacity {
      let larger = max(capacity * 2, 1 << 14)
      guard let parser = rr_parser_create(larger + 64) else { return nil }
      if count < parsers.count { rr_parser_destroy(parsers[count].parser) }
      parsers.replaceSubrange(
        count..<min(count + 1, parsers.count), with: [Parser(parser: parser, capacity: larger)])
    }
    count += 1
    return parsers[count - 1].parser
  }
}

extension LineReader {
  /// Reads JSON that stands in the buffer; nil when it is no object.
  mutating func document(_ range: Range<Int>) throws(Rejection) -> LineValue? {
    guard let parser = vendorLines.documents.next(capacity: range.count), !range.isEmpty,
      rr_index(parser, base, range.lowerBound, range.upperBound) == 0
    else { return nil }
    let scratch = try draft.room(for: range.count)
    let count = rr_read_whole_line(parser, range.lowerBound, range.upperBound, scratch)
    return count < 0 ? nil : LineValue(rr_root(parser), base)
  }

  /// An object, or the one that a text holds as JSON; else what stands there.
  mutating func object(_ value: LineValue) throws(Rejection) -> LineValue {
    guard value.isText, value.begins(with: "{") else { return value }
    var text = draft.text()
    try draft.append(value, to: &text)
    return try document(text.start..<(text.start + text.count)) ?? value
  }

  /// Reads JSON in base64.
  mutating func document(base64 text: LineValue) throws(Rejection) -> LineValue? {
    let start = try draft.room(for: text.bytes.count)
    guard let count = Base64.decode(text.bytes, .either, to: base + start) else { return nil }
    return try document(start..<(start + count))
  }
}
