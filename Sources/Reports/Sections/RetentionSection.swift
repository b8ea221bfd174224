import Metrics
import Values

extension ReportSection {
  static let retention = ReportSection(
    "retention", "Retention",
    [
      .remarks { $0.incompleteMoneyRemarks },
      .exhibit(
        Exhibit(
          name: "retention", chart: ReportCharts.retention, isFile: true, layout: .wide,
          caption: "Subscribers retained"
        ) { $0.retentionTable($1) }),
    ]
  ) { $0.retentionFinding }
}

extension ReportCharts {
  @Sendable static func retention(_ figures: Figures) -> any Chart {
    let cohorts = Cohorts(figures)
    let months = cohorts.months.suffix(13)
    let ages = cohorts.ages.prefix(14).filter { age in
      months.contains { cohorts.row($0, age) != nil }
    }
    return HeatMap(
      title: figures.markedMRR("Subscribers retained, by months since their first"),
      description: "Share of each month's new subscribers who have MRR at the end of later months.",
      columns: ages.map { "M\($0)" },
      cohorts: months.map { month in
        let size = cohorts.row(month, 0)?[Retention.customers].map(Int.init)
        return .init(
          label: month.description, size: size,
          values: ages.map { cohorts.row(month, $0)?.magnitude(Retention.rate) },
          isSmall: size ?? 0 < 30)
      }, average: figures.average(.retention, at: ages), measure: "retained")
  }
}

extension Figures {
  /// Customers retained, by months since their first, of the last cohorts.
  func retentionTable(_ count: Int) -> FigureTable {
    let cohorts = Cohorts(self)
    let months = cohorts.months.suffix(count)
    let ages = cohorts.ages.filter { age in months.contains { cohorts.row($0, age) != nil } }
    var table = FigureTable(header: ["New in", "Subscribers"] + ages.map { "M\($0)" })
    table.rows = months.map { month in
      [month.description, shown(cohorts.row(month, 0)?.cell(Retention.customers) ?? .missing)]
        + ages.map { cohorts.row(month, $0).map { shown($0.cell(Retention.rate)) } ?? "" }
    }
    return table
  }
}
