import Metrics
import Values

/// `summary.md`: what a head of product reads with coffee: one screen of what changed, alerts and
/// figures, with links to the details.
struct SummaryMarkdown: Report {
  let name = "summary.md"
  let form: ReportForm? = .markdown

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    try folder.write(Array(text(figures).utf8), to: name)
  }

  func text(_ figures: Figures) -> String {
    let parts = [
      MarkdownHead.text(figures, "Subscriptions"), whatChanged(figures), alerts(figures),
      refusals(figures),
      figures.headlineTable.markdown, periods(figures), apps(figures),
      sections(figures), links(figures),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func whatChanged(_ figures: Figures) -> String {
    let lines = WhatChanged(figures).statements.map { statement in
      "- \(UntrustedText.markdown(statement.text, limit: 600))"
        + (figures.segment == nil ? " `\(statement.command)`\n" : "\n")
    }
    return lines.isEmpty ? "" : "## What changed\n\n" + lines.joined()
  }

  /// One line when all is well.
  private func alerts(_ figures: Figures) -> String {
    guard !figures.alerts.isEmpty else { return "" }
    let all = figures.firing.joined.map { item($0, $1, figures) }
    let rest = all.count - Self.shownAlerts
    let lines =
      all.prefix(Self.shownAlerts)
      + (rest > 0 ? ["- \(rest) more in [alerts.md](alerts.md)\n"] : [])
    return ([figures.alertSentence + "\n"] + (lines.isEmpty ? [] : [lines.joined()]))
      .joined(separator: "\n")
  }

  private func item(_ names: [String], _ alert: AlertLine, _ figures: Figures) -> String {
    let name = names.map { UntrustedText.markdown($0) }.joined(separator: ", ")
    let message = UntrustedText.markdown(alert.message, limit: 600)
    let todo = alert.runbook.map { " \(Runbook(text: $0).markdown)" } ?? ""
    return "- **\(alert.severity.rawValue)** \(name)\(figures.age(of: alert)): \(message)\(todo)\n"
  }

  private func periods(_ figures: Figures) -> String {
    let table = figures.periodTable
    return table.isEmpty ? "Nothing to report yet.\n" : table.markdown
  }

  private static let shownAlerts = 5

  /// Files that are missing from the figures.
  private func refusals(_ figures: Figures) -> String {
    figures.inputRemarks.filter(\.isBad).prefix(Self.shownAlerts)
      .map { "- **\(UntrustedText.markdown($0.text, limit: 300))**\n" }.joined()
  }

  /// The largest, where there are several.
  private func apps(_ figures: Figures) -> String { figures.appTable(5).markdown }

  /// What `details.md` has, a link each.
  private func sections(_ figures: Figures) -> String {
    let links = ReportSection.all.filter { !$0.markdown(figures, .none).isEmpty }.map {
      "[\($0.title)](\(DetailsMarkdown.file)#\($0.anchor))"
    }
    return links.isEmpty ? "" : "**Details:** \(links.joined(separator: " · "))\n"
  }

  private func links(_ figures: Figures) -> String {
    """
    ---

    [Definitions and columns](csv/README.md) · [Workbook](runrate.xlsx) · [Page](index.html) · \
    made by Runrate \(UntrustedText.markdown(figures.version)), configuration \
    \(UntrustedText.markdown(figures.configurationHash))

    """
  }
}
