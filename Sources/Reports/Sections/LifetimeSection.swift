import Metrics

extension ReportSection {
  static let lifetimes = ReportSection(
    "lifetimes", "Lifetimes and predicted value", short: "Lifetimes",
    [
      .exhibit(
        Exhibit(
          name: "survival", chart: ReportCharts.survival, isFile: true,
          caption: "Customers who still pay")),
      .table("How long customers pay", lengths: (8, 12)) { $0.lifetimeTable($1) },
      .sentences { $0.lifetimeSentences },
      .table(
        "What a new subscriber is expected to pay, with 95% intervals; discounted at 10% a year"
      ) { $0.predictionTable },
      .remarks { figures in
        figures.refusedPredictions.map {
          Remark(lead: "No prediction for \($0.product):", text: $0.reason)
        }
      },
    ])
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
