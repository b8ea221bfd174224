import CXLSXWriter
import Metrics
import Values

/// Writes one sheet, guards every call, and remembers what the file has to hold.
final class SheetWriter {
  let sheet: UnsafeMutablePointer<lxw_worksheet>
  let name: SheetName
  let book: WorkbookWriter
  private(set) var cells = CellMap()
  private(set) var sum = 0.0
  /// The tables, for comparing the finished sheet with their sums.
  var blocks: [BlockTotals] = []
  /// Where pictures stand.
  struct Picture {
    let row: Int
    let column: Int
    let chart: WorkbookChart
  }

  var pictures: [Picture] = []
  /// Rows that are printed on one page, if they fit.
  private var together: [ClosedRange<Int>] = []
  /// By column; negative where nothing stands.
  private var widths: [Double] = []
  /// Words without a column of their own, by the column they begin in: how long they are.
  private var reaches: [Int: Int] = [:]
  /// In pixels, where it is not a usual one.
  private var heights: [Int: Double] = [:]

  init(
    _ sheet: UnsafeMutablePointer<lxw_worksheet>, name: SheetName, in book: WorkbookWriter
  ) {
    self.sheet = sheet
    self.name = name
    self.book = book
  }

  /// Turns the library's answer into an error.
  func check(_ code: lxw_error, _ call: String) throws {
    try Reports.check(code, call, sheet: name.rawValue)
  }

  /// The title in A1, one line of explanation in A2, and the way back to the summary in A3.
  func head(_ title: String, _ explanation: String) throws {
    try put(title, 0, 0, .title, fits: false)
    heights[0] = 28
    try put(explanation, 1, 0, .explanation, fits: false)
    if name != SummarySheet.name { try link("Summary", 2, 0, to: SummarySheet.name) }
  }

  /// Text that leads to the first cell of a sheet.
  func link(_ text: String, _ row: Int, _ column: Int, to sheetName: SheetName) throws {
    note(row, column, Double(text.count))
    try check(
      worksheet_write_url_opt(
        sheet, UInt32(row), UInt16(column), "internal:'\(sheetName.rawValue)'!A1",
        book.format(.link), text, nil),
      "worksheet_write_url_opt")
  }

  /// Shown where somebody points at the cell.
  func comment(_ text: String, _ row: Int, _ column: Int) throws {
    try check(
      worksheet_write_comment(sheet, UInt32(row), UInt16(column), text),
      "worksheet_write_comment")
  }

  func put(_ cell: Cell, _ row: Int, _ column: Int) throws {
    try put(cell, row, column, Style.of(cell))
  }

  /// A missing cell stays empty: never 0, never a dash.
  func put(_ cell: Cell, _ row: Int, _ column: Int, _ style: Style, fits: Bool = true) throws {
    switch cell {
    case .missing: break
    case .text(let text): try put(text, row, column, style, fits: fits)
    case .day(let day): try put(Double(day.number) + 25_569, row, column, style)
    case .month(let month):
      let format = [.day, .general].contains(style.format) ? style.with(.month).leading : style
      try put(Double(month.firstDay.number) + 25_569, row, column, format)
    case .flag(let flag): try put(flag, row, column, style)
    case .money(let amount): try put(Double(cents(amount)) / 100, row, column, style)
    case .count, .rate: try put(cell.magnitude ?? 0, row, column, style)
    }
  }

  /// Text, cleaned and cut. `fits` = the column is made wide enough for it.
  func put(
    _ text: String, _ row: Int, _ column: Int, _ style: Style = .plain, fits: Bool = true
  ) throws {
    let clean = UntrustedText.workbook(text)
    guard !clean.isEmpty else { return }
    let length = SheetWriter.length(of: clean)
    note(row, column, fits && !style.isWrapped ? Double(length) : 0)
    if !fits, !style.isWrapped { reaches[column] = max(reaches[column] ?? 0, length) }
    try check(
      worksheet_write_string(sheet, UInt32(row), UInt16(column), clean, book.format(style)),
      "worksheet_write_string")
  }

  /// Lines below one another; returns the row below them.
  func put(lines: [String], _ row: Int, _ column: Int = 0, _ style: Style = .plain) throws -> Int {
    for (index, line) in lines.enumerated() {
      try put(line, row + index, column, style, fits: false)
    }
    return row + lines.count
  }

  /// Cells that others link to as `rr_<block>`.
  func define(_ block: BlockName, rows: ClosedRange<Int>, columns: ClosedRange<Int>) throws {
    try book.define(block, as: Area(rows: rows, columns: columns), on: name)
  }

  /// A number; one that is not finite would make the file unreadable, and is left out.
  func put(_ number: Double, _ row: Int, _ column: Int, _ style: Style) throws {
    guard number.isFinite else { return }
    count(number, row, column, style)
    try check(
      worksheet_write_number(sheet, UInt32(row), UInt16(column), number, book.format(style)),
      "worksheet_write_number")
  }

  func count(_ number: Double, _ row: Int, _ column: Int, _ style: Style) {
    note(row, column, width(of: number, style.format))
    sum += number
  }

  private func put(_ flag: Bool, _ row: Int, _ column: Int, _ style: Style) throws {
    note(row, column, 6)
    sum += flag ? 1 : 0
    try check(
      worksheet_write_boolean(
        sheet, UInt32(row), UInt16(column), flag ? 1 : 0, book.format(style)),
      "worksheet_write_boolean")
  }

  /// Counts cells that the library writes by itself (a table's header).
  func note(_ row: Int, _ column: Int, _ width: Double) {
    cells.insert(row, column)
    widen(column, to: width)
  }

  /// A column at least so wide, whatever stands in it.
  func widen(_ column: Int, to width: Double) {
    let missing = column + 1 - widths.count
    if missing > 0 { widths.append(contentsOf: repeatElement(-1, count: missing)) }
    widths[column] = max(widths[column], width)
  }

  /// In characters; counting those of plain ASCII would be most of the work of writing it.
  private static func length(of text: String) -> Int {
    text.utf8.allSatisfy { $0 < 128 } ? text.utf8.count : text.count
  }

  /// A row twice as high, for headers that wrap.
  func raise(_ row: Int) throws {
    heights[row] = 40
    try check(
      worksheet_set_row(sheet, UInt32(row), 30, nil), "worksheet_set_row")
  }

  private func width(of number: Double, _ format: Style.Format) -> Double {
    switch format {
    case .day: return 10
    case .moment: return 16
    case .month, .percent, .finePercent, .pValue, .change, .monthAge, .dayAge: return 7
    case .runningMonth: return 14
    case .runningDay: return 17
    case .points: return 10
    case .flag: return 6
    case .general, .text, .count, .money, .number, .days:
      var digits = format == .money ? 4.0 + Double(book.sign.count) : 1.0
      var rest = abs(number)
      while rest >= 10 {
        rest /= 10
        digits += 1
      }
      return digits + (digits / 3).rounded(.down) + 1
    }
  }

  /// Sets the widths and the print set-up; the last call of every sheet. `frozen` = how many rows
  /// and columns stay in sight, and are printed on every page: the header only where all blocks of
  /// the sheet have the same columns, else the title. `isGrid`: all columns but the first are
  /// equally wide, so that blocks below one another do not share the widths of either.
  /// `printedRows`: those below are not printed.
  func finish(
    frozenRows: Int = 0, frozenColumns: Int = 0, isGrid: Bool = false, printedRows: Int? = nil
  ) throws {
    if isGrid { levelWidths() }
    let fitting = widths.map { $0 < 0 ? 8 : min(max($0 + 2, 5), 68) }
    for (column, fitting) in fitting.enumerated() where widths[column] >= 0 {
      try check(
        worksheet_set_column(sheet, UInt16(column), UInt16(column), fitting, nil),
        "worksheet_set_column")
    }
    // The library writes a pane that splits nothing, which Excel offers to repair.
    if frozenRows > 0 || frozenColumns > 0 {
      worksheet_freeze_panes(sheet, UInt32(frozenRows), UInt16(frozenColumns))
    }
    worksheet_gridlines(sheet, UInt8(LXW_HIDE_ALL_GRIDLINES.rawValue))
    try setUpPage()
    try setUpPrinting(printed(fitting, (frozenRows, frozenColumns)))
    guard let printedRows else { return }
    try check(
      worksheet_print_area(sheet, 0, 0, UInt32(printedRows - 1), UInt16(max(0, fitting.count - 1))),
      "worksheet_print_area")
  }

  private func levelWidths() {
    let widest = widths.dropFirst().max() ?? 0
    for column in widths.indices.dropFirst() where widths[column] >= 0 {
      widths[column] = max(widest, 6)
    }
  }

  /// No page ends between these rows, if one has room for them.
  func keepTogether(rows: ClosedRange<Int>) { together.append(rows) }

  private func setUpPage() throws {
    worksheet_set_landscape(sheet)
    worksheet_set_paper(sheet, 9)
    worksheet_set_margins(sheet, 0.4, 0.4, 0.5, 0.6)
    try check(
      worksheet_set_footer(sheet, "&L&F  &A&RPage &P of &N"), "worksheet_set_footer")
  }

  private func printed(
    _ widths: [Double], _ repeated: (rows: Int, columns: Int)
  ) -> PrintLayout.Sheet {
    let columns = widths.map { ($0 * 7 + 5).rounded(.down) }
    func start(_ column: Int) -> Double { columns.prefix(column).reduce(0, +) }
    let words = reaches.map { start($0.key) + Double($0.value) * 6.5 }
    var printed = PrintLayout.Sheet(
      columns: columns, heights: heights, reach: words.max() ?? 0,
      pictures: pictures.map {
        ($0.row, $0.chart.height, start($0.column) + $0.chart.offset + $0.chart.width)
      }, repeated: repeated)
    printed.pictures += together.map { rows in
      (rows.lowerBound, rows.reduce(0) { $0 + printed.height($1) }, 0)
    }
    return printed
  }

  /// Scaled to one page, or a very wide sheet to two, with its first columns on both.
  private func setUpPrinting(_ printed: PrintLayout.Sheet) throws {
    let layout = PrintLayout(printed)
    worksheet_set_print_scale(sheet, UInt16(layout.scale))
    if printed.isWide { worksheet_print_across(sheet) }
    var breaks = layout.breaks.map { UInt32($0) } + [0]
    if breaks.count > 1 {
      try check(
        worksheet_set_h_pagebreaks(sheet, &breaks), "worksheet_set_h_pagebreaks")
    }
    if printed.isWide, printed.repeated.columns > 0 {
      try check(
        worksheet_repeat_columns(sheet, 0, UInt16(printed.repeated.columns - 1)),
        "worksheet_repeat_columns")
    }
    guard printed.repeated.rows > 0 else { return }
    try check(
      worksheet_repeat_rows(sheet, 0, UInt32(printed.repeated.rows - 1)), "worksheet_repeat_rows")
  }
}
