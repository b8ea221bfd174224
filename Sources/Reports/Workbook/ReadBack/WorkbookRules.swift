/// All that Excel asks of a workbook, besides that it is well formed: what breaks one of these
/// rules is opened with an offer to repair it, which loses whatever Excel did not understand.
struct WorkbookRules {
  private let package: WorkbookPackage
  private let book: BookRules
  private let styles: StyleRules
  private let tables: TableRules
  private let strings: SharedStrings

  init(_ package: WorkbookPackage) throws {
    self.package = package
    try package.checkReferences()
    book = try BookRules(package)
    styles = try StyleRules(package)
    tables = try TableRules(package)
    strings = try SharedStrings(package.parts[SharedStrings.part] ?? [])
  }

  /// Everything but the cells. Throws the first ``RepairCause``.
  func check() throws {
    try book.check()
    try styles.check()
    for sheet in try package.sheets() {
      try SheetRules(package, sheet.part, formats: styles.conditionalCount).check()
    }
    try tables.check(names: book.names.compactMap { $0["name"] }.filter { !$0.hasPrefix("_xlnm.") })
    try DrawingRules(package).check()
  }

  func surroundings(of sheet: String) -> SheetScan.Surroundings {
    .init(
      formats: styles.cellFormatCount, strings: strings.count,
      headerRows: tables.headerRows(of: sheet))
  }

  /// The cells of a sheet.
  func check(_ scan: SheetScan, of sheet: String) throws {
    if let fault = scan.fault { throw RepairCause(part: sheet, reason: fault) }
    try tables.checkHeaders(of: sheet, scan.headers, strings)
  }
}
