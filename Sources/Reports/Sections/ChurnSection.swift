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
          name: "churn", chart: { ReportCharts.churn.drawing($0, $0.churnMonths.suffix(13)) },
          caption: "Churn by month, of those who paid at its opening"
        ) { $0.churnTable($1) }),
    ]
  ) { $0.churnFinding }
}

extension ReportCharts {
  static let churn = TableChart<Churn>(
    shape: .lines, title: { $0.markedMRR("Churn by month") },
    description: { _ in
      "Share of the subscribers and the MRR at a month's opening that were lost."
    }, measure: "share",
    series: [
      .init(Churn.churnRate, .churn, "Subscribers"),
      .init(Churn.grossMRRChurn, .level, "MRR, gross"),
    ], label: { $1.text(Churn.month) }, isOver: { $1[Churn.complete] == true })

  static let churnReasons = TableChart<Churn>(
    shape: .stackedBars, title: { _ in "Churned subscribers by reason" },
    description: { _ in "Subscribers lost in each month, by the reason that the log knows." },
    measure: "subscribers",
    series: [
      .init(Churn.voluntary, .churn), .init(Churn.billing, .contraction),
      .init(Churn.refund, .reactivation), .init(Churn.other, .fx),
    ], label: { $1.text(Churn.month) }, isOver: { $1[Churn.complete] == true })
}

extension Figures {
  /// Calendar months, without the last 30 days.
  var churnMonths: [Row<Churn>] {
    rows(of: Churn.self).totals.filter { $0.calendarMonth != nil }
  }

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
