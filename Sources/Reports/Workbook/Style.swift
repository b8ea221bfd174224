import CXLSXWriter
import Metrics

/// How a cell of the workbook looks.
struct Style: Hashable {
  enum Format: UInt8 {
    case general, text, count, money, percent, finePercent, number, pValue, day,
      month, runningMonth, runningDay, moment, days, monthAge, dayAge, flag, change, points

    /// As Excel spells it; `sign` = what stands in front of amounts.
    func code(_ sign: String) -> String {
      switch self {
      case .general: "General"
      case .text: "@"
      case .count: "#,##0_)"
      case .money: "\"\(sign)\"#,##0.00_)"
      case .percent: "0.0%_)"
      case .finePercent: "[=0]0.0%_);[<0.01]0.00%_);0.0%_)"
      case .number: "0.00_)"
      case .pValue: "[<0.001]\"<0.001\"_);0.000_)"
      case .day: "yyyy-mm-dd"
      case .month: "yyyy-mm"
      case .runningMonth: "yyyy-mm\" so far\""
      case .runningDay: "yyyy-mm-dd\" so far\""
      case .moment: "yyyy-mm-dd hh:mm"
      case .days: "0\" days\""
      case .monthAge: "\"M\"0"
      case .dayAge: "\"D\"0"
      // What a truth looks like to programs that know it as a number.
      case .flag: "\"TRUE\";;\"FALSE\""
      case .change: "+0.0%_);\\-0.0%_);0.0%_)"
      case .points: "+0.0\" pp\"_);\\-0.0\" pp\"_);0.0\" pp\"_)"
      }
    }
  }

  enum Ink: UInt32 {
    case faint = 0x666666
    case title = 0x1F3864
    case good = 0x1E6B34
    case bad = 0xB00020
    /// Of a link, which is underlined, too.
    case link = 0x0B57C2
  }

  var format = Format.general
  var ink: Ink?
  var isBold = false
  var isItalic = false
  var isWrapped = false
  var isHeader = false
  var isCentred = false
  var isLeading = false
  var isTrailing = false
  /// Words to the right of numbers, which end where their own column does.
  var isIndented = false
  /// A cell that a reader changes.
  var isChoice = false
  var size: Double?

  static let plain = Style()
  static let title = Style(ink: .title, isBold: true, size: 16)
  static let section = Style(ink: .title, isBold: true, size: 12)
  static let explanation = Style(ink: .faint, isItalic: true)
  static let header = Style(isBold: true, isWrapped: true, isHeader: true)
  static let headerOfNumbers = Style(
    isBold: true, isWrapped: true, isHeader: true, isTrailing: true)
  static let wrapped = Style(isWrapped: true)
  static let link = Style(ink: .link)
  /// As text, so that nothing that is chosen is taken for a formula, a number or a date.
  static let choice = Style(format: .text, isBold: true, isChoice: true)

  /// The style of a column's cells.
  static func of(_ kind: Table.Kind) -> Style {
    switch kind {
    case .text: Style()
    case .count: Style(format: .count)
    case .money: Style(format: .money)
    case .rate: Style(format: .percent)
    case .number: Style(format: .number)
    case .day, .period: Style(format: .day, isLeading: true)
    case .month: Style(format: .month, isLeading: true)
    case .flag: Style(format: .flag, isCentred: true)
    }
  }

  /// Headers stand over their columns: right over numbers, left over words and dates.
  static func header(of kind: Table.Kind) -> Style {
    switch kind {
    case .count, .money, .rate, .number: .headerOfNumbers
    case .text, .day, .month, .period, .flag: .header
    }
  }

  /// The style of a column's cells. Which computed numbers are shares is in their names.
  static func of(_ column: Table.Column) -> Style {
    guard column.kind == .number else { return of(column.kind) }
    if column.name.hasSuffix("p_value") { return Style(format: .pValue) }
    let shares = ["relative", "chance_to_win", "held_out_error", "standard_error", "error"]
    return shares.contains(where: column.name.hasPrefix) ? Style(format: .percent) : of(.number)
  }

  /// The style of a cell by what it holds, where a column holds several kinds.
  static func of(_ cell: Cell) -> Style {
    switch cell {
    case .missing, .text: Style()
    case .count: Style(format: .count)
    case .money: Style(format: .money)
    case .rate: Style(format: .percent)
    case .day: Style(format: .day, isLeading: true)
    case .month: Style(format: .month, isLeading: true)
    case .flag: Style(format: .flag, isCentred: true)
    }
  }

  var leading: Style { changed { $0.isLeading = true } }
  var indented: Style { changed { $0.isIndented = true } }
  var bold: Style { changed { $0.isBold = true } }

  /// Grey and italic: the figure still moves.
  var immature: Style { changed { ($0.ink, $0.isItalic) = (.faint, true) } }

  func inked(_ ink: Ink?) -> Style { changed { $0.ink = ink } }
  func with(_ format: Format) -> Style { changed { $0.format = format } }

  private func changed(_ change: (inout Style) -> Void) -> Style {
    var style = self
    change(&style)
    return style
  }

  /// `sign` = what stands in front of amounts.
  func apply(to format: UnsafeMutablePointer<lxw_format>, _ sign: String) {
    if self.format != .general { format_set_num_format(format, self.format.code(sign)) }
    if ink == .link { format_set_underline(format, UInt8(LXW_UNDERLINE_SINGLE.rawValue)) }
    if let ink { format_set_font_color(format, ink.rawValue) }
    if isBold { format_set_bold(format) }
    if isItalic { format_set_italic(format) }
    if isWrapped { format_set_text_wrap(format) }
    if let size { format_set_font_size(format, size) }
    applyAlignment(to: format)
  }

  private func applyAlignment(to format: UnsafeMutablePointer<lxw_format>) {
    if isCentred { format_set_align(format, UInt8(LXW_ALIGN_CENTER.rawValue)) }
    if isLeading || isIndented { format_set_align(format, UInt8(LXW_ALIGN_LEFT.rawValue)) }
    if isTrailing {
      format_set_align(format, UInt8(LXW_ALIGN_RIGHT.rawValue))
    }
    if isTrailing || isIndented { format_set_indent(format, 1) }
    if isChoice {
      format_set_border(format, UInt8(LXW_BORDER_THIN.rawValue))
      format_set_bg_color(format, 0xFFF7D6)
    }
    guard isHeader else { return }
    format_set_bottom(format, UInt8(LXW_BORDER_THIN.rawValue))
    format_set_bg_color(format, 0xE8EEF7)
  }
}
