import Metrics
import Values

/// The retention table's totals by cohort and age.
struct Cohorts {
  enum Measure {
    case customers, mrr

    /// What the cohort began with, what it has left, and the share of it.
    var whole: any ReportColumn<Retention> {
      self == .customers ? Retention.customers : Retention.cohortMRR
    }
    var kept: any ReportColumn<Retention> {
      self == .customers ? Retention.retained : Retention.retainedMRR
    }
    var rate: Column<Retention, Rate> { self == .customers ? Retention.rate : Retention.mrrRate }
  }

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

  /// Over all cohorts that have reached the age; missing where these are fewer than 30 subscribers.
  func weighted(_ age: Int, _ measure: Measure) -> Cell {
    let reached = months.compactMap { row($0, age) }.filter { $0.magnitude(measure.kept) != nil }
    guard reached.reduce(0, { $0 + $1.integer(Retention.customers) }) >= 30 else {
      return .missing
    }
    let kept = reached.compactMap { $0.magnitude(measure.kept) }.reduce(0, +)
    let all = reached.compactMap { $0.magnitude(measure.whole) }.reduce(0, +)
    return all > 0 ? Rate(kept / all).map { .rate($0) } ?? .missing : .missing
  }
}
