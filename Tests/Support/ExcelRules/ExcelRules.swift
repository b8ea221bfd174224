/// A reason for which Excel would offer to repair a file. They are those that writers of such files
/// have met: see the issues of libxlsxwriter, XlsxWriter, openpyxl, ClosedXML, PhpSpreadsheet and
/// exceljs that speak of its repair dialog.
package struct RepairCause: Error, Hashable {
  package var part: String
  package var reason: String
}

/// All that Excel asks of a workbook: what breaks one of these rules is opened with an offer to
/// repair it, which loses whatever Excel did not understand.
package struct ExcelRules {
  private let package: WorkbookPackage
  private let book: BookRules
  private let styles: StyleRules
  private let tables: TableRules
  private let strings: SharedStrings

  /// Throws the first ``RepairCause`` of a workbook with these parts.
  package static func check(_ parts: [(name: String, content: [UInt8])]) throws {
    if let twice = parts.map(\.name).firstRepeated {
      throw RepairCause(part: twice, reason: "there twice")
    }
    try ExcelRules(Dictionary(uniqueKeysWithValues: parts.map { ($0.name, $0.content) })).check()
  }

  private init(_ parts: [String: [UInt8]]) throws {
    try ExcelRules.checkParts(parts)
    package = try WorkbookPackage(parts)
    try package.checkReferences()
    book = try BookRules(package)
    styles = try StyleRules(package)
    tables = try TableRules(package)
    strings = try SharedStrings(parts[SharedStrings.part] ?? [])
  }

  private func check() throws {
    try book.check()
    try styles.check()
    for sheet in try package.sheets() {
      try SheetRules(package, sheet.part, formats: styles.conditionalCount).check()
    }
    try tables.check(names: book.names.compactMap { $0["name"] }.filter { !$0.hasPrefix("_xlnm.") })
    try DrawingRules(package).check()
    for sheet in try package.sheets() { try checkCells(of: sheet.part) }
  }

  private func checkCells(of sheet: String) throws {
    let cells = CellRules(
      package.parts[sheet] ?? [], formats: styles.cellFormatCount, strings: strings.count,
      headerRows: tables.headerRows(of: sheet), names: Set(book.names.compactMap { $0["name"] }))
    if let fault = cells.fault { throw RepairCause(part: sheet, reason: fault) }
    try tables.checkHeaders(of: sheet, cells.headers, strings)
  }

  // MARK: - Parts

  private static let required = [
    "[Content_Types].xml", "_rels/.rels", "docProps/app.xml", "docProps/core.xml",
    "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml", "xl/sharedStrings.xml",
    "xl/theme/theme1.xml",
  ]

  /// All that must be there are, and each is well formed.
  private static func checkParts(_ parts: [String: [UInt8]]) throws {
    for name in required where parts[name] == nil {
      throw RepairCause(part: name, reason: "missing")
    }
    for (name, content) in parts.sorted(by: { $0.key < $1.key }) {
      var scan = XMLScan(content)
      guard scan.isWellFormed() else { throw RepairCause(part: name, reason: "not well formed") }
    }
  }
}

extension [String] {
  /// The first one that was there before, capitals or not.
  var firstRepeated: String? {
    var known: Set<String> = []
    return first { !known.insert($0.lowercased()).inserted }
  }
}
