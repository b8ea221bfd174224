import CXLSXWriter
import Metrics

/// Blocks of figures: tables with autofilter, and colour scales.
extension SheetWriter {
  /// A table with a header row, an autofilter and a defined name; its columns are styled by
  /// their kind. Returns the area of its rows, without the header; nil when it has none.
  @discardableResult
  func table(
    _ table: Table, at row: Int, _ block: BlockName, column: Int = 0,
    style: (_ row: [Cell], _ style: Style) -> Style = { $1 }
  ) throws -> Area? {
    let looks = try header(of: table, row, column, more: 2)
    // Sentences in the last column run on to its right; a word would be cut at the edge of a page.
    let last = table.columns.count - 1
    let fitting = table.rows.allSatisfy { $0[last].text?.count ?? 0 <= 24 } ? last + 1 : last
    for (index, cells) in table.rows.enumerated() {
      for (offset, cell) in cells.enumerated() {
        let look = style(cells, looks[offset])
        try put(cell, row + 1 + index, column + offset, look, fits: offset < fitting)
      }
    }
    guard !table.rows.isEmpty else {
      try nothing(row + 1, column)
      return nil
    }
    blocks.append(BlockTotals(of: table, at: row + 1, column))
    return try frame(table, at: row, column, block)
  }

  /// Stands below a header without rows.
  func nothing(_ row: Int, _ column: Int = 0) throws {
    try put("No rows yet.", row, column, .explanation, fits: false)
  }

  /// A header without a table; the first `texts` and the last `lastTexts` are words.
  func heads(_ names: [String], _ row: Int, texts: Int = 1, lastTexts: Int = 0) throws {
    let words = names.count - lastTexts
    for (column, name) in names.enumerated() {
      let isAfterNumbers = column == words && words > texts
      let text = isAfterNumbers ? Style.header.indented : .header
      try head(name, row, column, column < texts || column >= words ? text : .headerOfNumbers)
    }
    if names.contains(where: { $0.contains(" ") }) { try raise(row) }
  }

  /// `more` = room beside the heading, for the button of a filter.
  func head(
    _ heading: String, _ row: Int, _ column: Int, _ style: Style, more: Double = 0
  ) throws {
    try put(heading, row, column, style)
    widen(column, to: Double(Heading.width(heading)) + more)
  }

  /// Returns the styles of the cells below.
  func header(of table: Table, _ row: Int, _ column: Int, more: Double) throws -> [Style] {
    for (offset, style) in table.headerLooks.enumerated() {
      try head(Heading.of(table.columns[offset].name), row, column + offset, style, more: more)
    }
    try raise(row)
    return table.looks
  }

  private func frame(_ table: Table, at row: Int, _ column: Int, _ block: BlockName) throws -> Area
  {
    let last = column + table.columns.count - 1
    let area = Area(rows: (row + 1)...(row + table.rows.count), columns: column...last)
    try addTable(table, row, area, block)
    try define(block, rows: row...area.rows.upperBound, columns: area.columns)
    return area
  }

  private func addTable(_ table: Table, _ row: Int, _ area: Area, _ block: BlockName) throws {
    let strings = CStrings()
    var columns = zip(table.columns, table.headerLooks).map { declaration, look in
      var column = lxw_table_column()
      column.header = strings.copy(Heading.of(declaration.name))
      column.header_format = book.format(look)
      return column
    }
    try columns.withUnsafeMutableBufferPointer { buffer in
      var pointers = buffer.indices.map { buffer.baseAddress?.advanced(by: $0) }
      pointers.append(nil)
      try pointers.withUnsafeMutableBufferPointer { list in
        var options = lxw_table_options()
        options.name = strings.copy("t_\(block.rawValue)")
        options.style_type = UInt8(LXW_TABLE_STYLE_TYPE_LIGHT.rawValue)
        options.style_type_number = 1
        options.columns = list.baseAddress
        try check(
          worksheet_add_table(
            sheet, UInt32(row), UInt16(area.columns.lowerBound), UInt32(area.rows.upperBound),
            UInt16(area.columns.upperBound), &options),
          "worksheet_add_table")
      }
    }
  }
}

extension Table {
  /// The style of every column's cells; words keep away from numbers to their left.
  fileprivate var looks: [Style] {
    columns.indices.map { isBesideNumbers($0) ? Style.of(columns[$0]).indented : .of(columns[$0]) }
  }

  fileprivate var headerLooks: [Style] {
    columns.indices.map { index in
      let style = Style.header(of: columns[index].kind)
      return isBesideNumbers(index) ? style.indented : style
    }
  }

  private func isBesideNumbers(_ index: Int) -> Bool {
    index > 0 && columns[index].kind.isLeading && !columns[index - 1].kind.isLeading
      && columns[index - 1].kind != .flag
  }
}

extension Table.Kind {
  fileprivate var isLeading: Bool {
    switch self {
    case .text, .day, .month, .period: true
    case .count, .money, .rate, .number, .flag: false
    }
  }
}
