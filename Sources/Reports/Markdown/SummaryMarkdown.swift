import Metrics
import Settings
import Values

/// `summary.md`: what a head of product reads with coffee: the first screen, with links to the
/// details.
struct SummaryMarkdown: Report {
  let name = "summary.md"
  let form: ReportForm? = .markdown

  func write(_ figures: Figures, to folder: OutputFolder, _ options: ReportOptions) throws {
    try folder.write(Array(text(figures, options.details).utf8), to: name)
  }

  func text(_ figures: Figures, _ details: DetailsScope = .moved) -> String {
    let parts = [
      MarkdownHead.text(figures, "Subscriptions"), FirstScreen(figures).markdown(figures),
      refusals(figures), sections(figures, details), files(figures), links(figures),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static let shownRefusals = 5

  /// Files that are missing from the figures.
  private func refusals(_ figures: Figures) -> String {
    figures.inputRemarks.filter(\.isBad).prefix(Self.shownRefusals)
      .map { "- **\(UntrustedText.markdown($0.text, limit: 300))**\n" }.joined()
  }

  /// What `details.md` has, a link each.
  private func sections(_ figures: Figures, _ details: DetailsScope) -> String {
    let shown = DetailsMarkdown(charts: .none, scope: details).sections(figures).shown
    let links = shown.map { section, _ in
      "[\(section.title)](\(DetailsMarkdown.file)#\(section.anchor))"
    }
    return links.isEmpty ? "" : "**Details:** \(links.joined(separator: " · "))\n"
  }

  /// The files that people open first, where there is something in them.
  private func files(_ figures: Figures) -> String {
    let links = ReportSchema.first.filter { !figures.table($0.name).rows.isEmpty }.map {
      "[\($0.question)](csv/\($0.file))"
    }
    return links.isEmpty
      ? "" : "**Files:** \(links.joined(separator: " · ")) · [all others](csv/README.md)\n"
  }

  private func links(_ figures: Figures) -> String {
    """
    ---

    Where a figure comes from: `runrate explain daily.mrr --on \(figures.asOf)`

    [Definitions and columns](csv/README.md) · [Workbook](runrate.xlsx) · [Page](index.html) · \
    made by Runrate \(UntrustedText.markdown(figures.version)), configuration \
    \(UntrustedText.markdown(figures.configurationHash))

    """
  }
}
