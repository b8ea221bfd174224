import Metrics
import Values

/// Conversion of trials by day since their start, as triangles by month and week.
/// Both have the same columns, so that one frozen header is right for both.
struct TrialsSheet: WorkbookSheet {
  let name: SheetName = "Trial cohorts"
  let subject = "Trial conversion by day since start."

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    try writer.head(
      "Trial cohorts",
      "Share of trials that had converted by the day since their start (D13, D14 …), once the whole "
        + "cohort is that old. Grey italic: fewer than 30 trials, or a rate of part of them. "
        + "Segments are in the sheet Data.")
    let row = try writeTriangle(figures, writer, grain: "month", "trial_months", from: 3)
    _ = try writeTriangle(figures, writer, grain: "week", "trial_weeks", from: row + 1)
    try writer.finish(frozenRows: 4, frozenColumns: 1)
  }

  private func writeTriangle(
    _ figures: Figures, _ writer: SheetWriter, grain: String, _ block: BlockName, from row: Int
  ) throws -> Int {
    let cohorts = figures.rows(of: TrialCohorts.self).totals.where(TrialCohorts.grain, is: grain)
    let curve = MaturingCurve(figures, grain: grain)
    let days = curve.days
    let heads = [Heading.of(grain), "Trials", "Converted", "Pending", "Matured rate"]
    try writer.heads(heads + days.map { "D\($0)" }, row)
    for (index, cohort) in cohorts.enumerated() {
      try write(cohort, curve, writer, row + 1 + index)
      if figures.isRunning(cohort) {
        try writer.put("not over", row + 1 + index, heads.count, .explanation, fits: false)
      }
    }
    guard !cohorts.isEmpty else {
      try writer.nothing(row + 1)
      return row + 2
    }
    let rows = (row + 1)...(row + cohorts.count)
    let last = heads.count + days.count - 1
    // Cohorts older than the curve reaches back have no days.
    if !days.isEmpty {
      try writer.colourScale(Area(rows: rows, columns: heads.count...last), from: 0, to: 0.6)
    }
    try writer.book.define(
      block, as: Area(rows: row...rows.upperBound, columns: 0...last), on: name)
    return rows.upperBound + 1
  }

  private func write(
    _ cohort: Row<TrialCohorts>, _ curve: MaturingCurve, _ writer: SheetWriter, _ row: Int
  ) throws {
    let isSmall = cohort.integer(TrialCohorts.trials) < 30
    func put(_ column: any ReportColumn<TrialCohorts>, _ place: Int, isPale: Bool) throws {
      let cell = cohort.cell(column)
      try writer.put(cell, row, place, isPale ? Style.of(cell).immature : .of(cell))
    }
    try put(TrialCohorts.cohort, 0, isPale: isSmall)
    try put(TrialCohorts.trials, 1, isPale: isSmall)
    try put(TrialCohorts.converted, 2, isPale: isSmall)
    try put(TrialCohorts.pending, 3, isPale: isSmall)
    try put(TrialCohorts.maturedRate, 4, isPale: isSmall || cohort.isMaturing)
    for (column, day) in curve.days.enumerated() {
      guard let rate = curve.rate(cohort.cell(TrialCohorts.cohort), day) else { continue }
      let style = Style(format: .wholePercent)
      try writer.put(rate, row, 5 + column, isSmall ? style.immature : style)
    }
  }
}

extension Row<TrialCohorts> {
  /// Whether some of the trials can still convert, so that the rate is of the others.
  var isMaturing: Bool {
    integer(TrialCohorts.maturedTrials) < integer(TrialCohorts.trials)
  }
}

extension Figures {
  /// Whether a cohort's period goes on after the as-of day.
  func isRunning(_ cohort: Row<TrialCohorts>) -> Bool {
    isRunning(cohort.cell(TrialCohorts.grain), cohort.cell(TrialCohorts.cohort))
  }
}
