import Metrics
import Values

/// The pictures of the report, each a function of figures; ``ReportSection/all`` says where they
/// stand.
enum ReportCharts {
  @Sendable static func mrr(_ figures: Figures) -> any Chart {
    let rows = figures.table("daily").named.suffix(400)
    let days = rows.map { figures.shown($0["date"]) }
    let last = rows.last.map { Human(currency: figures.currency).text($0["mrr"]) } ?? "unknown"
    return LineChart(
      title: figures.markedMRR("MRR"),
      description: "MRR at the end of each day; \(last) on \(figures.asOf).",
      unit: .money(currency: figures.currency), labels: rows.map { dayLabel($0["date"]) },
      series: [.init(name: "MRR", style: "level", values: rows.map { $0.double("mrr") })],
      tips: days, first: "Day")
  }

  @Sendable static func movements(_ figures: Figures) -> any Chart {
    let rows = Array(figures.totals("mrr_movements").suffix(13))
    let names = ["new", "reactivation", "expansion", "contraction", "churn", "fx"]
    return StackedBars(
      title: figures.markedMRR("MRR movements by month"),
      description: "MRR won above zero, MRR lost below it, by month to \(figures.asOf).",
      unit: .money(currency: figures.currency),
      labels: rows.map { figures.shown($0["month"]) },
      series: names.map { name in
        .init(
          name: name == "fx" ? "FX" : Heading.of(name), style: name,
          values: rows.map { $0.double(name) })
      }, isOver: rows.map { $0["complete"].isSet })
  }

  @Sendable static func revenue(_ figures: Figures) -> any Chart {
    let rows = Array(figures.monthly("revenue").suffix(13))
    return StackedBars(
      title: figures.markedRevenue("Net revenue by month"),
      description: "Net revenue as proceeds, commission and tax (both estimated), by month.",
      unit: .money(currency: figures.currency),
      labels: rows.map { figures.shown($0["period"]) },
      series: [("Proceeds", "level"), ("Commission", "commission"), ("Tax", "tax")].map {
        name, style in
        .init(name: name, style: style, values: rows.map { $0.double(name.lowercased()) })
      }, isOver: rows.map { figures.isOver($0["period"].month) })
  }

  @Sendable static func funnel(_ figures: Figures) -> any Chart {
    let steps = figures.matureFunnels.first ?? []
    let name = steps.first?.text("funnel") ?? "acquisition"
    let month = steps.first.map { figures.shown($0["cohort"]) } ?? "no month yet"
    return FunnelBars(
      title: "Funnel \(ForeignText.cleaned(name, limit: 32)), customers who entered in \(month)",
      description: "Customers who reached each step in time; the newest month that is over.",
      steps: steps.map {
        .init(
          name: $0.text("event"), count: $0["customers"].count.map(Int.init),
          fromPrevious: $0.double("from_previous"), fromFirst: $0.double("from_first"),
          isWorst: $0.isWorst(in: steps))
      })
  }

  private static func dayLabel(_ cell: Cell) -> String {
    guard let day = cell.day else { return "" }
    let date = day.civil
    return "\(date.day) \(Human.monthName(day.month)) \(padded(date.year % 100, 2))"
  }
}

extension Figures {
  /// A cell in words.
  func shown(_ cell: Cell) -> String { Human(currency: currency).text(cell) }
}
