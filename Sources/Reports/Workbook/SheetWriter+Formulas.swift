import CXLSXWriter
import Metrics

/// Formulas with what they make of the figures as written, and cells that a reader chooses in.
extension SheetWriter {
  /// `cached` is shown by whoever does not compute: it has to be what the formula gives.
  func put(
    _ formula: CellFormula, cached: Cell, _ row: Int, _ column: Int, _ style: Style,
    fits: Bool = true
  ) throws {
    switch cached {
    case .missing: try put(formula, text: "", row, column, style)
    case .text(let text):
      if fits { note(row, column, Double(text.count)) }
      try put(formula, text: text, row, column, style)
    case .money(let amount):
      try put(formula, number: Double(cents(amount)) / 100, row, column, style)
    default: try put(formula, number: cached.magnitude ?? 0, row, column, style)
    }
  }

  func put(
    _ formula: CellFormula, number: Double, _ row: Int, _ column: Int, _ style: Style
  ) throws {
    count(number, row, column, style)
    try check(
      worksheet_write_formula_num(
        sheet, UInt32(row), UInt16(column), "=" + formula.text, book.format(style), number),
      "worksheet_write_formula_num")
  }

  private func put(
    _ formula: CellFormula, text: String, _ row: Int, _ column: Int, _ style: Style
  ) throws {
    note(row, column, 0)
    try check(
      worksheet_write_formula_str(
        sheet, UInt32(row), UInt16(column), "=" + formula.text, book.format(style), text),
      "worksheet_write_formula_str")
  }

  /// A cell whose value is chosen from a block of the workbook, known as `rr_<name>`.
  func dropDown(
    _ name: BlockName, of list: BlockName, chosen: String, _ row: Int, _ column: Int,
    prompt: StaticString
  ) throws {
    try put(chosen, row, column, .choice)
    try define(name, rows: row...row, columns: column...column)
    let strings = CStrings()
    var rule = lxw_data_validation()
    rule.validate = UInt8(LXW_VALIDATION_TYPE_LIST_FORMULA.rawValue)
    rule.ignore_blank = UInt8(LXW_VALIDATION_ON.rawValue)
    rule.dropdown = UInt8(LXW_VALIDATION_ON.rawValue)
    rule.show_input = UInt8(LXW_VALIDATION_ON.rawValue)
    rule.show_error = UInt8(LXW_VALIDATION_ON.rawValue)
    rule.value_formula = strings.copy("=rr_\(list.rawValue)")
    rule.input_message = strings.copy(prompt.description)
    rule.error_title = strings.copy("Not in the list")
    rule.error_message = strings.copy("Choose one of the list.")
    try check(
      worksheet_data_validation_cell(sheet, UInt32(row), UInt16(column), &rule),
      "worksheet_data_validation_cell")
  }

  /// Grey and italic, and without heat, where `formula` holds; it is of the area's first cell.
  func pale(_ area: Area, where formula: CellFormula) throws {
    let strings = CStrings()
    var rule = lxw_conditional_format()
    rule.type = UInt8(LXW_CONDITIONAL_TYPE_FORMULA.rawValue)
    rule.value_string = strings.copy("=" + formula.text)
    rule.format = book.format(Style.plain.immature)
    rule.stop_if_true = 1
    try condition(area, &rule)
  }

  /// One hue from white to blue between the ends of what stands there.
  func heat(_ area: Area) throws {
    var rule = lxw_conditional_format()
    rule.type = UInt8(LXW_CONDITIONAL_2_COLOR_SCALE.rawValue)
    rule.min_rule_type = UInt8(LXW_CONDITIONAL_RULE_TYPE_MINIMUM.rawValue)
    rule.max_rule_type = UInt8(LXW_CONDITIONAL_RULE_TYPE_MAXIMUM.rawValue)
    rule.min_color = 0xFFFFFF
    rule.max_color = 0x8FB3F0
    try condition(area, &rule)
  }

  private func condition(_ area: Area, _ rule: inout lxw_conditional_format) throws {
    try check(
      worksheet_conditional_format_range(
        sheet, UInt32(area.rows.lowerBound), UInt16(area.columns.lowerBound),
        UInt32(area.rows.upperBound), UInt16(area.columns.upperBound), &rule),
      "worksheet_conditional_format_range")
  }
}
