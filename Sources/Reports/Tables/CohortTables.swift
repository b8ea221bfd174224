import Metrics
import Values

/// Triangles in words.
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
