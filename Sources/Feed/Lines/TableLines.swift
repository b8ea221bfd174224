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
  private var table: (columns: TransactionTable, row: TableRow)?
  private var (isBegun, isAtEnd, needsMore) = (false, false, false)
  /// What is not taken yet, and on which line of the file it begins.
  private var (buffer, line) = ([UInt8](), 1)
  /// What is not handed out yet, from `at` on, and how many lines were written in all.
  private var output: [UInt8] = []
  private var (at, written) = (0, 0)

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
    UnsafeMutableRawBufferPointer(start: target, count: got)
      .copyBytes(from: output[at..<(at + got)])
    at += got
    return got
  }

  /// Looks at the first line.
  private func begin() throws(Refusal) {
    isBegun = true
    while !isAtEnd, buffer.count < Self.longestRow, !buffer.contains(10) { try fill() }
    guard let columns = try TransactionTable(buffer, isNamed: isNamed) else {
      output = buffer
      return buffer = []
    }
    table = (columns, TableRow(columns.separator))
    drop(columns.headerEnd, lines: 1)
  }

  private func fill() throws(Refusal) {
    var room = [UInt8](repeating: 0, count: 1 << 18)
    let got = try source.read(room.count, to: &room)
    isAtEnd = got == 0
    buffer += room[..<got]
  }

  /// Takes the rows that are whole, up to one that is none.
  private func takeRows() throws(Refusal) {
    output.removeAll(keepingCapacity: true)
    at = 0
    if needsMore { try fill() }
    guard let columns = table?.columns, var row = table?.row else { return }
    var (end, next, isBroken) = (0, line, false)
    needsMore = !isAtEnd
    buffer.withUnsafeBufferPointer { bytes in
      reading: while true {
        switch row.read(bytes, from: end, isLast: isAtEnd) {
        case .whole:
          pad(upTo: next + row.linesBefore)
          columns.write(row, of: bytes, to: &output)
          (end, next) = (row.end, next + row.lines)
        case .open:
          isBroken = bytes.count - end > Self.longestRow
          break reading
        case .broken:
          isBroken = true
          break reading
        case .none: break reading
        }
      }
    }
    if isAtEnd, !isBroken { return buffer = [] }
    drop(end, lines: next - line)
    if isBroken { rejectLine() }
  }

  /// Forgets what was taken, and the lines of the file that it was.
  private func drop(_ end: Int, lines: Int) {
    buffer.removeFirst(end)
    line += lines
  }

  /// What begins here is no row: its first line is none, and the next one may be.
  private func rejectLine() {
    needsMore = false
    let blanks = buffer.prefix { $0 == 10 || $0 == 13 }
    drop(blanks.count, lines: blanks.count { $0 == 10 })
    pad(upTo: line)
    output += TransactionTable.unreadable("a quote is not closed, or stands inside a field")
    drop(buffer.firstIndex(of: 10).map { $0 + 1 } ?? buffer.count, lines: 1)
  }

  /// Writes blank lines up to where those of a line of the file stand, which are written next.
  private func pad(upTo line: Int) {
    let first = (line - 1) * TransactionTable.parts
    output += repeatElement(0x0A, count: max(0, first - written))
    written = max(first, written) + TransactionTable.parts
  }
}
