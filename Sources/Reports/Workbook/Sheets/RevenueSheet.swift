import Metrics
import Values

/// Cash by month with its picture, then by week, then by segment. Days stand in the sheet Daily.
struct RevenueSheet: WorkbookSheet {
  let name: SheetName = "Revenue"
  let subject = "Cash by month, week and segment."

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    let table = RefundSplit(figures).split(figures.published(figures.table(Revenue.self)))
    let months = table.where(Revenue.grain, is: "month")
    try writer.head(
      figures.markedRevenue("Revenue"),
      "Payments, refunds and what remains, in \(figures.currency). Net = gross − paid back "
        + "+ reversed = tax + commission + proceeds; tax and commission are estimates. Grey italic: the period is not over. "
        + "Segments: the last 13 months.")
    var row = try write(months.totals, "revenue", figures, writer, at: 3)
    let sums = figures.rows(of: Revenue.self).monthlyTotals
    if sums.count > 1, sums.contains(where: { $0.integer(Revenue.net) != 0 }) {
      let isOpen = sums.last.map { figures.isRunning($0.cells) } ?? false
      var chart = chart(months.totals, isLastOpen: isOpen)
      let shown = sums.suffix(chart.categories.rows.count).map { $0[Revenue.period]?.month }
      chart.marks = figures.annotationMarks(shown)
      try writer.insert(chart, at: row, 0)
      row += 18
    }
    try writer.put("By week", row, 0, .section, fits: false)
    let weeks = table.where(Revenue.grain, is: "week")
    row = try write(weeks.totals, "revenue_weeks", figures, writer, at: row + 1)
    try writer.put("By segment, last 13 months", row, 0, .section, fits: false)
    let segments = months.recent(13, to: figures.asOf).segments
    _ = try write(segments, "revenue_by_segment", figures, writer, at: row + 1)
    try writer.finish(frozenRows: 4, frozenColumns: 4)
  }

  /// Returns the row after the next one.
  private func write(
    _ table: Table, _ block: BlockName, _ figures: Figures, _ writer: SheetWriter, at row: Int
  ) throws -> Int {
    try writer.table(table, at: row, block) { cells, style in
      figures.isRunning(cells) ? style.immature : style
    }
    return row + 2 + max(1, table.rows.count)
  }

  private func chart(_ table: Table, isLastOpen: Bool) -> WorkbookChart {
    let months = table.rows.count
    let shown = Area(
      rows: (4 + max(0, months - 24))...(3 + months), columns: 0...(table.columns.count - 1))
    let parts: [(Column<Revenue, Amount>, UInt32)] = [
      (Revenue.proceeds, Palette.level), (Revenue.commission, Palette.commission),
      (Revenue.tax, Palette.tax),
    ]
    return WorkbookChart(
      shape: .stackedColumns, title: "Net revenue by month",
      description:
        "Net revenue as proceeds, commission and tax, by month.",
      unit: "net revenue", categories: shown.column(table.index(of: Revenue.period)),
      series: parts.map { part, colour in
        .init(
          name: Heading.of(part.name), values: shown.column(table.index(of: part)), colour: colour)
      }, isMoney: true, isLastOpen: isLastOpen)
  }
}

extension Figures {
  /// Whether the period of a row of revenue goes on after the as-of day.
  fileprivate func isRunning(_ row: [Cell]) -> Bool {
    isRunning(row[Revenue.grain.index], row[Revenue.period.index])
  }

  /// Whether a period of that grain goes on after the as-of day.
  func isRunning(_ grain: Cell, _ period: Cell) -> Bool {
    switch period {
    case .month(let month): month.lastDay > asOf
    case .day(let day): grain == .text("week") && day.advanced(by: 6) > asOf
    default: false
    }
  }
}
