import Metrics
import Values

/// How long customers pay, and what a new one will have paid.
struct LifetimesSheet: WorkbookSheet {
  let name: SheetName = "Lifetimes"
  let subject = "How long subscribers pay, and what a new one is expected to pay."

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    try writer.head(
      "Lifetimes and predicted value",
      "How long subscribers pay without a gap (Kaplan–Meier), and what a new subscriber is expected "
        + "to pay by a shifted-beta-geometric fit, in \(figures.currency). Blank: not known yet. Grey "
        + "italic: fewer than 30 subscribers.")
    var row = 3
    for sentence in figures.lifetimeSentences {
      try writer.put(sentence, row, 0, .plain, fits: false)
      row += 1
    }
    row = try block(
      "How long subscribers pay", figures.table(Lifetimes.self), "lifetimes", writer, row + 1)
    row = try block(
      "What a new subscriber is expected to pay (discounted at 10% a year; life: 5 years)",
      figures.table(PredictedLTV.self), "predicted", writer, row)
    _ = try block(
      "The curve of all (those of segments: csv/survival.csv)",
      figures.published(figures.table(Survival.self).totals), "survival", writer, row)
    try writer.finish(frozenRows: 2, frozenColumns: 1)
  }

  /// A title and a table; returns the row for the next.
  private func block(
    _ title: String, _ table: Table, _ block: BlockName, _ writer: SheetWriter, _ row: Int
  ) throws -> Int {
    try writer.put(title, row, 0, .section, fits: false)
    try writer.matured(table.datedCohorts, at: row + 1, block)
    return row + max(1, table.rows.count) + 4
  }
}

extension Table {
  /// Cohorts in a column of words (`2026-05`) as real months.
  fileprivate var datedCohorts: Table {
    guard let dimension = columns.firstIndex(where: { $0.role == .dimension }),
      let value = columns.firstIndex(where: { $0.role == .value })
    else { return self }
    var dated = self
    let cohort = Cell.text("cohort")
    for (index, row) in rows.enumerated() where row[dimension] == cohort {
      guard let month = row[value].text.flatMap({ Month($0) }) else { continue }
      dated.rows[index][value] = .month(month)
    }
    return dated
  }
}
