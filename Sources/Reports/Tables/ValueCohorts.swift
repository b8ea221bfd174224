import Metrics
import Values

/// The lifetime value's totals by cohort and age.
struct ValueCohorts {
  /// Oldest first.
  let cohorts: [(month: Month, points: [Row<LTV>])]
  /// In days.
  let ages: [Int]
  /// The cohorts whose curves are drawn, with their colour in the workbook and their style in
  /// pictures: about a year, half a year and a quarter old.
  let shown: [(month: Month, colour: UInt32, style: String)]

  init(_ figures: Figures) {
    let rows = figures.rows(of: LTV.self).totals
    ages = Set(rows.map(\.age)).sorted()
    let byMonth = Dictionary(grouping: rows) { $0[LTV.cohort] ?? Month(0) }
    cohorts = byMonth.keys.sorted().map { ($0, byMonth[$0] ?? []) }
    let looks = [
      (12, Palette.level, "level"), (6, Palette.reactivation, "reactivation"),
      (3, Palette.contraction, "contraction"),
    ]
    shown = looks.compactMap { age, colour, style in
      let month = figures.asOf.month.advanced(by: -age)
      return byMonth[month] == nil ? nil : (month, colour, style)
    }
  }

  /// The ages that the shown cohorts have reached.
  var shownAges: [Int] {
    ages.filter { age in shown.contains { point($0.month, age) != nil } }
  }

  /// All values of a column.
  func amounts(_ column: Column<LTV, Amount>) -> [Double] {
    cohorts.flatMap { $0.points.compactMap { $0.magnitude(column) } }
  }

  func point(_ month: Month, _ age: Int) -> Row<LTV>? {
    cohorts.first { $0.month == month }?.points.first { $0.age == age }
  }
}

extension Row<LTV> {
  /// In days.
  var age: Int { Int(integer(LTV.days)) }
}
