import Metrics
import Values

/// The retention table's totals by cohort and age.
struct Cohorts {
  let months: [Month]
  let ages: [Int]
  private let rows: [Month: [Int: Row<Retention>]]

  init(_ figures: Figures) {
    var rows: [Month: [Int: Row<Retention>]] = [:]
    for row in figures.rows(of: Retention.self).totals {
      guard let month = row[Retention.cohort] else { continue }
      rows[month, default: [:]][Int(row.integer(Retention.age))] = row
    }
    self.rows = rows
    months = rows.keys.sorted()
    ages = Set(rows.values.flatMap(\.keys)).sorted()
  }

  func row(_ month: Month, _ age: Int) -> Row<Retention>? { rows[month]?[age] }
}

extension Figures {
  /// The average of everything, on top of the triangle of a figure; by age.
  func averages(_ figure: CohortAverages.Figure) -> [Int: Row<CohortAverages>] {
    let rows = rows(of: CohortAverages.self).totals
      .where(CohortAverages.figure, is: figure.rawValue)
    return Dictionary(
      firstOf: rows.map { (Int($0.integer(CohortAverages.age)), $0) })
  }
}

extension Row<CohortAverages> {
  /// A rate, or an amount.
  var average: Cell {
    self[CohortAverages.rate] == nil ? cell(CohortAverages.amount) : cell(CohortAverages.rate)
  }
}
