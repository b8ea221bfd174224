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
          name: "revenue",
          chart: {
            ReportCharts.revenue.drawing($0, $0.rows(of: Revenue.self).monthlyTotals.suffix(13))
          },
          isFile: true, caption: "Revenue by month"
        ) { $0.revenueTable($1) }),
    ]
  ) { $0.revenueFinding }
}

extension ReportCharts {
  static let revenue = TableChart<Revenue>(
    shape: .stackedBars, title: { $0.markedRevenue("Net revenue by month") },
    description: { _ in
      "Net revenue as proceeds, commission and tax (both estimated), by month."
    }, measure: "net revenue",
    series: [
      .init(Revenue.proceeds, .level), .init(Revenue.commission, .commission),
      .init(Revenue.tax, .tax),
    ], label: { $0.shown($1.cell(Revenue.period)) },
    isOver: { $0.isOver($1[Revenue.period]?.month) }, month: { $0[Revenue.period]?.month })
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
