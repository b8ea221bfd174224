import Metrics
import Values

extension ReportSection {
  static let revenue = ReportSection(
    "revenue", "Revenue",
    [
      .remarks { Remark.told(WhatChanged($0).revenue) },
      .remarks { $0.incompleteMoneyRemarks },
      .exhibit(
        Exhibit(
          name: "revenue", chart: ReportCharts.revenue, isFile: true, caption: "Revenue by month"
        ) { $0.revenueTable($1) }),
    ]
  ) { $0.revenueFinding }
}

extension ReportCharts {
  @Sendable static func revenue(_ figures: Figures) -> any Chart {
    let rows = Array(figures.rows(of: Revenue.self).monthlyTotals.suffix(13))
    let parts = [
      (Revenue.proceeds, "level"), (Revenue.commission, "commission"), (Revenue.tax, "tax"),
    ]
    return StackedBars(
      title: figures.markedRevenue("Net revenue by month"),
      description: "Net revenue as proceeds, commission and tax (both estimated), by month.",
      unit: .money(currency: figures.currency),
      labels: rows.map { figures.shown($0.cell(Revenue.period)) },
      series: parts.map { part, style in
        .init(
          name: Heading.of(part.name), style: style, values: rows.map { $0.magnitude(part) })
      }, isOver: rows.map { figures.isOver($0[Revenue.period]?.month) },
      marks: figures.annotationMarks(rows.map { $0[Revenue.period]?.month }))
  }
}

extension Figures {
  func revenueTable(_ months: Int) -> FigureTable {
    let split = RefundSplit(self)
    return FigureTable(
      citing: rows(of: Revenue.self).monthlyTotals.suffix(months), self,
      [
        .text("") { label($0.cell(Revenue.period), isOver: isOver($0[Revenue.period]?.month)) },
        .of("Charges", Revenue.charges), .of("Gross", Revenue.gross),
        .text("Refunds") { shown(split.parts(of: $0)[0]) },
        .text("Reversed") { shown(split.parts(of: $0)[1]) },
        .of("Net", Revenue.net), .of("Tax", Revenue.tax), .of("Commission", Revenue.commission),
        .of("Proceeds", Revenue.proceeds), .of("ARPPU", Revenue.arppu),
        .of("Refund rate", Revenue.refundRate),
      ])
  }
}
