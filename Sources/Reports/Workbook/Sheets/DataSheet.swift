import Metrics
import Values

/// What the drop-downs choose from and the formulas look up: hidden, a block below the other.
struct DataSheet: WorkbookSheet {
  static let name: SheetName = "Data"
  var name: SheetName { DataSheet.name }
  let isHidden = true
  let cohorts: CohortSheets

  /// Days that charts draw.
  private static let days = 90

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    try writer.head(
      "Data", "What the drop-downs choose from, and what the sheets that follow them look up.")
    for sheet in cohorts.sheets { try sheet.writeLines(writer) }
    try defineLines(writer)
    var row = try writeDays(figures, writer)
    row = try writeChoices(writer, at: row)
    row = try writeSegments(writer, at: row)
    row = try writeMeasures(writer, at: row)
    for cube in cohorts.cubes { row = try write(cube, writer, at: row) }
    try writer.finish()
  }

  private func defineLines(_ writer: SheetWriter) throws {
    let columns = cohorts.sheets.compactMap { $0.lines.isEmpty ? nil : $0.blocks.first?.drawnAges }
    guard let widest = columns.max() else { return }
    try writer.define(
      "chart_lines", rows: CohortSheets.firstLine...(cohorts.rowAfterLines - 1), columns: 0...widest
    )
  }

  // MARK: - Days

  /// Where the newest days stand.
  static func days(_ figures: Figures, _ cohorts: CohortSheets) -> Area {
    let count = min(days, figures.rows(of: Daily.self).count)
    let first = cohorts.rowAfterLines + 2
    return Area(
      rows: first...(first + max(1, count) - 1), columns: 0...(Daily.schema.columns.count - 1))
  }

  private func writeDays(_ figures: Figures, _ writer: SheetWriter) throws -> Int {
    let area = DataSheet.days(figures, cohorts)
    let daily = figures.table(Daily.self)
    let newest = Table(
      name: daily.name, columns: daily.columns, rows: daily.rows.suffix(DataSheet.days))
    try writer.table(newest, at: area.rows.lowerBound - 1, "daily")
    return area.rows.upperBound + 3
  }

  // MARK: - Choices

  /// By drop-down: which of its list is chosen, and the number of its first segment.
  private func writeChoices(_ writer: SheetWriter, at row: Int) throws -> Int {
    let lists = cohorts.choices.lists
    try writer.heads(["Drop-down", "Chosen", "First segment"], row)
    var at = row + 1
    // The lists are below the segments: see ``writeSegments(_:at:)``.
    for list in lists {
      try writer.put(list.title.description, at, 0)
      let isAll: CellFormula = "SUMPRODUCT(EXACT(\(list.block),\(list.cell))*\(position(list)))"
      try writer.put(
        "IF(\(list.cell)=\"\",1,\(isAll))", cached: .count(1), at, 1, Style(format: .count))
      try writer.put(.count(Int64(list.first)), at, 2)
      at += 1
    }
    if !lists.isEmpty { try defineChoices(row + 1, at - 1, writer) }
    try writer.put("Segment", at, 0)
    try writeSegment(writer, at)
    try writer.put("Notice", at + 1, 0)
    try writeNotice(writer, at + 1)
    return at + 3
  }

  private func defineChoices(_ first: Int, _ last: Int, _ writer: SheetWriter) throws {
    try writer.define("chosen", rows: first...last, columns: 1...1)
    try writer.define("first_segments", rows: first...last, columns: 2...2)
  }

  private func position(_ list: Choices.List) -> CellFormula {
    "(ROW(\(list.block))-MIN(ROW(\(list.block)))+1)"
  }

  private func writeSegment(_ writer: SheetWriter, _ row: Int) throws {
    let nothing = cohorts.choices.nothing
    let formula: CellFormula = """
      IF(OR(MIN(rr_chosen)=0,SUMPRODUCT(--(rr_chosen>1))>1),\(nothing),\
      1+SUMPRODUCT((rr_chosen>1)*(rr_first_segments+rr_chosen-3)))
      """
    if cohorts.choices.lists.isEmpty {
      try writer.put(.count(1), row, 1)
    } else {
      try writer.put(formula, cached: .count(1), row, 1, Style(format: .count))
    }
    try writer.define("segment", rows: row...row, columns: 1...1)
  }

  private func writeNotice(_ writer: SheetWriter, _ row: Int) throws {
    let formula: CellFormula = """
      IF(MIN(rr_chosen)=0,"What is chosen is not in its list.",\
      IF(SUMPRODUCT(--(rr_chosen>1))>1,\
      "Figures are known by one of them at a time: set the others to All.",""))
      """
    if !cohorts.choices.lists.isEmpty {
      try writer.put(formula, cached: .text(""), row, 1, .plain, fits: false)
    }
    try writer.define("choice_notice", rows: row...row, columns: 1...1)
  }

  /// Every segment, and which sheets have figures of it; beside them the lists.
  private func writeSegments(_ writer: SheetWriter, at row: Int) throws -> Int {
    let choices = cohorts.choices
    let sheets = cohorts.sheets
    try writer.heads(
      ["Segment", "Dimension", "Value"] + sheets.map(\.name.rawValue)
        + choices.lists.map { "\($0.title)s" }, row)
    for (index, segment) in choices.segments.enumerated() {
      try writer.put(.count(Int64(index + 1)), row + 1 + index, 0)
      try writer.put(segment.dimension, row + 1 + index, 1)
      try writer.put(segment.value, row + 1 + index, 2)
      for (column, sheet) in sheets.enumerated() {
        let isKnown = sheet.blocks.contains { $0.cube.segments.contains(segment) }
        try writer.put(.count(isKnown ? 1 : 0), row + 1 + index, 3 + column)
      }
    }
    let last = row + choices.segments.count
    try writer.define("segments", rows: (row + 1)...last, columns: 0...(2 + sheets.count))
    for (index, list) in choices.lists.enumerated() {
      try write(list, writer, row + 1, 3 + sheets.count + index)
    }
    return last + 2
  }

  private func write(
    _ list: Choices.List, _ writer: SheetWriter, _ row: Int, _ column: Int
  ) throws {
    for (index, text) in list.texts.enumerated() { try writer.put(text, row + index, column) }
    try writer.define(
      list.block, rows: row...(row + list.texts.count - 1), columns: column...column)
  }

  /// What triangles can show.
  private func writeMeasures(_ writer: SheetWriter, at row: Int) throws -> Int {
    var at = row
    for block in cohorts.sheets.flatMap(\.blocks) where block.shows != nil {
      for (index, measure) in block.measures.enumerated() {
        try writer.put(measure.title.description, at + index, 0)
      }
      try writer.define(
        BlockName(measures: block.cube.name), rows: at...(at + block.measures.count - 1),
        columns: 0...0)
      at += block.measures.count + 1
    }
    return at
  }

  // MARK: - Cubes

  private func write(_ cube: Cube, _ writer: SheetWriter, at row: Int) throws -> Int {
    try writer.heads(cube.heads, row, texts: 0)
    var at = row + 1
    for (index, segment) in cohorts.choices.segments.enumerated() {
      for cells in cube.rows(index + 1, segment) {
        for (column, cell) in cells.enumerated() { try writer.put(cell, at, column) }
        at += 1
      }
    }
    // The rows of no segment are blank.
    try writer.define(
      cube.name, rows: (row + 1)...(at + cube.height - 1), columns: 0...(cube.heads.count - 1))
    return at + cube.height + 1
  }
}
