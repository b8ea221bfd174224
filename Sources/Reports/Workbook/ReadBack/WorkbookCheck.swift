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

  /// The same of the parts of a file.
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
