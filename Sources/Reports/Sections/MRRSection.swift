import Metrics
import Settings
import Values

extension ReportSection {
  static let mrr = ReportSection(
    "mrr", "MRR and its movements", short: "MRR",
    [
      .remarks { Remark.told(WhatChanged($0).recurring) },
      .remarks { $0.incompleteMoneyRemarks },
      .remarks { $0.annotationRemarks() },
      .exhibit(
        Exhibit(name: "mrr", chart: ReportCharts.mrr, isFile: true, layout: .folded)),
      .exhibit(
        Exhibit(
          name: "movements",
          chart: { ReportCharts.movements.drawing($0, $0.mrrMonths.suffix(13)) }, isFile: true,
          caption: "MRR movements by month"
        ) { $0.movementTable($1) }),
    ]
  ) { $0.mrrFinding }
}

extension ReportCharts {
  private static let mostDays = 400

  @Sendable static func mrr(_ figures: Figures) -> any Chart {
    let all = figures.rows(of: Daily.self)
    let title = all.count > mostDays ? "MRR, last \(mostDays) days" : "MRR"
    return mrr(figures, Array(all.suffix(mostDays)), title, labels: dayLabels)
  }

  private static func mrr(
    _ figures: Figures, _ rows: [Row<Daily>], _ title: String, labels: ([Day?]) -> [String]
  ) -> LineChart {
    let days = rows.map { $0[Daily.date] }
    let last = rows.last.map { figures.shown($0.cell(Daily.mrr)) } ?? "unknown"
    return LineChart(
      title: figures.markedMRR(title),
      description: "MRR at the end of each day; \(last) on \(figures.asOf).",
      unit: .money(currency: figures.currency), labels: labels(days),
      series: [.init(name: "MRR", style: "level", values: rows.map { $0.magnitude(Daily.mrr) })],
      tips: rows.map { figures.shown($0.cell(Daily.date)) }, marks: figures.annotationMarks(days),
      first: "Day")
  }

  /// Up to two months: all days; beyond that the first of each month.
  private static func dayLabels(_ days: [Day?]) -> [String] {
    days.map { day in
      guard let day, days.count <= 62 || day == day.month.firstDay else { return "" }
      let date = day.civil
      return "\(date.day) \(DisplayFormat.monthName(day.month)) \(padded(date.year % 100, 2))"
    }
  }

  /// The last 90 days, close up: what happened in them is shaded, the month's budget is a dot.
  @Sendable static func recentMRR(_ figures: Figures) -> any Chart {
    let rows = Array(figures.rows(of: Daily.self).suffix(FirstScreen.days))
    let title = "MRR, last \(counted(Int64(rows.count), "day"))"
    var chart = mrr(figures, rows, title, labels: weekLabels)
    let budget = figures.budgets(.mrr).last
    if let month = budget?[Budgets.month], let planned = budget?.magnitude(Budgets.budget) {
      let none = [Double?](repeating: nil, count: max(0, rows.count - 1))
      chart.series.append(
        .init(
          name: "budget, end of \(DisplayFormat.monthName(month))", style: "contraction",
          values: none + [planned]))
    }
    chart.stretches = figures.incidentStretches(rows.map { $0[Daily.date] })
    chart.fromZero = false
    return chart
  }

  /// Every second Monday by its name.
  private static func weekLabels(_ days: [Day?]) -> [String] {
    days.enumerated().map { index, day in
      guard let day, (days.count - 1 - index) % 14 == 0 else { return "" }
      return DisplayFormat.shortDay(day)
    }
  }

  static let movements = TableChart<MRRMovements>(
    shape: .stackedBars, title: { $0.markedMRR("MRR movements by month") },
    description: { "MRR won above zero, MRR lost below it, by month to \($0.asOf)." },
    measure: "MRR",
    series: [
      .init(MRRMovements.new, .new), .init(MRRMovements.reactivation, .reactivation),
      .init(MRRMovements.expansion, .expansion), .init(MRRMovements.contraction, .contraction),
      .init(MRRMovements.churn, .churn), .init(MRRMovements.fx, .fx),
    ], label: { $0.shown($1.cell(MRRMovements.month)) },
    isOver: { $1[MRRMovements.complete] == true }, month: { $0[MRRMovements.month] })
}

extension Figures {
  var mrrMonths: [Row<MRRMovements>] { Array(rows(of: MRRMovements.self).totals) }

  func movementTable(_ months: Int) -> FigureTable {
    FigureTable(
      citing: rows(of: MRRMovements.self).totals.suffix(months), self,
      [
        .text("") {
          label($0.cell(MRRMovements.month), isOver: $0[MRRMovements.complete] == true)
        },
        .of("Opening", MRRMovements.opening), .of("New", MRRMovements.new),
        .of("Reactiv.", MRRMovements.reactivation), .of("Expansion", MRRMovements.expansion),
        .of("Contraction", MRRMovements.contraction), .of("Churn", MRRMovements.churn),
        .of("FX", MRRMovements.fx), .of("Closing", MRRMovements.closing),
        .of("Subscribers", MRRMovements.closingSubscribers),
      ])
  }
}
