/// Splits CSV (RFC 4180) into records that know their lines. LF and CRLF end a record, a quoted
/// field may hold both, blank lines are no records, a byte order mark is skipped. Between tabs a quote
/// is a letter like any other.
struct CSVReader {
  /// What stands between two fields.
  enum Separator: UInt8 {
    case comma = 0x2C
    case tab = 0x09

    /// Tabs where the first line has one.
    static func told(by bytes: [UInt8]) -> Separator {
      bytes.prefix { $0 != lineFeed }.contains(Separator.tab.rawValue) ? .tab : .comma
    }
  }

  /// One record and the line on which it begins.
  struct Record: Equatable {
    var line: Int
    var fields: [String]
  }

  private let bytes: [UInt8]
  private let file: String
  private let separator: UInt8
  private let hasQuotes: Bool
  private var at = 0
  private var line = 1

  init(_ bytes: [UInt8], file: String, separator: Separator = .comma) {
    self.bytes = bytes
    self.file = file
    self.separator = separator.rawValue
    hasQuotes = separator == .comma
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
  }

  /// The next record; nil at the end.
  mutating func next() throws(SettingsError) -> Record? {
    while takeLineEnd() {}
    guard at < bytes.count else { return nil }
    var record = Record(line: line, fields: [])
    repeat {
      record.fields.append(try field(record))
    } while take(separator)
    guard at == bytes.count || takeLineEnd() else { throw error(.strayQuote, record) }
    return record
  }

  private mutating func field(_ record: Record) throws(SettingsError) -> String {
    hasQuotes && take(quote) ? try quoted(record) : try bare(record)
  }

  private mutating func bare(_ record: Record) throws(SettingsError) -> String {
    let start = at
    while at < bytes.count, bytes[at] != separator, bytes[at] != lineFeed {
      guard !hasQuotes || bytes[at] != quote else { throw error(.strayQuote, record) }
      if isCarriageReturn(beforeLineFeed: at) { break }
      at += 1
    }
    return try text(bytes[start..<at], record)
  }

  /// What stands up to the closing quote; two quotes are one.
  private mutating func quoted(_ record: Record) throws(SettingsError) -> String {
    var content: [UInt8] = []
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if byte == quote, !take(quote) { return try text(content[...], record) }
      if byte == lineFeed { line += 1 }
      content.append(byte)
    }
    throw error(.unterminatedQuote, record)
  }

  private func text(_ bytes: ArraySlice<UInt8>, _ record: Record) throws(SettingsError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw error(.invalidUTF8, record)
    }
    return text
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

  private func error(_ fault: RowFault, _ record: Record) -> SettingsError {
    let position = TextPosition(line: record.line, column: record.fields.count + 1)
    return .row(fault, at: SettingsError.Place(file: file, position: position))
  }
}

private let quote = UInt8(ascii: "\"")
private let lineFeed = UInt8(ascii: "\n")
