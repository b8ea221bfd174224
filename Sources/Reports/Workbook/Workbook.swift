package import Metrics

/// A sheet of the workbook: one small file each.
protocol WorkbookSheet: Sendable {
  var name: SheetName { get }
  /// What it shows, in a line for the list of sheets.
  var subject: String { get }
  /// False leaves the sheet out, where it would have nothing to show.
  func isNeeded(_ figures: Figures) -> Bool
  func write(_ figures: Figures, with writer: SheetWriter) throws
}

extension WorkbookSheet {
  func isNeeded(_ figures: Figures) -> Bool { true }
}

/// The figures as an Excel workbook that people can go on working with.
package struct Workbook: Sendable {
  package init() {}

  /// All sheets, in their order: a workbook opens on the first. A new one needs a line here or in
  /// ``DecisionSheet/all``: ``TableSheet`` where it is one table as it is, else a file of its own.
  static let sheets: [any WorkbookSheet] =
    [
      SummarySheet(), AboutSheet(), TableSheet.daily, MovementsSheet(), TrialsSheet(),
      RetentionSheet(), FunnelSheet(), ExperimentsSheet(), RolloutSheet(), ChurnSheet(), LTVSheet(),
      LifetimesSheet(), RevenueSheet(), SubscribersSheet(),
    ] + DecisionSheet.all + [ChecksSheet(), DataSheet(), ColumnsSheet()]

  /// Writes the file at `path`, with the library's temporary files in `temporary`, then reads it
  /// back. Throws where anything is not as it was meant.
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
    for sheet in Workbook.sheets where sheet.isNeeded(figures) {
      try sheet.write(figures, with: writer.sheet(sheet.name))
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
