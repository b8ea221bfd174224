import Metrics
import Values

extension ReportSection {
  static let value = ReportSection(
    "ltv", "Lifetime value", short: "LTV",
    [
      .remarks { $0.incompleteMoneyRemarks },
      .exhibit(
        Exhibit(name: "ltv", chart: ReportCharts.ltv, caption: "Net revenue per install") {
          $0.valueTable($1)
        }),
    ]
  ) { $0.valueFinding }
}

extension ReportCharts {
  /// Realised lifetime value by age, a line for each of three cohorts: for the page.
  @Sendable static func ltv(_ figures: Figures) -> any Chart {
    let values = ValueCohorts(figures)
    let ages = values.shownAges
    return LineChart(
      title: figures.markedRevenue("Lifetime value, realised, by age"),
      description: "Net revenue per install by days since the first event, for three cohorts.",
      unit: .money(currency: figures.currency), labels: ages.map { "\($0) days" },
      series: values.shown.map { month, colour in
        .init(
          name: "first seen in \(month)", style: colour.rawValue,
          values: ages.map { values.point(month, $0)?.magnitude(LTV.perCustomer) })
      }, positions: ages.map(Double.init), first: "Age")
  }
}

extension Figures {
  /// Net revenue per install by age, of the last cohorts that have reached one.
  func valueTable(_ count: Int) -> FigureTable {
    let values = ValueCohorts(self)
    var table = FigureTable(
      header: ["First seen in", "Installs"] + values.ages.map { "\($0) days" })
    table.rows = values.cohorts.suffix(count).map { month, points in
      [month.description, shown(points.first?.cell(LTV.customers) ?? .missing)]
        + values.ages.map { age in
          points.first { $0.age == age }.map { shown($0.cell(LTV.perCustomer)) } ?? ""
        }
    }
    return table
  }
}
