import Values

/// RevenueCat's transaction export (CSV) as lines: a row becomes the JSON objects that
/// `RevenueCatExport.swift` reads, one for each event that it stands for. What is no such table
/// passes unchanged.
///
/// Of each line of the file there are ``linesPerRow``, some of them blank, so that a rejected one
/// can be found there.
final class TableLines: ByteStream {
  private let source: any ByteStream
  /// Whether the configuration says that the file is a table.
  private let isNamed: Bool
  private var table: TransactionTable?
  private var (isBegun, isAtEnd, needsMore) = (false, false, false)
  /// What is not taken yet, and on which line of the file it begins.
  private var (buffer, line) = ([UInt8](), 1)
  /// What is not handed out yet, from `at` on, and how many lines were written in all.
  private var (output, at, written) = ([UInt8](), 0, 0)

  /// A row that is longer has a quote that was not closed.
  private static let longestRow = 1 << 20

  init(_ source: any ByteStream, isNamed: Bool) {
    (self.source, self.isNamed) = (source, isNamed)
  }

  var linesPerRow: Int64 { table == nil ? 1 : Int64(TransactionTable.parts) }

  func read(_ count: Int, to target: UnsafeMutableRawPointer) throws(Refusal) -> Int {
    if !isBegun { try begin() }
    if table == nil, at == output.count { return try source.read(count, to: target) }
    while at == output.count, !isAtEnd || !buffer.isEmpty { try takeRows() }
    let got = min(count, output.count - at)
    UnsafeMutableRawBufferPointer(start: target, count: got).copyBytes(
      from: output[at..<(at + got)])
    at += got
    return got
  }

  /// Looks at the first line.
  private func begin() throws(Refusal) {
    isBegun = true
    while !isAtEnd, buffer.count < Self.longestRow, !buffer.contains(10) { try fill() }
    table = try TransactionTable(buffer, isNamed: isNamed)
    if let table { drop(table.headerEnd, upTo: 2) } else { swap(&output, &buffer) }
  }

  private func fill() throws(Refusal) {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { room.deallocate() }
    guard let base = room.baseAddress else { throw .outOfMemory }
    let got = try source.read(room.count, to: base)
    isAtEnd = got == 0
    buffer += room[..<got]
  }

  /// Takes the rows that are whole, up to one that is none.
  private func takeRows() throws(Refusal) {
    (output, at) = ([], 0)
    if needsMore { try fill() }
    guard let table else { return }
    var records = CSVRecords(buffer, separator: table.separator)
    var (end, next, isBroken) = (0, 1, false)
    needsMore = !isAtEnd
    while let record = records.next() {
      if needsMore, record.fault?.kind == .unterminatedQuote || !records.isAtLineEnd {
        isBroken = buffer.count - end > Self.longestRow
        break
      }
      isBroken = record.fault != nil
      if isBroken { break }
      append(table.lines(of: record), at: line + record.line - 1)
      (end, next) = (records.position, records.nextLine)
    }
    if isAtEnd, !isBroken { return buffer = [] }
    drop(end, upTo: next)
    if isBroken { rejectLine() }
  }

  /// Forgets what was taken; `next`: the line behind it, counted from that of the buffer.
  private func drop(_ end: Int, upTo next: Int) {
    buffer.removeFirst(end)
    line += next - 1
  }

  /// What begins here is no row: its first line is none, and the next one may be.
  private func rejectLine() {
    needsMore = false
    let blanks = buffer.prefix { $0 == 10 || $0 == 13 }
    drop(blanks.count, upTo: 1 + blanks.count { $0 == 10 })
    append(TransactionTable.unreadable("a quote is not closed, or stands inside a field"), at: line)
    drop(buffer.firstIndex(of: 10).map { $0 + 1 } ?? buffer.count, upTo: 2)
  }

  private func append(_ lines: [UInt8], at line: Int) {
    let first = (line - 1) * TransactionTable.parts
    output.append(contentsOf: repeatElement(10, count: max(0, first - written)))
    output += lines
    written = max(first, written) + TransactionTable.parts
  }
}
