import Metrics
import Values

/// `summary.md`: what a head of product reads with coffee. One screen of figures, alerts and
/// periods, then the details.
struct SummaryMarkdown: Report {
  let name = "summary.md"
  let form: ReportForm? = .markdown

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    let text = SummaryMarkdown(charts: options.markdownCharts).text(figures)
    try folder.write(Array(text.utf8), to: name)
  }

  var charts = ReportOptions.MarkdownCharts.files

  func text(_ figures: Figures) -> String {
    let parts = [
      head(figures), banner(figures), whatChanged(figures), figures.headlineTable.markdown,
      alerts(figures),
      periods(figures),
    ]
    let details = ReportSection.all.map { $0.markdown(figures, charts) }
    let sections = parts + details + [links(figures)]
    return sections.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func head(_ figures: Figures) -> String {
    """
    # \(figures.staleMark)Subscriptions on \(DisplayFormat.dayName(figures.asOf)) \
    \(padded(figures.asOf.civil.year, 4))\(ForeignText.markdown(figures.segmentMark, limit: 120))

    \(figures.staleSentence.map { "> **\(ForeignText.markdown($0, limit: 240))**\n\n" } ?? "")\
    \(ForeignText.markdown(figures.provenance, limit: 240))

    """
  }

  /// What makes figures too small, before any of them.
  private func banner(_ figures: Figures) -> String {
    figures.incompleteMoney.map { sentences in
      let texts = sentences.map { ForeignText.markdown($0, limit: 400) }
      return "> " + (["**\(texts[0])**"] + texts.dropFirst()).joined(separator: " ") + "\n"
    }.joined(separator: "\n")
  }

  private func whatChanged(_ figures: Figures) -> String {
    let lines = WhatChanged(figures).statements.map { statement in
      "- \(ForeignText.markdown(statement.text, limit: 600))"
        + (figures.segment == nil ? " `\(statement.command)`\n" : "\n")
    }
    return lines.isEmpty ? "" : "## What changed\n\n" + lines.joined()
  }

  /// One line when all is well.
  private func alerts(_ figures: Figures) -> String {
    guard !figures.alerts.isEmpty else { return "" }
    let lines = figures.firing.joined.map { item($0, $1, figures) }
    return ([figures.alertSentence + "\n"] + (lines.isEmpty ? [] : [lines.joined()]))
      .joined(separator: "\n")
  }

  private func item(_ names: [String], _ alert: AlertLine, _ figures: Figures) -> String {
    let name = names.map { ForeignText.markdown($0) }.joined(separator: ", ")
    let message = ForeignText.markdown(alert.message, limit: 600)
    let todo = alert.runbook.map { " \(Runbook(text: $0).markdown)" } ?? ""
    return "- **\(alert.severity.rawValue)** \(name)\(figures.age(of: alert)): \(message)\(todo)\n"
  }

  private func periods(_ figures: Figures) -> String {
    let table = figures.periodTable
    return table.isEmpty ? "Nothing to report yet.\n" : table.markdown
  }

  private func links(_ figures: Figures) -> String {
    """
    ---

    [Definitions and columns](csv/README.md) · [Workbook](runrate.xlsx) · [Page](index.html) · \
    made by Runrate \(ForeignText.markdown(figures.version)), configuration \
    \(ForeignText.markdown(figures.configurationHash))

    """
  }
}
