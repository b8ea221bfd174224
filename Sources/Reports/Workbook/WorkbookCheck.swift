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
    let sheets = Dictionary(uniqueKeysWithValues: zip(expected.indices.map(partName), expected))
    for (name, content) in parts.sorted(by: { $0.key < $1.key }) {
      guard !content.isEmpty else { throw damage(name, "empty") }
      if let sheet = sheets[name] {
        try check(content, holds: sheet, name)
      } else {
        try checkPart(name, content)
      }
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
      return Dictionary(parts.map { ($0.name, $0.content) }) { $1 }
    } catch let fault as ZipReader.Fault {
      throw damage("", "\(fault)")
    }
  }

  private func checkPart(_ name: String, _ content: [UInt8]) throws {
    var scan = XMLScan(content)
    guard scan.isWellFormed() else { throw damage(name, "not well formed") }
  }

  private func check(_ content: [UInt8], holds sheet: Expected, _ name: String) throws {
    guard let found = WorkbookCheck.contents(of: content, named: sheet.sheet) else {
      throw damage(name, "not well formed")
    }
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

  /// Rows, cells and the sum of all numbers of a sheet's XML; nil where it is not well formed.
  private static func contents(of xml: [UInt8], named sheet: String) -> Expected? {
    var found = Expected(sheet: sheet, rows: 0, cells: 0, sum: 0)
    var isText = false
    var scan = XMLScan(xml)
    let isWellFormed = scan.isWellFormed { name, end in
      switch (name.count, xml[name.lowerBound]) {
      case (1, UInt8(ascii: "c")):
        found.cells += 1
        isText = xml[max(0, end - 6)..<end].elementsEqual("t=\"s\">".utf8)
      case (1, UInt8(ascii: "v")): if !isText { found.sum += number(xml, at: end) }
      case (3, UInt8(ascii: "r")):
        if xml[name].elementsEqual("row".utf8) { found.rows += 1 }
      default: break
      }
    }
    return isWellFormed ? found : nil
  }

  /// The number that begins there; not a number where none does.
  private static func number(_ xml: [UInt8], at start: Int) -> Double {
    var end = start
    while end < xml.count, xml[end] != UInt8(ascii: "<") { end += 1 }
    return shortNumber(xml, start..<end)
      ?? Double(String(decoding: xml[start..<end], as: UTF8.self)) ?? .nan
  }

  /// Up to 15 digits are exact as an integer, and so is the power of ten below them; anything
  /// else is left to the library.
  private static func shortNumber(_ xml: [UInt8], _ place: Range<Int>) -> Double? {
    guard (1...15).contains(place.count) else { return nil }
    var (digits, scale, hasPoint) = (0.0, 1.0, false)
    for byte in xml[place] {
      if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        guard byte &- 48 < 10 else { return nil }
        digits = digits * 10 + Double(byte &- 48)
        if hasPoint { scale *= 10 }
      }
    }
    return digits / scale
  }
}
