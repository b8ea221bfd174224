import Metrics
import Values

/// What customers first seen in a month have brought by an age: triangles, then all segments.
struct LTVSheet: WorkbookSheet {
  let name = SheetName.ltv

  func write(_ figures: Figures, with pen: SheetPen) throws {
    try pen.head(
      "Lifetime value, realised",
      "Net revenue per customer by days since the first event, in \(figures.currency). Only "
        + "cohorts that are old enough as a whole. Grey italic: fewer than 30 customers.")
    let rows = figures.totals("ltv")
    let ages = Set(rows.map { $0.int("days") }).sorted()
    var row = try writeTriangle(rows, ages, "per_customer", pen, from: 3)
    try pen.put("Per payer", row + 1, 0, .section, fits: false)
    row = try writeTriangle(rows, ages, "per_payer", pen, from: row + 2)
    row = try writeFormula(figures, pen, from: row + 1)
    try pen.put("All segments, cohorts of the last 13 months", row + 1, 0, .section, fits: false)
    try pen.table(figures.table("ltv").recent(13, to: figures.asOf), at: row + 2, .ltv)
    try pen.finish(frozenRows: 2, frozenColumns: 1)
  }

  private func writeTriangle(
    _ rows: [Row], _ ages: [Int], _ column: String, _ pen: SheetPen, from row: Int
  ) throws -> Int {
    try pen.heads(["Cohort", "Customers"] + ages.map { "\($0) days" }, row)
    let cohorts = Dictionary(grouping: rows) { $0["cohort"].month ?? Month(0) }
      .sorted { $0.key < $1.key }
    for (index, cohort) in cohorts.enumerated() {
      try write(cohort.value, ages, column, pen, row + 1 + index)
    }
    return row + 1 + cohorts.count
  }

  private func write(
    _ cohort: [Row], _ ages: [Int], _ column: String, _ pen: SheetPen, _ row: Int
  ) throws {
    guard let first = cohort.first else { return }
    let style = Style(format: .money)
    let isSmall = first.int("customers") < 30
    try pen.put(first["cohort"], row, 0)
    try pen.put(first["customers"], row, 1)
    for point in cohort {
      guard let index = ages.firstIndex(of: point.int("days")) else { continue }
      try pen.put(point[column], row, 2 + index, isSmall ? style.immature : style)
    }
  }

  /// ARPPU of the last whole month ÷ churn of the trailing 30 days; empty at zero churn.
  private func writeFormula(_ figures: Figures, _ pen: SheetPen, from row: Int) throws -> Int {
    guard let formula = figures.formulaLTV else { return row }
    try pen.put("By formula", row, 0, .section, fits: false)
    try pen.put(.money(formula), row, 1, Style(format: .money).bold)
    try pen.put(
      "ARPPU of the last whole month ÷ customer churn of the trailing 30 days", row, 2,
      .explanation, fits: false)
    return row + 1
  }
}

extension Figures {
  /// ARPPU ÷ monthly churn; nil without either, or at zero churn.
  var formulaLTV: Amount? {
    let churn = totals("churn").first { $0.text("month") == "trailing-30d" }?["churn_rate"].rate
    let arppu = monthly("revenue").last { isOver($0["period"].month) }?["arppu"].amount
    guard let churn, let arppu, churn.millionths > 0 else { return nil }
    return arppu.times(Fraction(1_000_000, over: churn.millionths))
  }

  /// Whether the month ends no later than the as-of day.
  func isOver(_ month: Month?) -> Bool { month.map { $0.lastDay <= asOf } ?? false }
}
