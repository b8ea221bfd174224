import Metrics
import Values

/// One future in one picture: MRR at month ends as it came, then committed and expected MRR with the
/// interval that widens month by month; what is planned are dots.
extension ReportCharts {
  @Sendable static func outlook(_ figures: Figures) -> any Chart {
    let rows = figures.outlookMonths
    func values(_ column: Column<MRROutlook, Amount>) -> [Double?] {
      rows.map { $0.magnitude(column) }
    }
    return LineChart(
      title: "MRR, committed and expected", description: figures.outlookPicture,
      unit: .money(currency: figures.currency), labels: rows.map { figures.monthEnd($0) },
      series: [
        .init(name: "MRR", style: "level", values: values(MRROutlook.mrr)),
        .init(
          name: "expected", style: "level", values: values(MRROutlook.expected), stroke: .dashed),
        .init(
          name: "committed", style: "reactivation", values: values(MRROutlook.committedMRR),
          stroke: .dashed),
        .init(
          name: "budget", style: "contraction", values: values(MRROutlook.budget), stroke: .none),
      ].filter { $0.values.contains { $0 != nil } },
      bands: [
        .init(
          name: "80% interval", style: "level", low: values(MRROutlook.low),
          high: values(MRROutlook.high))
      ], first: "Month end")
  }
}

extension MRROutlook {
  /// What is drawn.
  static let fan = [mrr, expected, low, high, committedMRR, budget]
}

extension Figures {
  private static let shownMonths = 13

  /// The newest month ends up to the as-of day, and those to come.
  var outlookMonths: [Row<MRROutlook>] {
    let rows = rows(of: MRROutlook.self)
    return rows.where(MRROutlook.monthsAhead, is: 0).suffix(Self.shownMonths) + comingMonths
  }

  /// The month ends to come.
  var comingMonths: [Row<MRROutlook>] {
    rows(of: MRROutlook.self).filter { $0.integer(MRROutlook.monthsAhead) > 0 }
  }

  /// `Jul 2026`; of a day within a month the day.
  func monthEnd(_ row: Row<MRROutlook>) -> String {
    guard let month = row[MRROutlook.month], let day = row[MRROutlook.day] else { return "" }
    return day == month.lastDay
      ? DisplayFormat.monthAndYear(month) : DisplayFormat.shortDay(day)
  }

  /// What a screen reader says of it.
  var outlookPicture: String {
    guard let last = comingMonths.last(where: { $0[MRROutlook.expected] != nil }) else {
      return "MRR at month ends to \(asOf), and what of it is committed."
    }
    return "MRR at month ends to \(asOf), then committed and expected MRR with its 80% interval; "
      + "\(shown(last[MRROutlook.expected])) expected at the end of \(monthEnd(last))."
  }
}

extension ReportCharts {
  /// Days that are drawn at most.
  private static let lastDay = 400
  /// With fewer subscribers, up to the first who left, a curve would tell of single ones.
  private static let fewest: Int64 = 30

  /// The share of customers that still pay after so many days, with its band; all of them before
  /// the first has stopped. Between the days that its table lists it stays as it is.
  @Sendable static func survival(_ figures: Figures) -> any Chart {
    let rows = figures.rows(of: Survival.self).where(Survival.dimension, is: "all")
    let times = rows.map { Int($0.integer(Survival.days)) }
    let isEnough = rows.first.map { $0.integer(Survival.atRisk) >= fewest } ?? false
    let last = times.last.flatMap { isEnough ? $0 : nil }
    let days = last.map { Array(0...min(lastDay, $0)) } ?? []
    let steps = days.map { day in times.lastIndex { $0 <= day }.map { rows[$0] } }
    let changes = Set(times)
    return LineChart(
      title: "Subscribers who still pay, by days since they began"
        + (last ?? 0 > lastDay ? " (the first \(lastDay))" : ""),
      description:
        "Kaplan–Meier: subscribers who have not stopped yet count for as long as they are known.",
      unit: .percent, labels: labels(days),
      series: [
        .init(
          name: "still paying", style: "level",
          values: steps.map { $0 == nil ? 1 : $0?.magnitude(Survival.survival) })
      ],
      bands: [
        .init(
          name: "95% interval", style: "level",
          low: steps.map { $0?.magnitude(Survival.logLogLow) },
          high: steps.map { $0?.magnitude(Survival.logLogHigh) })
      ],
      positions: days.map(Double.init), tips: days.map { "\($0) days" },
      listed: days.filter { $0 == 0 || changes.contains($0) }, first: "After",
      emptiness: rows.isEmpty ? LineChart.noFigures : "Fewer than \(fewest) subscribers: not drawn."
    )
  }

  /// Every week, every month or every other month has its name below the axis.
  private static func labels(_ days: [Int]) -> [String] {
    let every = days.count <= 60 ? 7 : days.count <= 300 ? 30 : 60
    return days.map { $0 % every == 0 ? "\($0) days" : "" }
  }
}
