import Metrics
import Values

/// What customers first seen in a month have brought by an age: triangles and their curves, then
/// all segments.
struct LTVSheet: WorkbookSheet {
  let name: SheetName = "LTV"
  let subject = "Net revenue per install, by age."

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    try writer.head(
      figures.markedRevenue("Lifetime value, realised"),
      "Net revenue per install by days since the first event, in \(figures.currency). Only "
        + "cohorts that are old enough as a whole. Grey italic: fewer than 30 installs.")
    let values = ValueCohorts(figures)
    try writer.put("Per customer", 3, 0, .section, fits: false)
    var row = try writeTriangle(values, LTV.perCustomer, "ltv_triangle", writer, from: 4)
    if !values.ages.isEmpty, let chart = chart(values) {
      try writer.insert(chart, at: row + 1, 0)
      row += 18
    }
    try writer.put("Per payer", row + 1, 0, .section, fits: false)
    row = try writeTriangle(values, LTV.perPayer, "ltv_per_payer", writer, from: row + 2)
    row = try writeFormula(figures, writer, from: row + 1)
    try writer.put("All segments, cohorts of the last 13 months", row + 1, 0, .section, fits: false)
    try writer.matured(figures.table(LTV.self).recent(13, to: figures.asOf), at: row + 2, "ltv")
    try writer.finish(frozenRows: 2, frozenColumns: 1)
  }

  private func writeTriangle(
    _ values: ValueCohorts, _ column: Column<LTV, Amount>, _ block: BlockName,
    _ writer: SheetWriter,
    from row: Int
  ) throws -> Int {
    try writer.heads(["Cohort", "Installs"], row)
    for (index, age) in values.ages.enumerated() {
      try writer.put(.count(Int64(age)), row, 2 + index, .headerOfNumbers.with(.days))
    }
    for (index, cohort) in values.cohorts.enumerated() {
      try write(cohort.points, values.ages, column, writer, row + 1 + index)
    }
    guard !values.cohorts.isEmpty else {
      try writer.nothing(row + 1)
      return row + 2
    }
    let last = row + values.cohorts.count
    if !values.ages.isEmpty {
      try writer.colourScale(
        Area(rows: (row + 1)...last, columns: 2...(1 + values.ages.count)), from: 0,
        to: Axis(over: values.amounts(column)).high)
    }
    try writer.book.define(
      block, as: Area(rows: row...last, columns: 0...(1 + values.ages.count)), on: name)
    return last + 1
  }

  private func write(
    _ cohort: [Row<LTV>], _ ages: [Int], _ column: Column<LTV, Amount>, _ writer: SheetWriter,
    _ row: Int
  ) throws {
    guard let first = cohort.first else { return }
    let isSmall = first.integer(LTV.customers) < 30
    func put(_ cell: Cell, _ column: Int) throws {
      try writer.put(cell, row, column, isSmall ? Style.of(cell).immature : .of(cell))
    }
    try put(first.cell(LTV.cohort), 0)
    try put(first.cell(LTV.customers), 1)
    for point in cohort {
      guard let index = ages.firstIndex(of: Int(point.integer(LTV.days))) else { continue }
      try put(point.cell(column), 2 + index)
    }
  }

  /// The same cohorts and colours as on the page, over ages as far apart as they are.
  private func chart(_ values: ValueCohorts) -> WorkbookChart? {
    let ages = Area(rows: 4...4, columns: 2...(1 + values.ages.count))
    let lines = values.shown.compactMap { month, colour, _ in
      values.cohorts.firstIndex { $0.month == month }.map { index in
        WorkbookChart.Series(
          name: "First seen in \(month)",
          values: Area(rows: (5 + index)...(5 + index), columns: ages.columns), colour: colour)
      }
    }
    guard !lines.isEmpty else { return nil }
    return WorkbookChart(
      shape: .scatter, title: "Net revenue per install by age",
      description: "Realised lifetime value by days since the first event, for three cohorts.",
      unit: "per customer", categories: ages, series: lines, numberFormat: "#,##0.00",
      isMoney: true,
      dates: "0\" days\"")
  }

  /// Nothing where too few have churned.
  private func writeFormula(_ figures: Figures, _ writer: SheetWriter, from row: Int) throws -> Int
  {
    guard let formula = figures.formulaLTV else { return row }
    try writer.put("By formula", row, 0, .section, fits: false)
    try writer.put(.money(formula), row, 1, Style(format: .money).bold)
    try writer.put(
      "MRR per subscriber ÷ monthly churn of subscribers in the last three whole months", row, 2,
      .explanation, fits: false)
    try writer.book.define("ltv_formula", as: Area(rows: row...row, columns: 0...1), on: name)
    return row + 1
  }
}

extension Figures {
  /// Whether the month ends no later than the as-of day.
  func isOver(_ month: Month?) -> Bool { month.map { $0.lastDay <= asOf } ?? false }
}
