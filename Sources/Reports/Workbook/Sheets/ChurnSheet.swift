import Metrics
import Values

/// Who left and why, by month: the total with its pictures first, then segments.
struct ChurnSheet: WorkbookSheet {
  let name: SheetName = "Churn"
  let subject = "Who left and why, by month and segment."

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    let table = figures.table(Churn.self).datedMonths
    try writer.head(
      figures.markedMRR("Churn"),
      "Subscribers at a month's opening who are gone at its close, and their MRR. Grey "
        + "italic: the month is not over, or fewer than 30 subscribers at its opening. Segments: the "
        + "last 13 months.")
    let months = try writer.matured(table.totals, at: 3, "churn")
    var row = 5 + max(1, table.totals.rows.count)
    let totals = figures.rows(of: Churn.self).totals
    let hasRates = totals.contains { $0[Churn.churnRate] != nil }
    if let months, months.rows.count > 3, hasRates {
      let isOpen = totals.dropLast(2).last?[Churn.complete] == false
      row = try insertCharts(months, isLastOpen: isOpen, writer, row)
    }
    let segments = table.recent(13, to: figures.asOf).segments
    try writer.put("By segment, last 13 months", row, 0, .section, fits: false)
    try writer.matured(segments, at: row + 1, "churn_by_segment")
    try writer.finish(frozenRows: 4, frozenColumns: 3)
  }

  /// Of the calendar months: the last two rows are of 30 days, which overlap with them.
  private func insertCharts(
    _ table: Area, isLastOpen: Bool, _ writer: SheetWriter, _ row: Int
  ) throws -> Int {
    let last = table.rows.upperBound - 2
    let months = Area(
      rows: max(table.rows.lowerBound, last - 23)...last, columns: table.columns)
    for (index, var chart) in [rates(months), reasons(months)].enumerated() {
      chart.isLastOpen = isLastOpen
      chart.offset = Double(index) * 620
      try writer.insert(chart, at: row, 0)
    }
    return row + 18
  }

  private func rates(_ months: Area) -> WorkbookChart {
    WorkbookChart(
      shape: .line, title: "Churn by month",
      description: "Share of the subscribers, and of the MRR, at a month's opening that were lost.",
      unit: "share", categories: months.column(of: Churn.month),
      series: [
        .init(
          name: "Subscribers", values: months.column(of: Churn.churnRate),
          colour: Palette.churn),
        .init(
          name: "MRR, gross", values: months.column(of: Churn.grossMRRChurn),
          colour: Palette.level),
      ], numberFormat: "0%", width: 600)
  }

  private func reasons(_ months: Area) -> WorkbookChart {
    let reasons: [(Column<Churn, Int64>, UInt32)] = [
      (Churn.voluntary, Palette.churn), (Churn.billing, Palette.contraction),
      (Churn.refund, Palette.reactivation), (Churn.other, Palette.fx),
    ]
    return WorkbookChart(
      shape: .stackedColumns, title: "Churned subscribers by reason",
      description: "Subscribers lost in each month, by the reason that the log knows.",
      unit: "subscribers", categories: months.column(of: Churn.month),
      series: reasons.map { reason, colour in
        .init(
          name: Heading.of(reason.name), values: months.column(of: reason), colour: colour)
      }, width: 600)
  }
}

extension Table {
  /// The months of a column of words (`2026-05`) as real months; others stay words.
  fileprivate var datedMonths: Table {
    let place = index(of: Churn.month)
    var columns = columns
    columns[place] = .init(Churn.month.name, .month, columns[place].meaning, .time)
    return Table(
      name: name, columns: columns,
      rows: rows.map { row in
        guard let month = row[place].text.flatMap({ Month($0) }) else { return row }
        var row = row
        row[place] = .month(month)
        return row
      })
  }
}
