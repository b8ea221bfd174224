import Metrics

/// Reads a finished workbook back. The library says "no error" after writing an empty or broken
/// file, so nothing but the file itself is believed.
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

  let path: String
  let expected: [Expected]

  /// Throws ``WorkbookError/damaged(path:part:reason:)`` at the first thing that is not right.
  func check(_ bytes: [UInt8]) throws {
    try check(parts: parts(of: bytes))
  }

  /// The same of the parts of a file.
  func check(parts: [String: [UInt8]]) throws {
    for required in requiredParts where parts[required] == nil {
      throw damage(required, "missing")
    }
    let sheetParts = Set(expected.indices.map(partName))
    for (name, content) in parts.sorted(by: { $0.key < $1.key }) {
      guard !content.isEmpty else { throw damage(name, "empty") }
      if !sheetParts.contains(name) { try checkPart(name, content) }
    }
    do {
      try checkContents(parts)
    } catch let cause as RepairCause {
      throw damage(cause.part, cause.reason)
    }
  }

  private func checkContents(_ parts: [String: [UInt8]]) throws {
    let package = try WorkbookPackage(parts)
    let rules = try WorkbookRules(package)
    try rules.check()
    guard try package.sheets().map(\.name) == expected.map(\.sheet) else {
      throw damage("xl/workbook.xml", "other sheets than were written")
    }
    for (index, sheet) in expected.enumerated() {
      let name = partName(index)
      let scan = SheetScan(parts[name] ?? [], blocks: sheet.blocks, rules.surroundings(of: name))
      guard let scan else { throw damage(name, "not well formed") }
      try rules.check(scan, of: name)
      try check(scan, holds: sheet, name)
    }
  }

  private var requiredParts: [String] {
    [
      "[Content_Types].xml", "_rels/.rels", "docProps/app.xml", "docProps/core.xml",
      "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml", "xl/sharedStrings.xml",
      "xl/theme/theme1.xml",
    ] + expected.indices.map(partName)
  }

  private func partName(_ index: Int) -> String { "xl/worksheets/sheet\(index + 1).xml" }

  private func parts(of bytes: [UInt8]) throws -> [String: [UInt8]] {
    do {
      let parts = try ZipReader(bytes).parts()
      if let twice = parts.map(\.name).firstRepeated { throw damage(twice, "there twice") }
      return Dictionary(parts.map { ($0.name, $0.content) }) { $1 }
    } catch let fault as ZipReader.Fault {
      throw damage("", "\(fault)")
    }
  }

  private func checkPart(_ name: String, _ content: [UInt8]) throws {
    var scan = XMLScan(content)
    guard scan.isWellFormed() else { throw damage(name, "not well formed") }
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

  private func damage(_ part: String, _ reason: String) -> WorkbookError {
    .damaged(path: path, part: part, reason: reason)
  }
}
