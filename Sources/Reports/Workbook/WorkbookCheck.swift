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
  }

  let path: String
  let expected: [Expected]

  /// Throws ``WorkbookError/damaged(path:part:reason:)`` at the first thing that is not right.
  func check(_ bytes: [UInt8]) throws {
    let parts = try parts(of: bytes)
    for required in requiredParts where parts[required] == nil {
      throw damage(required, "missing")
    }
    for (name, content) in parts.sorted(by: { $0.key < $1.key }) {
      try checkPart(name, content)
    }
    for (index, sheet) in expected.enumerated() {
      let name = "xl/worksheets/sheet\(index + 1).xml"
      try check(parts[name] ?? [], holds: sheet, name)
    }
  }

  private var requiredParts: [String] {
    [
      "[Content_Types].xml", "_rels/.rels", "docProps/app.xml", "docProps/core.xml",
      "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml", "xl/sharedStrings.xml",
      "xl/theme/theme1.xml",
    ] + expected.indices.map { "xl/worksheets/sheet\($0 + 1).xml" }
  }

  private func parts(of bytes: [UInt8]) throws -> [String: [UInt8]] {
    do {
      let parts = try ZipReader(bytes).parts()
      return Dictionary(parts.map { ($0.name, $0.content) }) { $1 }
    } catch let fault as ZipReader.Fault {
      throw damage("", "\(fault)")
    }
  }

  private func checkPart(_ name: String, _ content: [UInt8]) throws {
    guard !content.isEmpty else { throw damage(name, "empty") }
    var scan = XMLScan(content)
    guard scan.isWellFormed() else { throw damage(name, "not well formed") }
  }

  private func check(_ content: [UInt8], holds sheet: Expected, _ name: String) throws {
    let found = WorkbookCheck.contents(of: content, named: sheet.sheet)
    guard found.rows == sheet.rows else {
      throw damage(name, "\(found.rows) rows instead of \(sheet.rows)")
    }
    guard found.cells == sheet.cells else {
      throw damage(name, "\(found.cells) cells instead of \(sheet.cells)")
    }
    guard abs(found.sum - sheet.sum) <= max(1, abs(sheet.sum)) * 1e-9 else {
      throw damage(name, "numbers add up to \(found.sum) instead of \(sheet.sum)")
    }
  }

  private func damage(_ part: String, _ reason: String) -> WorkbookError {
    .damaged(path: path, part: part, reason: reason)
  }

  /// Rows, cells and the sum of all numbers of a sheet's XML.
  private static func contents(of xml: [UInt8], named sheet: String) -> Expected {
    var found = Expected(sheet: sheet, rows: 0, cells: 0, sum: 0)
    var isText = false
    var scan = XMLScan(xml)
    _ = scan.isWellFormed { name, end in
      if name.elementsEqual("row".utf8) { found.rows += 1 }
      if name.elementsEqual("c".utf8) {
        found.cells += 1
        isText = xml[..<end].suffix(6).elementsEqual("t=\"s\">".utf8)
      }
      if name.elementsEqual("v".utf8), !isText { found.sum += number(xml[end...]) }
    }
    return found
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Double {
    let digits = bytes.prefix { $0 != UInt8(ascii: "<") }
    return Double(String(decoding: digits, as: UTF8.self)) ?? .nan
  }
}
