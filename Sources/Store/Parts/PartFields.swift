import Feed
import SQLite
import Values

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

/// Strings of parts as numbers of this database.
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
