import Metrics
import Values

/// How many customers, and how much of their MRR, are still there by months since the first.
struct RetentionSheet: WorkbookSheet {
  let name: SheetName = "Retention"
  let subject = "Who still pays, and how much, months after the first payment."

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    try writer.head(
      figures.markedMRR("Retention"),
      "Share of a month's new subscribers, and of their first MRR, at the end of the months after "
        + "(M0 = the same month). Grey italic: fewer than 30 subscribers. Blank: not reached; in the "
        + "weighted row, fewer than 30.")
    let cohorts = Cohorts(figures)
    var row = try writeTriangle(cohorts, .customers, writer, from: 3)
    row = try writeTriangle(cohorts, .mrr, writer, from: row + 1)
    row += cohorts.hasCurve ? 18 : 1
    try writer.put("All segments, cohorts of the last 13 months", row, 0, .section, fits: false)
    try writer.matured(
      figures.table(Retention.self).recent(13, to: figures.asOf), at: row + 1, "retention")
    try writer.finish(frozenRows: 2, frozenColumns: 2)
  }

  private func writeTriangle(
    _ cohorts: Cohorts, _ kind: Cohorts.Measure, _ writer: SheetWriter, from row: Int
  ) throws -> Int {
    let heads = ["Cohort", kind == .customers ? "Subscribers" : "New MRR"]
    try writer.heads(heads + cohorts.ages.map { "M\($0)" }, row)
    for (index, month) in cohorts.months.enumerated() {
      try write(cohorts, month, kind, writer, row + 1 + index)
    }
    guard let oldest = cohorts.ages.last, !cohorts.months.isEmpty else {
      try writer.nothing(row + 1)
      return row + 2
    }
    let last = row + cohorts.months.count
    try writeWeighted(cohorts, kind, writer, last + 1)
    let area = Area(rows: (row + 1)...(last + 1), columns: 2...(2 + oldest))
    try writer.colourScale(area, from: 0, to: 1)
    let block = kind == .customers ? "retention_customers" as BlockName : "retention_mrr"
    try writer.book.define(
      block, as: Area(rows: row...(last + 1), columns: 0...(2 + oldest)), on: name)
    if kind == .mrr, cohorts.hasCurve { try insertChart(cohorts, area, row, last, writer) }
    return last + 2
  }

  private func write(
    _ cohorts: Cohorts, _ month: Month, _ kind: Cohorts.Measure, _ writer: SheetWriter, _ row: Int
  ) throws {
    guard let first = cohorts.row(month, cohorts.ages.first ?? 0) else { return }
    let isSmall = first.integer(Retention.customers) < 30
    let size = first.cell(kind.whole)
    try writer.put(.month(month), row, 0)
    try writer.put(size, row, 1, isSmall ? Style.of(size).immature : .of(size))
    for (column, age) in cohorts.ages.enumerated() {
      guard let point = cohorts.row(month, age) else { continue }
      let style = Style(format: .percent)
      try writer.put(point.cell(kind.rate), row, 2 + column, isSmall ? style.immature : style)
    }
  }

  private func writeWeighted(
    _ cohorts: Cohorts, _ kind: Cohorts.Measure, _ writer: SheetWriter, _ row: Int
  ) throws {
    try writer.put("Weighted", row, 0, .plain.bold)
    for (column, age) in cohorts.ages.enumerated() {
      try writer.put(cohorts.weighted(age, kind), row, 2 + column, Style(format: .percent).bold)
    }
  }

  private func insertChart(
    _ cohorts: Cohorts, _ area: Area, _ head: Int, _ last: Int, _ writer: SheetWriter
  ) throws {
    let line = Area(rows: (last + 1)...(last + 1), columns: area.columns)
    let customers = line.rows.lowerBound - (last - head) - 3
    let above = Area(rows: customers...customers, columns: area.columns)
    try writer.insert(
      WorkbookChart(
        shape: .line, title: "Average retention curve",
        description: "Share of subscribers, and of their first MRR, by months since the first.",
        unit: "share", categories: Area(rows: head...head, columns: area.columns),
        series: [
          .init(name: "Subscribers", values: above, colour: Palette.level),
          .init(name: "MRR", values: line, colour: Palette.reactivation, isDashed: true),
        ], numberFormat: "0%", dates: nil, range: Axis(over: cohorts.weightedShares)), at: last + 3,
      0)
  }
}

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

  /// A line needs two ages.
  var hasCurve: Bool { ages.count { weighted($0, .customers) != .missing } > 1 }

  /// Everything that the average curves show.
  var weightedShares: [Double] {
    ages.flatMap { age in
      [Measure.customers, .mrr].compactMap { weighted(age, $0).magnitude }
    }
  }

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
