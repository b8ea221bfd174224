import Values

/// Where the fields of a table's row stand, as RFC 4180 has them, found by their bytes: `CSVRecords`
/// makes a text of each, and most columns are not read.
struct TableRow {
  /// What stands between separators, or between quotes.
  struct Field {
    let start: Int
    let count: Int
    /// Whether it stands between quotes: those in it are doubled.
    let isQuoted: Bool
    /// Whether JSON would write one of its bytes otherwise.
    let hasEscapes: Bool
  }

  enum Outcome {
    case whole
    /// Only blank lines are left.
    case none
    /// A quote is not closed, or no line end follows.
    case open
    /// A quote stands where none may, or the bytes are no UTF-8.
    case broken
  }

  private(set) var fields: [Field] = []
  /// Behind the row and its line end.
  private(set) var end = 0
  /// Line ends before the row, and those before `end`.
  private(set) var linesBefore = 0
  private(set) var lines = 0

  private let separator: UInt8
  private let hasQuotes: Bool
  /// Whether a byte outside of quotes may be anything but a letter of a field.
  private let isSpecial: InlineArray<256, Bool>
  private var isFaulty = false
  private var hasEscapes = false
  /// All bytes of the row together: whether one is not ASCII.
  private var allBytes: UInt8 = 0

  init(_ separator: CSVRecords.Separator) {
    self.separator = separator.rawValue
    hasQuotes = separator != .tab
    let separator = separator.rawValue
    isSpecial = InlineArray { byte in
      byte < 0x20 || byte >= 0x80 || byte == Int(separator) || byte == Int(Self.quote)
        || byte == Int(Self.backslash)
    }
  }

  /// Reads the row that begins at `start`, behind blank lines. `isLast`: nothing comes behind the
  /// bytes.
  mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool
  ) -> Outcome {
    fields.removeAll(keepingCapacity: true)
    (isFaulty, allBytes, lines) = (false, 0, 0)
    var at = start
    while takeLineEnd(bytes, &at) {}
    linesBefore = lines
    guard at < bytes.count else {
      end = at
      return .none
    }
    let first = at
    var isClosed = true
    repeat {
      isClosed = takeField(bytes, &at)
    } while isClosed && at < bytes.count && bytes[at] == separator && skip(&at)
    let isAtLineEnd = takeLineEnd(bytes, &at)
    end = at
    if !isLast, !isClosed || !isAtLineEnd { return .open }
    let isText = allBytes < 0x80 || Self.isUTF8(bytes[first..<at])
    return isClosed && !isFaulty && isText ? .whole : .broken
  }

  private func skip(_ at: inout Int) -> Bool {
    at += 1
    return true
  }

  /// False where a quote is not closed.
  private mutating func takeField(_ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int) -> Bool {
    hasEscapes = false
    guard hasQuotes, at < bytes.count, bytes[at] == Self.quote else {
      let start = at
      takeBare(bytes, &at)
      add(start..<at, isQuoted: false)
      return true
    }
    at += 1
    let start = at
    let isClosed = takeQuoted(bytes, &at)
    add(start..<at, isQuoted: true)
    guard isClosed else { return false }
    at += 1
    let behind = at
    takeBare(bytes, &at)
    if at > behind { isFaulty = true }
    return true
  }

  private mutating func add(_ range: Range<Int>, isQuoted: Bool) {
    fields.append(
      Field(
        start: range.lowerBound, count: range.count, isQuoted: isQuoted, hasEscapes: hasEscapes))
  }

  /// Up to the next separator or line end.
  private mutating func takeBare(_ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int) {
    while at < bytes.count {
      let byte = bytes[at]
      guard isSpecial[Int(byte)] else {
        at += 1
        continue
      }
      if byte == separator || byte == Self.lineFeed { return }
      if byte == Self.carriageReturn, isLineFeed(bytes, at + 1) { return }
      if byte == Self.quote, hasQuotes { isFaulty = true }
      if byte < 0x80 { hasEscapes = true }
      allBytes |= byte
      at += 1
    }
  }

  /// Up to the closing quote; false where there is none.
  private mutating func takeQuoted(_ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int) -> Bool {
    while at < bytes.count {
      let byte = bytes[at]
      if isSpecial[Int(byte)] {
        if byte == Self.quote {
          guard at + 1 < bytes.count, bytes[at + 1] == Self.quote else { return true }
          at += 1
        }
        if byte == Self.lineFeed { lines += 1 }
        if byte < 0x80 { hasEscapes = true }
        allBytes |= byte
      }
      at += 1
    }
    return false
  }

  private mutating func takeLineEnd(
    _ bytes: UnsafeBufferPointer<UInt8>, _ at: inout Int
  ) -> Bool {
    if at < bytes.count, bytes[at] == Self.carriageReturn, isLineFeed(bytes, at + 1) { at += 1 }
    guard isLineFeed(bytes, at) else { return false }
    at += 1
    lines += 1
    return true
  }

  private func isLineFeed(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
    at < bytes.count && bytes[at] == Self.lineFeed
  }

  private static func isUTF8(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    String(validating: UnsafeBufferPointer(rebasing: bytes), as: UTF8.self) != nil
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
}

extension [UInt8] {
  /// Appends the content of a table's field as that of a text.
  mutating func append(_ field: TableRow.Field, of bytes: UnsafeBufferPointer<UInt8>) {
    let text = UnsafeBufferPointer(rebasing: bytes[field.start..<(field.start + field.count)])
    guard field.hasEscapes else { return append(contentsOf: text) }
    var at = 0
    while at < text.count {
      let byte = text[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""):
        append(contentsOf: [UInt8(ascii: "\\"), byte])
        if field.isQuoted { at += 1 }
      case UInt8(ascii: "\\"): append(contentsOf: [byte, byte])
      case ..<0x20:
        append(contentsOf: Array("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8))
      default: append(byte)
      }
    }
  }
}
