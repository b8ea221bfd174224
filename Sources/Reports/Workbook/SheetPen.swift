import CXLSXWriter
import Metrics
import Values

/// Writes into one sheet, guards every call, and remembers what it wrote, so that the finished
/// file can be compared with it.
final class SheetPen {
  let sheet: UnsafeMutablePointer<lxw_worksheet>
  let name: SheetName
  let book: WorkbookPen
  private(set) var cells = CellMap()
  private(set) var sum = 0.0
  /// The tables, for comparing the finished sheet with their sums.
  var blocks: [BlockTotals] = []
  /// By column; negative where nothing stands.
  private var widths: [Double] = []

  init(
    _ sheet: UnsafeMutablePointer<lxw_worksheet>, name: SheetName, in book: WorkbookPen
  ) {
    self.sheet = sheet
    self.name = name
    self.book = book
  }

  /// The title in A1 and one line of explanation in A2.
  func head(_ title: String, _ explanation: String) throws {
    try put(title, 0, 0, .title, fits: false)
    try put(explanation, 1, 0, .explanation, fits: false)
  }

  /// A cell in the style of what it holds.
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
    let clean = ForeignText.workbook(text)
    guard !clean.isEmpty else { return }
    note(row, column, fits && !style.isWrapped ? Double(SheetPen.length(of: clean)) : 0)
    try check(
      worksheet_write_string(sheet, UInt32(row), UInt16(column), clean, book.format(style)),
      "worksheet_write_string", sheet: name.rawValue)
  }

  /// A number; one that is not finite would make the file unreadable, and is left out.
  func put(_ number: Double, _ row: Int, _ column: Int, _ style: Style) throws {
    guard number.isFinite else { return }
    note(row, column, SheetPen.width(of: number, style.format))
    sum += number
    try check(
      worksheet_write_number(sheet, UInt32(row), UInt16(column), number, book.format(style)),
      "worksheet_write_number", sheet: name.rawValue)
  }

  private func put(_ flag: Bool, _ row: Int, _ column: Int, _ style: Style) throws {
    note(row, column, 6)
    sum += flag ? 1 : 0
    try check(
      worksheet_write_boolean(
        sheet, UInt32(row), UInt16(column), flag ? 1 : 0, book.format(style)),
      "worksheet_write_boolean", sheet: name.rawValue)
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

  private static func width(of number: Double, _ format: Style.Format) -> Double {
    switch format {
    case .day: return 10
    case .moment: return 16
    case .month, .percent, .pValue: return 7
    case .wholePercent: return 3
    case .flag: return 6
    case .general, .count, .money, .number, .days:
      var digits = format == .money ? 4.0 : 1.0
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
  /// the sheet have the same columns, else the title.
  func finish(frozenRows: Int = 0, frozenColumns: Int = 0) throws {
    let fitting = widths.map { $0 < 0 ? 8 : min(max($0 + 2, 5), 68) }
    for (column, fitting) in fitting.enumerated() where widths[column] >= 0 {
      try check(
        worksheet_set_column(sheet, UInt16(column), UInt16(column), fitting, nil),
        "worksheet_set_column", sheet: name.rawValue)
    }
    // The library writes a pane that splits nothing, which Excel offers to repair.
    if frozenRows > 0 || frozenColumns > 0 {
      worksheet_freeze_panes(sheet, UInt32(frozenRows), UInt16(frozenColumns))
    }
    worksheet_gridlines(sheet, UInt8(LXW_HIDE_ALL_GRIDLINES.rawValue))
    try setUpPrinting(
      repeating: frozenRows, frozenColumns, width: fitting.reduce(0, +))
  }

  /// What is left of a page of A4 after scaling to about a half, in characters.
  private static let pageWidth = 280.0

  /// Scaled to the width of the page; a very wide sheet to that of two, with its first columns on
  /// both, for nobody could read it on one.
  private func setUpPrinting(
    repeating rows: Int, _ columns: Int, width: Double
  ) throws {
    worksheet_set_landscape(sheet)
    worksheet_set_paper(sheet, 9)
    let isWide = width > SheetPen.pageWidth
    worksheet_fit_to_pages(sheet, isWide ? 2 : 1, 0)
    if isWide { worksheet_print_across(sheet) }
    if isWide, columns > 0 {
      try check(
        worksheet_repeat_columns(sheet, 0, UInt16(columns - 1)), "worksheet_repeat_columns",
        sheet: name.rawValue)
    }
    worksheet_set_margins(sheet, 0.4, 0.4, 0.5, 0.6)
    try check(
      worksheet_set_footer(sheet, "&L&F  &A&RPage &P of &N"), "worksheet_set_footer",
      sheet: name.rawValue)
    guard rows > 0 else { return }
    try check(
      worksheet_repeat_rows(sheet, 0, UInt32(rows - 1)), "worksheet_repeat_rows",
      sheet: name.rawValue)
  }
}

extension Style {
  func with(_ format: Format) -> Style {
    var style = self
    style.format = format
    return style
  }
}
