import Metrics
import Values

extension ReportSection {
  static let churn = ReportSection(
    "churn", "Churn",
    [
      .remarks { Remark.told(WhatChanged($0).churn) },
      .remarks { $0.incompleteMoneyRemarks + $0.freeChurnRemarks },
      .exhibit(
        Exhibit(
          name: "churn", chart: ReportCharts.churn,
          caption: "Churn by month, of those who paid at its opening"
        ) { $0.churnTable($1) }),
    ]
  ) { $0.churnFinding }
}

extension ReportCharts {
  /// Monthly churn of customers: for the page.
  @Sendable static func churn(_ figures: Figures) -> any Chart {
    let months = figures.rows(of: Churn.self).totals.filter { $0.calendarMonth != nil }
    let rows = Array(months.suffix(13))
    let open = rows.firstIndex { $0[Churn.complete] != true }
    return LineChart(
      title: figures.markedMRR("Churn by month"),
      description: "Share of the subscribers and the MRR at a month's opening that were lost.",
      unit: .percent, labels: rows.map { $0.text(Churn.month) },
      series: [
        .init(
          name: "subscribers", style: "churn", values: rows.map { $0.magnitude(Churn.churnRate) },
          openFrom: open),
        .init(
          name: "MRR, gross", style: "level",
          values: rows.map { $0.magnitude(Churn.grossMRRChurn) },
          openFrom: open),
      ])
  }
}

extension Figures {
  func churnTable(_ months: Int) -> FigureTable {
    let rows = rows(of: Churn.self).totals.filter { $0[Churn.month] != Churn.previous }
    return FigureTable(
      citing: rows.suffix(months + 1), self,
      [
        .text("") { row in
          row.isTrailing
            ? "last 30 days" : label(row.cell(Churn.month), isOver: row[Churn.complete] == true)
        },
        .of("Opening", Churn.openingCustomers), .of("Churned", Churn.churnedCustomers),
        .of("Churn", Churn.churnRate), .of("Voluntary", Churn.voluntary),
        .of("Billing", Churn.billing), .of("Refund", Churn.refund), .of("Other", Churn.other),
        .of("MRR churn", Churn.grossMRRChurn), .of("NRR", Churn.nrr),
      ])
  }
}
