import Metrics
import Values

/// What the figures rest on.
extension SummarySections {
  static let quality = SummarySections { figures, charts in
    section(
      "Data quality",
      [inputs(figures), counts(figures), checks(figures)].filter { !$0.isEmpty }
        .joined(separator: "\n"), [], charts)
  }

  /// The lines of this run's inputs; files that were refused by name.
  private static func inputs(_ figures: Figures) -> String {
    guard !figures.inputs.isEmpty else { return "" }
    func sum(_ part: (InputSummary) -> Int) -> String {
      Human.grouped(Int64(figures.inputs.reduce(0) { $0 + part($1) }))
    }
    let refused = figures.inputs.filter { $0.status == .refused }
      .map { "- **refused**, not readable to its end: \(ForeignText.markdown($0.path))\n" }
    return """
      \(Human.grouped(Int64(figures.inputs.count))) files, \(sum(\.read)) lines: \
      \(sum(\.accepted)) accepted, \(sum(\.duplicate)) duplicate, \(sum(\.ignored)) ignored, \
      \(sum(\.rejected)) rejected.

      """ + refused.joined()
  }

  private static func counts(_ figures: Figures) -> String {
    let rows = figures.table("data_quality").named.filter { $0.text("section") != "lines" }
    var table = MarkdownTable(header: ["What", "", "Count", "Note"], words: 2, lastWords: 1)
    table.rows = rows.prefix(20).map { row in
      [
        ForeignText.markdown(row.text("section")), ForeignText.markdown(row.text("item")),
        figures.shown(row["count"]), ForeignText.markdown(row.text("note")),
      ]
    }
    return table.text
  }

  private static func checks(_ figures: Figures) -> String {
    var table = MarkdownTable(
      header: ["Check", "Where", "Left", "Right", "Result"], words: 2, lastWords: 1)
    table.rows = figures.checks.map { check in
      [
        ForeignText.markdown(check.name), ForeignText.markdown(check.scope),
        figures.shown(check.left), figures.shown(check.right),
        check.passed ? "pass" : "**FAIL** by \(figures.shown(check.difference))",
      ]
    }
    return table.text
  }

  static let links = SummarySections { figures, _ in
    """
    ---

    [Definitions and columns](csv/README.md) · [Workbook](runrate.xlsx) · [Page](index.html) · \
    made by Runrate \(ForeignText.markdown(figures.version)), configuration \
    \(ForeignText.markdown(figures.configurationHash))

    """
  }
}
