import Metrics
import Values

/// How opening MRR became closing MRR: by month, as charts, and by segment.
struct MovementsSheet: WorkbookSheet {
  let name: SheetName = "MRR movements"
  let subject = "How opening MRR became closing MRR, by month and segment."

  /// The columns that tell rows apart. They are printed on every page, so that no picture may stand
  /// on them: the part of it above them would be, too.
  private static let keys = 3

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    let table = figures.table(MRRMovements.self).recent(13, to: figures.asOf)
    try writer.head(
      figures.markedMRR("MRR movements"),
      "Opening + new + reactivation + expansion + contraction + churn + fx (+ moved) = closing, "
        + "in \(figures.currency). Grey italic: the month is not over.")
    let months = try writer.matured(table.totals, at: 3, "movements")
    var row = 5 + max(1, table.totals.rows.count)
    if let months, figures.haveMovements { row = try writeCharts(figures, writer, months, row) }
    try writer.put("By segment, last 13 months", row, 0, .section, fits: false)
    try writer.matured(table.segments, at: row + 1, "movements_by_segment")
    try writer.finish(frozenRows: 4, frozenColumns: MovementsSheet.keys)
  }

  /// A month alone needs no picture of months, and LibreOffice would write January below it.
  private func writeCharts(
    _ figures: Figures, _ writer: SheetWriter, _ months: Area, _ row: Int
  ) throws -> Int {
    let shown = Area(
      rows: max(months.rows.lowerBound, months.rows.upperBound - 23)...months.rows.upperBound,
      columns: months.columns)
    var row = row
    if shown.rows.count > 1 {
      try writer.insert(MovementsSheet.chart(of: shown, figures), at: row, MovementsSheet.keys)
      row += 18
    }
    let last = figures.rows(of: MRRMovements.self).totals.last { $0.isOver }
    guard let last else { return row }
    let block = try writeWaterfall(last, writer, row)
    try writer.insert(waterfallChart(block, last), at: row, 5)
    return row + 18
  }

  /// Stacked columns with a zero axis: what came above, what went below.
  static func chart(of months: Area, _ figures: Figures) -> WorkbookChart {
    let series: [(Column<MRRMovements, Amount>, UInt32)] = [
      (MRRMovements.new, Palette.new), (MRRMovements.reactivation, Palette.reactivation),
      (MRRMovements.expansion, Palette.expansion), (MRRMovements.contraction, Palette.contraction),
      (MRRMovements.churn, Palette.churn), (MRRMovements.fx, Palette.fx),
    ]
    let totals = figures.rows(of: MRRMovements.self).totals
    return WorkbookChart(
      shape: .stackedColumns, title: "MRR movements by month",
      description: "Stacked columns by month: MRR won above zero, MRR lost below it.",
      unit: "MRR", categories: months.column(of: MRRMovements.month),
      series: series.map {
        .init(name: Heading.of($0.name), values: months.column(of: $0), colour: $1)
      }, isMoney: true, range: Axis(over: totals.flatMap(ends)),
      isLastOpen: totals.last.map { !$0.isOver } ?? false,
      marks: figures.annotationMarks(
        totals.suffix(months.rows.count).map { $0[MRRMovements.month] }))
  }

  /// The top and the bottom of a month's column.
  private static func ends(_ month: Row<MRRMovements>) -> [Double] {
    let parts = MRRMovements.changes.compactMap { month.magnitude($0) }
    return [parts.filter { $0 > 0 }.reduce(0, +), parts.filter { $0 < 0 }.reduce(0, +)]
  }

  /// The steps of one month with the invisible base on which each stands.
  private func writeWaterfall(
    _ month: Row<MRRMovements>, _ writer: SheetWriter, _ row: Int
  ) throws -> Area {
    let label = month[MRRMovements.month]?.description ?? ""
    try writer.put("Waterfall of \(label)", row, 0, .section, fits: false)
    try writer.heads(["Step", "Base", "Level", "Won", "Lost"], row + 1)
    for (index, step) in steps(of: month).enumerated() {
      try writer.put(step.name, row + 2 + index, 0)
      for (column, value) in step.parts.enumerated() {
        try writer.put(value, row + 2 + index, 1 + column, Style(format: .money))
      }
    }
    let area = Area(rows: (row + 2)...(row + 9), columns: 0...4)
    let block = Area(rows: (row + 1)...(row + 9), columns: area.columns)
    try writer.book.define("waterfall", as: block, on: name)
    return area
  }

  private struct Step {
    var name: String
    /// Base, level, won, lost.
    var parts: [Double]
  }

  private func steps(of month: Row<MRRMovements>) -> [Step] {
    let opening = hundredths(month[MRRMovements.opening])
    var level = opening
    var steps = [Step(name: "Opening", parts: [0, opening, 0, 0])]
    for column in MRRMovements.changes {
      let change = hundredths(month[column])
      let base = min(level, level + change)
      steps.append(
        Step(name: Heading.of(column.name), parts: [base, 0, max(0, change), max(0, -change)]))
      level += change
    }
    let closing = hundredths(month[MRRMovements.closing])
    return steps + [Step(name: "Closing", parts: [0, closing, 0, 0])]
  }

  /// The amount as it is printed, so that a bar ends where the table says.
  private func hundredths(_ amount: Amount?) -> Double {
    amount.map { Double(cents($0)) / 100 } ?? 0
  }

  private func waterfallChart(
    _ area: Area, _ month: Row<MRRMovements>
  ) -> WorkbookChart {
    let series: [(String, Int, UInt32?)] = [
      ("Base", 1, nil), ("MRR", 2, Palette.level), ("Won", 3, Palette.new),
      ("Lost", 4, Palette.churn),
    ]
    return WorkbookChart(
      shape: .stackedColumns,
      title: "From opening to closing MRR, \(month[MRRMovements.month]?.description ?? "")",
      description: "Waterfall of one month: opening MRR, what was won and lost, closing MRR.",
      unit: "MRR", categories: area.column(0),
      series: series.map { .init(name: $0, values: area.column($1), colour: $2) }, isMoney: true,
      dates: nil, width: 600, hasLegend: false, offset: 20)
  }
}

extension Figures {
  /// Whether there is anything to draw: zeros would have an axis that nobody counted.
  fileprivate var haveMovements: Bool {
    let columns = [
      MRRMovements.opening, MRRMovements.new, MRRMovements.reactivation, MRRMovements.closing,
    ]
    return rows(of: MRRMovements.self).totals.contains { month in
      columns.contains { month.integer($0) != 0 }
    }
  }
}

extension MRRMovements {
  /// What changes MRR within a month, in the order in which pictures show it.
  static let changes = [new, reactivation, expansion, contraction, churn, fx]
}

extension Row<MRRMovements> {
  /// Whether the month is.
  var isOver: Bool { self[MRRMovements.complete] == true }
}
