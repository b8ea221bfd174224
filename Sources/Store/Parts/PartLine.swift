import Feed
import SQLite
import Values

/// Puts lines of a part together, one after the other (``PartFormat``).
struct PartLineBuilder {
  private(set) var bytes: [UInt8] = []
  private var isFirstField = true
  private var start = 0

  /// The last line that was ended, without its end.
  var line: ArraySlice<UInt8> { bytes[start..<(bytes.count - 1)] }

  mutating func begin(_ table: String) {
    start = bytes.count
    bytes.append(contentsOf: table.utf8)
    isFirstField = true
  }

  mutating func begin(_ record: PartRecord) { begin(record.rawValue) }

  /// Adds a field of the key that is written already.
  mutating func add(written field: some Sequence<UInt8>) {
    bytes.append(isFirstField ? PartFormat.tab : PartFormat.separator)
    isFirstField = false
    bytes.append(contentsOf: field)
  }

  mutating func add(_ number: Int64) {
    add(written: EmptyCollection<UInt8>())
    append(decimal: number)
  }

  mutating func add(_ number: Int64?) {
    if let number { add(number) } else { add(written: PartFormat.null) }
  }

  mutating func add(_ text: some StringProtocol) { add(written: PartText.escaped(text.utf8)) }

  mutating func add(bytes text: [UInt8]) { add(written: PartText.escaped(text)) }

  /// Adds a number behind the key; 0 is nothing between two tabs.
  mutating func put(_ number: Int64) {
    bytes.append(PartFormat.tab)
    if number != 0 { append(decimal: number) }
  }

  private mutating func append(decimal number: Int64) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    let first = bytes.count
    repeat {
      bytes.append(UInt8(48 + rest % 10))
      rest /= 10
    } while rest > 0
    bytes[first...].reverse()
  }

  mutating func end() { bytes.append(PartFormat.newline) }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    start = 0
  }
}

/// Texts as fields of keys.
enum PartText {
  static func escaped(_ text: some Sequence<UInt8>) -> [UInt8] {
    var field: [UInt8] = []
    for byte in text {
      if let letter = letter(for: byte) {
        field += [PartFormat.escape, letter]
      } else {
        field.append(byte)
      }
    }
    return field
  }

  /// Nil for what no text is written as.
  static func unescaped(_ field: UnsafeRawBufferPointer) -> [UInt8]? {
    var text: [UInt8] = []
    text.reserveCapacity(field.count)
    var at = 0
    while at < field.count {
      if field[at] == PartFormat.escape {
        at += 1
        guard at < field.count, let byte = byte(of: field[at]) else { return nil }
        text.append(byte)
      } else {
        text.append(field[at])
      }
      at += 1
    }
    return text
  }

  private static let letters: [(byte: UInt8, letter: UInt8)] = [
    (PartFormat.escape, PartFormat.escape), (PartFormat.tab, UInt8(ascii: "t")),
    (PartFormat.newline, UInt8(ascii: "n")), (13, UInt8(ascii: "r")),
    (PartFormat.separator, UInt8(ascii: "u")),
  ]

  private static func letter(for byte: UInt8) -> UInt8? {
    guard byte < 0x20 || byte == PartFormat.escape else { return nil }
    return letters.first { $0.byte == byte }?.letter
  }

  private static func byte(of letter: UInt8) -> UInt8? {
    letters.first { $0.letter == letter }?.byte
  }

  /// What stands in the place of a text: a number from 0 down.
  static func written(instead number: StringID) -> [UInt8] {
    [PartFormat.escape] + Array("\(-Int(number))".utf8)
  }

  /// The number that stands in the place of a text; nil for a text.
  static func number(instead field: UnsafeRawBufferPointer) -> StringID? {
    guard field.count == 2, field[0] == PartFormat.escape, field[1] >= 48, field[1] <= 50 else {
      return nil
    }
    return -StringID(field[1] - 48)
  }
}

extension String {
  /// A text as it stands in lines of parts; nil for what no text is written as.
  package init?(partText field: Substring) {
    guard let text = Array(field.utf8).withUnsafeBytes(PartText.unescaped) else { return nil }
    self.init(decoding: text, as: UTF8.self)
  }
}

/// A line of a part, taken apart. Its ranges point into the bytes that it was made of.
struct PartLine {
  let table: Range<Int>
  private(set) var fields: [Range<Int>] = []
  private(set) var values: [Int64] = []

  /// Nil for what is no line of a part. `bytes`: without the line's end.
  init?(_ bytes: UnsafeRawBufferPointer) {
    let end = bytes.firstIndex(of: PartFormat.tab) ?? bytes.count
    table = 0..<end
    guard end > 0 else { return nil }
    guard end < bytes.count else { return }
    var at = end + 1
    let keyEnd = bytes[at...].firstIndex(of: PartFormat.tab) ?? bytes.count
    while true {
      let next = bytes[at..<keyEnd].firstIndex(of: PartFormat.separator) ?? keyEnd
      fields.append(at..<next)
      guard next < keyEnd else { break }
      at = next + 1
    }
    at = keyEnd
    while at < bytes.count {
      let next = bytes[(at + 1)...].firstIndex(of: PartFormat.tab) ?? bytes.count
      if next == at + 1 {
        values.append(0)
      } else {
        guard let value = Int64(decimal: bytes, (at + 1)..<next) else { return nil }
        values.append(value)
      }
      at = next
    }
  }
}

extension Int64 {
  /// Throws where the sum is no number of a part any more.
  func adding(_ other: Int64) throws -> Int64 {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    guard !isTooLarge else { throw Failure.malformed }
    return sum
  }

  /// Throws where the difference is no number of a part any more.
  func subtracting(_ other: Int64) throws -> Int64 {
    let (difference, isTooLarge) = subtractingReportingOverflow(other)
    guard !isTooLarge else { throw Failure.malformed }
    return difference
  }

  /// A whole number in decimal digits; nil for anything else.
  init?(decimal bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    var at = range.lowerBound
    let isNegative = at < range.upperBound && bytes[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    guard at < range.upperBound, range.upperBound - at <= 19 else { return nil }
    var number: Int64 = 0
    while at < range.upperBound {
      let digit = Int64(bytes[at]) - 48
      guard digit >= 0, digit <= 9 else { return nil }
      // Below 0, where there is one number more.
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (difference, isBeyond) = product.subtractingReportingOverflow(digit)
      guard !isTooLarge, !isBeyond else { return nil }
      number = difference
      at += 1
    }
    guard isNegative || number > .min else { return nil }
    self = isNegative ? number : -number
  }
}

/// The fields of a line's key, read one by one.
struct PartFields {
  private let bytes: UnsafeRawBufferPointer
  private let ranges: [Range<Int>]

  init(_ bytes: UnsafeRawBufferPointer, _ line: PartLine) {
    (self.bytes, ranges) = (bytes, line.fields)
  }

  var count: Int { ranges.count }

  func raw(_ place: Int) throws -> UnsafeRawBufferPointer {
    guard place < ranges.count else { throw Failure.malformed }
    return UnsafeRawBufferPointer(rebasing: bytes[ranges[place]])
  }

  func number(_ place: Int) throws -> Int64 {
    guard place < ranges.count, let number = Int64(decimal: bytes, ranges[place]) else {
      throw Failure.malformed
    }
    return number
  }

  /// Nil for NULL.
  func optionalNumber(_ place: Int) throws -> Int64? {
    try raw(place).elementsEqual(PartFormat.null) ? nil : number(place)
  }

  func unescaped(_ place: Int) throws -> [UInt8] {
    guard let text = PartText.unescaped(try raw(place)) else { throw Failure.malformed }
    return text
  }

  func text(_ place: Int) throws -> String {
    String(decoding: try unescaped(place), as: UTF8.self)
  }
}

struct PartStrings {
  private let strings: StringTable
  private var known: [[UInt8]: StringID] = [:]

  init(_ strings: StringTable) { self.strings = strings }

  mutating func id(_ field: UnsafeRawBufferPointer) throws -> StringID {
    if let number = PartText.number(instead: field) { return number }
    let written = Array(field)
    if let id = known[written] { return id }
    guard let text = PartText.unescaped(field) else { throw Failure.malformed }
    let id = strings.id(of: String(decoding: text, as: UTF8.self))
    known[written] = id
    return id
  }
}
