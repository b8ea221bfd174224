import Metrics
import Values

/// How opening MRR became closing MRR: by month, as charts, and by segment.
struct MovementsSheet: WorkbookSheet {
  let name: SheetName = "MRR movements"

  func write(_ figures: Figures, with pen: SheetPen) throws {
    let table = figures.table("mrr_movements").recent(13, to: figures.asOf)
    try pen.head(
      figures.markedMRR("MRR movements"),
      "Opening + new + reactivation + expansion + contraction + churn + fx (+ moved) = closing, "
        + "in \(figures.currency). Grey italic: the month is not over.")
    let months = try pen.matured(table.totals, at: 3, "movements")
    var row = 5 + max(1, table.totals.rows.count)
    if let months, figures.haveMovements { row = try writeCharts(figures, pen, months, row) }
    try pen.put("By segment, last 13 months", row, 0, .section, fits: false)
    try pen.matured(table.segments, at: row + 1, "movements_by_segment")
    try pen.finish(frozenRows: 4, frozenColumns: 3)
  }

  /// A month alone needs no picture of months, and LibreOffice would write January below it.
  private func writeCharts(
    _ figures: Figures, _ pen: SheetPen, _ months: Area, _ row: Int
  ) throws -> Int {
    let shown = Area(
      rows: max(months.rows.lowerBound, months.rows.upperBound - 23)...months.rows.upperBound,
      columns: months.columns)
    var row = row
    if shown.rows.count > 1 {
      try pen.insert(MovementsSheet.chart(of: shown, figures), at: row, 0)
      row += 18
    }
    let last = figures.totals("mrr_movements").last { $0["complete"].isSet }
    guard let last else { return row }
    let block = try writeWaterfall(last, pen, row)
    try pen.insert(waterfallChart(block, last), at: row, 5)
    return row + 18
  }

  /// Stacked columns with a zero axis: what came above, what went below.
  static func chart(of months: Area, _ figures: Figures) -> WorkbookChart {
    let series: [(String, Int, UInt32)] = [
      ("New", 4, Palette.new), ("Reactivation", 5, Palette.reactivation),
      ("Expansion", 6, Palette.expansion), ("Contraction", 7, Palette.contraction),
      ("Churn", 8, Palette.churn), ("FX", 9, Palette.fx),
    ]
    return WorkbookChart(
      shape: .stackedColumns, title: "MRR movements by month",
      description: "Stacked columns by month: MRR won above zero, MRR lost below it.",
      unit: "MRR", categories: months.column(0),
      series: series.map { .init(name: $0, values: months.column($1), colour: $2) },
      range: Axis(over: figures.totals("mrr_movements").flatMap(ends)),
      isLastOpen: figures.totals("mrr_movements").last.map { !$0["complete"].isSet } ?? false)
  }

  /// The top and the bottom of a month's column.
  private static func ends(_ month: Row) -> [Double] {
    let parts = ["new", "reactivation", "expansion", "contraction", "churn", "fx"]
      .compactMap { month.double($0) }
    return [parts.filter { $0 > 0 }.reduce(0, +), parts.filter { $0 < 0 }.reduce(0, +)]
  }

  /// The steps of one month with the invisible base on which each stands.
  private func writeWaterfall(_ month: Row, _ pen: SheetPen, _ row: Int) throws -> Area {
    let label = month["month"].month?.description ?? ""
    try pen.put("Waterfall of \(label)", row, 0, .section, fits: false)
    try pen.heads(["Step", "Base", "Level", "Won", "Lost"], row + 1)
    for (index, step) in steps(of: month).enumerated() {
      try pen.put(step.name, row + 2 + index, 0)
      for (column, value) in step.parts.enumerated() {
        try pen.put(value, row + 2 + index, 1 + column, Style(format: .money))
      }
    }
    let area = Area(rows: (row + 2)...(row + 9), columns: 0...4)
    let block = Area(rows: (row + 1)...(row + 9), columns: area.columns)
    try pen.book.define("waterfall", as: block, on: name)
    return area
  }

  private struct Step {
    var name: String
    /// Base, level, won, lost.
    var parts: [Double]
  }

  private func steps(of month: Row) -> [Step] {
    let opening = hundredths(month, "opening")
    var level = opening
    var steps = [Step(name: "Opening", parts: [0, opening, 0, 0])]
    for name in ["new", "reactivation", "expansion", "contraction", "churn", "fx"] {
      let change = hundredths(month, name)
      let base = min(level, level + change)
      steps.append(
        Step(name: Heading.of(name), parts: [base, 0, max(0, change), max(0, -change)]))
      level += change
    }
    return steps + [Step(name: "Closing", parts: [0, hundredths(month, "closing"), 0, 0])]
  }

  /// The amount as it is printed, so that a bar ends where the table says.
  private func hundredths(_ row: Row, _ column: String) -> Double {
    row[column].amount.map { Double(cents($0)) / 100 } ?? 0
  }

  private func waterfallChart(_ area: Area, _ month: Row) -> WorkbookChart {
    let series: [(String, Int, UInt32?)] = [
      ("Base", 1, nil), ("MRR", 2, Palette.level), ("Won", 3, Palette.new),
      ("Lost", 4, Palette.churn),
    ]
    return WorkbookChart(
      shape: .stackedColumns,
      title: "From opening to closing MRR, \(month["month"].month?.description ?? "")",
      description: "Waterfall of one month: opening MRR, what was won and lost, closing MRR.",
      unit: "MRR", categories: area.column(0),
      series: series.map { .init(name: $0, values: area.column($1), colour: $2) }, dates: nil,
      width: 600, hasLegend: false, offset: 20)
  }
}

extension Figures {
  /// Whether there is anything to draw: zeros would have an axis that nobody counted.
  fileprivate var haveMovements: Bool {
    totals("mrr_movements").contains { month in
      ["opening", "new", "reactivation", "closing"].contains { month.double($0) ?? 0 != 0 }
    }
  }
}
