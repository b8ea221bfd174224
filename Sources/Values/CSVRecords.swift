/// Splits CSV (RFC 4180) into records that know their lines: of files that people and other
/// programs write, and of those that were published. LF and CRLF end a record, a quoted field may
/// hold both, blank lines are no records, a byte order mark is skipped. Between tabs a quote is a
/// letter like any other.
///
/// It reads on behind a fault, as a spreadsheet does, and the record says which one it met first;
/// whether that is an error is up to who asks.
package struct CSVRecords: Sequence, IteratorProtocol {
  /// What stands between two fields.
  package enum Separator: UInt8, Sendable {
    case comma = 0x2C
    case tab = 0x09
    case semicolon = 0x3B

    /// The first of tab, comma and semicolon that the first line has.
    package static func told(by bytes: [UInt8]) -> Separator {
      let header = bytes.prefix { $0 != lineFeed }
      return [.tab, .comma, .semicolon].first { header.contains($0.rawValue) } ?? .comma
    }
  }

  package struct Record: Equatable {
    /// The line on which it begins, from 1 on.
    package let line: Int
    package fileprivate(set) var fields: [String] = []
    /// The first thing that is wrong with its form.
    package fileprivate(set) var fault: Fault?
  }

  /// What is wrong with the form of a record.
  package struct Fault: Error, Sendable, Equatable {
    package let kind: Kind
    /// The field in which it was met, from 1 on; the one after it for text behind a closing quote.
    package let field: Int

    package enum Kind: String, Sendable {
      /// A quote where none may stand, or text after a closing one.
      case strayQuote = "a quote stands inside a field"
      /// The file ends inside a quoted field.
      case unterminatedQuote = "a quote does not end"
      case invalidUTF8 = "bytes that are not UTF-8"
    }
  }

  private let bytes: [UInt8]
  private let separator: UInt8
  private let hasQuotes: Bool
  private var at = 0
  private var line = 1

  /// Behind what was read.
  package var position: Int { at }
  /// Whether a line end was read last.
  package var isAtLineEnd: Bool { at > 0 && bytes[at - 1] == lineFeed }

  package init(_ bytes: [UInt8], separator: Separator = .comma) {
    self.bytes = bytes
    self.separator = separator.rawValue
    hasQuotes = separator != .tab
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
  }

  /// The next record; nil at the end.
  package mutating func next() -> Record? {
    while takeLineEnd() {}
    guard at < bytes.count else { return nil }
    var record = Record(line: line)
    repeat { takeField(of: &record) } while take(separator)
    _ = takeLineEnd()
    return record
  }

  private mutating func takeField(of record: inout Record) {
    var content: [UInt8] = []
    let isQuoted = hasQuotes && take(quote)
    let isOpen = isQuoted && !takeQuoted(into: &content)
    let rest = takeBare()
    let whole = isQuoted ? content[...] + rest : rest
    let text = String(validating: whole, as: UTF8.self)
    record.fields.append(text ?? String(decoding: whole, as: UTF8.self))
    guard record.fault == nil else { return }
    let count = record.fields.count
    if isOpen {
      record.fault = Fault(kind: .unterminatedQuote, field: count)
    } else if hasQuotes, !isQuoted, rest.contains(quote) {
      record.fault = Fault(kind: .strayQuote, field: count)
    } else if text == nil {
      record.fault = Fault(kind: .invalidUTF8, field: count)
    } else if isQuoted, !rest.isEmpty {
      record.fault = Fault(kind: .strayQuote, field: count + 1)
    }
  }

  /// Up to the next separator or line end.
  private mutating func takeBare() -> ArraySlice<UInt8> {
    let start = at
    while at < bytes.count, bytes[at] != separator, bytes[at] != lineFeed,
      !isCarriageReturn(beforeLineFeed: at)
    { at += 1 }
    return bytes[start..<at]
  }

  /// What stands up to the closing quote; two quotes are one. False where there is none.
  private mutating func takeQuoted(into content: inout [UInt8]) -> Bool {
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if byte == quote, !take(quote) { return true }
      if byte == lineFeed { line += 1 }
      content.append(byte)
    }
    return false
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  private mutating func takeLineEnd() -> Bool {
    if at < bytes.count, isCarriageReturn(beforeLineFeed: at) { at += 1 }
    guard take(lineFeed) else { return false }
    line += 1
    return true
  }

  private func isCarriageReturn(beforeLineFeed index: Int) -> Bool {
    bytes[index] == 13 && index + 1 < bytes.count && bytes[index + 1] == lineFeed
  }
}

private let quote = UInt8(ascii: "\"")
private let lineFeed = UInt8(ascii: "\n")
