import Metrics
import Values

/// The sheets that follow the drop-downs, and what they need behind them.
struct CohortSheets {
  /// Those with figures.
  let sheets: [CohortSheet]
  let choices: Choices

  init(_ figures: Figures) {
    let declared = CohortSheet.declared(figures).filter { !$0.blocks.isEmpty }
    let choices = Choices(
      declared.flatMap { sheet in sheet.blocks.flatMap(\.cube.segments) }
        .filter { $0.dimension != "all" })
    var row = CohortSheets.firstLine
    sheets = declared.enumerated().map { index, sheet in
      var sheet = sheet
      sheet.number = index
      sheet.choices = choices
      sheet.lineRow = row
      row += sheet.lines.count
      return sheet
    }
    self.choices = choices
    rowAfterLines = row
  }

  /// Where the hidden sheet has the lines of charts, and what comes after them.
  static let firstLine = 4
  let rowAfterLines: Int

  var cubes: [Cube] { sheets.flatMap { $0.blocks.map(\.cube) } }
}

/// Triangles that show what the drop-downs say, one below the other; they have the same columns.
struct CohortSheet: WorkbookSheet {
  let name: SheetName
  let title: String
  let explanation: String
  let blocks: [CohortBlock]
  /// What the title says of an age, the oldest that has an average: before and behind its figure.
  var finding: Finding?
  var chart: Chart?
  var tables: [SheetTable] = []
  // Given by ``CohortSheets``.
  fileprivate(set) var choices = Choices([])
  fileprivate(set) var number = 0
  fileprivate(set) var lineRow = 0

  /// The average at one age, in the title.
  struct Finding {
    let ages: [Int]
    let before: StaticString
    let between: StaticString
    let unit: StaticString
  }

  /// Lines over the rows of the first block.
  struct Chart {
    let title: String
    let description: String
    let unit: String
    let numberFormat: String
    var isMoney = false
    let ageFormat: String
    /// Besides the average: cohorts, and how they are drawn.
    var cohorts: [(month: Month, colour: ChartColour)] = []
  }

  /// A line of the chart: its name, its row in the block, its colour.
  typealias Line = (name: String, row: Int, colour: ChartColour)

  var lines: [Line] {
    guard let chart, let block = blocks.first, block.drawnAges > 1 else { return [] }
    let cohorts = chart.cohorts.compactMap { cohort in
      block.cube.cohorts.firstIndex(of: .month(cohort.month)).map {
        (name: "First seen in \(cohort.month)", row: 2 + $0, colour: cohort.colour)
      }
    }
    return [("Weighted average", 1, ChartColour.churn)] + cohorts
  }

  static let firstRow = 7

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    try writer.head(title, explanation)
    try writeFinding(writer)
    try writeChoices(writer)
    var row = CohortSheet.firstRow
    for block in blocks { row = try write(block, writer, at: row) }
    row = try insertChart(writer, at: row)
    for table in tables { row = try writer.write(table, figures, at: row) }
    let isAlone = blocks.count == 1 && tables.isEmpty
    try writer.finish(
      frozenRows: isAlone ? CohortSheet.firstRow + 1 : 2, frozenColumns: 1, isGrid: true)
  }

  private func write(_ block: CohortBlock, _ writer: SheetWriter, at row: Int) throws -> Int {
    guard !block.heading.isEmpty else {
      try block.write(writer, at: row)
      return row + block.height + 1
    }
    writer.keepTogether(rows: row...(row + block.height))
    try writer.put(block.heading, row, 0, .section, fits: false)
    try block.write(writer, at: row + 1)
    return row + block.height + 2
  }

  // MARK: - Above

  private func writeFinding(_ writer: SheetWriter) throws {
    guard let finding, let block = blocks.first,
      let age = finding.ages.first(where: { block.average($0) != nil }),
      let index = block.cube.ages.firstIndex(of: age), let average = block.average(age)
    else { return }
    let cell = CellPlace(
      row: CohortSheet.firstRow + 1, column: 1 + block.facts.count + index)
    let percent = (average * 1000).rounded() / 10
    let shown = percent == percent.rounded() ? "\(Int(percent))" : "\(percent)"
    let formula: CellFormula = """
      IF(\(cell)="","\(finding.before)"&"no average of fewer than 30",\
      "\(finding.before)"&ROUND(100*\(cell),1)&"% \(finding.between) "&\(age)&"\(finding.unit)")
      """
    try writer.put(
      formula, cached: .text("\(finding.before)\(shown)% \(finding.between) \(age)\(finding.unit)"),
      0, 0, .title, fits: false)
  }

  private func writeChoices(_ writer: SheetWriter) throws {
    if let echo = choices.echo {
      try writer.put(echo, cached: .text(choices.echoed), 3, 0, .plain.bold, fits: false)
      let notice: CellFormula = """
        IF(rr_choice_notice<>"",rr_choice_notice,\
        IF(INDEX(rr_segments,rr_segment,\(4 + number))=0,"There are no such figures of this choice.",""))
        """
      try writer.put(notice, cached: .text(""), 4, 0, .plain.bold.inked(.bad), fits: false)
    }
    for block in blocks {
      guard let shows = block.shows, let first = block.measures.first else { continue }
      try writer.put("Show", 5, 0, .plain.bold)
      try writer.dropDown(
        shows, of: BlockName(measures: block.cube.name), chosen: first.title.description, 5, 1,
        prompt: "What the table shows.")
    }
  }

  // MARK: - Below

  private func insertChart(_ writer: SheetWriter, at row: Int) throws -> Int {
    guard let chart, let block = blocks.first, !lines.isEmpty else { return row }
    let ages = 1 + block.facts.count
    let shown = ages...(ages + block.drawnAges - 1)
    let head = Area(rows: CohortSheet.firstRow...CohortSheet.firstRow, columns: shown)
    try writer.insert(
      WorkbookChart(
        shape: .scatter, title: chart.title, description: chart.description, unit: chart.unit,
        categories: head, categorySheet: name,
        series: lines.enumerated().map { index, line in
          let at = lineRow + index
          return .init(
            name: line.name, values: Area(rows: at...at, columns: 1...block.drawnAges),
            colour: line.colour)
        }, numberFormat: chart.numberFormat, isMoney: chart.isMoney, dates: chart.ageFormat,
        hasLegend: lines.count > 1, source: DataSheet.name), at: row, 0)
    return row + 17
  }

  /// The rows of its lines, as the hidden sheet has them: a gap where the triangle has none.
  func writeLines(_ writer: SheetWriter) throws {
    guard let block = blocks.first else { return }
    for (index, line) in lines.enumerated() {
      try writer.put("\(name.rawValue): \(line.name)", lineRow + index, 0)
      for age in 0..<block.drawnAges { try writeLine(block, line, age, writer, lineRow + index) }
    }
  }

  private func writeLine(
    _ block: CohortBlock, _ line: Line, _ age: Int, _ writer: SheetWriter, _ row: Int
  ) throws {
    let cell = CellPlace(
      sheet: name, row: CohortSheet.firstRow + line.row, column: 1 + block.facts.count + age)
    let days = block.cube.ages[age]
    let cached =
      line.row == 1
      ? block.average(days)
      : block.cube.value(days, block.cube.cohorts[line.row - 2]).inSheet
    let formula: CellFormula = "IF(\(cell)=\"\",NA(),\(cell))"
    let style = Style(format: .number)
    if let cached {
      try writer.put(formula, number: cached, row, 1 + age, style)
    } else {
      try writer.put(formula, cached: .text("#N/A"), row, 1 + age, style)
    }
  }
}
