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

  /// Nil where no age has one.
  func average(
    _ figure: CohortAverages.Figure, at ages: [Int]
  ) -> HeatMap.Average? {
    let averages = averages(figure)
    let rows = ages.map { averages[$0] }
    let cohorts = rows.compactMap { $0?.integer(CohortAverages.cohorts) }.max()
    return cohorts.map { .init(cohorts: $0, values: rows.map { $0?.average.magnitude }) }
  }
}

extension Row<CohortAverages> {
  /// A rate, or an amount.
  var average: Cell {
    self[CohortAverages.rate] == nil ? cell(CohortAverages.amount) : cell(CohortAverages.rate)
  }
}

/// The lifetime value's totals by cohort and age.
struct ValueCohorts {
  /// Oldest first.
  let cohorts: [(month: Month, points: [Row<LTV>])]
  /// In days.
  let ages: [Int]
  /// Drawn curves: about a year, half a year and a quarter old, with their looks.
  let shown: [(month: Month, colour: ChartColour)]

  init(_ figures: Figures) {
    let rows = figures.rows(of: LTV.self).totals
    ages = Set(rows.map(\.age)).sorted()
    let byMonth = Dictionary(grouping: rows) { $0[LTV.cohort] ?? Month(0) }
    cohorts = byMonth.keys.sorted().map { ($0, byMonth[$0] ?? []) }
    let looks: [(Int, ChartColour)] = [(12, .level), (6, .reactivation), (3, .contraction)]
    shown = looks.compactMap { age, colour in
      let month = figures.asOf.month.advanced(by: -age)
      return byMonth[month] == nil ? nil : (month, colour)
    }
  }

  var shownAges: [Int] {
    ages.filter { age in shown.contains { point($0.month, age) != nil } }
  }

  func point(_ month: Month, _ age: Int) -> Row<LTV>? {
    cohorts.first { $0.month == month }?.points.first { $0.age == age }
  }
}

extension Row<LTV> {
  /// In days.
  var age: Int { Int(integer(LTV.days)) }
}
