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

  /// Those that readers see, in their order.
  static let names: [SheetName] = [
    "Summary", "MRR", "Retention", "Churn", "Trials", "Funnel and paywalls", "Value (LTV, CAC)",
    "Plans and segments", "Revenue", "Plan and outlook", "To do",
  ]

  /// The sheets that have something to show, in their order: a workbook opens on the first. A new
  /// one of tables needs a line here and in ``TablesSheet``, one that follows the drop-downs a line
  /// in ``CohortSheet/declared(_:)``.
  static func sheets(_ figures: Figures) -> [any WorkbookSheet] {
    let cohorts = CohortSheets(figures)
    func cohort(_ name: SheetName) -> [any WorkbookSheet] {
      cohorts.sheets.filter { $0.name == name }
    }
    let visible: [any WorkbookSheet] =
      [TablesSheet.mrr] + cohort("Retention") + [TablesSheet.churn]
      + cohort("Trials") + cohort("Funnel and paywalls") + cohort("Value (LTV, CAC)")
      + [TablesSheet.plans, TablesSheet.revenue, TablesSheet.outlook, TodoSheet()]
    let hidden: [any WorkbookSheet] =
      [AboutSheet(), ExperimentsSheet(), RolloutSheet()] + ListsSheet.all
      + [ChecksSheet(), ColumnsSheet(), DataSheet(cohorts: cohorts)]
    let shown = (visible + hidden).filter { $0.isNeeded(figures) }
    return [SummarySheet(cohorts: cohorts, others: shown)] + shown
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
