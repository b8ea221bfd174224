/// Lines of JSON as they are written, in memory that is used again.
struct LineBytes: ~Copyable {
  private var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    bytes = .allocate(capacity: capacity)
  }

  deinit { bytes.deallocate() }

  mutating func removeAll() { count = 0 }

  /// Copies a range to where it is asked for.
  func copy(_ range: Range<Int>, to target: UnsafeMutableRawPointer) {
    target.copyMemory(from: bytes + range.lowerBound, byteCount: range.count)
  }

  private mutating func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    capacity = max(2 * capacity, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = larger
  }

  mutating func append(_ byte: UInt8) {
    reserve(1)
    bytes[count] = byte
    count += 1
  }

  mutating func append(_ other: [UInt8]) {
    other.withUnsafeBufferPointer { append($0) }
  }

  private mutating func append(_ other: UnsafeBufferPointer<UInt8>) {
    guard let start = other.baseAddress else { return }
    reserve(other.count)
    (bytes + count).update(from: start, count: other.count)
    count += other.count
  }

  mutating func appendBlankLines(_ lines: Int) {
    guard lines > 0 else { return }
    reserve(lines)
    (bytes + count).update(repeating: 0x0A, count: lines)
    count += lines
  }

  /// Appends the content of a table's field as that of a text.
  mutating func append(_ field: TableRow.Field, of bytes: UnsafeBufferPointer<UInt8>) {
    let text = UnsafeBufferPointer(rebasing: bytes[field.start..<(field.start + field.count)])
    guard field.hasEscapes else { return append(text) }
    var at = 0
    while at < text.count {
      let byte = text[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""):
        append([UInt8(ascii: "\\"), byte])
        if field.isQuoted { at += 1 }
      case UInt8(ascii: "\\"): append([byte, byte])
      case ..<0x20: append(Array("\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8))
      default: append(byte)
      }
    }
  }

  /// Appends an object that begins so and goes on as another does, or a blank line.
  mutating func append(
    again range: Range<Int>, behind start: [UInt8], if isTold: Bool
  ) {
    guard isTold else { return append(0x0A) }
    append(start)
    reserve(range.count)
    (bytes + count).update(from: bytes + range.lowerBound, count: range.count)
    count += range.count
    append(UInt8(ascii: "}"))
    append(0x0A)
  }
}
