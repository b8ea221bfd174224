import Metrics
import Values

/// Who left and why, by month: the total with its pictures first, then segments.
struct ChurnSheet: WorkbookSheet {
  let name: SheetName = "Churn"
  let subject = "Who left and why, by month and segment."

  func write(_ figures: Figures, with pen: SheetPen) throws {
    let table = figures.table("churn").datedMonths
    try pen.head(
      figures.markedMRR("Churn"),
      "Subscribers of a month's opening who are not at its close, and their MRR. Grey "
        + "italic: the month is not over, or fewer than 30 subscribers at its opening. Segments: the "
        + "last 13 months.")
    let months = try pen.matured(table.totals, at: 3, "churn")
    var row = 5 + max(1, table.totals.rows.count)
    let hasRates = table.totals.named.contains { $0["churn_rate"] != .missing }
    if let months, months.rows.count > 2, hasRates {
      let isOpen = table.totals.rows.dropLast().last?.last == .flag(false)
      row = try insertCharts(months, isLastOpen: isOpen, pen, row)
    }
    let segments = table.recent(13, to: figures.asOf).segments
    try pen.put("By segment, last 13 months", row, 0, .section, fits: false)
    try pen.matured(segments, at: row + 1, "churn_by_segment")
    try pen.finish(frozenRows: 4, frozenColumns: 3)
  }

  /// Of the calendar months: the trailing 30 days are the last row, and overlap with them.
  private func insertCharts(
    _ table: Area, isLastOpen: Bool, _ pen: SheetPen, _ row: Int
  ) throws -> Int {
    let last = table.rows.upperBound - 1
    let months = Area(
      rows: max(table.rows.lowerBound, last - 23)...last, columns: table.columns)
    for (index, var chart) in [rates(months), reasons(months)].enumerated() {
      chart.isLastOpen = isLastOpen
      chart.offset = Double(index) * 620
      try pen.insert(chart, at: row, 0)
    }
    return row + 18
  }

  private func rates(_ months: Area) -> WorkbookChart {
    WorkbookChart(
      shape: .line, title: "Churn by month",
      description: "Share of the subscribers, and of the MRR, at a month's opening that were lost.",
      unit: "share", categories: months.column(0),
      series: [
        .init(
          name: "Subscribers", values: months.column("churn_rate", of: Churn.schema),
          colour: Palette.churn),
        .init(
          name: "MRR, gross", values: months.column("gross_mrr_churn", of: Churn.schema),
          colour: Palette.level),
      ], numberFormat: "0%", width: 600)
  }

  private func reasons(_ months: Area) -> WorkbookChart {
    let reasons: [(String, UInt32)] = [
      ("voluntary", Palette.churn), ("billing", Palette.contraction),
      ("refund", Palette.reactivation), ("other", Palette.fx),
    ]
    return WorkbookChart(
      shape: .stackedColumns, title: "Churned subscribers by reason",
      description: "Subscribers lost in each month, by the reason that the log knows.",
      unit: "subscribers", categories: months.column(0),
      series: reasons.map { reason, colour in
        .init(
          name: Heading.of(reason), values: months.column(reason, of: Churn.schema),
          colour: colour)
      }, width: 600)
  }
}

extension Table {
  /// A first column of words that are months (`2026-05`) as real months; others stay words.
  fileprivate var datedMonths: Table {
    var dated = Table(
      name: name,
      columns: [.init(columns[0].name, .month, columns[0].meaning)] + columns.dropFirst())
    dated.rows = rows.map { row in
      let month = row[0].text.flatMap(MonthText.month).map { Cell.month($0) }
      return [month ?? row[0]] + row.dropFirst()
    }
    return dated
  }
}
