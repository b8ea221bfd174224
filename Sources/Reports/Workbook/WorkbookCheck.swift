import Metrics
import Values

/// Reads a finished workbook back. The library says "no error" after writing an empty or broken
/// file, so nothing but the file itself is believed: the archive is whole (``ZipReader``), no part
/// is empty, and the sheets hold the rows, cells and sums that were written.
struct WorkbookCheck {
  /// What one sheet must hold.
  struct Expected: Equatable {
    var sheet: String
    var rows: Int
    var cells: Int
    var sum: Double
    /// The tables of the sheet and what their columns add up to.
    var blocks: [BlockTotals] = []
  }

  private static let book = "xl/workbook.xml"

  let path: String
  /// In the order of the sheets.
  let expected: [Expected]

  /// Throws at the first thing that is not right.
  func check(_ bytes: [UInt8]) throws {
    do {
      try check(parts: ZipReader(bytes).parts())
    } catch let fault as ZipReader.Fault {
      throw damage("", "\(fault)")
    }
  }

  func check(parts: [(name: String, content: [UInt8])]) throws {
    // A part that a full disk cut short is emptied when the library rewinds it: see CRewind.
    if let empty = parts.first(where: { $0.content.isEmpty }) { throw damage(empty.name, "empty") }
    let contents = Dictionary(parts.map { ($0.name, $0.content) }) { $1 }
    guard sheetNames(contents[WorkbookCheck.book] ?? []) == expected.map(\.sheet) else {
      throw damage(WorkbookCheck.book, "other sheets than were written")
    }
    for (index, sheet) in expected.enumerated() {
      let name = "xl/worksheets/sheet\(index + 1).xml"
      guard let content = contents[name] else { throw damage(name, "missing") }
      try check(SheetScan(content, blocks: sheet.blocks), holds: sheet, name)
    }
  }

  /// The library writes the name first: `<sheet name="Summary" sheetId="1" r:id="rId1"/>`.
  private func sheetNames(_ book: [UInt8]) -> [String] {
    String(decoding: book, as: UTF8.self).matches(of: #/<sheet name="([^"]*)"/#).map {
      String($0.1)
    }
  }

  private func check(_ found: SheetScan, holds sheet: Expected, _ name: String) throws {
    guard found.rows == sheet.rows else {
      throw damage(name, "\(found.rows) rows instead of \(sheet.rows)")
    }
    guard found.cells == sheet.cells else {
      throw damage(name, "\(found.cells) cells instead of \(sheet.cells)")
    }
    guard abs(found.sum - sheet.sum) <= max(1, abs(sheet.sum)) * 1e-9 else {
      throw damage(name, "numbers add up to \(found.sum) instead of \(sheet.sum)")
    }
    for (block, expected) in zip(found.blocks, sheet.blocks) {
      try check(block, is: expected, name)
    }
  }

  private func check(_ found: BlockTotals, is expected: BlockTotals, _ name: String) throws {
    for (offset, totals) in zip(found.totals, expected.totals).enumerated() {
      guard totals.0 == totals.1 else {
        let column = Area.letters(expected.firstColumn + offset)
        throw damage(
          name,
          "column \(column) of the table at row \(expected.rows.lowerBound) adds up to "
            + "\(totals.0?.sum ?? 0) instead of the CSV file's \(totals.1?.sum ?? 0)")
      }
    }
  }

  private func damage(_ part: String, _ reason: String) -> Failure {
    .workbook("\(path) was not written whole: \(part.isEmpty ? "the archive" : part) is \(reason)")
  }
}

/// What one sheet's XML holds, counted in one pass over its tags. It knows what the library writes:
/// `<row r="12" …>`, `<c r="AB12" s="3" t="s">`, `<v>1.25</v>`.
struct SheetScan {
  private(set) var rows = 0
  private(set) var cells = 0
  /// Of all numbers, dates and flags included; not a number where a value is none.
  private(set) var sum = 0.0
  /// The same blocks as were given, with the sums of this sheet.
  private(set) var blocks: [BlockTotals]
  /// Of the cell that was begun last, from 0.
  private var row = -1
  private var column = -1
  /// Whether its value is a text, or the number of one.
  private var isText = false

  /// `blocks` = the tables whose columns are added up.
  init(_ xml: [UInt8], blocks: [BlockTotals]) {
    self.blocks = blocks.map(\.cleared)
    for start in xml.indices where xml[start] == UInt8(ascii: "<") { visit(xml[(start + 1)...]) }
  }

  /// Looks at what stands behind a `<`.
  private mutating func visit(_ tag: ArraySlice<UInt8>) {
    switch tag.first {
    case UInt8(ascii: "r") where tag.starts(with: "row ".utf8): rows += 1
    case UInt8(ascii: "c") where tag.starts(with: "c r=\"".utf8): beginCell(tag.dropFirst(5))
    case UInt8(ascii: "v") where tag.starts(with: "v>".utf8) && !isText: add(tag.dropFirst(2))
    default: break
    }
  }

  /// `AB12" s="3" t="s">…`: the reference, then attributes of which the kind is the last.
  private mutating func beginCell(_ text: ArraySlice<UInt8>) {
    cells += 1
    let reference = text.prefix { $0 != UInt8(ascii: "\"") }
    let letters = reference.prefix { $0 >= UInt8(ascii: "A") }
    column = letters.reduce(0) { $0 &* 26 &+ Int($1) &- 64 } - 1
    row = reference.dropFirst(letters.count).reduce(0) { $0 &* 10 &+ Int($1) &- 48 } - 1
    let attributes = text[reference.endIndex...].prefix { $0 != UInt8(ascii: ">") }
    isText = ["t=\"s\"", "t=\"str\""].contains {
      attributes.suffix($0.utf8.count).elementsEqual($0.utf8)
    }
  }

  /// `1.25</v>…`.
  private mutating func add(_ text: ArraySlice<UInt8>) {
    let digits = text.prefix { $0 != UInt8(ascii: "<") }
    let number = Double(String(decoding: digits, as: UTF8.self)) ?? .nan
    sum += number
    for index in blocks.indices { blocks[index].add(number, row, column) }
  }
}

/// What the columns of a table add up to, as its CSV file says: the finished sheet must say the
/// same. Made of the table and not of what was written, so that a mistake in between is found.
struct BlockTotals: Equatable {
  /// The sum of one column in the smallest units that the CSV file writes.
  struct Total: Equatable {
    /// How many of them make one: 100 for money, a million for rates.
    var unit: Double
    var sum: Int64
  }

  /// The rows of the sheet from 0, without the header.
  let rows: Range<Int>
  let firstColumn: Int
  /// By column; nil where it holds no numbers, several kinds of them, or one with more digits than a
  /// sheet keeps: then the sum of the whole sheet alone is compared.
  var totals: [Total?]

  init(of table: Table, at row: Int, _ column: Int) {
    rows = row..<(row + table.rows.count)
    firstColumn = column
    totals = table.columns.indices.map { column in
      BlockTotals.total(of: table.rows.lazy.map { $0[column] })
    }
  }

  /// The same place with sums of nothing, to be filled from a file.
  var cleared: BlockTotals {
    var copy = self
    copy.totals = totals.map { total in total.map { Total(unit: $0.unit, sum: 0) } }
    return copy
  }

  /// Takes a number of the sheet into the sums, if it stands in the block.
  mutating func add(_ number: Double, _ row: Int, _ column: Int) {
    guard rows.contains(row), totals.indices.contains(column - firstColumn),
      let unit = totals[column - firstColumn]?.unit, abs(number * unit) < 9e18
    else { return }
    totals[column - firstColumn]?.sum &+= Int64((number * unit).rounded())
  }

  private static func total(of cells: some Sequence<Cell>) -> Total? {
    var total: Total?
    for cell in cells where cell != .missing {
      guard let (unit, number) = cell.written, total == nil || total?.unit == unit,
        number.magnitude < 1 << 53
      else {
        return nil
      }
      total = Total(unit: unit, sum: (total?.sum ?? 0) + number)
    }
    return total
  }
}

extension Cell {
  /// A number as the CSV file writes it, in its smallest units, and how many of these make one.
  fileprivate var written: (unit: Double, number: Int64)? {
    switch self {
    case .count(let count): (1, count)
    case .money(let amount): (100, cents(amount))
    case .rate(let rate): (1_000_000, rate.millionths)
    case .missing, .text, .day, .month, .flag: nil
    }
  }
}
