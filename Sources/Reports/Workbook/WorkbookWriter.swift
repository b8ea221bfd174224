import CXLSXWriter
import Metrics
import Values

/// The name of a sheet: a literal, because the library overflows with long names.
struct SheetName: Hashable, Sendable, ExpressibleByStringLiteral {
  let rawValue: String

  init(stringLiteral name: StaticString) { rawValue = name.description }
}

/// The name of a block of figures, once in the workbook: short, lower case and ASCII, because other
/// workbooks link to it as `rr_<name>`, and the library overflows its buffers with long ones.
struct BlockName: Hashable, Sendable, ExpressibleByStringLiteral {
  let rawValue: String

  init(stringLiteral name: StaticString) { rawValue = name.description }

  /// The block of a whole table.
  init(of table: any ReportTable.Type) { rawValue = table.schema.name }

  /// The visible triangle over a hidden block.
  init(triangle cube: BlockName) { rawValue = "\(cube.rawValue)_triangle" }

  /// What a triangle can show.
  init(measures cube: BlockName) { rawValue = "\(cube.rawValue)_measures" }

  /// One of several blocks of a kind: `funnel_7`.
  init(_ kind: StaticString, _ number: Int) { rawValue = "\(kind)_\(number)" }
}

/// Writes into an open workbook; only valid while its ``WorkbookHandle`` lives.
final class WorkbookWriter {
  let book: UnsafeMutablePointer<lxw_workbook>
  private var formats: [Style: UnsafeMutablePointer<lxw_format>] = [:]
  private(set) var sheets: [SheetWriter] = []
  private(set) var blocks: Set<BlockName> = []

  /// What stands in front of amounts.
  let sign: String

  init(_ book: UnsafeMutablePointer<lxw_workbook>, currency: String) {
    self.book = book
    sign = currencySign(UntrustedText.cleaned(currency, limit: 3).filter { $0.isLetter })
  }

  /// A new sheet behind those there are.
  func sheet(_ name: SheetName, isHidden: Bool = false) throws -> SheetWriter {
    guard let sheet = workbook_add_worksheet(book, name.rawValue) else {
      throw Failure.refused("workbook_add_worksheet", sheet: name.rawValue)
    }
    if isHidden { worksheet_hide(sheet) }
    let writer = SheetWriter(sheet, name: name, in: self)
    sheets.append(writer)
    return writer
  }

  /// Equal styles are one format of the file.
  func format(_ style: Style) -> UnsafeMutablePointer<lxw_format>? {
    guard style != .plain else { return nil }
    if let format = formats[style] { return format }
    guard let format = workbook_add_format(book) else { return nil }
    style.apply(to: format, sign)
    formats[style] = format
    return format
  }

  /// A name that others link to: `rr_daily`. Two of one name would break the file.
  func define(_ name: BlockName, as area: Area, on sheet: SheetName) throws {
    guard blocks.insert(name).inserted else {
      throw Failure.workbook(
        "sheet \(sheet.rawValue) of the workbook has two blocks \(name.rawValue)")
    }
    let code = workbook_define_name(book, "rr_\(name.rawValue)", "=\(area.reference(on: sheet))")
    try check(code, "workbook_define_name", sheet: sheet.rawValue)
  }
}

/// A rectangle of cells, counted from 0, both ends included.
struct Area: Hashable {
  var rows: ClosedRange<Int>
  var columns: ClosedRange<Int>

  /// `'MRR movements'!$A$5:$B$18`.
  func reference(on sheet: SheetName) -> String {
    let first = "$\(Area.letters(columns.lowerBound))$\(rows.lowerBound + 1)"
    let last = "$\(Area.letters(columns.upperBound))$\(rows.upperBound + 1)"
    return "'\(sheet.rawValue)'!\(first):\(last)"
  }

  func column(_ index: Int) -> Area { Area(rows: rows, columns: index...index) }

  /// The cells of a column of a table that begins in the area's first.
  func column(of column: any ReportColumn) -> Area {
    self.column(columns.lowerBound + column.index)
  }

  /// 0 → A, 26 → AA.
  static func letters(_ column: Int) -> String {
    let last = String(UnicodeScalar(UInt8(65 + column % 26)))
    return column < 26 ? last : letters(column / 26 - 1) + last
  }
}
