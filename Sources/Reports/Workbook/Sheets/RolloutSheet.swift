import Metrics

/// How far every rollout is, then the figures of those who have it beside those who do not, by
/// step.
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
    for (index, line) in lines.enumerated() {
      try writer.put(line, 3 + index, 0, .plain, fits: false)
    }
    let table = figures.table(Rollouts.self, without: [Rollouts.worse])
    let metric = table.index(of: Rollouts.metric)
    let verdict = table.index(of: Rollouts.verdict)
    try writer.table(table, at: lines.count + 4, "rollouts") { row, style in
      let isMoney = row[metric] == .text("revenue")
      let look = style.format == .number ? style.with(isMoney ? .money : .percent) : style
      return row[verdict] == .text("not enough data") ? look.immature : look
    }
    try writer.finish(frozenRows: 2, frozenColumns: 3)
  }
}
