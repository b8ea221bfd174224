import Metrics

/// What every experiment has shown in a sentence, then its figures by variant.
struct ExperimentsSheet: WorkbookSheet {
  let name: SheetName = "Experiments"
  let isHidden = true

  func isNeeded(_ figures: Figures) -> Bool { !figures.rows(of: Experiments.self).isEmpty }

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    try writer.head(
      "Experiments",
      "Customers by the variant they saw first; those who saw several are left out. Verdicts rest on "
        + "matured customers: those whose window is over. Grey italic: so far, or fewer than 30 customers."
    )
    let row = try writeVerdicts(figures.experimentLines, writer, from: 3)
    let table = figures.table(
      Experiments.self, without: [Experiments.explanation, Experiments.verdictAnyDay])
    let isImmature = table.isImmature
    let metric = table.index(of: Experiments.metric)
    let basis = table.index(of: Experiments.basis)
    let matured = Cell.text(ExperimentBasis.matured.rawValue)
    try writer.table(table, at: row + 1, "experiments") { row, style in
      let isMoney = row[metric] == .text("revenue")
      let look = style.format == .number ? style.with(isMoney ? .money : .percent) : style
      return row[basis] != matured || isImmature(row) ? look.immature : look
    }
    let values = figures.table(VariantLTV.self)
    let next = try writeValues(values, writer, row + table.rows.count + 4)
    try writePrices(figures.table(PriceSensitivity.self), writer, next)
    try writer.finish(frozenRows: 2, frozenColumns: 4)
  }

  /// A verdict with its reason below it; returns the next row.
  private func writeVerdicts(
    _ verdicts: [ExperimentLine], _ writer: SheetWriter, from first: Int
  ) throws -> Int {
    var row = first
    for line in verdicts {
      try writer.put(line.name, row, 0, .plain.bold)
      try writer.put(line.verdict, row, 1, .plain.bold, fits: false)
      let lines = line.reason.wrapped(limit: 150)
      row = try max(row + 2, writer.put(lines: lines, row + 1, 1))
    }
    guard row > first else { return row }
    try writer.define("verdicts", rows: first...(row - 1), columns: 0...1)
    return row
  }

  /// Returns the next row.
  private func writeValues(_ values: Table, _ writer: SheetWriter, _ row: Int) throws -> Int {
    guard !values.rows.isEmpty else { return row }
    try writer.put("Realised lifetime value by variant", row, 0, .section, fits: false)
    try writer.matured(values, at: row + 1, "variant_ltv", numbersAs: .money)
    return row + values.rows.count + 4
  }

  private func writePrices(_ prices: Table, _ writer: SheetWriter, _ row: Int) throws {
    guard !prices.rows.isEmpty else { return }
    try writer.put("The same at several prices", row, 0, .section, fits: false)
    try writer.matured(prices, at: row + 1, "prices", numbersAs: .money)
  }
}

/// How far every rollout is, then its figures by step.
struct RolloutSheet: WorkbookSheet {
  let name: SheetName = "Rollouts"
  let isHidden = true

  func isNeeded(_ figures: Figures) -> Bool { !figures.rows(of: Rollouts.self).isEmpty }

  func write(_ figures: Figures, with writer: SheetWriter) throws {
    try writer.head(
      "Rollouts",
      "Customers who have what is rolled out vs those who do not, by step. Verdicts hold under a "
        + "daily look. Grey italic: not enough data.")
    let lines = figures.rolloutSentences.flatMap { $0.wrapped(limit: 150) }
    let last = try writer.put(lines: lines, 3)
    let table = figures.table(Rollouts.self, without: [Rollouts.worse])
    let metric = table.index(of: Rollouts.metric)
    let verdict = table.index(of: Rollouts.verdict)
    try writer.table(table, at: last + 1, "rollouts") { row, style in
      let isMoney = row[metric] == .text("revenue")
      let look = style.format == .number ? style.with(isMoney ? .money : .percent) : style
      return row[verdict] == .text("not enough data") ? look.immature : look
    }
    try writer.finish(frozenRows: 2, frozenColumns: 3)
  }
}
