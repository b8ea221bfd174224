package import Metrics
import Values

protocol WorkbookSheet: Sendable {
  var name: SheetName { get }
  /// Whether readers see it only when they ask for it: what is behind the others.
  var isHidden: Bool { get }
  /// False leaves the sheet out, where it would have nothing to show.
  func isNeeded(_ figures: Figures) -> Bool
  func write(_ figures: Figures, with writer: SheetWriter) throws
}

extension WorkbookSheet {
  var isHidden: Bool { false }
  func isNeeded(_ figures: Figures) -> Bool { true }
}

/// The figures as an Excel workbook that people can go on working with.
package struct Workbook: Sendable {
  package init() {}

  /// The sheets that have something to show, in their order: a workbook opens on the first.
  static func sheets(_ figures: Figures) -> [any WorkbookSheet] {
    let cohorts = CohortSheets(figures)
    let places = visible(cohorts)
    let hidden: [any WorkbookSheet] =
      [AboutSheet(), ExperimentsSheet(), RolloutSheet()] + ListsSheet.all
      + [ChecksSheet(), ColumnsSheet(), DataSheet(cohorts: cohorts)]
    let shown = (places.compactMap(\.sheet) + hidden).filter { $0.isNeeded(figures) }
    let leftOut = places.map(\.name).filter { name in !shown.contains { $0.name == name } }
    return [SummarySheet(cohorts: cohorts, others: shown, leftOut: leftOut)] + shown
  }

  /// Writes the file and reads it back; `temporary` is the library's. Throws for any difference.
  package func write(_ figures: Figures, to path: String, temporary: String) throws {
    let expected = try build(figures, path, temporary)
    let bytes = try readFile(path)
    try WorkbookCheck(path: path, expected: expected).check(bytes)
  }

  private func build(
    _ figures: Figures, _ path: String, _ temporary: String
  ) throws -> [WorkbookCheck.Expected] {
    let handle = try WorkbookHandle(path: path, temporary: temporary, created: figures.asOf)
    let writer = WorkbookWriter(handle.book, currency: figures.currency)
    for sheet in Workbook.sheets(figures) {
      try sheet.write(figures, with: writer.sheet(sheet.name, isHidden: sheet.isHidden))
    }
    let expected = writer.sheets.map(\.expected)
    try handle.close()
    return expected
  }
}

extension SheetWriter {
  /// What reading the file back must find.
  var expected: WorkbookCheck.Expected {
    .init(
      sheet: name.rawValue, rows: cells.rowCount, cells: cells.cellCount, sum: sum,
      blocks: blocks)
  }
}
